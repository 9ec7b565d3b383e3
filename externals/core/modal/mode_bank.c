/* mode_bank: a body as a bank of modes, stepped exactly for a force that is constant over the step. */
#include "mode_bank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

#include "mode_ring.h"
#include "internal.h"

enum { OWN = 26, EACH = 17 }; /* rows of a bank, and of each step that it knows */

/* The length of the rows, padded with zeros: whole groups of modes, or slabs where nothing is heard of the bank, for
 * such a bank does not ring freely. */
static size_t length_of(int room, int pickups)
{
    int group = pickups > 0 ? (int)HZ_MODE_RING_GROUP : (int)HZ_SIMD_SLAB, groups = (room + group - 1) / group;
    return (size_t)(groups > 0 ? groups : 1) * (size_t)group;
}

/* A bank with room for one mode keeps no steps whose length comes again: they are derived as fast as they are found. */
static size_t steps_of(int room)
{
    return room > 1 ? HZ_BANK_STEPS : HZ_KEPT_STEPS;
}

/* The rows before those of the pickups. */
static size_t rows_of(int room)
{
    return OWN + EACH * steps_of(room) + HZ_WALK_LINE_ROWS + HZ_STRIDES * HZ_WALK_STRIDE_ROWS;
}

/* Lets every row point into the memory. `heard` has been made. */
static void lay_rows(hz_bank *m, size_t n)
{
    double **own[OWN] = { &m->mass,     &m->omega,     &m->sigma,    &m->weight,   &m->q,       &m->v,   &m->drive,
                          &m->spring,   &m->twice,     &m->answer,   &m->lossy,    &m->a_q,     &m->a_v, &m->qq,
                          &m->qv,       &m->stiffness, &m->loss_vv,  &m->loss_vq,  &m->loss_qq, &m->vq,  &m->vv,
                          &m->whole_qq, &m->whole_qv,  &m->whole_vq, &m->whole_vv, &m->swiftest };
    double *row = m->memory;
    for (int i = 0; i < OWN; i++, row += n)
        *own[i] = row;
    for (size_t k = 0; k < steps_of(m->room); k++) {
        hz_mode_step *st = &m->step[k];
        double **each[EACH] = { &st->s,   &st->b,   &st->less, &st->du_v, &st->du_q, &st->v_v,
                                &st->v_q, &st->e,   &st->e_v,  &st->k,    &st->m_v,  &st->m_q,
                                &st->ivv, &st->iaa, &st->ivt,  &st->iat,  &st->itt };
        for (int i = 0; i < EACH; i++, row += n)
            *each[i] = row;
    }
    for (int k = 0; k <= HZ_STRIDES; k++) {
        m->walk[k] = row;
        row += (k > 0 ? HZ_WALK_STRIDE_ROWS : HZ_WALK_LINE_ROWS) * n;
    }
    for (int p = 0; p < m->rows_heard; p++, row += n)
        m->heard[p] = row;
}

/* The numbers of all steps but the whole one, and of walks and strides, are derived again when they are needed. */
static void forget_steps(hz_bank *m)
{
    for (int k = HZ_PART_STEP; k < HZ_BANK_STEPS; k++)
        m->step[k].length = -1;
    m->walks = 0;
    for (int k = 0; k < HZ_STRIDES; k++)
        m->stride[k].derived = 0;
}

/* The same where only weights and masses have changed: most numbers of the kept steps stay. */
static void weigh_steps(hz_bank *m)
{
    for (int k = HZ_KEPT_STEPS; k < HZ_BANK_STEPS; k++)
        m->step[k].weighed = 0;
    m->step[HZ_PART_STEP].length = -1;
    m->latest = HZ_WHOLE_STEP;
    m->walks = 0;
    for (int k = 0; k < HZ_STRIDES; k++)
        m->stride[k].derived = 0;
}

int hz_bank_init(hz_bank *m, int room, int pickups)
{
    *m = (hz_bank){ .room = room, .pickups = pickups, .rows_heard = pickups, .lanes = hz_simd_best() };
    size_t n = length_of(room, pickups);
    m->memory = hz_memory_new((rows_of(room) + (size_t)pickups) * n * sizeof(double));
    m->heard = calloc((size_t)pickups + 1, sizeof *m->heard);
    if (!m->memory || !m->heard) {
        hz_bank_free(m);
        return 0;
    }
    lay_rows(m, n);
    m->step[HZ_WHOLE_STEP].length = -1;
    forget_steps(m);
    return 1;
}

int hz_bank_grow(hz_bank *m, int room)
{
    size_t was = length_of(m->room, m->rows_heard), n = length_of(room, m->rows_heard), kept = OWN + EACH;
    size_t heard = (size_t)m->rows_heard, before = rows_of(m->room), rows = rows_of(room);
    if (room <= m->room)
        return 1;
    double *memory = hz_memory_new((rows + heard) * n * sizeof(double));
    if (!memory)
        return 0;
    for (size_t r = 0; r < kept + heard; r++) { /* Of the steps, only the whole one is not derived again. */
        size_t pickup = r < kept ? 0 : r - kept;
        memcpy(memory + (r < kept ? r : rows + pickup) * n, m->memory + (r < kept ? r : before + pickup) * was,
               was * sizeof(double));
    }
    hz_memory_free(m->memory);
    m->memory = memory;
    m->room = room;
    lay_rows(m, n);
    forget_steps(m);
    return 1;
}

void hz_bank_free(hz_bank *m)
{
    hz_memory_free(m->memory);
    free(m->heard);
    *m = (hz_bank){ 0 };
}

void hz_modes_retune(const hz_modes *m, int i, double omega, double *q, double *v)
{
    double now = m->omega[i];
    if (omega == now || now <= 0)
        return;
    if (omega <= 0) { /* what drifted so far begins at rest */
        *q = 0;
        return;
    }
    double k = omega / now;
    *q *= m->heard_as < 0 ? 1 : m->heard_as > 0 ? k * k : k;
    *v *= m->heard_as < 0 ? 1 / k : m->heard_as > 0 ? k : 1;
}

/* A body without modes may have no rows at all. */
static void copy(double *to, const double *from, int n)
{
    if (n > 0)
        memcpy(to, from, sizeof *to * (size_t)n);
}

void hz_bank_describe(hz_bank *m, const hz_modes *modes)
{
    int n = modes->n < m->room ? modes->n : m->room;
    double *q = m->a_q, *v = m->a_v; /* these rows are derived anew after this, so they may serve here */
    for (int i = 0; i < n; i++) {
        int from = modes->from ? modes->from[i] : i, is = from >= 0 && from < m->n;
        q[i] = is ? m->q[from] : 0;
        v[i] = is ? m->v[from] : 0;
        if (is)
            hz_modes_retune(modes, i, m->omega[from], &q[i], &v[i]);
    }
    copy(m->q, q, n);
    copy(m->v, v, n);
    copy(m->mass, modes->mass, n);
    copy(m->omega, modes->omega, n);
    copy(m->sigma, modes->sigma, n);
    copy(m->weight, modes->weight, n);
    for (int p = 0; p < m->pickups && p < modes->pickups; p++) {
        copy(m->heard[p], modes->heard[p], n);
        for (int i = n; i < m->n; i++)
            m->heard[p][i] = 0;
    }
    for (int i = n; i < m->n; i++) /* the loops also read modes that no longer exist: as zeros */
        m->mass[i] = m->omega[i] = m->sigma[i] = m->weight[i] = m->q[i] = m->v[i] = 0;
    m->load = n == 1 ? m->load : 0;
    m->n = n;
}

/* Stores a number. Returns whether it was another one. */
static int changes(double *at, double x)
{
    int other = *at != x;
    *at = x;
    return other;
}

/* modal:area  The same for the four numbers of a whole step, each of which is rounded by itself: of the numbers next to
 * qq, the one with the best vv. */
static void keep_area(double *qq, double *vv, long double cross)
{
    double best_qq = *qq, best_vv = *vv;
    long double area = 1 + cross, least = fabsl((long double)*qq * *vv - area);
    for (int k = -1; k <= 1; k++) {
        double near = *qq * (1 + k * 0x1p-52), fit = (double)(area / near);
        long double off = fabsl((long double)near * fit - area);
        if (fabs(near) > 1e-3 && off < least) {
            least = off;
            best_qq = near;
            best_vv = fit;
        }
    }
    *qq = best_qq;
    *vv = best_vv;
}

/* A whole step without force: modal:step with the push of the spring alone. */
static void prepare_ring(hz_bank *m)
{
    hz_mode_step *whole = &m->step[HZ_WHOLE_STEP];
    hz_mode_step_integrate(m, whole);
    for (int i = 0; i < m->n; i++) {
        double spring = m->spring[i], s = whole->s[i], loss = m->twice[i] * m->mass[i];
        m->qq[i] = 1 - spring * whole->b[i];
        m->qv[i] = s;
        m->vq[i] = -spring * s;
        m->vv[i] = 1 - whole->less[i];
        if (m->twice[i] == 0 && spring > 0)
            keep_area(&m->qq[i], &m->vv[i], (long double)m->qv[i] * m->vq[i]);
        m->loss_vv[i] = loss * whole->ivv[i];
        m->loss_vq[i] = -loss * spring * s * s;
        m->loss_qq[i] = loss * spring * spring * whole->iaa[i];
    }
}

static double greater(double a, double b)
{
    return a > b ? a : b;
}

void hz_bank_prepare(hz_bank *m, double h)
{
    hz_mode_step *whole = &m->step[HZ_WHOLE_STEP];
    int tuned = h != whole->length || m->n != m->prepared, weighed = tuned, rings = tuned;
    double compliance = 0, inverse = 0, highest = 0, fastest = 0, swift = 0;
    m->drifting = m->damped = 0;
    for (int i = 0; i < m->n; i++) {
        double omega = m->omega[i], spring = omega * omega, w = m->weight[i], drive = w / m->mass[i],
               twice = 2 * m->sigma[i];
        tuned |= changes(&m->spring[i], spring) | changes(&m->twice[i], twice);
        rings |= changes(&m->lossy[i], twice * m->mass[i]);
        weighed |= changes(&m->drive[i], drive) | changes(&m->answer[i], w * drive);
        m->stiffness[i] = m->mass[i] * spring;
        m->a_q[i] = -w * spring;
        m->a_v[i] = -w * twice;
        inverse += w * drive;
        highest = greater(omega, highest);
        swift = greater(greater(omega, twice), i % HZ_SIMD_SLAB == 0 ? 0 : swift);
        m->swiftest[i / HZ_SIMD_SLAB * HZ_SIMD_SLAB] = swift;
        fastest = greater(fastest, swift);
        m->damped |= twice > 0;
        if (spring == 0)
            m->drifting = i + 1;
        else
            compliance += w * w / (m->mass[i] * spring);
    }
    m->static_compliance = compliance;
    m->inverse_mass = inverse;
    m->highest = highest;
    m->fastest = fastest;
    for (int i = m->n; i < m->prepared; i++) /* of modes that no longer exist */
        m->drive[i] = m->spring[i] = m->twice[i] = m->answer[i] = m->lossy[i] = m->stiffness[i] = m->a_q[i] =
            m->a_v[i] = m->qq[i] = m->qv[i] = m->vq[i] = m->vv[i] = m->loss_vv[i] = m->loss_vq[i] = m->loss_qq[i] = 0;
    m->prepared = m->n;
    if (tuned)
        m->stretches = 0;
    if (tuned)
        hz_mode_step_prepare(m, whole, h);
    else if (weighed)
        hz_mode_step_weigh(m, whole);
    if (tuned || rings)
        prepare_ring(m);
    if (tuned || rings)
        forget_steps(m);
    else if (weighed)
        weigh_steps(m);
}

/* modal:stretch */
static void prepare_whole(hz_bank *m)
{
    double t = HZ_BANK_RING_WHOLE * m->step[HZ_WHOLE_STEP].length;
    for (int i = 0; i < m->n; i++) {
        hz_oscillator k = hz_oscillator_step(m->omega[i], m->sigma[i], t);
        m->whole_qq[i] = 1 - m->spring[i] * k.b;
        m->whole_qv[i] = k.s;
        m->whole_vq[i] = -m->spring[i] * k.s;
        m->whole_vv[i] = k.c;
        if (m->twice[i] == 0 && m->spring[i] > 0)
            keep_area(&m->whole_qq[i], &m->whole_vv[i], (long double)k.s * m->whole_vq[i]);
    }
}

static hz_mode_ring ring_of(hz_bank *m)
{
    return (hz_mode_ring){ .lanes = m->lanes,
                           .modes = m->n,
                           .q = m->q,
                           .v = m->v,
                           .qq = m->qq,
                           .qv = m->qv,
                           .vq = m->vq,
                           .vv = m->vv,
                           .whole_qq = m->stretches < 2 ? NULL : m->whole_qq,
                           .whole_qv = m->whole_qv,
                           .whole_vq = m->whole_vq,
                           .whole_vv = m->whole_vv,
                           .loss_vv = m->loss_vv,
                           .loss_vq = m->loss_vq,
                           .loss_qq = m->loss_qq,
                           .mass = m->mass,
                           .stiffness = m->stiffness };
}

/* A stretch of n samples begins. What a whole one does is derived for the second of them: modes that are tuned all the
 * time do without. */
static hz_mode_ring ring_over(hz_bank *m, int n)
{
    if (n == HZ_MODE_RING_STRETCH && m->stretches < 2 && ++m->stretches == 2)
        prepare_whole(m);
    return ring_of(m);
}

/* Adds what the pickups hear over a stretch of samples. With `moves` the last of them moves the modes. */
static void hear(hz_bank *m, hz_mode_ring *r, int from, int n, double *const *out, int displacement, int moves)
{
    int whole = n == HZ_MODE_RING_STRETCH && r->whole_qq;
    for (int p = 0; p < m->pickups; p++) {
        r->weight = m->heard[p];
        if (whole)
            hz_mode_ring_hear_whole(r, out[p] + from, displacement);
        else
            hz_mode_ring_hear(r, n, out[p] + from, displacement, moves && p == m->pickups - 1);
    }
    if (whole && moves)
        hz_mode_ring_carry(r);
}

void hz_bank_ring(hz_bank *m, int at, int n, double *const *out, int displacement)
{
    for (int from = 0; from < n; from += HZ_MODE_RING_STRETCH) {
        int some = n - from < HZ_MODE_RING_STRETCH ? n - from : HZ_MODE_RING_STRETCH;
        hz_mode_ring r = ring_over(m, some);
        hear(m, &r, at + from, some, out, displacement, 1);
    }
}

void hz_bank_ring_booked(hz_bank *m, int at, int n, double *const *out, int displacement, const hz_bank_books *books)
{
    hz_mode_ring r = ring_over(m, n);
    hear(m, &r, at, n, out, displacement, 0);
    hz_mode_ring_book(&r, n, &(hz_mode_ring_books){ books->loss, books->kinetic, books->potential });
    for (int i = 0; i < n; i++) { /* of twice the energies */
        books->kinetic[i] *= 0.5;
        books->potential[i] *= 0.5;
    }
}

double hz_bank_ring_stored(hz_bank *m, int at, double *const *out, int displacement, double *stored)
{
    _Static_assert((int)HZ_BANK_RING_WHOLE == (int)HZ_MODE_RING_STRETCH, "it is one stretch");
    double twice[HZ_BANK_RING_WHOLE] = { 0 }, h = m->step[HZ_WHOLE_STEP].length;
    double loss = m->damped ? hz_bank_loss(m, hz_bank_step(m, HZ_BANK_RING_WHOLE * h), 0, 0) : 0;
    hz_mode_ring r = ring_over(m, HZ_BANK_RING_WHOLE);
    int last = m->pickups - 1;
    for (int p = 0; p < last; p++) {
        r.weight = m->heard[p];
        hz_mode_ring_hear(&r, HZ_BANK_RING_WHOLE, out[p] + at, displacement, 0);
    }
    r.weight = m->heard[last];
    hz_mode_ring_hear_stored(&r, HZ_BANK_RING_WHOLE, out[last] + at, displacement, twice);
    for (int i = 0; i < HZ_BANK_RING_WHOLE; i++)
        stored[i] += 0.5 * twice[i];
    return loss;
}

double hz_bank_swing(const hz_bank *m, const hz_survey *now, double t)
{
    /* modal:swing */
    double drift = 0;
    for (int i = 0; i < m->drifting; i++)
        drift += fabs(m->weight[i]) * (fabs(m->q[i]) + fabs(m->v[i]) * t);
    return sqrt(2 * (now->kinetic + now->potential) * m->static_compliance) + drift;
}

void hz_bank_rest(hz_bank *m)
{
    size_t bytes = sizeof(double) * length_of(m->room, m->rows_heard);
    memset(m->q, 0, bytes);
    memset(m->v, 0, bytes);
}

double hz_bank_heard(const hz_bank *m, int pickup, int displacement)
{
    return m->n > 0 ? hz_mode_step_product(m, m->heard[pickup], displacement ? m->q : m->v) : 0;
}

hz_survey hz_bank_survey(const hz_bank *m)
{
    hz_survey s = hz_mode_step_survey(m);
    s.u += m->origin;
    return s;
}

double hz_bank_displacement(const hz_bank *m)
{
    return m->n > 0 ? m->origin + hz_mode_step_product(m, m->weight, m->q) : m->origin;
}

double hz_bank_velocity(const hz_bank *m)
{
    return m->n > 0 ? hz_mode_step_product(m, m->weight, m->v) : 0;
}

double hz_bank_acceleration(const hz_bank *m, double outer)
{
    if (m->n == 0)
        return 0;
    return m->weight[0] * m->load + m->inverse_mass * outer +
           (hz_mode_step_product(m, m->a_q, m->q) + hz_mode_step_product(m, m->a_v, m->v));
}

void hz_bank_energy(const hz_bank *m, hz_energy *add)
{
    hz_survey s = hz_mode_step_survey(m);
    add->kinetic += s.kinetic;
    add->potential += s.potential;
}
