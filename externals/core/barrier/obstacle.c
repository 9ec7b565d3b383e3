/* obstacle: what is in a string's way: what each kind has, how it comes, moves and goes. */
#include "internal.h"

#include "core/base/units.h"

#include <math.h>
#include <string.h>

/* ---- kinds ---- */

static double level(const hz_barrier_params *p, double place)
{
    (void)p, (void)place;
    return 0;
}

static double nothing(const hz_barrier_params *p, double place)
{
    (void)p, (void)place;
    return HZ_BARRIER_NOTHING;
}

/* It is round, and level where it begins. */
static double bridge(const hz_barrier_params *p, double place)
{
    double from = p->bridge[0], z = (place - from) * p->string.length;
    if (place < from || place > from + p->bridge[1])
        return HZ_BARRIER_NOTHING;
    return -0.5 * p->bridge[2] * z * z;
}

static const hz_obstacle_type types[] = {
    [HZ_OBSTACLE_NONE] = { .profile = nothing, .nothing = 1 },
    [HZ_OBSTACLE_FLAT] = { .profile = level },
    [HZ_OBSTACLE_BRIDGE] = { .profile = bridge, .bridge = 1 },
    [HZ_OBSTACLE_FRETS] = { .profile = nothing, .frets = 1 },
    [HZ_OBSTACLE_DRAWN] = { .profile = NULL },
    [HZ_OBSTACLE_MASS] = { .profile = nothing, .mass = 1 },
    [HZ_OBSTACLE_STRING] = { .profile = level, .second = 1 },
};

const hz_obstacle_type *hz_obstacle_type_of(hz_obstacle_kind kind)
{
    return &types[kind];
}

double hz_obstacle_height(const hz_obstacle *o, const hz_barrier_params *p)
{
    return p->height + (o->type->frets ? p->fretheight : 0);
}

void hz_obstacle_appear(hz_obstacle *o, const hz_barrier_params *p, const hz_obstacle_type *was)
{
    if (was->nothing) { /* nothing was at its height so far */
        hz_ramp_put(&o->base, hz_obstacle_height(o, p));
        o->height = o->height_before = o->base.at + o->signal.at;
    }
    if (o->type->mass) {
        o->mass.w = o->mass.rest = o->mass.rest_before = o->height;
        o->mass.d = 0;
    }
    if (o->type->second)
        hz_string_reset(&o->second);
}

/* hand:made  A mass on its spring that becomes another one does not store more: it moves less. */
void hz_obstacle_prepare_mass(hz_obstacle *o, const hz_barrier_params *p, double h, int first)
{
    hz_mass_spring *b = &o->mass;
    hz_energy was = { 0 }, is = { 0 };
    hz_mass_spring_energy(b, &was);
    hz_mass_spring_prepare(b, p->mass, 2 * HZ_PI * p->massfreq, fmax(p->masssigma, p->hand), h);
    hz_mass_spring_energy(b, &is);
    double held = fmax(hz_energy_total(&was), 0), holds = hz_energy_total(&is);
    if (first || holds <= held)
        return;
    b->d *= sqrt(held / holds);
    if (b->spring > 0)
        b->w = b->rest + (b->w - b->rest) * sqrt(held / holds);
}

/* ---- the profile ---- */

void hz_obstacle_shape(hz_obstacle *o, const hz_barrier_params *p, int n)
{
    for (int i = 0; i <= n; i++)
        o->goal[i] = o->type->profile ? o->type->profile(p, (double)i / n) : HZ_BARRIER_NOTHING;
}

/* Where point i is led. What is to go is led to under the string at rest. */
static double end_of(const hz_obstacle *o, int i)
{
    return hz_obstacle_is_there(o->goal[i]) ? o->goal[i] : fmin(o->profile[i], -o->height);
}

/* A point that appears does so at the string at most, and rises from there. */
static void appear_at(hz_obstacle *o, const hz_string *s, int i)
{
    o->profile[i] = fmin(o->goal[i], fmin(s->u[i] - o->height, s->u[i] - s->d[i] - o->height_before));
    o->last[i] = 0;
}

void hz_obstacle_lead(hz_obstacle *o, const hz_string *s, int glide)
{
    double farthest = 0;
    for (int i = 0; i <= s->n; i++) {
        if (glide == 0) {
            o->profile[i] = o->goal[i];
            o->last[i] = o->step[i] = 0;
        } else if (hz_obstacle_is_there(o->goal[i]) && !hz_obstacle_is_there(o->profile[i]))
            appear_at(o, s, i);
        if (hz_obstacle_is_there(o->profile[i]))
            farthest = fmax(farthest, fabs(end_of(o, i) - o->profile[i]));
    }
    o->gliding = glide > 0 ? (int)fmax(glide, ceil(farthest / (HZ_SPEED_HAND * s->h))) : 0;
    for (int i = 0; i <= s->n && o->gliding > 0; i++)
        o->step[i] = hz_obstacle_is_there(o->profile[i]) ? (end_of(o, i) - o->profile[i]) / o->gliding : 0;
}

static void glide_profile(hz_obstacle *o, int n)
{
    int still = 1;
    double part = o->gliding > 0;
    for (int i = 0; i <= n; i++) {
        double now = part * o->step[i];
        o->rises[i] = o->last[i] + now;
        o->profile[i] += now;
        o->last[i] = now;
        still &= o->rises[i] == 0;
    }
    if (o->gliding > 0)
        o->gliding--;
    else if (still)
        o->gliding = -1;
}

int hz_obstacle_clear(hz_obstacle *o, const hz_string *s)
{
    int gone = 0, again = 0;
    for (int i = 0; i <= s->n && o->gliding <= 0; i++)
        if (hz_obstacle_is_there(o->profile[i]) && !hz_obstacle_is_there(o->goal[i])) {
            if (o->profile[i] + o->height > 1e-9) { /* it has risen with the rest meanwhile */
                again = 1;
                continue;
            }
            o->profile[i] = o->goal[i];
            o->last[i] = o->step[i] = 0;
            gone = 1;
        }
    if (again)
        hz_obstacle_lead(o, s, 1);
    return gone;
}

/* ---- the height ---- */

double hz_obstacle_top(const hz_obstacle *o, int n)
{
    double most = o->type->frets || o->type->mass ? 0 : -INFINITY;
    for (int i = 1; i < n; i++)
        most = fmax(most, o->profile[i]);
    return most;
}

int hz_obstacle_holds(const hz_obstacle *o, int n)
{
    return o->height + hz_obstacle_top(o, n) > 1e-9;
}

void hz_obstacle_lower(hz_obstacle *o, double way)
{
    double *lowered[] = { &o->height, &o->height_before, &o->mass.w, &o->mass.rest, &o->mass.rest_before };
    for (size_t i = 0; i < sizeof lowered / sizeof *lowered; i++)
        *lowered[i] -= way;
}

/* ---- the step ---- */

void hz_obstacle_predict(hz_obstacle *o, int n, int books)
{
    if (o->gliding >= 0)
        glide_profile(o, n);
    if (o->type->mass)
        hz_mass_spring_predict(&o->mass);
    if (!o->type->second)
        return;
    (books ? hz_string_predict_booked : hz_string_predict)(&o->second);
    double *restrict rises = o->rises;
    for (int i = 1; i < n; i++)
        rises[i] = o->second.d1[i] + o->second.d[i];
}

double hz_obstacle_commit(hz_obstacle *o, double height, int books)
{
    double glided = 0;
    if (o->type->second) {
        hz_string_commit(&o->second);
        glided = hz_string_glide(&o->second, books);
    }
    if (o->type->mass)
        hz_mass_spring_commit(&o->mass, height);
    o->height_before = o->height;
    o->height = height;
    return glided;
}

double hz_obstacle_book(hz_obstacle *o, hz_energy *strings)
{
    if (!o->type->second)
        return o->type->mass ? hz_mass_spring_loss(&o->mass) : 0;
    hz_string_books b = hz_string_book(&o->second);
    strings->kinetic += b.kinetic;
    strings->potential += b.potential;
    return b.loss;
}

double hz_obstacle_work(const hz_obstacle *o, double height)
{
    return o->type->mass ? hz_mass_spring_work(&o->mass, height) : 0;
}

int hz_obstacle_is_still(const hz_obstacle *o)
{
    return (!o->type->mass || hz_mass_spring_is_still(&o->mass)) &&
           (!o->type->second || hz_string_is_silent(&o->second));
}
