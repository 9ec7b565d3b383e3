/* resting_block: a body that lies on another, and nothing of both can be heard: a block of it at once. */
#include "resting_block.h"

#include <math.h>
#include <string.h>

#include "contact_phase.h"

/* Whether anything but the weight acts, or anybody asks for more than the sound. */
static int is_left_alone(const hz_collide *c, const hz_collide_io *io)
{
    return c->touching && !c->touch.brief && !io->ledger && !io->meter[HZ_POSITION] && !io->meter[HZ_COMPRESSION] &&
           c->slide == 0 && c->a.omega[0] == 0 && c->a.load[0] > 0 && c->b.drifting == 0 &&
           hz_outer_is_all(io->force_a, io->n, 0) && hz_outer_is_all(io->force_b, io->n, 0) &&
           hz_outer_is_all(io->table, io->n, c->b.origin);
}

static double weight(const hz_collide *c)
{
    return c->a.mass[0] * c->a.load[0];
}

/* The compression that carries the weight. */
static double sag(const hz_collide *c)
{
    return pow(weight(c) / c->law.stiffness, 1 / c->law.exponent);
}

/* What the weight bends mode i. */
static double bend(const hz_collide *c, int i)
{
    return c->b.drive[i] * weight(c) / c->b.spring[i];
}

/* Whether the contact moves slower than can be heard, about the compression that carries the weight. */
static int contact_is_quiet(const hz_collide *c)
{
    double speed = c->params.quiet, eta = sag(c), m = c->a.mass[0];
    if (!(fabs(c->v) < speed && fabs(c->a.v[0]) < speed))
        return 0;
    double held = hz_law_potential(&c->law, c->eta) - hz_law_potential(&c->law, eta) - weight(c) * (c->eta - eta);
    return held < 0.5 * m * speed * speed;
}

/* Whether the object, about the shape that the weight gives it, swings less than half of what can be heard: what it
 * does under a force that is not quite the weight is as small. */
static int object_is_quiet(const hz_collide *c, int displacement)
{
    const hz_bank *b = &c->b;
    for (int p = 0; p < b->pickups; p++) {
        double loudest = 0;
        for (int i = 0; i < b->n; i++) {
            double swing = b->q[i] - bend(c, i), square = b->v[i] * b->v[i] + b->spring[i] * swing * swing;
            loudest += fabs(b->heard[p][i]) * sqrt(displacement ? square / b->spring[i] : square);
        }
        if (!(loudest < 0.5 * c->params.quiet))
            return 0;
    }
    return 1;
}

/* The striker follows the object. */
static void lie(hz_collide *c)
{
    c->eta = sag(c);
    c->a.q[0] = hz_bank_displacement(&c->b) + c->eta - c->a.origin;
    c->a.v[0] = 0;
    c->v = -hz_bank_velocity(&c->b);
}

/* Rings about the shape that the weight gives the object. */
static void ring(hz_collide *c, const hz_collide_io *io)
{
    hz_bank *b = &c->b;
    for (int i = 0; i < b->n; i++)
        b->q[i] -= bend(c, i);
    for (int p = 0; p < b->pickups; p++)
        memset(io->audio[p], 0, sizeof(double) * (size_t)io->n);
    if (!hz_bank_is_silent(b))
        hz_bank_ring(b, 0, io->n, io->audio, io->displacement);
    for (int i = 0; i < b->n; i++)
        b->q[i] += bend(c, i);
    for (int p = 0; io->displacement && p < b->pickups; p++) {
        double shift = 0;
        for (int i = 0; i < b->n; i++)
            shift += b->heard[p][i] * bend(c, i);
        for (int i = 0; i < io->n; i++)
            io->audio[p][i] += shift;
    }
}

int hz_resting_block(hz_collide *c, const hz_collide_io *io)
{
    if (!is_left_alone(c, io)) {
        c->asleep = 0;
        return 0;
    }
    if (!c->asleep && !(contact_is_quiet(c) && object_is_quiet(c, io->displacement)))
        return 0;
    if (c->b.n > 0)
        ring(c, io);
    lie(c);
    if (!c->asleep)
        hz_contact_phase_compress(c);
    c->asleep = 1;
    for (int i = 0; i < io->n; i++)
        io->force[i] = weight(c);
    for (int p = 0; c->b.n == 0 && p < c->b.pickups; p++)
        for (int i = 0; i < io->n; i++)
            io->audio[p][i] = io->displacement ? hz_bank_displacement(&c->a) : 0;
    c->substeps = 1;
    return 1;
}
