/* free_flight: many samples at once, as long as the bodies cannot meet. */
#include "free_flight.h"

#include <math.h>
#include <string.h>

#include "pair_step.h"

enum { MOST_BOOKED = HZ_BANK_RING_WHOLE }; /* samples at once, with their books */

/* How far from the table the striker may come, at most, as a function of time: what the object cannot reach by then. */
typedef struct reach {
    double place, speed; /* it moves no faster than this from here */
    double swing;        /* and no farther than this from the table */
} reach;

static double reach_at(const reach *r, double t)
{
    return fmax(-r->swing, r->place - r->speed * t);
}

static reach reach_of(const hz_contact_system *s, double longest)
{
    if (s->object.n == 0)
        return (reach){ 0 };
    hz_survey now = hz_bank_survey(&s->object);
    double twice = 2 * (now.kinetic + now.potential);
    return (reach){ now.u - s->object.origin, sqrt(twice * s->object.inverse_mass), /* modal:swing */
                    hz_bank_swing(&s->object, &now, longest) };
}

/* The same for the mass of the present striker, whose modes may swing towards the object. */
static reach reach_for(const hz_contact_system *s, const reach *object, double longest)
{
    const hz_bank *ringing = &s->striker->ringing;
    reach r = *object;
    if (ringing->n == 0)
        return r;
    hz_survey now = hz_bank_survey(ringing);
    r.place -= now.u;
    r.speed += sqrt(2 * (now.kinetic + now.potential) * ringing->inverse_mass);
    r.swing += hz_bank_swing(ringing, &now, longest);
    return r;
}

/* What the books want of the striker after each sample. */
typedef struct pages {
    double kinetic[MOST_BOOKED], potential[MOST_BOOKED];
    double loss[MOST_BOOKED], kinetic_b[MOST_BOOKED], potential_b[MOST_BOOKED];
} pages;

/* Flies a free striker that nothing pushes over the samples in one step; 0, with the striker where it was, if it comes
 * so near to the table. */
static int fly_free(hz_contact_system *s, int n, const reach *r)
{
    double v = s->striker->body.v[0], x = s->striker->body.origin + s->striker->body.q[0] - s->object.origin,
           d = n * s->h;
    hz_mode_step *st = hz_bank_step(&s->striker->body, d);
    hz_reach k = hz_bank_look(&s->striker->body, st, 0);
    if (!(fmax(x, x + k.du) + 0.125 * d * fabs(k.v - v) <= reach_at(r, d)))
        return 0;
    hz_bank_take(&s->striker->body, st, 0, 0);
    return 1;
}

/* Flies the striker alone up to n samples; as many as it stays so far off the table. */
static int fly(hz_contact_system *s, const hz_collide_io *io, int at, int n, const reach *r, pages *books)
{
    double v = s->striker->body.v[0], x = s->striker->body.origin + s->striker->body.q[0], table = s->object.origin;
    hz_mode_step *whole = hz_bank_step(&s->striker->body, s->h);
    for (int i = 0; i < n; i++) {
        double force = io->force_a ? io->force_a[at + i] : 0, q = s->striker->body.q[0], loss = 0;
        if (books && s->striker->body.damped)
            loss = hz_bank_loss(&s->striker->body, whole, force, 0);
        hz_reach k = hz_bank_take(&s->striker->body, whole, force, 0);
        double from = x - table, rise = 0.125 * s->h * fabs(k.v - v); /* what a parabola rises above its ends */
        double to = s->striker->body.origin + s->striker->body.q[0], stand = io->table ? io->table[at + i] : table;
        if (!(fmax(from, to - stand) + rise <= reach_at(r, (i + 1) * s->h))) {
            s->striker->body.q[0] = q;
            s->striker->body.v[0] = v;
            return i;
        }
        x = to;
        table = stand;
        v = k.v;
        if (s->object.n == 0)
            io->audio[0][at + i] = io->displacement ? x : v;
        if (io->meter[HZ_POSITION])
            io->meter[HZ_POSITION][at + i] = x;
        if (books) {
            hz_survey now = hz_bank_survey(&s->striker->body);
            books->kinetic[i] += now.kinetic;
            books->potential[i] += now.potential;
            books->loss[i] += loss;
            if (force != 0)
                hz_sum_add(&s->ledger.supplied, force * k.du);
        }
    }
    return n;
}

/* Rings a bank, with its books where they are kept. */
static void ring_bank(hz_bank *m, int at, int n, double *const *out, int displacement, pages *books)
{
    hz_bank_books rows;
    if (!books) {
        hz_bank_ring(m, at, n, out, displacement);
        return;
    }
    rows = (hz_bank_books){ books->loss, books->kinetic_b, books->potential_b };
    hz_bank_ring_booked(m, at, n, out, displacement, &rows);
}

/* The same where nobody listens. */
static void ring_unheard(hz_bank *m, int n, pages *books)
{
    double nowhere[MOST_BOOKED], *rows[HZ_MOST_STRIKER_PICKUPS];
    for (int p = 0; p < m->pickups; p++)
        rows[p] = nowhere;
    if (books) {
        ring_bank(m, 0, n, rows, 0, books);
        return;
    }
    for (int from = 0; from < n; from += MOST_BOOKED)
        ring_bank(m, 0, n - from < MOST_BOOKED ? n - from : MOST_BOOKED, rows, 0, NULL);
}

/* The modes in which strikers ring. */
static void ring_strikers(hz_contact_system *s, const hz_collide_io *io, int at, int n, pages *books)
{
    for (int p = 0; io->ring && p < s->striker->ringing.pickups; p++)
        memset(io->ring[p] + at, 0, sizeof(double) * (size_t)n);
    for (int k = 0; k < s->n; k++) {
        hz_bank *ringing = &s->strikers[k].ringing;
        if (ringing->n == 0 || hz_bank_is_silent(ringing))
            continue;
        if (io->ring)
            ring_bank(ringing, at, n, io->ring, io->displacement, books);
        else
            ring_unheard(ringing, n, books);
        for (int i = 0; books && i < n; i++) {
            books->kinetic[i] += books->kinetic_b[i];
            books->potential[i] += books->potential_b[i];
            books->kinetic_b[i] = books->potential_b[i] = 0;
        }
    }
}

/* What the object does meanwhile, and the rest of the outlets. */
static void ring(hz_contact_system *s, const hz_collide_io *io, int at, int n, int silent, pages *books)
{
    size_t bytes = sizeof(double) * (size_t)n;
    memset(io->force + at, 0, bytes);
    ring_strikers(s, io, at, n, books);
    if (s->object.n == 0) {
        for (int p = 1; p < s->object.pickups; p++)
            memcpy(io->audio[p] + at, io->audio[0] + at, bytes);
        return;
    }
    for (int p = 0; p < s->object.pickups; p++)
        memset(io->audio[p] + at, 0, bytes);
    if (!silent)
        ring_bank(&s->object, at, n, io->audio, io->displacement, books);
}

/* The table after the last of the samples. */
static void carry(hz_contact_system *s, const double *table, int n)
{
    if (table) {
        s->slide = (table[n - 1] - (n > 1 ? table[n - 2] : s->object.origin)) / s->h;
        s->object.origin = table[n - 1];
    } else {
        s->slide = 0;
    }
}

/* Enters the samples into the ledger and shows it. */
static void enter(hz_contact_system *s, const hz_collide_io *io, int at, int n, const pages *books)
{
    for (int i = 0; i < n; i++) {
        hz_energy now = { .kinetic = books->kinetic[i] + books->kinetic_b[i],
                          .potential = books->potential[i] + books->potential_b[i] };
        hz_sum_add(&s->ledger.dissipated, books->loss[i]);
        hz_ledger_show(&s->ledger, &now, io->meter, at + i);
    }
}

/* Where the strikers' masses are and how fast. */
typedef struct places {
    double q, v;
} places;

static void keep(const hz_contact_system *s, places *p)
{
    for (int k = 0; k < s->n; k++)
        p[k] = (places){ s->strikers[k].body.q[0], s->strikers[k].body.v[0] };
}

static void put_back(hz_contact_system *s, const places *p)
{
    for (int k = 0; k < s->n; k++) {
        s->strikers[k].body.q[0] = p[k].q;
        s->strikers[k].body.v[0] = p[k].v;
    }
}

/* Flies all strikers over the samples one by one; as many as all of them stay off the table. What outlets carry is of
 * the last one that flies, which is the one that was struck last. */
static int fly_all(hz_contact_system *s, const hz_collide_io *io, int at, int n, const reach *r, pages *books)
{
    places before[HZ_MOST_STRIKERS];
    keep(s, before);
    for (int i = 1; i <= s->n && n > 0; i++) {
        hz_contact_system_turn(s, (s->last + i) % s->n);
        reach own = reach_for(s, r, n * s->h);
        int some = fly(s, io, at, n, &own, books);
        if (some == n)
            continue;
        n = some;
        if (s->n == 1)
            break;
        put_back(s, before); /* all of them again, over as many */
        if (books)
            memset(books, 0, sizeof *books);
        i = 0;
    }
    return n;
}

/* Flies all strikers over the samples in one step; 0, with all where they were, if one of them comes too near. */
static int fly_all_free(hz_contact_system *s, int n, const reach *r)
{
    places before[HZ_MOST_STRIKERS];
    keep(s, before);
    for (int k = 0; k < s->n; k++) {
        hz_contact_system_turn(s, k);
        reach own = reach_for(s, r, n * s->h);
        if (!fly_free(s, n, &own)) {
            put_back(s, before);
            return 0;
        }
    }
    return 1;
}

/* Flies over the samples one by one, unless that was done, and rings; with the ledger everything is booked. Returns how
 * many samples that were. */
static int each_sample(hz_contact_system *s, const hz_collide_io *io, int at, int n, const reach *r, int silent,
                       int flown)
{
    pages books;
    if (io->ledger)
        memset(&books, 0, sizeof books);
    if (!flown)
        n = fly_all(s, io, at, n, r, io->ledger ? &books : 0);
    if (n == 0)
        return 0;
    ring(s, io, at, n, silent, io->ledger ? &books : 0);
    if (io->ledger)
        enter(s, io, at, n, &books);
    return n;
}

/* Enters HZ_BANK_RING_WHOLE samples into the ledger at once, where of the accounts only the stored energy is metered.
 * The striker flew freely: nothing damped or pushed it, so it keeps its energy. */
static void ring_stored(hz_contact_system *s, const hz_collide_io *io, int at, int silent)
{
    enum { N = HZ_BANK_RING_WHOLE };
    hz_survey striker = hz_bank_survey(&s->striker->body);
    double stored[N];
    for (int i = 0; i < N; i++)
        stored[i] = striker.kinetic + striker.potential;
    memset(io->force + at, 0, sizeof stored);
    for (int p = 0; p < s->object.pickups; p++)
        memset(io->audio[p] + at, 0, sizeof stored);
    if (!silent)
        hz_sum_add(&s->ledger.dissipated, hz_bank_ring_stored(&s->object, at, io->audio, io->displacement, stored));
    if (io->meter[HZ_STORED])
        memcpy(io->meter[HZ_STORED] + at, stored, sizeof stored);
}

static int some_touch(const hz_contact_system *s)
{
    for (int k = 0; k < s->n; k++)
        if (s->strikers[k].touching)
            return 1;
    return 0;
}

int hz_free_flight(hz_contact_system *s, const hz_collide_io *io, int at)
{
    if (some_touch(s) || io->meter[HZ_COMPRESSION] || s->striker->body.omega[0] * s->h > 0.5)
        return 0;
    if (io->meter[HZ_POSITION] && s->striker->ringing.n > 0)
        return 0;
    int n = io->n - at, silent = hz_bank_is_silent(&s->object);
    if (io->ledger && n > MOST_BOOKED)
        n = MOST_BOOKED;
    if (s->object.n > 0 && io->force_b && !hz_signal_is_all(io->force_b + at, n, 0))
        return 0;
    if (s->n > 1 && !hz_signal_is_all(io->force_a ? io->force_a + at : 0, n, 0))
        return 0;
    int at_once = !io->ledger || (s->n == 1 && s->striker->ringing.n == 0 && n == HZ_BANK_RING_WHOLE &&
                                  s->striker->body.damped == 0 && hz_ledger_shows_stored_only(io->meter));
    reach r = silent ? (reach){ 0 } : reach_of(s, n * s->h);
    int flown = s->object.n > 0 && at_once && !io->meter[HZ_POSITION] && s->striker->body.omega[0] == 0 &&
                hz_signal_is_all(io->force_a ? io->force_a + at : 0, n, 0) &&
                hz_signal_is_all(io->table ? io->table + at : 0, n, s->object.origin) && fly_all_free(s, n, &r);
    if (flown && io->ledger)
        ring_stored(s, io, at, silent);
    else if (!(n = each_sample(s, io, at, n, &r, silent, flown)))
        return 0;
    carry(s, io->table ? io->table + at : 0, n);
    hz_work_recover(&s->work, n);
    s->substeps = 1;
    for (int k = s->n - 1; k >= 0; k--) {
        hz_contact_system_turn(s, k);
        hz_contact_system_measure(s);
    }
    return n;
}
