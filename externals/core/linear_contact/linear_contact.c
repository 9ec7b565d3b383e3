/* linear_contact: two modal bodies that are one linear system while they touch and two while they do not. */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/modal/mode_ring.h"

/* ---- life ---- */

/* Rows begin at a slab, and ringing reads whole groups from the beginning of body b on. */
static size_t padded(int room_a, int room_b)
{
    size_t all = (size_t)room_a + (size_t)room_b;
    all = all < HZ_LINEAR_CONTACT_MOST ? all : HZ_LINEAR_CONTACT_MOST;
    return (all + 3 * HZ_SIMD_SLAB + 2 * HZ_MODE_RING_GROUP) / HZ_SIMD_SLAB * HZ_SIMD_SLAB;
}

static double *carve(double **memory, size_t n)
{
    double *row = *memory;
    *memory += n;
    return row;
}

static int body_init(hz_linear_contact_body *b, int room, int pickups, double **memory)
{
    b->room = room;
    b->pickups = pickups;
    double **rows[] = { &b->scale, &b->pull, &b->keep_q, &b->keep_v, &b->keep_omega };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        *rows[i] = carve(memory, (size_t)room);
    return hz_coupled_damping_init(&b->coupling);
}

enum { ROWS = 54 };

static void carve_pairs(hz_linear_contact *x, size_t n)
{
    hz_pairs *r = &x->r;
    double *at = x->rows;
    double **own[] = { &r->x,           &r->sigma,      &r->delta,     &r->spring,    &r->damper,   &r->eta_q,
                       &r->eta_p,       &r->rate_q,     &r->rate_p,    &r->drive_q,   &r->drive_p,  &r->load_q,
                       &r->load_p,      &r->q,          &r->p,         &r->next_q,    &r->next_p,   &r->sample.t2,
                       &r->sample.s,    &r->sample.d2,  &r->sample.d1, &r->sample.t1, &r->block.t2, &r->block.s,
                       &r->block.d2,    &r->block.d1,   &r->block.t1,  &r->coast,     &r->way,      &r->moved_q,
                       &r->moved_p,     &r->qq,         &r->qp,        &r->pq,        &r->pp,       &r->sized_q,
                       &r->sized_p,     &r->loss,       &r->form_q,    &r->form_p,    &r->kept_cc,  &r->kept_ss,
                       &r->kept_square, &x->x,          &x->sigma,     &x->port,      &x->low_q,    &x->low_p,
                       &x->next_low_q,  &x->next_low_p, &x->owed_q,    &x->owed_p,    &x->shown_q,  &x->shown_p };
    _Static_assert(sizeof own / sizeof *own == ROWS, "there is memory for these");
    for (int i = 0; i < ROWS; i++)
        *own[i] = carve(&at, n);
    for (int k = 0; k < 2 * (x->a.pickups + x->b.pickups); k++) {
        x->place[k] = carve(&at, n);
        x->speed[k] = carve(&at, n);
    }
    hz_force_curve *curves[] = { &x->curve, &x->rest };
    for (int k = 0; k < 2; k++) {
        curves[k]->table = carve(&at, 2 * HZ_LEGENDRE * n);
        curves[k]->coast = carve(&at, n);
        curves[k]->rate = carve(&at, n);
        curves[k]->way = carve(&at, n);
    }
}

int hz_linear_contact_init(hz_linear_contact *x, int room_a, int pickups_a, int room_b, int pickups_b)
{
    size_t n = padded(room_a, room_b), pickups = (size_t)pickups_a + (size_t)pickups_b;
    *x = (hz_linear_contact){ .h = 1, .reach = NAN, .size = INFINITY };
    x->memory = calloc(5 * ((size_t)room_a + (size_t)room_b) + 2 * pickups + 1, sizeof *x->memory);
    x->rows = hz_memory_new((ROWS + 4 * pickups + 2 * (2 * HZ_LEGENDRE + 3)) * n * sizeof(double));
    x->numbers = calloc(n, sizeof(int));
    x->place = calloc(4 * pickups + 1, sizeof *x->place);
    double *at = x->memory;
    if (!at || !x->rows || !x->numbers || !x->place || !body_init(&x->a, room_a, pickups_a, &at) ||
        !body_init(&x->b, room_b, pickups_b, &at)) {
        hz_linear_contact_free(x);
        return 0;
    }
    x->speed = x->place + 2 * pickups;
    x->drift = x->numbers;
    hz_series_tables(&x->numbers_of);
    x->r.lanes = hz_simd_best();
    x->r.room = (int)n;
    carve_pairs(x, n);
    for (int d = 0; d < 2; d++)
        x->offset[d] = carve(&at, pickups);
    x->switches_left = 2 * hz_linear_contact_switches(HZ_LINEAR_CONTACT_MOST);
    return 1;
}

void hz_linear_contact_free(hz_linear_contact *x)
{
    free(x->memory);
    free(x->numbers);
    free(x->place);
    hz_memory_free(x->rows);
    hz_coupled_damping_free(&x->a.coupling);
    hz_coupled_damping_free(&x->b.coupling);
    *x = (hz_linear_contact){ 0 };
}

/* ---- energy ---- */

void hz_linear_contact_energy(const hz_linear_contact *x, hz_energy *out)
{
    const double *q = x->r.q, *p = x->r.p;
    double twice_kinetic = 0, twice_potential = 0;
    if (x->a.coupling.n > 0 || x->b.coupling.n > 0) {
        hz_phases_read(x, x->shown_q, x->shown_p);
        q = x->shown_q;
        p = x->shown_p;
    }
    for (int i = 0; i < x->r.n; i++) {
        twice_kinetic += p[i] * p[i];
        twice_potential += x->x[i] * q[i] * q[i];
    }
    for (int d = 0; d < x->drifting; d++) {
        int i = x->drift[d];
        double pull = i < x->b.at ? x->a.pull[i] : x->b.pull[i - x->b.at];
        twice_potential -= 2 * x->params.gravity * pull * q[i];
    }
    double eta = x->touching || x->slack ? x->eta : 0;
    *out = (hz_energy){ 0.5 * twice_kinetic, 0.5 * twice_potential, 0.5 * x->params.stiffness * eta * eta };
}

void hz_linear_contact_accounts(const hz_linear_contact *x, hz_accounts *out)
{
    hz_energy now;
    hz_linear_contact_energy(x, &now);
    hz_ledger_read(&x->ledger, &now, out);
}

int hz_linear_contact_finite(const hz_linear_contact *x)
{
    double sum = x->eta + x->rate;
    for (int i = 0; i < x->r.n; i++)
        sum += x->r.q[i] + x->r.p[i];
    return isfinite(sum);
}

hz_energy hz_linear_contact_before(const hz_linear_contact *x)
{
    hz_energy now = { 0 };
    if (x->ledger.open)
        hz_linear_contact_energy(x, &now);
    return now;
}

void hz_linear_contact_adjust(hz_linear_contact *x, const hz_energy *before)
{
    hz_energy after;
    if (!x->ledger.open)
        return;
    hz_linear_contact_energy(x, &after);
    hz_ledger_adjust(&x->ledger, before, &after);
}

/* ---- excitation ---- */

void hz_linear_contact_hear_anew(hz_linear_contact *x)
{
    memset(x->offset[0], 0, sizeof(double) * 2 * (size_t)(x->a.pickups + x->b.pickups)); /* and [1], which follows */
}

/* Everything at rest, and nothing is left to fade. */
static void still(hz_linear_contact *x)
{
    hz_phases_rest(x);
    hz_linear_contact_hear_anew(x);
}

void hz_linear_contact_reset(hz_linear_contact *x)
{
    hz_energy now;
    x->placed = 0;
    still(x);
    hz_linear_contact_energy(x, &now);
    hz_ledger_open(&x->ledger, hz_energy_total(&now));
}

void hz_linear_contact_calm(hz_linear_contact *x)
{
    hz_energy before = hz_linear_contact_before(x);
    still(x);
    hz_linear_contact_adjust(x, &before);
}

/* contact:struck  Bodies that the state in q has inside each other give way until they only touch, or until the spring
 * holds them off a surface that is too thick. Returns their compression, or NaN where it is what the modes say. */
static double give_way(hz_linear_contact *x, double *q)
{
    double eta = x->surface, compliance = hz_bodies_compliance(x);
    for (int i = 0; i < x->r.n; i++)
        eta += x->port[i] * q[i];
    if (!(eta > 0) || (compliance == 0 && !(x->drift_square > 0)))
        return NAN;
    double balance = fmax(x->surface, 0) / (1 + x->params.stiffness * compliance);
    double to = x->drift_square > 0 ? 0 : fmin(eta, balance);
    hz_bodies_move_apart(x, eta - to, compliance, q);
    return to;
}

/* Puts the contact point of a so far above the surface, with this velocity. What drifts is moved there, and all else of
 * a comes to rest; where nothing drifts, a is bent as a force at its contact point would bend it, or struck. */
static void place(hz_linear_contact *x, double height, double v)
{
    double drift = 0, compliance = 0, answer = 0, surface = x->surface, *q = x->shown_q, *p = x->shown_p;
    hz_phases_read(x, q, p);
    for (int i = 0; i < x->a.n; i++) {
        double square = x->port[i] * x->port[i];
        answer += square;
        drift += x->x[i] == 0 ? square : 0;
        compliance += x->x[i] > 0 ? square / x->x[i] : 0;
    }
    for (int i = x->b.at; i < x->r.n; i++)
        surface += x->port[i] * q[i];
    for (int i = 0; i < x->a.n; i++) {
        if (drift > 0) {
            q[i] = x->x[i] == 0 ? x->port[i] * (-height - surface) / drift : 0;
            p[i] = x->x[i] == 0 ? x->port[i] * v / drift : 0;
        } else if (x->x[i] > 0) {
            q[i] = height != 0 && compliance > 0 ? x->port[i] / x->x[i] * -height / compliance : 0;
            p[i] = answer > 0 ? x->port[i] * v / answer : 0;
        }
    }
    double eta = drift > 0 ? -height : give_way(x, q); /* what drifts is there by definition */
    hz_phases_put(x, 0, q, p, eta);
}

static void excite(hz_linear_contact *x, double height, double v)
{
    hz_energy before = hz_linear_contact_before(x);
    place(x, height, v);
    hz_linear_contact_adjust(x, &before);
}

void hz_linear_contact_strike(hz_linear_contact *x, double v)
{
    excite(x, 0, v);
}

void hz_linear_contact_drop(hz_linear_contact *x, double height)
{
    excite(x, height, 0);
}

/* ---- reading ---- */

double hz_linear_contact_heard(const hz_linear_contact *x, int pickup, int displacement)
{
    return hz_linear_contact_motion(x, pickup, displacement) + x->offset[displacement != 0][pickup];
}

void hz_linear_contact_modes(const hz_linear_contact *x, int body, double *q, double *v)
{
    const hz_linear_contact_body *b = body ? &x->b : &x->a;
    hz_phases_read(x, x->shown_q, x->shown_p);
    for (int i = 0; i < b->n; i++) {
        q[i] = x->shown_q[b->at + i] / b->scale[i];
        if (v)
            v[i] = x->shown_p[b->at + i] / b->scale[i];
    }
}
