/* flight: the bodies apart, up to the touch inside a sample or for many samples at once. */
#include "flight.h"

#include <math.h>
#include <string.h>

#include "event_search.h"
#include "contact_phase.h"

/* How often a step with a touch in it is halved, at most. */
enum { MOST_HALVINGS = 12 };

/* Whether the bodies meet in a step of flight that was looked at; then also the length after which they have. */
static int meets(hz_collide *c, const hz_look *k, double *d)
{
    *d = k->a->length;
    if (c->eta + k->r.du > 0)
        return 1;
    if (!(c->v > 0 && k->r.v < 0))
        return 0;
    /* An apex inside: does it reach the surface? */
    hz_arc way = hz_event_arc(c, k, hz_step_acceleration(c));
    *d = hz_event_locate(c, HZ_APEX, &way, *d);
    return c->eta + hz_step_look(c, *d).r.du > 0;
}

/* For how many seconds the forces and the table's velocity stay what they are, when this part of the sample is left. */
static double unchanged(const hz_collide *c, double left)
{
    return (left + c->even) * c->h;
}

double hz_flight_step(hz_collide *c, double left)
{
    if (c->eta >= 0 && c->v > 0) {
        c->eta = 0; /* it can only be hz_event_rounding */
        hz_contact_phase_begin(c, unchanged(c, left));
        return 0;
    }
    double part = left, d;
    hz_look k = hz_step_look(c, part * c->h);
    int met = meets(c, &k, &d);
    if (met && (hz_collide_bound(c) - c->substeps <= 1 || hz_collide_is_spent(c))) {
        hz_contact_phase_cross(c, left * c->h);
        return left;
    }
    for (int i = 0; i < MOST_HALVINGS && met && c->b.n > 1 && hz_event_is_long(c, part * c->h); i++) {
        part *= 0.5; /* collide:arc wants a shorter step */
        k = hz_step_look(c, part * c->h);
        met = meets(c, &k, &d);
    }
    if (met) {
        k = hz_step_look(c, d);
        d = hz_event_touch(c, &k, d);
        k = hz_step_look(c, d);
        part = d / c->h;
    } else {
        k = hz_step_look(c, part * c->h);
    }
    hz_step_take(c, &k, 0);
    if (met) {
        c->eta = 0;
        hz_contact_phase_begin(c, unchanged(c, left - part));
    } else {
        hz_collide_measure(c);
    }
    return part;
}

/* ---- many samples ---- */

enum { MOST_BOOKED = 64 }; /* samples at once, with their books */

/* How far from the table the striker may come, at most, as a function of time: what the object cannot reach by then. */
typedef struct reach {
    double place, speed; /* it moves no faster than this from here */
    double swing;        /* and no farther than this from the table */
} reach;

static double reach_at(const reach *r, double t)
{
    return fmax(-r->swing, r->place - r->speed * t);
}

static reach reach_of(const hz_collide *c, double longest)
{
    if (c->b.n == 0)
        return (reach){ 0 };
    hz_survey s = hz_bank_survey(&c->b);
    double twice = 2 * (s.kinetic + s.potential);
    return (reach){ s.u - c->b.origin, sqrt(twice * hz_bank_compliance(&c->b)), /* modal:swing */
                    hz_bank_swing(&c->b, &s, longest) };
}

/* What the books want of the striker after each sample. */
typedef struct pages {
    double kinetic[MOST_BOOKED], potential[MOST_BOOKED];
    double loss[MOST_BOOKED], kinetic_b[MOST_BOOKED], potential_b[MOST_BOOKED];
} pages;

/* Flies a free striker that nothing pushes over the samples in one step; 0, with the striker where it was, if it comes
 * so near to the table. */
static int fly_free(hz_collide *c, int n, const reach *r)
{
    double v = c->a.v[0], x = c->a.origin + c->a.q[0] - c->b.origin, d = n * c->h;
    hz_mode_step *st = hz_bank_step(&c->a, d);
    hz_reach k = hz_bank_look(&c->a, st, 0);
    if (!(fmax(x, x + k.du) + 0.125 * d * fabs(k.v - v) <= reach_at(r, d)))
        return 0;
    hz_bank_take(&c->a, st, 0);
    return 1;
}

/* Flies the striker alone up to n samples; as many as it stays so far off the table. */
static int fly(hz_collide *c, const hz_collide_io *io, int at, int n, const reach *r, pages *books)
{
    double v = c->a.v[0], x = c->a.origin + c->a.q[0], table = c->b.origin;
    hz_mode_step *whole = hz_bank_step(&c->a, c->h);
    for (int i = 0; i < n; i++) {
        double force = io->force_a ? io->force_a[at + i] : 0, q = c->a.q[0], loss = 0;
        if (books && c->a.damped)
            loss = hz_bank_loss(&c->a, whole, force);
        hz_reach k = hz_bank_take(&c->a, whole, force);
        double from = x - table, rise = 0.125 * c->h * fabs(k.v - v); /* what a parabola rises above its ends */
        double to = c->a.origin + c->a.q[0], stand = io->table ? io->table[at + i] : table;
        if (!(fmax(from, to - stand) + rise <= reach_at(r, (i + 1) * c->h))) {
            c->a.q[0] = q;
            c->a.v[0] = v;
            return i;
        }
        x = to;
        table = stand;
        v = k.v;
        if (c->b.n == 0)
            io->audio[0][at + i] = io->displacement ? x : v;
        if (io->meter[HZ_POSITION])
            io->meter[HZ_POSITION][at + i] = x;
        if (books) {
            hz_survey now = hz_bank_survey(&c->a);
            books->kinetic[i] = now.kinetic;
            books->potential[i] = now.potential;
            books->loss[i] = loss;
            if (force != 0)
                hz_sum_add(&c->ledger.supplied, force * k.du);
        }
    }
    return n;
}

/* What the object does meanwhile, and the rest of the outlets. */
static void ring(hz_collide *c, const hz_collide_io *io, int at, int n, int silent, pages *books)
{
    size_t bytes = sizeof(double) * (size_t)n;
    memset(io->force + at, 0, bytes);
    if (c->b.n == 0) {
        for (int p = 1; p < c->b.pickups; p++)
            memcpy(io->audio[p] + at, io->audio[0] + at, bytes);
        return;
    }
    for (int p = 0; p < c->b.pickups; p++)
        memset(io->audio[p] + at, 0, bytes);
    if (silent)
        return;
    if (!books) {
        hz_bank_ring(&c->b, at, n, io->audio, io->displacement);
        return;
    }
    hz_bank_books rows = { books->loss, books->kinetic_b, books->potential_b };
    hz_bank_ring_booked(&c->b, at, n, io->audio, io->displacement, &rows);
}

/* The table after the last of the samples. */
static void carry(hz_collide *c, const double *table, int n)
{
    if (table) {
        c->slide = (table[n - 1] - (n > 1 ? table[n - 2] : c->b.origin)) / c->h;
        c->b.origin = table[n - 1];
    } else {
        c->slide = 0;
    }
}

/* Enters the samples into the ledger and shows it. */
static void enter(hz_collide *c, const hz_collide_io *io, int at, int n, const pages *books)
{
    for (int i = 0; i < n; i++) {
        hz_energy now = { .kinetic = books->kinetic[i] + books->kinetic_b[i],
                          .potential = books->potential[i] + books->potential_b[i] };
        hz_sum_add(&c->ledger.dissipated, books->loss[i]);
        hz_collide_show(c, &now, io, at + i);
    }
}

int hz_flight_samples(hz_collide *c, const hz_collide_io *io, int at)
{
    if (c->touching || io->meter[HZ_COMPRESSION] || c->a.omega[0] * c->h > 0.5)
        return 0;
    int n = io->n - at, silent = hz_bank_is_silent(&c->b);
    if (io->ledger && n > MOST_BOOKED)
        n = MOST_BOOKED;
    if (c->b.n > 0 && io->force_b && !hz_outer_is_all(io->force_b + at, n, 0))
        return 0;
    pages books;
    if (io->ledger)
        memset(&books, 0, sizeof books);
    reach r = silent ? (reach){ 0 } : reach_of(c, n * c->h);
    int unheard = c->b.n > 0 && !io->ledger && !io->meter[HZ_POSITION] && c->a.omega[0] == 0 &&
                  hz_outer_is_all(io->force_a ? io->force_a + at : 0, n, 0) &&
                  hz_outer_is_all(io->table ? io->table + at : 0, n, c->b.origin);
    if (!(unheard && fly_free(c, n, &r)))
        n = fly(c, io, at, n, &r, io->ledger ? &books : 0);
    if (n == 0)
        return 0;
    ring(c, io, at, n, silent, io->ledger ? &books : 0);
    carry(c, io->table ? io->table + at : 0, n);
    if (io->ledger)
        enter(c, io, at, n, &books);
    hz_collide_recover(c, n);
    c->substeps = 1;
    c->flown = 1;
    return n;
}
