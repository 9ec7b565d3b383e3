/* barrier_motion: how what is in a string's way comes, moves and goes, and how a finger presses. */
#include "barrier_motion.h"
#include "barrier_contacts.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* hand:pace  derives all of this. */

/* ---- the profile ---- */

static double bridge_height(const hz_barrier_params *p, double place)
{
    double from = p->bridge[0], z = (place - from) * p->string.length;
    if (place < from || place > from + p->bridge[1])
        return HZ_BARRIER_NOTHING;
    return -0.5 * p->bridge[2] * z * z; /* round, and level where it begins */
}

void hz_barrier_motion_shape(hz_barrier *x, int keep)
{
    const hz_barrier_params *p = &x->params;
    for (int i = 0; i <= x->string.n && !(keep && p->obstacle == HZ_OBSTACLE_DRAWN); i++)
        x->goal[i] = p->obstacle == HZ_OBSTACLE_FLAT || p->obstacle == HZ_OBSTACLE_STRING ? 0
                     : p->obstacle == HZ_OBSTACLE_BRIDGE ? bridge_height(p, (double)i / x->string.n)
                                                         : HZ_BARRIER_NOTHING;
}

/* Where point i is led: what goes, to under the string at rest. */
static double end_of(const hz_barrier *x, int i)
{
    return hz_barrier_contacts_is_there(x->goal[i]) ? x->goal[i] : fmin(x->profile[i], -x->height);
}

/* What appears does so at the string at most, and rises from there. */
static void appear(hz_barrier *x, int i)
{
    const hz_string *s = &x->string;
    x->profile[i] = fmin(x->goal[i], fmin(s->u[i] - x->height, s->u[i] - s->d[i] - x->height_before));
    x->last[i] = 0;
}

void hz_barrier_motion_lead(hz_barrier *x, int glide)
{
    double farthest = 0;
    for (int i = 0; i <= x->string.n; i++) {
        if (glide == 0) {
            x->profile[i] = x->goal[i];
            x->last[i] = x->step[i] = 0;
        } else if (hz_barrier_contacts_is_there(x->goal[i]) && !hz_barrier_contacts_is_there(x->profile[i]))
            appear(x, i);
        if (hz_barrier_contacts_is_there(x->profile[i]))
            farthest = fmax(farthest, fabs(end_of(x, i) - x->profile[i]));
    }
    x->gliding = glide > 0 ? (int)fmax(glide, ceil(farthest / (HZ_HAND * x->h))) : 0;
    for (int i = 0; i <= x->string.n && x->gliding > 0; i++)
        x->step[i] = hz_barrier_contacts_is_there(x->profile[i]) ? (end_of(x, i) - x->profile[i]) / x->gliding : 0;
}

/* The barrier's rises over two steps, while its profile glides. */
static void glide_profile(hz_barrier *x)
{
    int n = x->string.n, still = 1;
    double part = x->gliding > 0;
    for (int i = 0; i <= n; i++) {
        double now = part * x->step[i];
        x->rises[i] = x->last[i] + now;
        x->profile[i] += now;
        x->last[i] = now;
        still &= x->rises[i] == 0;
    }
    if (x->gliding > 0)
        x->gliding--;
    else if (still)
        x->gliding = -1; /* at rest: nothing to do until the next glide */
}

void hz_barrier_motion_clear(hz_barrier *x)
{
    int gone = 0, again = 0;
    for (int i = 0; i <= x->string.n && x->gliding <= 0; i++)
        if (hz_barrier_contacts_is_there(x->profile[i]) && !hz_barrier_contacts_is_there(x->goal[i])) {
            if (x->profile[i] + x->height > 1e-9) { /* it has risen with the rest meanwhile */
                again = 1;
                continue;
            }
            x->profile[i] = x->goal[i];
            x->last[i] = x->step[i] = 0;
            gone = 1;
        }
    if (again)
        hz_barrier_motion_lead(x, 1);
    if (!gone)
        return;
    double before = hz_barrier_total(x);
    hz_barrier_contacts_arrange(x);
    hz_sum_add(&x->ledger.adjusted, hz_barrier_total(x) - before);
}

/* ---- the height ---- */

double hz_barrier_motion_height(const hz_barrier *x)
{
    return x->params.height + (x->params.obstacle == HZ_OBSTACLE_FRETS ? x->params.fretheight : 0);
}

/* The highest part of the obstacle over its height. */
static double top_of(const hz_barrier *x, hz_obstacle_kind obstacle)
{
    double most = obstacle == HZ_OBSTACLE_FRETS || obstacle == HZ_OBSTACLE_MASS ? 0 : -INFINITY;
    for (int i = 1; i < x->string.n; i++)
        most = fmax(most, x->profile[i]);
    return most;
}

int hz_barrier_motion_holds(const hz_barrier *x)
{
    return x->height + top_of(x, x->params.obstacle) > 1e-9;
}

/* The greatest force of a contact in the last step, and the stiffness it has. */
static double greatest_force(const hz_barrier *x, double *stiffness)
{
    double most = 0;
    *stiffness = 1;
    for (int i = x->row.from; i < x->row.to; i++)
        if (x->row.force[i] > most) {
            most = x->row.force[i];
            *stiffness = x->string.spacing;
        }
    for (int i = HZ_AT_MASS; i < x->knot.n && x->knotted; i++)
        if (x->joint[i].on && x->joint[i].point < 0 && x->knot.force[i] > most) {
            most = x->knot.force[i];
            *stiffness = 1;
        }
    return most;
}

/* A contact that is to push as hard as now a tenth of a millimetre in, or nearer, holds what it held. */
static int is_too_soft(const hz_barrier *x, const hz_law_params *law)
{
    double spacing, force = greatest_force(x, &spacing);
    return law->stiffness * spacing * pow(1e-4, law->exponent) < force;
}

static int is_much(double one, double other)
{
    return one < 0.95 * other || other < 0.95 * one;
}

int hz_barrier_motion_lets_fall(const hz_barrier *x, const hz_barrier_params *old)
{
    const hz_barrier_params *p = &x->wanted;
    if (x->height + top_of(x, old->obstacle) <= 1e-9)
        return 0;
    if (p->obstacle != old->obstacle || p->method != old->method)
        return 1;
    int other = memcmp(&p->law, &old->law, sizeof p->law) != 0;
    if (other &&
        (p->method == HZ_GRID_QUADRATISED || is_too_soft(x, &p->law))) /* what that has stored is not in where it is */
        return 1;
    if (p->obstacle == HZ_OBSTACLE_FRETS)
        return p->frets != old->frets || memcmp(p->fret, old->fret, sizeof p->fret) != 0;
    if (p->obstacle == HZ_OBSTACLE_MASS) {
        int floor_falls = old->floor > 0 && (p->floor == 0 || p->floor > old->floor + 1e-3);
        double spring = p->mass * p->massfreq * p->massfreq, was = old->mass * old->massfreq * old->massfreq;
        return p->massplace != old->massplace || floor_falls || spring < 0.5 * was;
    }
    return p->obstacle == HZ_OBSTACLE_STRING &&
           (is_much(p->seconddiameter, old->seconddiameter) || is_much(p->secondfreq, old->secondfreq)) &&
           (x->height > 2e-3 || p->seconddiameter < old->seconddiameter); /* two strings that hold each other bent */
}

/* Whether the signal says the same throughout the block, as a float does. Of a very short one that says nothing. */
static int is_level(const double *signal, int n)
{
    if (n < 16)
        return 0;
    for (int i = 1; i < n; i++)
        if (signal[i] != signal[0])
            return 0;
    return 1;
}

static double in_range(double height)
{
    return fmin(fmax(height, -10), 10);
}

/* The first block knows the signal for the first time: it has been there before. */
static void begin(hz_barrier *x, double signal)
{
    double before = hz_barrier_total(x), way = signal - x->signal.at;
    x->running = 1;
    if (way == 0)
        return;
    hz_ramp_put(&x->signal, signal);
    double *moved[] = { &x->height, &x->height_before, &x->mass.w, &x->mass.rest, &x->mass.rest_before };
    for (size_t i = 0; i < sizeof moved / sizeof *moved; i++)
        *moved[i] += way;
    hz_barrier_contacts_measure(x);
    hz_barrier_contacts_lower(x, 0);
    hz_sum_add(&x->ledger.adjusted, hz_barrier_total(x) - before);
}

/* ---- the finger ---- */

double hz_barrier_motion_stiffness(const hz_barrier *x)
{
    double b = 3.14159265358979 / x->params.string.length;
    return x->string.wave.speed2 + x->string.wave.bending2 * b * b;
}

/* What holds it against a finger: of a bar, its stiffness, as tension. */
static double tension(const hz_barrier *x)
{
    const hz_string_params *p = &x->params.string;
    return fmax(hz_barrier_motion_stiffness(x) * p->density * 0.785398163397448 * p->diameter * p->diameter, 1e-12);
}

/* Lengths of the string a second; less where it presses so hard that the string is steep beside it. */
static double slide_speed(const hz_barrier *x)
{
    double pressed = x->fingering * x->params.string.length;
    return pressed > 0 ? fmin(HZ_SLIDE, 2 * HZ_HAND * tension(x) / pressed) : HZ_SLIDE;
}

void hz_barrier_motion_point(hz_barrier *x)
{
    if (x->params.fingerforce == 0) /* it is lifted where it is */
        hz_ramp_put(&x->finger, x->finger.at);
    else if (x->fingering == 0)
        hz_ramp_put(&x->finger, x->params.finger);
    else
        x->finger.goal = x->params.finger;
}

static int reaches(const hz_string_port *a, const hz_string_port *b)
{
    int same = a->at == b->at;
    for (int k = 0; k < 4; k++)
        same &= (a->w[k] != 0) == (b->w[k] != 0);
    return same;
}

/* A finger that slides: the points it shares are solved with it, so that all is arranged anew where they are others. */
static void slide(hz_barrier *x)
{
    if (x->finger.at == x->finger.goal)
        return;
    hz_barrier_contact *j = &x->joint[HZ_AT_FINGER];
    hz_ramp_go(&x->finger);
    hz_string_port port = hz_string_port_at(&x->string, x->finger.at);
    if (reaches(&port, &j->port)) {
        j->port = port;
        hz_barrier_contacts_couple(x, HZ_AT_FINGER);
        return;
    }
    double before = hz_barrier_total(x);
    hz_barrier_contacts_arrange(x);
    hz_sum_add(&x->ledger.adjusted, hz_barrier_total(x) - before);
}

/* A finger comes and goes in a few milliseconds, but the string is let up no faster than a hand moves, and pressed
 * down, where nothing is below, twice as fast. */
static void press(hz_barrier *x)
{
    const hz_string_port *port = &x->joint[HZ_AT_FINGER].port;
    double goal = x->params.fingerforce, way = goal - x->fingering, rate = 200, place = x->finger.at, drawn;
    if (way < 0)
        drawn = -hz_string_now(&x->string, port) * -way / x->fingering;
    else
        drawn = 0.5 * way * place * (1 - place) * x->params.string.length / tension(x);
    if (drawn * rate > HZ_HAND)
        rate = HZ_HAND / drawn;
    x->fingering += way * fmin(rate * x->h, 1);
    if (goal == 0 && x->fingering < 1e-6)
        x->fingering = 0;
    x->knot.pull[HZ_AT_FINGER] = x->fingering;
    x->knot.drag[HZ_AT_FINGER] = x->finger_drag * fmin(x->fingering, 1);
}

/* ---- all of it ---- */

void hz_barrier_motion_aim(hz_barrier *x, const hz_barrier_io *io)
{
    double most = HZ_HAND * x->h, goal = hz_barrier_motion_height(x);
    if (io->height && !x->running)
        begin(x, in_range(io->height[0]));
    int waits = x->waits && hz_barrier_motion_holds(x);
    if (waits)
        goal = fmin(x->base.at, x->base.at - x->height - top_of(x, x->params.obstacle));
    if (x->tuning || (x->waits && !waits)) {
        hz_barrier_params p = x->wanted;
        hz_barrier_prepare(x, &p, x->h, io->n);
        goal = waits ? goal : hz_barrier_motion_height(x);
    }
    hz_ramp_aim(&x->base, goal, io->n, most);
    x->signal.step = 0;
    if (io->height && is_level(io->height, io->n))
        hz_ramp_aim(&x->signal, in_range(io->height[0]), io->n, most);
    else if (io->height)
        x->signal.goal = NAN; /* each sample has its own */
    hz_ramp_aim(&x->finger, x->finger.goal, io->n, slide_speed(x) * x->h);
}

double hz_barrier_motion_move(hz_barrier *x, const hz_barrier_io *io, int i)
{
    if (x->joint[HZ_AT_FINGER].on) {
        slide(x);
        press(x);
    }
    hz_ramp_go(&x->base);
    if (io->height && isnan(x->signal.goal)) {
        double way = in_range(io->height[i]) - x->signal.at, most = HZ_HASTE * x->h;
        x->signal.at += fmin(fmax(way, -most), most);
    } else
        hz_ramp_go(&x->signal);
    if (x->gliding >= 0)
        glide_profile(x);
    return x->base.at + x->signal.at;
}

int hz_barrier_motion_rests(const hz_barrier *x, const hz_barrier_io *io)
{
    for (int i = 0; i < io->n && io->height; i++)
        if (in_range(io->height[i]) != x->signal.at)
            return 0;
    return x->gliding < 0 && !x->tuning && !x->waits && x->base.at == hz_barrier_motion_height(x) &&
           x->fingering == x->params.fingerforce && x->fingering == 0 && x->height == x->height_before;
}
