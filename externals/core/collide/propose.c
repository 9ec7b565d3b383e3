/* propose: what could come next, and for how long. */
#include <math.h>
#include <stddef.h>

#include "core/pair/free_flight.h"
#include "free_wall.h"
#include "pace.h"

/* By how many steps a contact is resolved where nobody asks for more, and where work is short (collide:pace). */
enum { USUAL = 12, FEWEST = 8, LEAST_BOUND = 256 };
/* The time of a contact is about so many times the time to its depth at the speed of impact. */
static const double time_of_depth = 2.5;
/* A step takes so much of the time of the spring's swing, over the number of steps of a contact. */
static const double swing_share = 5.5;
/* A step that is longer by this than it should be is not divided. */
static const double nearly = 1.05;
/* On a wall, the energy of a bounce is so many times the work of what presses the striker, at least, for the bounce to
 * follow from it. */
static const double most_pressed = 10;
/* A striker is at the surface where it is nearer than this part of the depth to which it goes; on a wall, where flight
 * is a parabola, nearer than that. */
static const double at_surface = 1e-9, at_wall = 1e-13;

/* ---- the pace of a contact ---- */

int hz_collide_steps(const hz_collide *c)
{
    int wanted = c->params.resolution > 0 ? c->params.resolution : USUAL;
    return hz_contact_system_work(&c->system) == HZ_WORK_RESOLVED || wanted < FEWEST ? wanted : FEWEST;
}

int hz_collide_bound(const hz_collide *c)
{
    int wanted = c->params.resolution > 0 ? c->params.resolution : USUAL;
    return 8 * wanted + LEAST_BOUND;
}

void hz_collide_gather(hz_step *g)
{
    g->touches = 0;
    for (int k = 0; k < g->n; k++)
        if (g->of[k].its->touching)
            g->touching[g->touches++] = &g->of[k];
    g->touching[g->touches] = NULL;
}

double hz_collide_depth(const hz_collide *c, const hz_contact_striker *k, double v)
{
    const hz_law *l = &c->system.law;
    double energy = 0.5 * v * v / (k->inverse * (1 + l->damping * fabs(v) * (2.0 / 3)));
    return pow(energy / l->potential, 1 / (l->exponent + 1));
}

double hz_collide_near(const hz_collide *c, const hz_contact_striker *k, double v)
{
    return (c->system.modes > 0 ? at_surface : at_wall) * hz_collide_depth(c, k, v);
}

/* The first step of a contact takes this part of the time that it would take. */
static double first_length(const hz_collide *c, const hz_contact_striker *k)
{
    double v = fabs(k->v), depth = hz_collide_greater(hz_collide_depth(c, k, v), k->eta);
    return time_of_depth * (depth > 0 ? depth / v : c->system.h) / hz_collide_steps(c);
}

/* ---- contacts that begin, and that something from outside changes ---- */

/* Whether a striker is a free mass on a wall. */
static int is_on_wall(const hz_contact_system *s, const hz_contact_striker *k)
{
    return s->modes == 0 && k->body.omega[0] == 0;
}

void hz_collide_compress(hz_collide *c, int k)
{
    hz_contact_striker *its = &c->system.strikers[k];
    hz_collide_touch *t = &c->touch[k];
    t->spring = hz_law_spring(&c->system.law, its->eta);
    t->slope = t->bend = 0;
    t->rate = -1;
    its->elastic = hz_law_potential(&c->system.law, its->eta);
    t->level = 0;
    t->load = its->body.load;
    if (its->touching && is_on_wall(&c->system, its))
        t->level = hz_free_wall_level(&c->system.law, its->body.mass[0], t->load, its->eta, its->v);
    t->depth = t->level > 0 ? hz_free_wall_depth(&c->system.law, its->body.mass[0], 0, t->level, 0) : 0;
}

void hz_collide_resume(hz_collide *c, int k)
{
    hz_collide_compress(c, k);
    c->touch[k].next = first_length(c, &c->system.strikers[k]);
    c->touch[k].stretch = 1;
    c->touch[k].bent = 0;
    c->touch[k].calm = 0;
}

void hz_collide_touch_down(hz_collide *c, int k)
{
    const hz_contact_system *s = &c->system;
    hz_contact_striker *its = &c->system.strikers[k];
    double v = its->v, outer = k == s->last ? s->outer.hand : 0;
    if (its->eta != 0 && v > 0) /* what is missing to the surface, or was gone beyond, changed it without force */
        v -= its->eta / v *
             (hz_contact_striker_acceleration(its, outer) - hz_bank_acceleration(&s->object, s->outer.object));
    its->touching = 1;
    its->unresolved = 0;
    its->record = (hz_contact){ .v_in = v, .striker = s->most > 1 ? k + 1 : 0 };
    hz_collide_resume(c, k);
}

void hz_collide_forget(hz_collide *c, int k)
{
    hz_contact_striker *its = &c->system.strikers[k];
    its->touching = its->unresolved = 0;
    its->elastic = 0;
    its->record = (hz_contact){ 0 };
}

/* The table has jumped to another velocity: steps are no longer than for a contact that begins. */
static void jolt(hz_collide *c, int k)
{
    hz_contact_striker *its = &c->system.strikers[k];
    if (!(its->eta > 0)) { /* it has only just touched: flight says whether it still does */
        hz_collide_forget(c, k);
        return;
    }
    double next = c->touch[k].next;
    if (c->system.modes == 0) /* without the rounding of all jolts before */
        its->v = hz_bank_velocity(&its->body) - c->system.slide;
    hz_collide_resume(c, k);
    c->touch[k].next = hz_collide_lesser(c->touch[k].next, next);
}

/* Whether a striker that does not touch meets the object now; one that stands at the surface does if it is drawn there.
 */
static int meets(const hz_collide *c, const hz_contact_striker *k)
{
    const hz_contact_system *s = &c->system;
    if (k->touching || !(k->v >= 0) || k->eta < -1e-3 * k->v * s->h)
        return 0;
    if (k->v == 0)
        return hz_contact_striker_acceleration(k, k == &s->strikers[s->last] ? s->outer.hand : 0) >
               hz_bank_acceleration(&s->object, s->outer.object);
    return k->eta >= 0 || k->eta >= -hz_collide_near(c, k, k->v);
}

/* ---- a sample begins ---- */

/* The port goes a step of its way. */
static void slide(hz_collide *c, int ledger)
{
    hz_contact_system *s = &c->system;
    hz_energy before, after;
    if (ledger)
        hz_collide_energy(c, &before);
    hz_contact_system_shift(s, c->slide_to, c->sliding--);
    hz_collide_derive(c);
    if (ledger) {
        hz_collide_energy(c, &after);
        hz_sum_add(&s->ledger.supplied, hz_energy_total(&after) - hz_energy_total(&before));
    }
}

void hz_collide_open_sample(hz_collide *c, hz_collide_block *b)
{
    hz_contact_system *s = &c->system;
    const hz_collide_io *io = b->io;
    int i = b->at, slides = c->sliding > 0;
    b->origin = s->object.origin;
    if (slides)
        slide(c, io->ledger);
    s->outer.hand = io->force_a ? io->force_a[i] : 0;
    s->outer.object = io->force_b ? io->force_b[i] : 0;
    s->outer.ledger = io->ledger;
    if ((io->table || s->slide != 0) && hz_contact_system_slide(s, io->table ? io->table[i] : s->object.origin))
        for (int k = 0; k < s->n; k++)
            if (s->strikers[k].touching)
                jolt(c, k);
    if (i >= b->same || slides)
        b->same = slides ? i + 1 : i + hz_contact_system_even(s, io, i, io->n);
    hz_contact_system_begin_sample(s);
}

/* ---- proposals ---- */

/* Flight in which nobody can meet the object: as many samples as that is sure for, and as the bands let pass. */
static int fly(hz_collide *c, hz_collide_block *b)
{
    hz_contact_system *s = &c->system;
    const hz_collide_io *io = b->io;
    if (c->sliding > 0 || io->meter[HZ_SPEED] || io->meter[HZ_ENDFORCE])
        return 0;
    for (int k = 0; k < s->n; k++)
        if (meets(c, &s->strikers[k]))
            return 0;
    if (!c->bands.awake)
        return hz_free_flight(s, io, b->at);
    hz_collide_io part = *io;
    int span = hz_bands_span(&c->bands);
    part.n = io->n - b->at < span ? io->n : b->at + span;
    return hz_free_flight(s, &part, b->at);
}

static int some_touch(const hz_contact_system *s)
{
    int some = 0;
    for (int k = 0; k < s->n; k++)
        some |= s->strikers[k].touching;
    return some;
}

/* Many samples at once in which nothing is to be found out: rest, or flight. */
static int skip(hz_collide *c, hz_collide_block *b, hz_step *g)
{
    if (some_touch(&c->system)) {
        if (b->at > 0 || !hz_collide_is_at_rest(c, b))
            return 0;
        g->kind = HZ_STEP_REST;
        return 1;
    }
    g->samples = fly(c, b);
    g->kind = HZ_STEP_FLIGHT;
    return g->samples > 0;
}

/* collide:ladder */
double hz_collide_ladder(double part)
{
    int e = 0;
    double x = frexp(part, &e);
    return ldexp(x < 0.75 ? 0.5 : 0.75, e);
}

/* Whether nothing of a contact can be heard: it moves slowly, and is not about to move faster. */
static int is_quiet(const hz_collide *c, const hz_step_striker *p)
{
    const hz_contact_system *s = &c->system;
    const hz_contact_striker *k = p->its;
    double quiet = s->params.quiet, spring = p->touch->spring;
    if (!(fabs(k->v) < quiet))
        return 0;
    double pull = hz_contact_striker_acceleration(k, p->outer) - hz_bank_acceleration(&s->object, s->outer.object) -
                  k->inverse * hz_law_damped(&s->law, spring, k->v);
    return fabs(pull) < quiet * hz_collide_greater(hz_collide_pace(c, k, 1, spring, k->eta, 0), 1 / s->h);
}

/* Whether a stride of so many samples is tried: one of eight waits until it may be expected to do. */
static int is_tried(const hz_step_striker *p, int samples)
{
    return samples < HZ_MOST_STRIDE || p->touch->calm >= HZ_COLLIDE_CALM;
}

/* The length of a step of contacts. */
static void measure_contacts(const hz_collide *c, const hz_collide_block *b, hz_step *g)
{
    double want = HUGE_VAL, far = 0;
    int over = 0, quiet = b->left == 1, stride = b->left == 1 && g->touches == 1 && g->n == c->system.n;
    EACH_TOUCH(p, g)
    {
        p->level = p->touch->level;
        p->load = p->its->body.load + p->outer * p->its->body.inverse_mass;
        if (p->level != 0)
            p->level -= (p->load - p->touch->load) * p->its->eta;
        if (!(p->level >
              most_pressed * fabs(p->load) * p->touch->depth)) /* what presses it is more than what moves it */
            p->level = 0;
        stride = stride && p->level == 0;
        want = hz_collide_lesser(want, hz_collide_longest(c, g, p, b->left, &far));
        over |= hz_collide_is_over(p->its);
        quiet = quiet && is_quiet(c, p);
    }
    g->to_the_end = want > b->left;
    g->otherwise = nearly * want < b->left ? hz_collide_ladder(nearly * want) : b->left;
    g->part = g->otherwise;
    if (quiet) {
        g->kind = HZ_STEP_QUIET;
        g->part = b->left;
    } else if (over) {
        g->kind = HZ_STEP_PASSIVE;
    } else if (stride && hz_contact_system_work(&c->system) == HZ_WORK_RESOLVED) {
        for (int samples = HZ_MOST_STRIDE; samples > 1 && g->part <= 1; samples /= 2)
            if (b->same - b->at >= samples && samples <= nearly * far && is_tried(g->touching[0], samples))
                g->part = samples;
    }
}

static void set_length(const hz_collide *c, hz_step *g, double part)
{
    g->again = 0;
    g->part = part;
    g->length = part * c->system.h;
    g->samples = part >= 1 ? (int)part : 0;
}

/* Whether the step before, of whole samples and of a striker alone, is to be taken once more: the same acts all along,
 * and no longer one may do. */
static int goes_on(const hz_collide *c, const hz_collide_block *b, const hz_step *g)
{
    const hz_contact_system *s = &c->system;
    const hz_step_striker *p = g->of;
    int samples = g->samples, same = b->same - b->at;
    double far;
    if (same < samples || !p->its->touching || fabs(p->its->v) < s->params.quiet || hz_collide_is_over(p->its) ||
        hz_contact_system_work(s) != HZ_WORK_RESOLVED)
        return 0;
    double want = hz_collide_longest(c, g, p, 1, &far);
    if (nearly * (samples > 1 ? far : want) < samples)
        return 0;
    return same < 2 * samples || nearly * far < 2 * samples || samples == HZ_MOST_STRIDE || !is_tried(p, 2 * samples);
}

/* The first sample of a step begins. Returns whether the step is known already: rest, flight, or the last one again. */
static int open_step(hz_collide *c, hz_collide_block *b, hz_step *g)
{
    int again = g->again && c->sliding == 0;
    g->again = 0;
    if (!again && skip(c, b, g))
        return 1;
    if (again && b->at < b->same)
        hz_contact_system_begin_sample(&c->system);
    else
        hz_collide_open_sample(c, b);
    if (again && goes_on(c, b, g)) {
        g->again = 1;
        g->of[0].outer = c->system.outer.hand;
    }
    return g->again;
}

void hz_collide_propose(hz_collide *c, hz_collide_block *b, hz_step *g)
{
    hz_contact_system *s = &c->system;
    if (b->left == 1 && b->from == 0 && open_step(c, b, g)) {
        g->to_the_end = 0;
        return;
    }
    g->kind = HZ_STEP_SOLVED;
    g->n = b->to - b->from;
    g->share = swing_share / hz_collide_steps(c);
    for (int k = b->from; k < b->to; k++) {
        hz_step_striker *p = &g->of[k - b->from];
        if (meets(c, &s->strikers[k]))
            hz_collide_touch_down(c, k);
        p->its = &s->strikers[k];
        p->touch = &c->touch[k];
        p->outer = k == s->last ? s->outer.hand : 0;
        p->level = p->level_end = 0;
        p->load = s->strikers[k].body.load;
    }
    hz_collide_gather(g);
    g->part = b->left;
    g->to_the_end = 0;
    if (hz_contact_system_work(s) == HZ_WORK_PASSIVE || s->substeps + 1 >= hz_collide_bound(c))
        g->kind = HZ_STEP_PASSIVE;
    else if (g->touches > 0)
        measure_contacts(c, b, g);
    set_length(c, g, g->part);
}

void hz_collide_cut(hz_collide *c, hz_step *g, double part, int last)
{
    if (last || hz_collide_bound(c) <= c->system.substeps)
        g->kind = HZ_STEP_PASSIVE;
    else
        g->kind = HZ_STEP_SOLVED;
    g->to_the_end = 0;
    if (g->samples == HZ_MOST_STRIDE)
        g->touching[0]->touch->calm = HZ_COLLIDE_FAILED;
    hz_work_spend(&c->system.work, 1); /* what was tried */
    set_length(c, g, part >= 4 ? 4 : part >= 2 ? 2 : part >= 1 ? 1 : part);
}
