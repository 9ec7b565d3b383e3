/* friction: two bodies of modes that stick and slip on each other: life, blocks, energy. */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- energy ---- */

void hz_friction_energy(const hz_friction *x, hz_energy *out)
{
    *out = (hz_energy){ .contact = x->ready ? hz_bow_energy(&x->bow) : 0 };
    hz_bank_energy(&x->a.bank, out);
    hz_bank_energy(&x->b.bank, out);
}

static double stored(const hz_friction *x)
{
    hz_energy now;
    hz_friction_energy(x, &now);
    return hz_energy_total(&now);
}

static double before_change(const hz_friction *x)
{
    return x->ledger.open ? stored(x) : 0;
}

static void adjust(hz_friction *x, double before)
{
    if (x->ledger.open)
        hz_sum_add(&x->ledger.adjusted, stored(x) - before);
}

void hz_friction_accounts(const hz_friction *x, hz_accounts *out)
{
    hz_energy now;
    hz_friction_energy(x, &now);
    hz_ledger_read(&x->ledger, &now, out);
}

int hz_friction_finite(const hz_friction *x)
{
    return isfinite(stored(x)) && isfinite(x->way);
}

/* ---- life ---- */

static int body_init(hz_friction_body *b, int room, int pickups)
{
    b->slide_to = calloc((size_t)room + 1, sizeof *b->slide_to);
    if (!b->slide_to || !hz_bank_init(&b->bank, room, 2 * pickups) || !hz_pickup_fade_init(&b->fade, room, pickups))
        return 0;
    b->bank.pickups = pickups; /* the others hear for a fade */
    return 1;
}

static int body_grow(hz_friction_body *b, int room)
{
    if (room <= b->bank.room)
        return 1;
    double *slide_to = realloc(b->slide_to, ((size_t)room + 1) * sizeof *slide_to);
    b->slide_to = slide_to ? slide_to : b->slide_to;
    return slide_to && hz_pickup_fade_grow(&b->fade, room) && hz_bank_grow(&b->bank, room);
}

static void body_free(hz_friction_body *b)
{
    free(b->slide_to);
    hz_bank_free(&b->bank);
    hz_pickup_fade_free(&b->fade);
}

int hz_friction_init(hz_friction *x, int room_a, int pickups_a, int room_b, int pickups_b)
{
    *x = (hz_friction){ .h = 0 };
    if (body_init(&x->a, room_a, pickups_a) && body_init(&x->b, room_b, pickups_b))
        return 1;
    hz_friction_free(x);
    return 0;
}

int hz_friction_grow(hz_friction *x, int room_a, int room_b)
{
    return body_grow(&x->a, room_a) && body_grow(&x->b, room_b);
}

void hz_friction_free(hz_friction *x)
{
    body_free(&x->a);
    body_free(&x->b);
    *x = (hz_friction){ .h = 0 };
}

/* What a row of the pickups hears of a body's motion. */
static double motion(const void *bank, int row, int displacement)
{
    return hz_bank_heard(bank, row, displacement);
}

static void describe(hz_friction_body *b, const hz_modes *modes, double h)
{
    b->sliding = 0;
    hz_pickup_fade_describe(&b->fade, &b->bank, modes, motion, &b->bank);
    hz_bank_prepare(&b->bank, h);
}

void hz_friction_prepare(hz_friction *x, const hz_friction_params *p, const hz_modes *a, const hz_modes *b, double h)
{
    double before = before_change(x);
    x->params = *p;
    x->h = h;
    describe(&x->a, a, h);
    describe(&x->b, b, h);
    hz_bow_prepare(&x->bow, &p->bristles, h);
    hz_profile_prepare(&x->profile, &p->profile);
    x->fewest = hz_friction_fewest(x);
    x->ready = 1;
    x->still = 0;
    adjust(x, before);
}

void hz_friction_slide(hz_friction *x, int body, const double *weight, int modes, int n)
{
    hz_friction_body *b = body ? &x->b : &x->a;
    for (int i = 0; i < b->bank.n; i++)
        b->slide_to[i] = i < modes ? weight[i] : b->bank.weight[i];
    b->sliding = modes > 0 ? n : 0;
}

static void rest(hz_friction *x)
{
    hz_bank_rest(&x->a.bank);
    hz_bank_rest(&x->b.bank);
    hz_bow_rest(&x->bow);
    x->a.fade.pending = x->b.fade.pending = x->slips = 0;
    x->rub = (hz_stroke){ 0 };
    x->rubs[0] = x->rubs[1] = 0;
    x->way = x->force = x->speed = x->slipping = 0;
    x->since = x->lost = x->fastest = x->strongest = x->before = x->brief = 0;
    x->still = 0;
}

void hz_friction_reset(hz_friction *x)
{
    rest(x);
    hz_ledger_open(&x->ledger, stored(x));
}

void hz_friction_calm(hz_friction *x)
{
    double before = before_change(x);
    rest(x);
    adjust(x, before);
}

/* ---- what is heard ---- */

double hz_friction_heard(const hz_friction *x, int pickup, int displacement)
{
    int of_a = x->a.fade.pickups;
    const hz_friction_body *b = pickup < of_a ? &x->a : &x->b;
    return hz_pickup_fade_heard(&b->fade, motion, &b->bank, pickup < of_a ? pickup : pickup - of_a, displacement);
}

void hz_friction_hear_anew(hz_friction *x)
{
    x->a.fade.pending = x->b.fade.pending = 0;
}

static void hear(const hz_friction_body *b, int i, int displacement)
{
    for (int p = 0; p < b->bank.pickups; p++)
        b->fade.audio[p][i] = hz_bank_heard(&b->bank, p, displacement);
}

/* ---- samples ---- */

enum { GLIDE = 16 }; /* The ports glide by so many samples at a time. */

/* The port glides on. It is velocities that meet there, so that a glide does no work. */
static void slide(hz_friction_body *b, double h)
{
    int some = b->sliding < GLIDE ? b->sliding : GLIDE;
    for (int i = 0; i < b->bank.n; i++)
        b->bank.weight[i] += (b->slide_to[i] - b->bank.weight[i]) * some / b->sliding;
    b->sliding -= some;
    hz_bank_prepare(&b->bank, h);
}

static void meter(const hz_friction *x, double *const *meter, int ledger, int i)
{
    if (meter[HZ_POSITION])
        meter[HZ_POSITION][i] = x->way;
    if (meter[HZ_COMPRESSION])
        meter[HZ_COMPRESSION][i] = x->bow.z;
    if (meter[HZ_SPEED])
        meter[HZ_SPEED][i] = x->load.speed + hz_bank_velocity(&x->a.bank) - hz_bank_velocity(&x->b.bank);
    if (meter[HZ_ENDFORCE])
        meter[HZ_ENDFORCE][i] = x->force;
    if (ledger && hz_ledger_is_metered(meter)) {
        hz_energy now;
        hz_friction_energy(x, &now);
        hz_ledger_show(&x->ledger, &now, meter, i);
    }
}

/* The part of a block that is run at a time, and its rows. */
typedef struct part {
    const hz_friction_io *io;
    int at, n;
    double *meter[HZ_METERS];
    int metered; /* one of them is wanted */
} part;

static void rub(hz_friction *x, const part *p, int i)
{
    const hz_friction_io *io = p->io;
    int at = p->at + i;
    hz_rub_next(x);
    if (i % GLIDE == 0) {
        if (x->a.sliding > 0)
            slide(&x->a, x->h);
        if (x->b.sliding > 0)
            slide(&x->b, x->h);
    }
    hz_friction_load l = { .force = fmax(x->rubs[0] + (io->force ? io->force[at] : 0), 0),
                           .speed = x->rubs[1] + (io->speed ? io->speed[at] : 0),
                           .push = io->push ? io->push[at] : 0,
                           .ledger = io->ledger };
    hz_friction_sample(x, &l);
    hear(&x->a, i, io->displacement);
    hear(&x->b, i, io->displacement);
    io->friction[at] = x->impulse / x->h;
    if (p->metered)
        meter(x, p->meter, io->ledger, i);
}

/* Whether a signal has one value over a part of a block. */
static int is_constant(const double *signal, double value, const part *p)
{
    for (int i = 0; i < p->n; i++)
        if ((signal ? signal[p->at + i] : 0) != value)
            return 0;
    return 1;
}

/* Nothing touches: the bodies ring, if they do. */
static int rings_freely(const hz_friction *x, const part *p)
{
    const hz_friction_io *io = p->io;
    int singly = p->meter[HZ_POSITION] || p->meter[HZ_SPEED] || p->meter[HZ_ENDFORCE];
    return !singly && x->bow.z == 0 && x->rub.left == 0 && is_constant(io->force, 0, p) && is_constant(io->push, 0, p);
}

static void ring(hz_friction_body *b, const part *p, const hz_bank_books *books)
{
    int silent = hz_bank_is_silent(&b->bank);
    for (int k = 0; k < b->bank.pickups; k++)
        memset(b->fade.audio[k], 0, (size_t)p->n * sizeof(double));
    if (silent || b->bank.n == 0)
        return;
    if (books)
        hz_bank_ring_booked(&b->bank, 0, p->n, b->fade.audio, p->io->displacement, books);
    else
        hz_bank_ring(&b->bank, 0, p->n, b->fade.audio, p->io->displacement);
    hz_bank_settle(&b->bank);
}

static void ring_both(hz_friction *x, part *p)
{
    double loss[HZ_FADE_CHUNK] = { 0 }, kinetic[HZ_FADE_CHUNK] = { 0 }, potential[HZ_FADE_CHUNK] = { 0 };
    hz_bank_books books = { loss, kinetic, potential }, *booked = p->io->ledger ? &books : NULL;
    ring(&x->a, p, booked);
    ring(&x->b, p, booked);
    memset(p->io->friction + p->at, 0, (size_t)p->n * sizeof(double));
    for (int i = 0; i < p->n; i++) {
        if (p->meter[HZ_COMPRESSION])
            p->meter[HZ_COMPRESSION][i] = 0;
        if (!booked)
            continue;
        hz_sum_add(&x->ledger.dissipated, loss[i]);
        if (hz_ledger_is_metered(p->meter))
            hz_ledger_show(&x->ledger, &(hz_energy){ kinetic[i], potential[i], 0 }, p->meter, i);
    }
    x->force = x->speed = 0;
}

/* friction:still  How much a body under a constant force is away from where it would rest, J. */
static double unrest(const hz_bank *b, double force, double h)
{
    double sum = 0;
    for (int i = 0; i < b->n; i++) {
        double push = force * b->drive[i], omega = b->omega[i];
        double off = omega > 0 ? omega * b->q[i] - push / omega : push * h;
        sum += 0.5 * b->mass[i] * (b->v[i] * b->v[i] + off * off);
    }
    return sum;
}

/* Less than this is heard at no gain, J. */
static const double nothing = 1e-27;

static void settle(hz_friction *x)
{
    const hz_friction_load *l = &x->load;
    if (x->still || l->speed != 0 || x->speed * x->speed > 1e-12 ||
        !(unrest(&x->a.bank, -x->force, x->h) + unrest(&x->b.bank, x->force + l->push, x->h) < nothing))
        return;
    double before = before_change(x);
    memset(x->a.bank.v, 0, sizeof(double) * (size_t)x->a.bank.n);
    memset(x->b.bank.v, 0, sizeof(double) * (size_t)x->b.bank.n);
    x->speed = 0;
    x->still = 1;
    if (x->ledger.open)
        hz_sum_add(&x->ledger.dissipated, before - stored(x));
}

static int stays_still(const hz_friction *x, const part *p)
{
    const hz_friction_io *io = p->io;
    return x->still && x->rub.left == 0 && x->a.sliding + x->b.sliding == 0 &&
           is_constant(io->force, x->load.force, p) && is_constant(io->speed, 0, p) &&
           is_constant(io->push, x->load.push, p);
}

/* Nothing changes, and nothing moves. */
static void hold(hz_friction *x, const part *p)
{
    const hz_friction_body *const body[] = { &x->a, &x->b };
    for (int k = 0; k < 2; k++)
        for (int q = 0; q < body[k]->bank.pickups; q++) {
            double heard = hz_bank_heard(&body[k]->bank, q, p->io->displacement);
            for (int i = 0; i < p->n; i++)
                body[k]->fade.audio[q][i] = heard;
        }
    for (int i = 0; i < p->n; i++) {
        p->io->friction[p->at + i] = x->force;
        meter(x, p->meter, p->io->ledger, i);
    }
}

static void run_part(hz_friction *x, part *p)
{
    const hz_friction_io *io = p->io;
    hz_friction_body *const body[] = { &x->a, &x->b };
    p->metered = 0;
    for (int m = 0; m < HZ_METERS; m++) {
        p->meter[m] = io->meter[m] ? io->meter[m] + p->at : NULL;
        p->metered |= io->meter[m] != NULL;
    }
    for (int k = 0; k < 2; k++) {
        hz_pickup_fade_rows(&body[k]->fade, io->audio + (k ? x->a.fade.pickups : 0), p->at);
        body[k]->bank.pickups = (body[k]->fade.pending ? 2 : 1) * body[k]->fade.pickups;
    }
    if (rings_freely(x, p))
        ring_both(x, p);
    else if (stays_still(x, p))
        hold(x, p);
    else {
        for (int i = 0; i < p->n; i++)
            rub(x, p, i);
        settle(x);
    }
    for (int k = 0; k < 2; k++) {
        if (body[k]->fade.pending)
            hz_pickup_fade_mix(&body[k]->fade, p->at, p->n, io->n, io->displacement);
        body[k]->bank.pickups = body[k]->fade.pickups;
    }
}

void hz_friction_run(hz_friction *x, const hz_friction_io *io)
{
    if (!io->ledger)
        hz_ledger_close(&x->ledger);
    else if (!x->ledger.open)
        hz_ledger_open(&x->ledger, stored(x));
    part p = { .io = io };
    for (; p.at < io->n; p.at += p.n) {
        p.n = io->n - p.at < HZ_FADE_CHUNK ? io->n - p.at : HZ_FADE_CHUNK;
        run_part(x, &p);
    }
    x->a.fade.pending = x->b.fade.pending = 0;
}
