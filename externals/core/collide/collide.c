/* collide: a hammer or a ball, the object that it meets, and the solver that the parameters choose. */
#include "collide.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "core/pair/equilibrium.h"
#include "core/pair/pair_step.h"
#include "core/textbook/textbook.h"

/* ---- the solver ---- */

int hz_collide_is_exact(const hz_collide *c)
{
    return c->params.method == HZ_EXACT || c->system.most > 1 || c->system.striker->ringing.n > 0;
}

static const hz_solver *solver(const hz_collide *c)
{
    return hz_collide_is_exact(c) ? &hz_events_solver : &hz_textbook_solver;
}

/* The memory of a solver. */
static void *memory_of(hz_collide *c, const hz_solver *s)
{
    return s == &hz_events_solver ? (void *)&c->events : (void *)&c->textbook;
}

static void *memory(hz_collide *c)
{
    return memory_of(c, solver(c));
}

/* ---- energy ---- */

void hz_collide_energy(const hz_collide *c, hz_energy *out)
{
    const void *own = solver(c) == &hz_events_solver ? (const void *)&c->events : (const void *)&c->textbook;
    solver(c)->energy(own, &c->system, out);
}

static double stored(const hz_collide *c)
{
    hz_energy now;
    hz_collide_energy(c, &now);
    return hz_energy_total(&now);
}

/* The energy that is stored before a change. It is 0 where no books are kept. `adjust` books by how much the change has
 * altered it. */
static double before_change(const hz_collide *c)
{
    return c->system.ledger.open ? stored(c) : 0;
}

static void adjust(hz_collide *c, double before)
{
    if (c->system.ledger.open)
        hz_sum_add(&c->system.ledger.adjusted, stored(c) - before);
}

void hz_collide_accounts(const hz_collide *c, hz_accounts *out)
{
    hz_energy now;
    hz_collide_energy(c, &now);
    hz_ledger_read(&c->system.ledger, &now, out);
}

static int is_finite(const hz_contact_striker *k)
{
    if (!isfinite(k->eta) || !isfinite(k->v)) /* any mode that is not a number is in these sums */
        return 0;
    return k->touching || (isfinite(k->body.q[0]) && isfinite(k->body.v[0]));
}

int hz_collide_finite(const hz_collide *c)
{
    int touching = 0;
    for (int k = 0; k < c->system.n; k++) {
        touching |= c->system.strikers[k].touching;
        if (!is_finite(&c->system.strikers[k]))
            return 0;
    }
    return !touching || isfinite(stored(c));
}

/* ---- what is heard ---- */

/* The striker of which meters tell: the one that was struck last. */
static const hz_contact_striker *last_of(const hz_contact_system *s)
{
    return &s->strikers[s->last];
}

/* What a row of the pickups hears of the motion; of a wall, that of the striker's mass. */
static double motion(const void *owner, int row, int displacement)
{
    const hz_contact_system *s = owner;
    if (s->object.n > 0)
        return hz_bank_heard(&s->object, row, displacement);
    const hz_bank *striker = &last_of(s)->body;
    return displacement ? hz_bank_displacement(striker) : hz_bank_velocity(striker);
}

double hz_collide_heard(const hz_collide *c, int pickup, int displacement)
{
    return hz_pickup_fade_heard(&c->fade, motion, &c->system, pickup, displacement);
}

double hz_collide_striker_heard(const hz_collide *c, int pickup, int displacement)
{
    double sum = 0;
    for (int k = 0; k < c->system.n; k++)
        sum += hz_bank_heard(&c->system.strikers[k].ringing, pickup, displacement);
    return sum;
}

/* ---- samples ---- */

/* What is metered of the motion. */
static void meter(const hz_contact_system *s, const hz_collide_io *io, int i)
{
    const hz_contact_striker *k = last_of(s);
    if (io->meter[HZ_POSITION])
        io->meter[HZ_POSITION][i] = hz_contact_striker_displacement(k);
    if (io->meter[HZ_COMPRESSION])
        io->meter[HZ_COMPRESSION][i] = k->eta;
    if (io->meter[HZ_SPEED])
        io->meter[HZ_SPEED][i] = hz_contact_striker_velocity(k);
    if (io->meter[HZ_ENDFORCE])
        io->meter[HZ_ENDFORCE][i] = hz_law_force(&s->law, k->eta, k->v);
}

/* One sample, whatever happens in it. */
static void sample(hz_collide *c, const hz_collide_io *io, int i)
{
    hz_contact_system *s = &c->system;
    double table = io->table ? io->table[i] : s->object.origin;
    s->outer = (hz_outer){ .hand = io->force_a ? io->force_a[i] : 0,
                           .object = io->force_b ? io->force_b[i] : 0,
                           .ledger = io->ledger };
    hz_contact_system_turn(s, s->last);
    s->outer.jolted = hz_contact_system_slide(s, table);
    const hz_contact_striker *its = s->striker;
    int flies = s->n == 1 && !its->touching && !(its->eta >= 0 && its->v > 0);
    s->outer.steady = flies || c->sliding > 0 ? 0 : hz_contact_system_even(s, io, i, HZ_MOST_STRIDE);
    hz_contact_system_begin_sample(s);
    solver(c)->sample(memory(c), s);
    s->object.origin = table; /* without the rounding on the way */
    for (int p = 0; p < s->object.pickups; p++)
        io->audio[p][i] = motion(s, p, io->displacement);
    for (int p = 0; io->ring && p < s->striker->ringing.pickups; p++)
        io->ring[p][i] = hz_collide_striker_heard(c, p, io->displacement);
    double impulse = 0;
    for (int k = 0; k < s->n; k++)
        impulse += s->strikers[k].impulse;
    io->force[i] = impulse / s->h;
    meter(s, io, i);
    if (io->ledger && hz_ledger_is_metered(io->meter)) {
        hz_energy now;
        hz_collide_energy(c, &now);
        hz_ledger_show(&s->ledger, &now, io->meter, i);
    }
}

/* Puts the table where its signal begins. */
static void place_table(hz_collide *c, double place)
{
    double before = before_change(c);
    c->placed = 1;
    hz_contact_system_place_table(&c->system, place);
    adjust(c, before);
}

/* The port goes a step of its way. */
static void slide(hz_collide *c, int ledger)
{
    hz_contact_system *s = &c->system;
    double before = ledger ? stored(c) : 0;
    hz_contact_system_shift(s, c->slide_to, c->sliding--);
    solver(c)->prepare(memory(c), s);
    if (ledger)
        hz_sum_add(&s->ledger.supplied, stored(c) - before);
}

static void run(hz_collide *c, const hz_collide_io *io)
{
    hz_contact_system *s = &c->system;
    const hz_solver *way = solver(c);
    void *own = memory(c);
    if (!io->ledger)
        hz_ledger_close(&s->ledger);
    else if (!s->ledger.open) /* flows were not counted so far, so the books begin with what is there */
        hz_ledger_open(&s->ledger, stored(c));
    if (!c->placed && io->table)
        place_table(c, io->table[0]);
    int singly = io->meter[HZ_SPEED] || io->meter[HZ_ENDFORCE]; /* many samples at once do not meter these */
    for (int i = 0, some; i < io->n; i += some) {
        int slides = c->sliding > 0;
        if (slides)
            slide(c, io->ledger);
        some = singly || slides ? 0 : way->skip(own, s, io, i);
        if (some == 0) {
            sample(c, io, i);
            some = 1;
        }
    }
    way->settle(own, s);
}

/* A block in which what is heard fades from what it was to what it is, in pieces. */
static void run_fading(hz_collide *c, const hz_collide_io *io)
{
    hz_pickup_fade *g = &c->fade;
    hz_bank *b = &c->system.object;
    b->pickups = 2 * g->pickups;
    for (int at = 0; at < io->n; at += HZ_FADE_CHUNK) {
        double *meter[HZ_METERS], *ring[HZ_MOST_STRIKER_PICKUPS];
        hz_collide_io part = *io;
        part.n = io->n - at < HZ_FADE_CHUNK ? io->n - at : HZ_FADE_CHUNK;
        part.force_a = io->force_a ? io->force_a + at : NULL;
        part.force_b = io->force_b ? io->force_b + at : NULL;
        part.table = io->table ? io->table + at : NULL;
        part.force = io->force + at;
        part.audio = g->audio;
        for (int p = 0; io->ring && p < c->system.striker->ringing.pickups; p++)
            ring[p] = io->ring[p] + at;
        part.ring = io->ring ? ring : NULL;
        part.meter = meter;
        for (int m = 0; m < HZ_METERS; m++)
            meter[m] = io->meter[m] ? io->meter[m] + at : NULL;
        hz_pickup_fade_rows(g, io->audio, at);
        run(c, &part);
        hz_pickup_fade_mix(g, at, part.n, io->n, io->displacement);
    }
    b->pickups = g->pickups;
    g->pending = 0;
}

void hz_collide_hear_anew(hz_collide *c)
{
    c->fade.pending = c->ringing_fades = 0;
}

/* collide:glide  What the pickups of the strikers jumped by fades over the block. */
static void fade_ringing(hz_collide *c, const hz_collide_io *io)
{
    int pickups = c->system.striker->ringing.pickups;
    const double *jump = c->ringing_jump + (io->displacement ? pickups : 0);
    for (int p = 0; io->ring && p < pickups; p++)
        for (int i = 0; i < io->n; i++)
            io->ring[p][i] += jump[p] * (1 - (i + 1.0) / io->n);
    c->ringing_fades = 0;
}

void hz_collide_run(hz_collide *c, const hz_collide_io *io)
{
    (c->fade.pending ? run_fading : run)(c, io);
    if (c->ringing_fades)
        fade_ringing(c, io);
}

/* ---- life ---- */

/* The solver begins anew with the state of all strikers. */
static void begin_all(hz_collide *c)
{
    hz_contact_system *s = &c->system;
    for (int k = s->n - 1; k >= 0; k--) {
        hz_contact_system_turn(s, k);
        solver(c)->begin(memory(c), s);
    }
}

int hz_collide_init(hz_collide *c, int room, int pickups)
{
    *c = (hz_collide){ .params.method = HZ_EXACT };
    c->slide_to = calloc((size_t)room + 1, sizeof *c->slide_to);
    if (!c->slide_to || !hz_contact_system_init(&c->system, room, 2 * pickups) ||
        !hz_textbook_init(&c->textbook, room) || !hz_pickup_fade_init(&c->fade, room, pickups)) {
        hz_collide_free(c);
        return 0;
    }
    c->system.object.pickups = pickups; /* the others hear for a fade */
    return 1;
}

int hz_collide_grow(hz_collide *c, int room)
{
    if (room <= c->system.object.room)
        return 1;
    double *slide_to = realloc(c->slide_to, ((size_t)room + 1) * sizeof *slide_to);
    c->slide_to = slide_to ? slide_to : c->slide_to;
    return slide_to && hz_pickup_fade_grow(&c->fade, room) && hz_textbook_grow(&c->textbook, room) &&
           hz_bank_grow(&c->system.object, room);
}

int hz_collide_add_strikers(hz_collide *c, int strikers)
{
    return hz_contact_system_add_strikers(&c->system, strikers);
}

int hz_collide_let_ring(hz_collide *c, int room, int pickups)
{
    if (!c->ringing_jump)
        c->ringing_jump = calloc(2 * (size_t)pickups + 1, sizeof *c->ringing_jump);
    return c->ringing_jump && hz_contact_system_let_ring(&c->system, room, pickups);
}

void hz_collide_free(hz_collide *c)
{
    free(c->ringing_jump);
    free(c->slide_to);
    c->ringing_jump = c->slide_to = NULL;
    hz_contact_system_free(&c->system);
    hz_textbook_free(&c->textbook);
    hz_pickup_fade_free(&c->fade);
}

void hz_collide_listen(hz_collide *c, void *owner, void (*ended)(void *owner, const hz_contact *contact),
                       void (*remark)(void *owner, enum hz_textbook_remark what))
{
    c->system.ended = ended;
    c->system.owner = owner;
    c->textbook.remark = remark;
    c->textbook.owner = owner;
}

/* The strikers ring in other modes from now on; their ports stay where they are. */
static void describe_ringing(hz_collide *c, const hz_modes *ringing)
{
    hz_contact_system *s = &c->system;
    int pickups = s->striker->ringing.pickups, differs = 0;
    double was[2][HZ_MOST_STRIKER_PICKUPS];
    for (int p = 0; p < pickups; p++)
        for (int d = 0; d < 2; d++)
            was[d][p] = hz_collide_striker_heard(c, p, d);
    for (int k = 0; k < s->most; k++) {
        hz_contact_striker *its = &s->strikers[k];
        its->body.q[0] += hz_bank_displacement(&its->ringing);
        hz_bank_describe(&its->ringing, ringing);
        its->body.q[0] -= hz_bank_displacement(&its->ringing);
    }
    for (int p = 0; p < pickups; p++)
        for (int d = 0; d < 2; d++) {
            double *jump = &c->ringing_jump[d * pickups + p];
            *jump = (c->ringing_fades ? *jump : 0) + was[d][p] - hz_collide_striker_heard(c, p, d);
            differs |= *jump != 0;
        }
    c->ringing_fades = differs;
}

void hz_collide_prepare(hz_collide *c, const hz_collide_params *p, const hz_modes *object, double h)
{
    hz_collide_prepare_both(c, p, object, NULL, h);
}

void hz_collide_prepare_both(hz_collide *c, const hz_collide_params *p, const hz_modes *object, const hz_modes *ringing,
                             double h)
{
    hz_contact_system *s = &c->system;
    double before = before_change(c), surface = hz_bank_displacement(&s->object);
    const hz_solver *was = solver(c);
    c->params = *p;
    c->events.resolution = p->resolution;
    c->textbook.wanted = p->method;
    c->textbook.correct = p->correct;
    c->textbook.duration = p->duration;
    hz_contact_system_describe(s, &(hz_contact_params){ .law = p->law,
                                                        .mass = p->mass,
                                                        .suspension = p->suspension,
                                                        .rest = p->rest,
                                                        .gravity = p->gravity,
                                                        .quiet = p->quiet });
    if (object) {
        c->sliding = 0;
        hz_pickup_fade_describe(&c->fade, &s->object, object, motion, s);
    }
    if (ringing && s->striker->ringing.room > 0)
        describe_ringing(c, ringing);
    hz_contact_system_prepare(s, h, surface, object != NULL);
    hz_work_prepare(&s->work, p->resolution, s->most);
    if (solver(c) != was)
        was->leave(memory_of(c, was));
    solver(c)->prepare(memory(c), s);
    if (solver(c) != was)
        begin_all(c);
    adjust(c, before);
}

void hz_collide_slide(hz_collide *c, const double *weight, int modes, int n)
{
    for (int i = 0; i < c->system.object.n; i++)
        c->slide_to[i] = i < modes ? weight[i] : c->system.object.weight[i];
    c->sliding = modes > 0 ? n : 0;
}

void hz_collide_reset(hz_collide *c)
{
    hz_contact_system *s = &c->system;
    c->placed = c->fade.pending = c->ringing_fades = 0;
    hz_contact_system_rest(s);
    hz_equilibrium_find(s);
    c->textbook.watched = 0;
    begin_all(c);
    hz_ledger_open(&s->ledger, stored(c));
    hz_work_refill(&s->work);
}

void hz_collide_calm(hz_collide *c)
{
    double before = before_change(c);
    c->fade.pending = c->ringing_fades = 0;
    hz_contact_system_calm(&c->system);
    begin_all(c);
    adjust(c, before);
}

void hz_collide_strike(hz_collide *c, double v, double distance)
{
    hz_contact_system *s = &c->system;
    double before = before_change(c);
    hz_contact_system_choose(s);
    s->last = (int)(s->striker - s->strikers);
    s->striker->struck = ++s->strikes;
    hz_contact_system_launch(s, v, distance);
    solver(c)->begin(memory(c), s);
    adjust(c, before);
}
