/* barrier: a string and what is in its way: its parameters, energy and excitation. How its contacts are put
 * together is in stringlay, how hands move them in stringhand, the step in stringrun. */
#include "barrier.h"
#include "barrier_motion.h"
#include "barrier_contacts.h"
#include "string_equilibrium.h"
#include "core/base/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int hz_barrier_init(hz_barrier *x)
{
    *x = (hz_barrier){ 0 };
    int strings = hz_string_init(&x->string, HZ_BARRIER_POINTS) & hz_string_init(&x->second, HZ_BARRIER_POINTS);
    double **rows[] = { &x->profile,    &x->goal,       &x->step,      &x->last,      &x->shape,
                        &x->rest,       &x->pull,       &x->band[0],   &x->band[1],   &x->band[2],
                        &x->band[3],    &x->rises,      &x->stiffness, &x->row.eta0,  &x->row.eta1,
                        &x->row.power0, &x->row.power1, &x->row.psi,   &x->row.force, &x->row.lost };
    enum { N = sizeof rows / sizeof *rows };
    x->memory = aligned_alloc(64, (size_t)N * HZ_BARRIER_ROW * sizeof(double));
    if (!strings || !x->memory)
        return 0; /* the owner frees what there is */
    memset(x->memory, 0, (size_t)N * HZ_BARRIER_ROW * sizeof(double));
    for (int i = 0; i < N; i++)
        *rows[i] = x->memory + (size_t)i * HZ_BARRIER_ROW + HZ_GRID_PAD;
    x->row.stiffness = x->stiffness;
    x->row.rises = x->rises;
    return 1;
}

void hz_barrier_free(hz_barrier *x)
{
    hz_string_free(&x->string);
    hz_string_free(&x->second);
    free(x->memory);
    x->memory = NULL;
}

/* ---- energy ---- */

hz_energy hz_barrier_stored(const hz_barrier *x)
{
    hz_energy e = { 0 };
    hz_string_energy(&x->string, &e);
    if (x->params.obstacle == HZ_OBSTACLE_STRING)
        hz_string_energy(&x->second, &e);
    if (x->params.obstacle == HZ_OBSTACLE_MASS)
        hz_mass_spring_energy(&x->mass, &e);
    if (x->hammering)
        hz_mass_spring_energy(&x->hammer, &e);
    if (x->row.to > x->row.from)
        e.contact += hz_grid_row_stored(&x->row, &x->law);
    for (int i = 0; i < x->knot.n; i++)
        if (x->joint[i].on && x->knot.law[i])
            e.contact += hz_grid_contact_stored(&x->knot.touch[i], x->knot.law[i]);
    return e;
}

double hz_barrier_total(const hz_barrier *x)
{
    hz_energy e = hz_barrier_stored(x);
    return hz_energy_total(&e);
}

void hz_barrier_accounts(const hz_barrier *x, hz_accounts *out)
{
    hz_energy e = { 0 };
    if (x->ready)
        e = hz_barrier_stored(x);
    hz_ledger blank;
    hz_ledger_open(&blank, hz_energy_total(&e));
    hz_ledger_read(x->booked ? &x->ledger : &blank, &e, out);
}

/* ---- parameters ---- */

/* hand:peg  A string that moves is tuned no faster than a peg is turned. Returns whether there is a way left to go.
 * A slack string is tuned at once to a hertz. */
static int turn_peg(const hz_string *s, hz_string_params *p, double h, int glide)
{
    if (s->n == 0 || glide == 0 || !hz_string_is_moving(s))
        return 0;
    double now = fmax(hz_string_wave_lowest(&s->wave), 1), way = log2(fmax(hz_string_pitch(p), 1) / now),
           most = HZ_PEG * glide * h;
    if (!(fabs(way) > most))
        return 0;
    p->freq = now * exp2(way > 0 ? most : -most);
    return 1;
}

/* Prepares a string for a turn of its peg towards `freq`; where it does not get nearer to that so, at once. Returns
 * whether there is a way left to go. */
static int tune(hz_string *s, hz_string_params *p, double freq, double h, int glide, int turning, int *says)
{
    *says = hz_string_prepare(s, p, h, glide);
    if (!turning || fabs(log2(hz_string_wave_lowest(&s->wave) / p->freq)) < 1e-3)
        return turning;
    p->freq = freq;
    *says |= hz_string_prepare(s, p, h, glide);
    return 0;
}

/* Points of two strings face each other: both have the grid of the coarser one, and keep it while it does for both. */
static int common_spaces(const hz_barrier *x, const hz_string_params *one, const hz_string_params *other)
{
    int n = x->string.n, wanted = hz_string_spaces(&x->string, one, x->h),
        second = hz_string_spaces(&x->second, other, x->h);
    wanted = second < wanted ? second : wanted;
    int stays = n > 0 && n == x->second.n && n * 1.15 + 1 >= wanted && (one->points == 0 || n == one->points) &&
                hz_string_carries(one, n, x->h) && hz_string_carries(other, n, x->h);
    return stays ? n : wanted;
}

static void prepare_strings(hz_barrier *x, int glide)
{
    hz_barrier_params *p = &x->params;
    hz_string_params s = p->string, t = s;
    int asked = s.points, says;
    s.sigma0 = fmax(s.sigma0, p->hand);
    s.room = t.room = 1.08;
    x->tuning = 0;
    int turning = turn_peg(&x->string, &s, x->h, glide);
    if (p->obstacle == HZ_OBSTACLE_STRING) {
        t.freq = p->secondfreq;
        t.sigma0 = fmax(p->secondsigma, p->hand);
        t.diameter = p->seconddiameter;
        t.points = 0;
        int other = turn_peg(&x->second, &t, x->h, glide);
        s.points = t.points = common_spaces(x, &s, &t);
        double mass = x->second.mass / x->second.spacing;
        x->tuning = tune(&x->second, &t, p->secondfreq, x->h, glide, other, &says);
        if (mass < x->second.mass / x->second.spacing) /* hand:made */
        {
            double less = sqrt(mass * x->second.spacing / x->second.mass);
            hz_string_scale(&x->second, less, less);
        }
    }
    x->tuning |= tune(&x->string, &s, p->string.freq, x->h, glide, turning, &x->says);
    if (p->obstacle == HZ_OBSTACLE_STRING &&
        x->second.n != x->string.n) { /* one is too stiff for a grid that the other needs */
        t.young = 0;
        t.points = x->string.n;
        hz_string_prepare(&x->second, &t, x->h, 0);
        x->says |= HZ_STRING_REBUILT;
    }
    if (p->obstacle == HZ_OBSTACLE_STRING && x->second.n != x->string.n) {
        s.young = 0;
        s.points = x->second.n;
        x->says |= hz_string_prepare(&x->string, &s, x->h, 0);
    }
    x->says &= ~HZ_STRING_COARSE; /* of the points that were asked for, not of those that two strings have in common */
    x->says |= asked > 0 && x->string.n != asked ? HZ_STRING_COARSE : 0;
}

/* Whether anything but tuning, losses, heights and a finger's force is another than before. */
static int is_rebuilt(const hz_barrier_params *a, const hz_barrier_params *b)
{
    hz_barrier_params c = *a;
    c.string = b->string;
    c.hand = b->hand;
    c.height = b->height;
    c.fretheight = b->fretheight;
    c.masssigma = b->masssigma;
    c.fingerforce = (b->fingerforce > 0) == (a->fingerforce > 0) ? b->fingerforce : a->fingerforce;
    return memcmp(&c, b, sizeof c) != 0 || a->string.length != b->string.length;
}

/* What carries the string stays as it is. */
static void keep_obstacle(hz_barrier_params *p, const hz_barrier_params *old)
{
    p->obstacle = old->obstacle;
    p->law = old->law;
    p->method = old->method;
    p->mass = old->mass;
    p->massfreq = old->massfreq;
    p->massplace = old->massplace;
    p->floor = old->floor;
    p->frets = old->frets;
    memcpy(p->fret, old->fret, sizeof p->fret);
    p->secondfreq = old->secondfreq;
    p->seconddiameter = old->seconddiameter;
}

/* What is newly there hangs and lies at the height that is. */
static void appear(hz_barrier *x, hz_obstacle_kind was)
{
    if (was == HZ_OBSTACLE_NONE) { /* nothing was at its height so far */
        hz_ramp_put(&x->base, hz_barrier_motion_height(x));
        x->height = x->height_before = x->base.at + x->signal.at;
    }
    if (x->params.obstacle == HZ_OBSTACLE_MASS) {
        x->mass.w = x->mass.rest = x->mass.rest_before = x->height;
        x->mass.d = 0;
    }
    if (x->params.obstacle == HZ_OBSTACLE_STRING)
        hz_string_reset(&x->second);
}

/* Losses of the string are in what it gives. */
static void give_anew(hz_barrier *x)
{
    x->row.push = x->string.compliance;
    x->row.give = x->string.compliance + (x->params.obstacle == HZ_OBSTACLE_STRING ? x->second.compliance : 0);
    for (int i = 0; i < x->knot.n; i++)
        if (x->joint[i].on && x->joint[i].string)
            x->joint[i].port.compliance = hz_string_compliance(&x->string, &x->joint[i].port, &x->joint[i].port);
    for (int i = 0; i < x->knot.n; i++)
        hz_barrier_contacts_couple(x, i);
}

/* hand:made  A mass on its spring that becomes another does not store more: it moves less. */
static void prepare_mass(hz_barrier *x)
{
    const hz_barrier_params *p = &x->params;
    hz_mass_spring *b = &x->mass;
    hz_energy was = { 0 }, is = { 0 };
    hz_mass_spring_energy(b, &was);
    hz_mass_spring_prepare(b, p->mass, 2 * HZ_PI * p->massfreq, fmax(p->masssigma, p->hand), x->h);
    hz_mass_spring_energy(b, &is);
    double held = fmax(hz_energy_total(&was), 0), holds = hz_energy_total(&is);
    if (!x->ready || holds <= held)
        return;
    b->d *= sqrt(held / holds);
    if (b->spring > 0)
        b->w = b->rest + (b->w - b->rest) * sqrt(held / holds);
}

void hz_barrier_prepare(hz_barrier *x, const hz_barrier_params *p, double h, int glide)
{
    hz_energy held = { 0 };
    if (x->ready)
        held = hz_barrier_stored(x);
    double before = hz_energy_total(&held);
    hz_obstacle_kind was = x->ready ? x->params.obstacle : HZ_OBSTACLE_NONE;
    int anew = !x->ready || is_rebuilt(&x->params, p) || x->h != h;
    hz_barrier_params old = x->params;
    x->wanted = x->params = *p;
    x->waits = x->ready && hz_barrier_motion_lets_fall(x, &old);
    x->h = h;
    if (x->waits)
        keep_obstacle(&x->params, &old);
    p = &x->params;
    prepare_strings(x, x->ready ? glide : 0);
    x->law = hz_grid_law_prepare(&p->law, p->method, h);
    x->hammerlaw = hz_grid_law_prepare(&p->hammer, p->method, h);
    hz_mass_spring_prepare(&x->hammer, p->hammermass, 0, 0, h);
    prepare_mass(x);
    if (x->params.obstacle != was)
        appear(x, was);
    hz_barrier_motion_point(x);
    for (int k = 0; k < p->pickups; k++)
        x->heard[k] = hz_string_port_at(&x->string, p->pickup[k]);
    int regrid = x->says & HZ_STRING_REBUILT;
    if (anew || regrid) {
        hz_barrier_motion_shape(x, !regrid && was == HZ_OBSTACLE_DRAWN);
        hz_barrier_motion_lead(x, x->ready && !regrid && was == x->params.obstacle ? glide : 0);
        hz_barrier_contacts_arrange(x);
        hz_barrier_contacts_lower(x, held.contact);
    } else
        give_anew(x);
    /* Held down hard, the string's waves are swallowed. */
    x->finger_drag = 2 * sqrt(hz_barrier_motion_stiffness(x)) * p->string.density * 0.785398 * p->string.diameter *
                     p->string.diameter / (2 * h);
    if (x->ready)
        hz_sum_add(&x->ledger.adjusted, hz_barrier_total(x) - before);
    else
        hz_ledger_open(&x->ledger, hz_barrier_total(x));
    x->ready = 1;
}

void hz_barrier_redraw(hz_barrier *x, int glide)
{
    hz_energy held = hz_barrier_stored(x);
    double before = hz_energy_total(&held);
    hz_barrier_motion_lead(x, glide);
    hz_barrier_contacts_arrange(x);
    hz_barrier_contacts_lower(x, held.contact);
    hz_sum_add(&x->ledger.adjusted, hz_barrier_total(x) - before);
}

/* At rest, with everything where its parameters say. */
void hz_barrier_reset(hz_barrier *x)
{
    hz_string_reset(&x->string);
    hz_string_reset(&x->second);
    x->hammering = 0;
    x->fingering = 0;
    x->stretches = (hz_grid_report){ 0 };
    for (int i = 0; i < HZ_COUPLED_CONTACTS_MOST; i++)
        x->joint[i].samples = 0; /* such contacts have no end */
    x->ledger = (hz_ledger){ 0 };
    if (!x->ready)
        return;
    hz_barrier_params p = x->wanted;
    x->ready = 0;
    hz_barrier_prepare(x, &p, x->h, 0);
}

int hz_barrier_finite(const hz_barrier *x)
{
    double bobs =
        (x->mass.w - x->mass.w) + (x->mass.d - x->mass.d) + (x->hammer.w - x->hammer.w) + (x->hammer.d - x->hammer.d);
    return hz_string_finite(&x->string) && hz_string_finite(&x->second) && bobs == 0;
}

double hz_barrier_heard(const hz_barrier *x, int pickup)
{
    return hz_string_change(&x->string, &x->heard[pickup]) / x->h;
}

/* ---- excitation ---- */

/* The string is at rest in `shape`, as far as what is in its way lets it: no deeper in that than it is now. */
static void let_go(hz_barrier *x)
{
    double held[HZ_COUPLED_CONTACTS_MOST];
    hz_barrier_contacts_held(x, held);
    hz_string_put(&x->string, x->shape);
    hz_barrier_contacts_hold_out(x, held);
    hz_barrier_contacts_measure(x);
}

/* pluck:shape  A triangle, its corner rounded over `width`, nought at the ends and `amplitude` at its place. */
static double triangle(double x, double place, double width)
{
    double z = x - place, left = 1 / place, right = 1 / (1 - place), r = 0.5 * width;
    double round = sqrt(z * z + r * r), r0 = sqrt(place * place + r * r), r1 = sqrt((1 - place) * (1 - place) + r * r);
    double ends = (r0 - place) * (1 - x) + (r1 - (1 - place)) * x; /* what rounding adds there */
    return 1 + 0.5 * (left - right) * z - 0.5 * (left + right) * (round - ends);
}

void hz_barrier_hold(hz_barrier *x)
{
    double before = hz_barrier_total(x);
    hz_string_equilibrium_find(x, NULL);
    hz_string_put(&x->string, x->rest);
    hz_barrier_contacts_make_room(x);
    hz_barrier_contacts_measure(x);
    hz_sum_add(&x->ledger.adjusted, hz_barrier_total(x) - before);
}

void hz_barrier_pluck(hz_barrier *x, double place, double amplitude, double width)
{
    double least = 1.0 / x->string.n, at = fmin(fmax(place, least), 1 - least), top = triangle(at, at, width),
           held[HZ_COUPLED_CONTACTS_MOST];
    hz_barrier_hold(x);
    double before = hz_barrier_total(x);
    for (int i = 1; i < x->string.n; i++)
        x->shape[i] = x->rest[i] + amplitude * triangle((double)i / x->string.n, at, width) / (top > 0 ? top : 1);
    hz_barrier_contacts_held(x, held);
    hz_string_put(&x->string, x->shape);
    if (hz_barrier_contacts_over(x, held) > 0) { /* it lies on what is in its way, between that and the pick */
        hz_string_equilibrium_find(x, &(hz_pick){ hz_string_port_at(&x->string, at), amplitude });
        memcpy(x->shape, x->rest, ((size_t)x->string.n + 1) * sizeof *x->shape);
    }
    let_go(x);
    hz_sum_add(&x->ledger.adjusted, hz_barrier_total(x) - before);
}

void hz_barrier_displace(hz_barrier *x, const double *shape)
{
    double before = hz_barrier_total(x);
    memcpy(x->shape, shape, ((size_t)x->string.n + 1) * sizeof *shape);
    let_go(x);
    hz_sum_add(&x->ledger.adjusted, hz_barrier_total(x) - before);
}

void hz_barrier_strike(hz_barrier *x, double place, double velocity)
{
    if (velocity == 0)
        return;
    double before = hz_barrier_total(x);
    hz_barrier_contact *j = &x->joint[HZ_AT_HAMMER];
    if (x->hammering && j->samples > 0) /* the hammer that was at it is gone */
        hz_barrier_contacts_end(x, j, (x->knot.touch[HZ_AT_HAMMER].eta1 - x->knot.touch[HZ_AT_HAMMER].eta0) / x->h);
    x->params.place = place;
    hz_string_port port = hz_string_port_at(&x->string, place);
    x->hammering = 1;
    x->hammer.d = velocity * x->h;
    /* It touches; a string that moves away faster has been let go just now. */
    x->hammer.w = fmin(hz_string_now(&x->string, &port), hz_string_before(&x->string, &port) + x->hammer.d);
    hz_barrier_contacts_arrange(x);
    hz_sum_add(&x->ledger.adjusted, hz_barrier_total(x) - before);
}
