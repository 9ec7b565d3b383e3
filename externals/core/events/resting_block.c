/* resting_block: a body that lies on another, and nothing of both can be heard: a block of it at once. */
#include "internal.h"

#include <math.h>
#include <string.h>

/* Whether anything but the weight acts, or anybody asks for more than the sound. */
static int is_left_alone(const hz_contact_system *s, const hz_collide_io *io)
{
    return s->n == 1 && s->striker->ringing.n == 0 && s->striker->touching && !io->ledger && !io->meter[HZ_POSITION] &&
           !io->meter[HZ_COMPRESSION] && s->slide == 0 && s->striker->body.omega[0] == 0 && s->striker->body.load > 0 &&
           s->object.drifting == 0 && hz_pair_is_all(io->force_a, io->n, 0) && hz_pair_is_all(io->force_b, io->n, 0) &&
           hz_pair_is_all(io->table, io->n, s->object.origin);
}

static double weight(const hz_contact_system *s)
{
    return s->striker->body.mass[0] * s->striker->body.load;
}

/* The compression that carries the weight. */
static double sag(const hz_contact_system *s)
{
    return pow(weight(s) / s->law.stiffness, 1 / s->law.exponent);
}

/* What the weight bends mode i. */
static double bend(const hz_contact_system *s, int i)
{
    return s->object.drive[i] * weight(s) / s->object.spring[i];
}

/* Whether the contact moves slower than can be heard, about the compression that carries the weight. */
static int contact_is_quiet(const hz_contact_system *s)
{
    double speed = s->params.quiet, eta = sag(s), m = s->striker->body.mass[0];
    if (!(fabs(s->striker->v) < speed && fabs(s->striker->body.v[0]) < speed))
        return 0;
    double held = hz_law_potential(&s->law, s->striker->eta) - hz_law_potential(&s->law, eta) -
                  weight(s) * (s->striker->eta - eta);
    return held < 0.5 * m * speed * speed;
}

/* Whether the object, about the shape that the weight gives it, swings less than half of what can be heard: what it
 * does under a force that is not quite the weight is as small. */
static int object_is_quiet(const hz_contact_system *s, int displacement)
{
    const hz_bank *b = &s->object;
    for (int p = 0; p < b->pickups; p++) {
        double loudest = 0;
        for (int i = 0; i < b->n; i++) {
            double swing = b->q[i] - bend(s, i), square = b->v[i] * b->v[i] + b->spring[i] * swing * swing;
            loudest += fabs(b->heard[p][i]) * sqrt(displacement ? square / b->spring[i] : square);
        }
        if (!(loudest < 0.5 * s->params.quiet))
            return 0;
    }
    return 1;
}

/* The striker follows the object. */
static void lie(hz_contact_system *s)
{
    hz_contact_system_lay(s, sag(s));
}

/* Rings about the shape that the weight gives the object. */
static void ring(hz_contact_system *s, const hz_collide_io *io)
{
    hz_bank *b = &s->object;
    for (int i = 0; i < b->n; i++)
        b->q[i] -= bend(s, i);
    for (int p = 0; p < b->pickups; p++)
        memset(io->audio[p], 0, sizeof(double) * (size_t)io->n);
    if (!hz_bank_is_silent(b))
        hz_bank_ring(b, 0, io->n, io->audio, io->displacement);
    for (int i = 0; i < b->n; i++)
        b->q[i] += bend(s, i);
    for (int p = 0; io->displacement && p < b->pickups; p++) {
        double shift = 0;
        for (int i = 0; i < b->n; i++)
            shift += b->heard[p][i] * bend(s, i);
        for (int i = 0; i < io->n; i++)
            io->audio[p][i] += shift;
    }
}

int hz_resting_block(hz_events *e, hz_contact_system *s, const hz_collide_io *io)
{
    if (!is_left_alone(s, io)) {
        e->asleep = 0;
        return 0;
    }
    if (!e->asleep && !(contact_is_quiet(s) && object_is_quiet(s, io->displacement)))
        return 0;
    if (s->object.n > 0)
        ring(s, io);
    lie(s);
    if (!e->asleep)
        hz_contact_phase_compress(e, s);
    e->asleep = 1;
    for (int i = 0; i < io->n; i++)
        io->force[i] = weight(s);
    for (int p = 0; s->object.n == 0 && p < s->object.pickups; p++)
        for (int i = 0; i < io->n; i++)
            io->audio[p][i] = io->displacement ? hz_bank_displacement(&s->striker->body) : 0;
    s->substeps = 1;
    return 1;
}
