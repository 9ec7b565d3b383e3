/* barrier: a string and what is in its way: life, energy, parameters and excitation. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/base/memory.h"

int hz_barrier_init(hz_barrier *x)
{
    *x = (hz_barrier){ 0 };
    hz_obstacle *o = &x->obstacle;
    o->type = hz_obstacle_type_of(HZ_OBSTACLE_NONE);
    int strings = hz_string_init(&x->string, HZ_BARRIER_POINTS) & hz_string_init(&o->second, HZ_BARRIER_POINTS);
    double **rows[] = { &o->profile,   &o->goal,     &o->step,     &o->last,       &x->shape,      &x->rest,
                        &x->pull,      &x->band[0],  &x->band[1],  &x->band[2],    &x->band[3],    &o->rises,
                        &x->stiffness, &x->row.eta0, &x->row.eta1, &x->row.power0, &x->row.power1, &x->row.psi,
                        &x->row.force, &x->row.lost, &x->yield };
    enum { N = sizeof rows / sizeof *rows };
    x->memory = hz_memory_new((size_t)N * HZ_BARRIER_ROW * sizeof(double));
    if (!strings || !x->memory || !hz_soundbox_init(&x->box, HZ_BARRIER_PICKUPS))
        return 0; /* the owner frees what there is */
    for (int i = 0; i < N; i++)
        *rows[i] = x->memory + (size_t)i * HZ_BARRIER_ROW + HZ_GRID_PAD;
    x->row.stiffness = x->stiffness;
    x->row.rises = o->rises;
    return 1;
}

void hz_barrier_free(hz_barrier *x)
{
    hz_string_free(&x->string);
    hz_string_free(&x->obstacle.second);
    hz_soundbox_free(&x->box);
    hz_memory_free(x->memory);
    x->memory = NULL;
}

/* ---- energy ---- */

void hz_barrier_add_beside(const hz_barrier *x, hz_energy *add)
{
    if (x->obstacle.type->mass)
        hz_mass_spring_energy(&x->obstacle.mass, add);
    if (x->hammering)
        hz_mass_spring_energy(&x->hammer, add);
    add->contact += hz_barrier_contacts_held(x, 0);
}

hz_energy hz_barrier_stored(const hz_barrier *x)
{
    hz_energy e = { 0 };
    hz_string_energy(&x->string, &e);
    if (x->obstacle.type->second)
        hz_string_energy(&x->obstacle.second, &e);
    hz_barrier_add_beside(x, &e);
    double half = 0.5 * hz_soundbox_held(&x->box);
    e.kinetic += half;
    e.potential += half;
    return e;
}

static double total(const hz_barrier *x)
{
    hz_energy e = hz_barrier_stored(x);
    return hz_energy_total(&e);
}

double hz_barrier_before(const hz_barrier *x)
{
    return x->ledger.open ? total(x) : 0;
}

void hz_barrier_changed(hz_barrier *x, double before)
{
    if (!x->ledger.open)
        return;
    hz_sum_add(&x->ledger.adjusted, total(x)); /* one by one, for what is small beside a pluck of gigajoules */
    hz_sum_add(&x->ledger.adjusted, -before);
}

void hz_barrier_accounts(const hz_barrier *x, hz_accounts *out)
{
    hz_energy e = { 0 };
    if (x->ready)
        e = hz_barrier_stored(x);
    hz_ledger_read(&x->ledger, &e, out);
}

/* ---- parameters ---- */

static int is_other_law(const hz_law_params *a, const hz_law_params *b)
{
    return a->stiffness != b->stiffness || a->exponent != b->exponent || a->damping != b->damping;
}

static int is_other_row(const double *a, const double *b, int n)
{
    return memcmp(a, b, sizeof *a * (size_t)n) != 0;
}

static int is_other_second(const hz_barrier_params *a, const hz_barrier_params *b)
{
    return a->secondfreq != b->secondfreq || a->secondsigma != b->secondsigma ||
           a->seconddiameter != b->seconddiameter || a->seconddensity != b->seconddensity ||
           a->secondyoung != b->secondyoung || a->secondsigma1 != b->secondsigma1 ||
           a->secondclamped != b->secondclamped || a->secondown != b->secondown;
}

/* Whether anything but tuning, losses, heights and a finger's force is another than before. */
static int is_rebuilt(const hz_barrier_params *a, const hz_barrier_params *b)
{
    return a->string.length != b->string.length || a->obstacle != b->obstacle || is_other_law(&a->law, &b->law) ||
           a->method != b->method || is_other_row(a->bridge, b->bridge, 3) || a->frets != b->frets ||
           is_other_row(a->fret, b->fret, HZ_FRETS_MOST) || a->finger != b->finger ||
           (a->fingerforce > 0) != (b->fingerforce > 0) || a->mass != b->mass || a->massfreq != b->massfreq ||
           a->massplace != b->massplace || a->floor != b->floor || is_other_law(&a->mass_law, &b->mass_law) ||
           is_other_law(&a->floor_law, &b->floor_law) || is_other_second(a, b) || a->hammermass != b->hammermass ||
           a->place != b->place || is_other_law(&a->hammer, &b->hammer) || a->pickups != b->pickups ||
           is_other_row(a->pickup, b->pickup, HZ_BARRIER_PICKUPS);
}

/* What is to be is, except that an obstacle that holds the string up stays where and what it is, and as hard as it is
 * where a new law would let the string sink by more than a tenth of a millimetre. */
static void take_params(hz_barrier *x)
{
    hz_barrier_params was = x->params, *p = &x->params;
    double deepest = fmax(hz_barrier_contacts_deepest(x), 0), held = was.law.stiffness * pow(deepest, was.law.exponent);
    *p = x->wanted;
    if (x->ready && hz_obstacle_holds(&x->obstacle, x->string.n)) {
        p->law = p->law.stiffness * pow(1e-4, p->law.exponent) < held ? was.law : p->law;
        p->obstacle = was.obstacle;
        p->mass = was.mass;
        p->massfreq = was.massfreq;
        p->massplace = was.massplace;
        p->floor = was.floor;
        p->frets = was.frets;
        memcpy(p->fret, was.fret, sizeof p->fret);
        p->secondfreq = was.secondfreq;
        p->seconddiameter = was.seconddiameter;
        p->seconddensity = was.seconddensity;
        p->secondyoung = was.secondyoung;
        p->secondclamped = was.secondclamped;
        p->secondown = was.secondown;
    }
    x->waits = memcmp(p, &x->wanted, sizeof *p) != 0;
    x->obstacle.type = hz_obstacle_type_of(p->obstacle);
}

/* Contacts follow strings that were prepared, and an obstacle of the type `was` that became another. They hold no more
 * than `held`. */
static void fit_contacts(hz_barrier *x, int rebuild, int says, int glide, const hz_obstacle_type *was, double held)
{
    hz_obstacle *o = &x->obstacle;
    const hz_string_params *s = &x->params.string;
    int regrid = says & HZ_STRING_REBUILT;
    for (int k = 0; k < x->params.pickups; k++)
        x->heard[k] = hz_string_port_at(&x->string, x->params.pickup[k]);
    if (rebuild || regrid) {
        if (o->type->profile || was->profile || regrid) /* else it is drawn already */
            hz_obstacle_shape(o, &x->params, x->string.n);
        hz_obstacle_lead(o, &x->string, x->ready && !regrid && was == o->type ? glide : 0);
        x->fresh |= regrid;
        hz_barrier_contacts_arrange(x);
        if (!x->ready || was != o->type)
            hz_barrier_contacts_lower(x);
        hz_barrier_contacts_bound(x, held);
    } else
        hz_barrier_contacts_comply(x);
    /* Held down hard, the string's waves are swallowed. */
    x->finger.drag =
        2 * sqrt(hz_barrier_motion_stiffness(x)) * s->density * 0.785398 * s->diameter * s->diameter / (2 * x->h);
}

int hz_barrier_adopt(hz_barrier *x, int rebuild, int glide)
{
    const hz_obstacle_type *was = x->obstacle.type;
    const hz_barrier_params *p = &x->params;
    hz_energy held = { 0 };
    if (x->ready)
        held = hz_barrier_stored(x);
    take_params(x);
    x->pulled &= x->params.forces;
    int says = hz_barrier_motion_tune(x, x->ready ? glide : 0);
    hz_soundbox_prepare(&x->box, &(hz_soundbox_params){ p->box, hz_barrier_least_loss(x), p->spread }, x->h);
    hz_soundbox_jump(&x->box);
    x->law = hz_grid_law_prepare(&p->law, p->method, x->h);
    x->hammer_law = hz_grid_law_prepare(&p->hammer, p->method, x->h);
    x->mass_law = hz_grid_law_prepare(hz_barrier_law_at(p, HZ_AT_MASS), p->method, x->h);
    x->floor_law = hz_grid_law_prepare(hz_barrier_law_at(p, HZ_AT_FLOOR), p->method, x->h);
    hz_ramp_aim(&x->second_gain, x->obstacle.type->second ? p->secondgain : 0, glide > 0 ? glide : 1, 1e300);
    hz_mass_spring_prepare(&x->hammer, p->hammermass, 0, 0, x->h);
    hz_obstacle_prepare_mass(&x->obstacle, p, x->h, !x->ready);
    if (x->obstacle.type != was)
        hz_obstacle_appear(&x->obstacle, p, was);
    hz_barrier_motion_point(x);
    fit_contacts(x, rebuild, says, glide, was, held.contact);
    hz_barrier_changed(x, hz_energy_total(&held));
    return says;
}

void hz_barrier_tune(hz_barrier *x, int glide)
{
    hz_energy held = hz_barrier_stored(x);
    int says = hz_barrier_motion_tune(x, glide);
    hz_soundbox_jump(&x->box);
    fit_contacts(x, 0, says, glide, x->obstacle.type, held.contact);
    hz_barrier_changed(x, hz_energy_total(&held));
}

int hz_barrier_prepare(hz_barrier *x, const hz_barrier_params *p, double h, int glide)
{
    int rebuild = !x->ready || is_rebuilt(&x->params, p) || x->h != h;
    x->wanted = *p;
    x->h = h;
    int says = hz_barrier_adopt(x, rebuild, glide);
    x->ready = 1;
    return says;
}

static void redraw(hz_barrier *x, int glide)
{
    hz_energy held = hz_barrier_stored(x);
    hz_obstacle_lead(&x->obstacle, &x->string, glide);
    hz_barrier_contacts_arrange(x);
    if (glide == 0)
        hz_barrier_contacts_lower(x);
    hz_barrier_changed(x, hz_energy_total(&held));
}

void hz_barrier_draw(hz_barrier *x, const double *height, int glide)
{
    int moved = 0;
    for (int i = 0; i <= x->string.n; i++) {
        moved |= height[i] != x->obstacle.goal[i];
        x->obstacle.goal[i] = height[i];
    }
    if (moved)
        redraw(x, glide);
}

void hz_barrier_reset(hz_barrier *x)
{
    hz_string_reset(&x->string);
    hz_string_reset(&x->obstacle.second);
    x->obstacle.type = hz_obstacle_type_of(HZ_OBSTACLE_NONE);
    x->hammering = 0;
    x->pulled = 0;
    x->finger.force = 0;
    hz_soundbox_rest(&x->box);
    x->stretches = (hz_grid_report){ 0 };
    for (int i = 0; i < HZ_COUPLED_CONTACTS_MOST; i++)
        x->contact[i].track.steps = 0; /* such touches have no end */
    if (x->ready) {
        x->ready = 0;
        hz_barrier_adopt(x, 1, 0);
        x->ready = 1;
    }
    if (x->ledger.open)
        hz_ledger_open(&x->ledger, x->ready ? total(x) : 0);
}

/* ---- what is seen of it ---- */

int hz_barrier_finite(const hz_barrier *x)
{
    const hz_mass_spring *m = &x->obstacle.mass, *h = &x->hammer;
    double sum = m->w + m->d + h->w + h->d;
    return sum - sum == 0 && hz_string_finite(&x->string) && hz_string_finite(&x->obstacle.second);
}

double hz_barrier_heard(const hz_barrier *x, int pickup)
{
    return x->box.kind != HZ_SOUNDBOX_NONE ? hz_soundbox_heard(&x->box, pickup) : hz_barrier_string_heard(x, pickup);
}

double hz_barrier_string_heard(const hz_barrier *x, int pickup)
{
    int end = x->params.pickup[pickup] > 0.5;
    if (x->params.forces)
        return x->pulled ? x->drawn[end] - x->steady[end] : 0;
    double way = hz_string_change(&x->string, &x->heard[pickup]);
    if (x->second_gain.at != 0)
        way += x->second_gain.at * hz_string_change(&x->obstacle.second, &x->heard[pickup]);
    return way / x->h;
}

double hz_barrier_seen(const hz_barrier *x, int pickup)
{
    double at = hz_string_now(&x->string, &x->heard[pickup]);
    return x->second_gain.at != 0 ? at + x->second_gain.at * hz_string_now(&x->obstacle.second, &x->heard[pickup]) : at;
}

int hz_barrier_spaces(const hz_barrier *x)
{
    return x->string.n;
}

int hz_barrier_is_drawn(const hz_barrier *x)
{
    return !x->obstacle.type->profile;
}

double hz_barrier_shape(const hz_barrier *x, double place)
{
    hz_string_port p = hz_string_port_at(&x->string, place);
    return hz_string_now(&x->string, &p);
}

double hz_barrier_top(const hz_barrier *x, double place, double nothing)
{
    const double *profile = x->obstacle.profile;
    double at = place * x->string.n;
    int i = (int)at < x->string.n - 1 ? (int)at : x->string.n - 1;
    if (!hz_obstacle_is_there(profile[i]) || !hz_obstacle_is_there(profile[i + 1]))
        return nothing;
    double left = hz_obstacle_now(&x->obstacle, i), right = hz_obstacle_now(&x->obstacle, i + 1);
    return left + (at - i) * (right - left);
}

int hz_barrier_stands(const hz_barrier *x, double *place, double *height)
{
    const hz_barrier_params *p = &x->params;
    const hz_obstacle *o = &x->obstacle;
    int n = 0;
    for (; o->type->frets && n < p->frets; n++) {
        place[n] = p->fret[n];
        height[n] = o->height;
    }
    if (o->type->mass) {
        place[n] = p->massplace;
        height[n++] = o->mass.w;
    }
    return n;
}

/* ---- excitation ---- */

/* The string is at rest in `shape`. What it is put into yields. */
static void let_go(hz_barrier *x, const double *shape)
{
    hz_string_put(&x->string, shape);
    hz_barrier_contacts_measure(x);
    x->pulled = 0;
}

/* pluck:shape  A triangle, its corner rounded over `width`, nought at the ends and `amplitude` at its place. */
double hz_pluck_shape(double x, double place, double width)
{
    double z = x - place, left = 1 / place, right = 1 / (1 - place), r = 0.5 * width;
    double round = sqrt(z * z + r * r), r0 = sqrt(place * place + r * r), r1 = sqrt((1 - place) * (1 - place) + r * r);
    double ends = (r0 - place) * (1 - x) + (r1 - (1 - place)) * x; /* what rounding adds there */
    return 1 + 0.5 * (left - right) * z - 0.5 * (left + right) * (round - ends);
}

/* hold:second  A second string that swings above the first one's straight line, or above its own, is pushed back to
 * that line. */
static void push_second_back(hz_barrier *x)
{
    const hz_obstacle *o = &x->obstacle;
    if (o->type->second)
        hz_string_keep_under(&x->obstacle.second, fmax(-o->height, 0));
}

/* A string at rest has the least potential energy. Where the equilibrium was not found well enough for the stiffest
 * contacts, and they would hold more than there was, and more than this (J), they yield. */
static const double resting = 1e-10;

void hz_barrier_hold(hz_barrier *x)
{
    double before = hz_barrier_before(x);
    hz_energy held = hz_barrier_stored(x);
    push_second_back(x);
    hz_string_equilibrium_find(x, NULL);
    x->fresh = 1; /* it lies on what it comes to rest on */
    let_go(x, x->rest);
    hz_barrier_contacts_bound(x, held.contact + fabs(held.potential) + resting);
    hz_barrier_changed(x, before);
}

void hz_barrier_pluck(hz_barrier *x, double place, double amplitude, double width)
{
    double least = 1.0 / x->string.n, at = fmin(fmax(place, least), 1 - least), top = hz_pluck_shape(at, at, width);
    hz_barrier_hold(x);
    double before = hz_barrier_before(x);
    for (int i = 1; i < x->string.n; i++)
        x->shape[i] = x->rest[i] + amplitude * hz_pluck_shape((double)i / x->string.n, at, width) / (top > 0 ? top : 1);
    hz_string_put(&x->string, x->shape);
    int over = hz_barrier_contacts_over(x) > 0;
    if (over) /* it lies on what is in its way, between that and the pick */
        hz_string_equilibrium_find(x, &(hz_pick){ hz_string_port_at(&x->string, at), amplitude });
    let_go(x, over ? x->rest : x->shape);
    hz_barrier_changed(x, before);
}

void hz_barrier_pluck_second(hz_barrier *x, double place, double amplitude, double width)
{
    hz_string *second = &x->obstacle.second;
    double before = hz_barrier_before(x), least = 1.0 / x->string.n, at = fmin(fmax(place, least), 1 - least),
           top = hz_pluck_shape(at, at, width);
    if (!x->obstacle.type->second)
        return;
    for (int i = 1; i < second->n; i++) {
        double lower = fmin(second->u[i], second->u[i] - second->d[i]); /* never nearer to the first one */
        second->u[i] = lower - fabs(amplitude) * hz_pluck_shape((double)i / second->n, at, width) / (top > 0 ? top : 1);
        second->d[i] = 0;
    }
    hz_string_moved(second);
    hz_barrier_contacts_measure(x);
    x->pulled = 0;
    hz_barrier_changed(x, before);
}

/* The mass keeps the place that it had a sample ago. */
void hz_barrier_throw(hz_barrier *x, double velocity)
{
    hz_mass_spring *mass = &x->obstacle.mass;
    double before = hz_barrier_before(x), more = velocity * x->h - mass->d;
    if (!x->obstacle.type->mass)
        return;
    mass->d += more;
    mass->w += more;
    hz_barrier_contacts_measure(x);
    hz_barrier_changed(x, before);
}

void hz_barrier_displace(hz_barrier *x, const double *shape)
{
    double before = hz_barrier_before(x);
    let_go(x, shape);
    hz_barrier_changed(x, before);
}

/* A hammer hits one of the strings from below. */
static void strike(hz_barrier *x, const hz_string *s, double place, double velocity)
{
    if (velocity == 0)
        return;
    double before = hz_barrier_before(x);
    hz_barrier_contact *c = &x->contact[HZ_AT_HAMMER];
    if (x->hammering && c->track.steps > 0) /* the hammer that was at the string is gone */
        hz_barrier_contacts_end(x, c, 0);
    x->params.place = place;
    hz_string_port port = hz_string_port_at(s, place);
    x->hammering = 1;
    x->below = s != &x->string;
    x->hammer.d = velocity * x->h;
    /* It touches. A string that moves away faster has been let go just now. */
    x->hammer.w = fmin(hz_string_now(s, &port), hz_string_before(s, &port) + x->hammer.d);
    x->coupled.touch[HZ_AT_HAMMER] = (hz_grid_contact){ 0 };
    hz_barrier_contacts_arrange(x);
    hz_barrier_changed(x, before);
}

void hz_barrier_strike(hz_barrier *x, double place, double velocity)
{
    strike(x, &x->string, place, velocity);
}

void hz_barrier_strike_second(hz_barrier *x, double place, double velocity)
{
    if (x->obstacle.type->second)
        strike(x, &x->obstacle.second, place, velocity);
}
