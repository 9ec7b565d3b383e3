/* collide: two modal bodies and a contact law, solved event by event. */
#include "collide.h"

#include <math.h>
#include <stddef.h>

#include "core/events/event_search.h"
#include "core/events/flight.h"
#include "core/events/equilibrium.h"
#include "core/events/resting_block.h"
#include "core/contact/force_solver.h"
#include "core/events/contact_phase.h"

enum { LEAST_BOUND = 128 };

static const double two_pi = 6.283185307179586;

int hz_collide_init(hz_collide *c, int room_b, int pickups)
{
    *c = (hz_collide){ 0 };
    if (!hz_bank_init(&c->a, 1, 0) || !hz_bank_init(&c->b, room_b, 2 * pickups) ||
        !hz_textbook_init(&c->schemes, room_b) || !hz_pickup_fade_init(&c->glide, room_b, pickups)) {
        hz_collide_free(c);
        return 0;
    }
    c->b.pickups = pickups; /* the others hear for a glide */
    c->a.n = 1;
    c->a.weight[0] = 1;
    c->a.mass[0] = 1;
    return 1;
}

void hz_collide_free(hz_collide *c)
{
    hz_bank_free(&c->a);
    hz_bank_free(&c->b);
    hz_textbook_free(&c->schemes);
    hz_pickup_fade_free(&c->glide);
}

int hz_collide_bound(const hz_collide *c)
{
    int twice = 2 * c->params.resolution;
    return twice > LEAST_BOUND ? twice : LEAST_BOUND;
}

/* collide:budget  the most there can be of it, and what a sample adds, in looks and trial forces. A part of it is not
 * for sub-steps: it finds where bodies touch, and resolves contacts that are one thrust. */
enum { BUDGET = 900, SAMPLE_ADDS = 23, BUDGET_RESOLUTION = 64 };
static const double reserve = 1.0 / 8;

static double full_budget(const hz_collide *c)
{
    return BUDGET * fmax(1, (double)c->params.resolution / BUDGET_RESOLUTION);
}

double hz_collide_budget(const hz_collide *c)
{
    return c->b.n > 0 ? fmax(0, (c->budget / full_budget(c) - reserve) / (1 - reserve)) : 1;
}

int hz_collide_is_spent(const hz_collide *c)
{
    return c->b.n > 0 && c->budget <= 0;
}

void hz_collide_recover(hz_collide *c, int samples)
{
    double full = full_budget(c), left = c->budget + full / BUDGET * SAMPLE_ADDS * samples;
    c->budget = (int)fmin(left, full);
}

static double stored(const hz_collide *c)
{
    hz_energy now;
    hz_collide_energy(c, &now);
    return hz_energy_total(&now);
}

static void adjust(hz_collide *c, double before)
{
    hz_sum_add(&c->ledger.adjusted, stored(c) - before);
}

void hz_collide_measure(hz_collide *c)
{
    c->flown = 0;
    c->eta = hz_bank_displacement(&c->a) - hz_bank_displacement(&c->b);
    c->v = hz_bank_velocity(&c->a) - hz_bank_velocity(&c->b) - c->slide;
}

/* ---- the table: collide:table ---- */

/* Puts the table at a place, and whatever stands on it or over it along. */
static void place_table(hz_collide *c, double place)
{
    double before = stored(c), way = place - c->b.origin;
    c->placed = 1;
    c->b.origin = place;
    c->a.q[0] += way;
    if (c->booked)
        adjust(c, before);
}

/* The table sets out for where it is at the end of the sample. */
static void slide_table(hz_collide *c, double place)
{
    double slide = (place - c->b.origin) / c->h;
    if (slide == c->slide)
        return;
    c->v -= slide - c->slide;
    c->slide = slide;
    if (c->touching && c->params.method == HZ_EXACT)
        hz_contact_phase_jolt(c);
}

/* ---- samples ---- */

static void sample(hz_collide *c)
{
    double left = 1; /* of the sample; exact as long as no event cuts it */
    hz_collide_recover(c, 1);
    c->impulse = 0;
    c->substeps = 0;
    while (left > 0) {
        left -= c->touching ? hz_contact_phase_step(c, left) : hz_flight_step(c, left);
        if (left < 1e-15)
            left = 0;
    }
}

/* Whether an account is shown. */
static int is_metered(const hz_collide_io *io)
{
    for (int k = 0; k < HZ_ACCOUNTS; k++)
        if (io->meter[k])
            return 1;
    return 0;
}

double hz_collide_heard(const hz_collide *c, int pickup, int displacement)
{
    return hz_pickup_fade_heard(c, pickup, displacement);
}

/* Whether the sample after this one is given the same, as far as is known. */
static int is_even(const hz_collide *c, const hz_collide_io *io, int i)
{
    return i + 1 < io->n && hz_outer_is_all(io->force_a ? io->force_a + i : 0, 2, c->outer.a) &&
           hz_outer_is_all(io->force_b ? io->force_b + i : 0, 2, c->outer.b) &&
           (!io->table || (c->slide == 0 && io->table[i + 1] == io->table[i]));
}

/* One sample, whatever happens in it. */
static void any_sample(hz_collide *c, const hz_collide_io *io, int i)
{
    if (c->flown)
        hz_collide_measure(c);
    c->outer = (hz_outer){ io->force_a ? io->force_a[i] : 0, io->force_b ? io->force_b[i] : 0, io->ledger };
    double place = io->table ? io->table[i] : c->b.origin;
    slide_table(c, place);
    c->even = is_even(c, io, i);
    if (c->params.method == HZ_EXACT)
        sample(c);
    else
        hz_textbook_sample(c, &c->outer);
    c->b.origin = place; /* without the rounding on the way */
    for (int p = 0; p < c->b.pickups; p++)
        io->audio[p][i] = hz_pickup_fade_motion(c, p, io->displacement);
    io->force[i] = c->impulse / c->h;
    if (io->meter[HZ_POSITION])
        io->meter[HZ_POSITION][i] = hz_bank_displacement(&c->a);
    if (io->meter[HZ_COMPRESSION])
        io->meter[HZ_COMPRESSION][i] = c->eta;
    if (io->ledger && is_metered(io)) {
        hz_energy now;
        hz_collide_energy(c, &now);
        hz_collide_show(c, &now, io, i);
    }
}

static void run(hz_collide *c, const hz_collide_io *io)
{
    if (io->ledger && !c->booked) /* flows were not counted so far, so the books begin with what is there */
        hz_ledger_open(&c->ledger, stored(c));
    c->booked = io->ledger;
    if (!c->placed && io->table)
        place_table(c, io->table[0]);
    if (c->params.method != HZ_EXACT && c->params.method != HZ_TWOPOINT) { /* every sample of theirs is alike */
        for (int i = 0; i < io->n; i++)
            any_sample(c, io, i);
        hz_textbook_settle(c);
        return;
    }
    if (c->params.method == HZ_EXACT && hz_resting_block(c, io))
        return;
    for (int i = 0, flown; i < io->n; i += flown) {
        flown = hz_flight_samples(c, io, i);
        if (flown == 0) {
            any_sample(c, io, i);
            c->unsettled++;
            flown = 1;
        }
    }
    if (c->unsettled >= 64) {
        hz_bank_settle(&c->b);
        c->unsettled = 0;
    }
}

void hz_collide_run(hz_collide *c, const hz_collide_io *io)
{
    hz_pickup_fade_block(c, io, run);
}

/* ---- life ---- */

void hz_collide_copy(hz_collide *to, const hz_collide *from)
{
    hz_bank a = to->a, b = to->b;
    hz_textbook schemes = to->schemes;
    hz_pickup_fade glide = to->glide;
    *to = *from;
    to->a = a;
    to->b = b;
    to->schemes = schemes;
    to->glide = glide;
    to->glide.pending = 0;
    hz_bank_copy(&to->a, &from->a);
    hz_bank_copy(&to->b, &from->b);
    to->params.method = HZ_EXACT; /* until its coefficients are there */
    hz_collide_prepare(to, &from->params, NULL, from->h);
    hz_textbook_copy(&to->schemes, &from->schemes, to->b.n);
    to->eta = from->eta; /* as increments have summed them */
    to->v = from->v;
    to->touching = from->touching;
    to->touch = from->touch;
    to->ledger = from->ledger;
}

void hz_collide_prepare(hz_collide *c, const hz_collide_params *p, const hz_modes *object, double h)
{
    double before = stored(c), place = hz_bank_displacement(&c->a), surface = hz_bank_displacement(&c->b);
    enum hz_method was = c->params.method;
    c->asleep = 0;
    c->params = *p;
    c->h = h;
    c->law = hz_law_prepare(&p->law);
    c->a.mass[0] = p->mass;
    c->a.omega[0] = two_pi * p->suspension;
    c->a.load[0] = p->gravity;
    c->a.origin = p->suspension > 0 ? p->rest : 0; /* a free mass rests anywhere */
    c->a.q[0] = place - c->a.origin;
    if (object)
        hz_pickup_fade_describe(c, object);
    if (c->touching) /* the striker goes along with the surface */
        c->a.q[0] += hz_bank_displacement(&c->b) - surface;
    hz_bank_prepare(&c->a, h);
    hz_bank_prepare(&c->b, h);
    hz_collide_measure(c);
    if (!c->touching && object && c->eta > 0) { /* the object was moved into the striker */
        c->a.q[0] -= c->eta;
        hz_collide_measure(c);
        c->eta = fmin(c->eta, 0); /* but for rounding */
    }
    if (p->method != HZ_EXACT)
        hz_textbook_prepare(c);
    else if (was != HZ_EXACT)
        hz_textbook_leave(c);
    hz_contact_phase_compress(c);
    adjust(c, before);
}

void hz_collide_reset(hz_collide *c)
{
    hz_bank_rest(&c->a);
    hz_bank_rest(&c->b);
    c->touching = 0;
    c->touch = (hz_contact_phase){ 0 };
    c->b.origin = c->slide = 0;
    c->placed = c->asleep = 0;
    hz_collide_measure(c);
    hz_equilibrium_find(c);
    c->schemes.watched = c->glide.pending = 0;
    if (c->params.method != HZ_EXACT)
        hz_textbook_begin(c);
    hz_ledger_open(&c->ledger, stored(c));
    c->booked = 1;
    c->budget = (int)full_budget(c);
}

void hz_collide_calm(hz_collide *c)
{
    double before = stored(c);
    hz_bank_rest(&c->b);
    hz_bank_rest(&c->a);
    if (c->params.suspension <= 0)
        c->a.q[0] = hz_bank_displacement(&c->b) - c->a.origin;
    c->a.v[0] = c->slide;
    c->touching = c->asleep = c->glide.pending = 0;
    c->touch = (hz_contact_phase){ 0 };
    hz_collide_measure(c);
    if (c->eta > 0) { /* on a table, under a hammer's place of rest */
        c->a.q[0] -= c->eta;
        hz_collide_measure(c);
    }
    c->eta = fmin(c->eta, 0);
    if (c->params.method != HZ_EXACT)
        hz_textbook_begin(c);
    adjust(c, before);
}

void hz_collide_strike(hz_collide *c, double v, double distance)
{
    double before = stored(c);
    c->a.q[0] = hz_bank_displacement(&c->b) - distance - c->a.origin;
    c->a.v[0] = v;
    c->touching = c->asleep = 0;
    hz_collide_measure(c);
    if (distance == 0)
        c->eta = 0;
    if (c->params.method != HZ_EXACT)
        hz_textbook_begin(c);
    adjust(c, before);
}
