/* rest: all that touch lie still to the ear, and a block of it is taken at once (collide:rest).
 *
 * Each contact then pushes with the constant force that carries its striker; the object rings about the shape that all
 * these forces give it, and the strikers follow. */
#include <math.h>
#include <string.h>

#include "core/base/root.h"
#include "internal.h"

static double first_of(const double *x)
{
    return x ? x[0] : 0;
}

/* Whether nobody asks for more than the sound, and the same acts all along. */
static int is_left_alone(const hz_collide *c, const hz_collide_block *b)
{
    const hz_contact_system *s = &c->system;
    const hz_collide_io *io = b->io;
    return !b->watched && c->sliding == 0 && s->slide == 0 && s->object.drifting == 0 &&
           hz_signal_is_all(io->table, io->n, s->object.origin) &&
           hz_signal_is_all(io->force_a, io->n, first_of(io->force_a)) &&
           hz_signal_is_all(io->force_b, io->n, first_of(io->force_b));
}

/* ---- one contact ---- */

/* The force that is left to a striker at this compression, by its mass, its suspension and what pushes it. */
static double load_at(const hz_contact_striker *k, double eta, double outer)
{
    const hz_bank *body = &k->body;
    double place = hz_bank_displacement(body) + (eta - k->eta) - body->origin;
    return outer + body->mass[0] * (body->load - body->spring[0] * place);
}

/* The compression at which the contact carries it; 0 where it is not pressed. */
static double rest_of(const hz_collide *c, const hz_contact_striker *k, double outer)
{
    const hz_law *l = &c->system.law;
    double load = load_at(k, 0, outer), stiff = k->body.mass[0] * k->body.spring[0];
    if (!(load > 0))
        return 0;
    double most = hz_law_compression(l, load);
    if (stiff == 0)
        return most;
    hz_root r = hz_root_from(0, most, most);
    double spring;
    do
        spring = hz_law_spring(l, r.x);
    while (hz_root_newton(&r, spring - load_at(k, r.x, outer), l->exponent * spring / r.x + stiff));
    return r.x;
}

/* Whether it moves slower than can be heard, about the compression at which it would rest. */
static int is_still(const hz_collide *c, const hz_contact_striker *k, double outer)
{
    const hz_law *l = &c->system.law;
    double quiet = c->system.params.quiet, m = k->body.mass[0];
    if (!(fabs(k->v) < quiet && fabs(k->body.v[0]) < quiet))
        return 0;
    double eta = rest_of(c, k, outer), off = k->eta - eta;
    double held = hz_law_potential(l, k->eta) - hz_law_potential(l, eta) - hz_law_spring(l, eta) * off +
                  0.5 * m * k->body.spring[0] * off * off;
    return eta > 0 && held < 0.5 * m * quiet * quiet;
}

/* Whether a striker leaves and nothing brings it back. */
static int is_gone(const hz_contact_striker *k, double outer)
{
    return k->eta < 0 && k->v < 0 && k->body.v[0] <= 0 && k->body.load == 0 && k->body.omega[0] == 0 && outer == 0;
}

/* ---- the object ---- */

/* What all forces together bend mode i. */
static double bend(const hz_bank *b, int i, double force)
{
    return b->drive[i] * force / b->spring[i];
}

/* Whether the object, about that shape, swings less than half of what can be heard: what it does under a force that is
 * not quite the weight is as small. */
static int object_is_quiet(const hz_collide *c, int displacement, double force)
{
    const hz_bank *b = &c->system.object;
    for (int p = 0; p < b->pickups; p++) {
        double loudest = 0;
        for (int i = 0; i < b->n; i++) {
            double swing = b->q[i] - bend(b, i, force), square = b->v[i] * b->v[i] + b->spring[i] * swing * swing;
            loudest += fabs(b->heard[p][i]) * sqrt(displacement ? square / b->spring[i] : square);
        }
        if (!(loudest < 0.5 * c->system.params.quiet))
            return 0;
    }
    return 1;
}

static double pushes(const hz_collide *c)
{
    double sum = 0;
    for (int k = 0; k < c->system.n; k++)
        sum += c->system.strikers[k].touching ? c->touch[k].push : 0;
    return sum;
}

/* ---- a block ---- */

/* Finds the forces with which all rest that touch, or that they do not rest. */
static int falls_asleep(hz_collide *c, const hz_collide_block *b)
{
    hz_contact_system *s = &c->system;
    int touch = 0;
    for (int k = 0; k < s->n; k++) {
        const hz_contact_striker *its = &s->strikers[k];
        double outer = k == s->last ? first_of(b->io->force_a) : 0;
        touch |= its->touching;
        if (its->ringing.n > 0 || !(its->touching ? is_still(c, its, outer) : is_gone(its, outer)))
            return 0;
    }
    if (!touch)
        return 0;
    for (int k = 0; k < s->n; k++) {
        hz_contact_striker *its = &s->strikers[k];
        double outer = k == s->last ? first_of(b->io->force_a) : 0;
        if (its->touching)
            c->touch[k].push = load_at(its, rest_of(c, its, outer), outer);
    }
    return object_is_quiet(c, b->io->displacement, pushes(c) + first_of(b->io->force_b));
}

int hz_collide_is_at_rest(hz_collide *c, const hz_collide_block *b)
{
    const hz_collide_io *io = b->io;
    int touches = 0;
    for (int k = 0; k < c->system.n; k++)
        touches |= c->system.strikers[k].touching;
    if (!touches || !is_left_alone(c, b) ||
        (c->asleep && (c->rests[0] != first_of(io->force_a) || c->rests[1] != first_of(io->force_b))))
        c->asleep = 0;
    else if (!c->asleep && falls_asleep(c, b)) {
        c->asleep = 1;
        c->rests[0] = first_of(io->force_a);
        c->rests[1] = first_of(io->force_b);
    }
    return c->asleep;
}

/* The object rings about the shape that the forces give it. */
static void ring(hz_collide *c, const hz_collide_io *io, double force)
{
    hz_bank *b = &c->system.object;
    for (int i = 0; i < b->n; i++)
        b->q[i] -= bend(b, i, force);
    for (int p = 0; p < b->pickups; p++)
        memset(io->audio[p], 0, sizeof(double) * (size_t)io->n);
    if (!hz_bank_is_silent(b))
        hz_bank_ring(b, 0, io->n, io->audio, io->displacement);
    for (int i = 0; i < b->n; i++)
        b->q[i] += bend(b, i, force);
    for (int p = 0; io->displacement && p < b->pickups; p++) {
        double shift = 0;
        for (int i = 0; i < b->n; i++)
            shift += b->heard[p][i] * bend(b, i, force);
        for (int i = 0; i < io->n; i++)
            io->audio[p][i] += shift;
    }
}

/* Each striker follows the object; one that is gone flies on. */
static void follow(hz_collide *c, double time)
{
    hz_contact_system *s = &c->system;
    double u = hz_bank_displacement(&s->object), v = hz_bank_velocity(&s->object);
    for (int k = 0; k < s->n; k++) {
        hz_contact_striker *its = &s->strikers[k];
        if (its->touching) {
            hz_contact_striker_leave(its, hz_law_compression(&s->law, c->touch[k].push), -v);
            its->body.q[0] = u + its->eta - its->body.origin;
            its->body.v[0] = 0;
            hz_collide_compress(c, k);
        } else {
            its->body.q[0] += its->body.v[0] * time;
            hz_contact_striker_leave(its, hz_bank_displacement(&its->body) - u, its->body.v[0] - v);
        }
    }
}

void hz_collide_rest(hz_collide *c, hz_collide_block *b)
{
    hz_contact_system *s = &c->system;
    const hz_collide_io *io = b->io;
    double push = pushes(c);
    if (s->object.n > 0)
        ring(c, io, push + first_of(io->force_b));
    follow(c, io->n * s->h);
    for (int i = 0; i < io->n; i++)
        io->force[i] = push;
    for (int p = 0; s->object.n == 0 && p < s->object.pickups; p++)
        for (int i = 0; i < io->n; i++)
            io->audio[p][i] = hz_collide_motion(c, p, io->displacement);
    hz_work_recover(&s->work, io->n);
    s->substeps = 1;
    b->at = io->n;
    c->ahead = 0;
}
