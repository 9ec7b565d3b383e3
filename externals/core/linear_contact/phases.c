/* phases: the state of a linear contact, in flight or in contact, and the way from one to the other.
 *
 * This file alone writes whether the bodies touch, their compression and its rate, the rod, the forces from outside and
 * the motion of the modes. */
#include "internal.h"

#include <math.h>
#include <string.h>

#define HZ_SIMD_TEXT "core/linear_contact/phases_lanes.h"
#include "core/base/simd.h"

static double read(const hz_pairs *r, const double *row_q, const double *row_p)
{
    static void (*const reads[])(const hz_pairs *, const double *, const double *, hz_slab *) = HZ_SIMD_ALL(read);
    hz_slab sum;
    reads[r->lanes](r, row_q, row_p, &sum);
    return hz_simd_sum(&sum);
}

double hz_linear_contact_motion(const hz_linear_contact *x, int pickup, int displacement)
{
    static void (*const reads[])(const hz_pairs *, const double *, const double *, int, int, hz_slab *) =
        HZ_SIMD_ALL(read_one);
    const hz_pairs *r = &x->r;
    double *const *row = displacement ? &x->place[2 * pickup] : &x->speed[2 * pickup];
    if (r->mixed)
        return read(r, row[0], row[1]);
    int of_a = pickup < x->a.pickups;
    hz_slab sum;
    reads[r->lanes](r, displacement ? row[0] : row[1], displacement ? r->q : r->p, of_a ? 0 : x->b.at,
                    of_a ? x->b.at : r->n, &sum);
    return hz_simd_sum(&sum);
}

/* ---- between the modes and the pairs ---- */

void hz_phases_read(const hz_linear_contact *x, double *q, double *p)
{
    memcpy(q, x->r.q, sizeof(double) * (size_t)x->r.n);
    memcpy(p, x->r.p, sizeof(double) * (size_t)x->r.n);
    hz_coupled_damping_modes(&x->a.coupling, q, p);
    hz_coupled_damping_modes(&x->b.coupling, q + x->b.at, p + x->b.at);
}

/* Compression and rate as the modes have them. In contact eta is known better than they can say. */
static void measure(hz_linear_contact *x)
{
    const hz_pairs *r = &x->r;
    x->rate = read(r, r->rate_q, r->rate_p) + x->slip;
    if (!x->touching)
        x->eta = read(r, r->eta_q, r->eta_p) + x->bias;
}

/* The motion has become another one. */
static void wake(hz_linear_contact *x)
{
    x->still = 0;
    x->size = INFINITY;
    x->reach = NAN;
}

static void write(hz_linear_contact *x, const double *q, const double *p)
{
    hz_pairs *r = &x->r;
    memcpy(r->q, q, sizeof(double) * (size_t)r->n);
    memcpy(r->p, p, sizeof(double) * (size_t)r->n);
    hz_coupled_damping_pairs(&x->a.coupling, r->q, r->p);
    hz_coupled_damping_pairs(&x->b.coupling, r->q + x->b.at, r->p + x->b.at);
    for (int d = 0; d < x->drifting; d++)
        x->low_q[x->drift[d]] = x->low_p[x->drift[d]] = 0;
    wake(x);
}

void hz_phases_load(hz_linear_contact *x, double force_a, double force_b)
{
    if (force_a == x->force[0] && force_b == x->force[1])
        return;
    hz_losses_book(x);
    x->rate -= x->slip;
    x->force[0] = force_a;
    x->force[1] = force_b;
    hz_bodies_load(x);
    x->rate += x->slip;
    wake(x);
}

/* ---- steps ---- */

/* The sum of a number and a smaller change, and in `low` what rounding left of them, this time and before. */
static double add(double x, double change, double *low)
{
    change += *low;
    double sum = x + change, was = sum - x;
    *low = (x - (sum - was)) + (change - was);
    return sum;
}

/* What drifts goes far in small steps. They are summed with compensation, or the work of a weight would be lost in
 * rounding. */
hz_lead hz_phases_drift(hz_linear_contact *x, double d, double impulse, double way)
{
    hz_pairs *r = &x->r;
    hz_lead more = { 0, 0 };
    for (int k = 0; k < x->drifting; k++) {
        int i = x->drift[k];
        double was_q = r->next_q[i], was_p = r->next_p[i], low_q = x->low_q[i], low_p = x->low_p[i];
        double push = r->load_p[i], drive = r->drive_p[i];
        double p = push * d - drive * impulse;
        double q = r->p[i] * d + (low_p * d + (0.5 * push * d * d - drive * way));
        r->next_q[i] = add(r->q[i], q, &low_q);
        r->next_p[i] = add(r->p[i], p, &low_p);
        x->next_low_q[i] = low_q;
        x->next_low_p[i] = low_p;
        more.eta += r->eta_q[i] * (r->next_q[i] - was_q);
        more.rate += r->rate_p[i] * (r->next_p[i] - was_p);
    }
    return more;
}

/* One of the kept steps of flight. */
static hz_lead fly(hz_linear_contact *x, const hz_shears *step)
{
    static void (*const shears[])(const hz_pairs *, const hz_shears *, hz_slab *) = HZ_SIMD_ALL(shear);
    hz_slab sum[2];
    shears[x->r.lanes](&x->r, step, sum);
    hz_lead more = hz_phases_drift(x, step->length, 0, 0);
    return (hz_lead){ hz_simd_sum(&sum[0]) + x->bias + more.eta, hz_simd_sum(&sum[1]) + x->slip + more.rate };
}

hz_lead hz_phases_fly(hz_linear_contact *x)
{
    return fly(x, &x->r.sample);
}

void hz_phases_take(hz_linear_contact *x, hz_lead to)
{
    hz_pairs *r = &x->r;
    double *q = r->q, *p = r->p;
    r->q = r->next_q;
    r->p = r->next_p;
    r->next_q = q;
    r->next_p = p;
    for (int k = 0; k < x->drifting; k++) {
        int i = x->drift[k];
        x->low_q[i] = x->next_low_q[i];
        x->low_p[i] = x->next_low_p[i];
    }
    if (x->slack && to.eta > x->eta) { /* contact:slack: a rod gives way */
        x->rod -= to.eta - x->eta;
        x->bias -= to.eta - x->eta;
        to.eta = x->eta;
    }
    x->eta = to.eta;
    x->rate = to.rate;
    if (x->touching)
        wake(x);
}

void hz_phases_skip(hz_linear_contact *x, int n)
{
    if (x->r.block.length != n * x->h)
        hz_bodies_shears(&x->r, &x->r.block, n * x->h);
    hz_phases_take(x, fly(x, &x->r.block));
}

/* ---- switching ---- */

/* From flight into contact at the present compression. */
static void enter(hz_linear_contact *x)
{
    x->touching = 1;
    x->slack = 0;
    measure(x);
    wake(x);
}

/* Into flight; the compression becomes eta. */
static void leave(hz_linear_contact *x, double eta)
{
    x->touching = 0;
    x->bias = 0;
    measure(x);
    x->bias = eta - x->eta;
    x->eta = eta;
    wake(x);
}

/* From flight into contact at the present compression, and a new contact begins. */
static void touch(hz_linear_contact *x)
{
    x->unresolved = 0;
    enter(x);
    x->record = (hz_contact){ .v_in = x->rate,
                              .x_max = fmax(x->eta, 0),
                              .f_max = fmax(hz_contact_force(x, x->eta, x->rate), 0) };
}

/* From contact into flight. What the spring still holds is lost: nothing where eta is 0. */
static void part(hz_linear_contact *x)
{
    double eta = x->eta - x->rod;
    x->record.v_out = x->rate;
    leave(x, eta);
    x->slack = 0;
    x->rod = 0;
}

/* A switch is about to come: what is owed is booked. */
static void pay(hz_linear_contact *x)
{
    hz_losses_book(x);
    x->switches++;
    x->switches_left--;
}

void hz_phases_touch(hz_linear_contact *x, double eta, double rod)
{
    pay(x);
    x->rod = rod;
    x->eta = eta;
    touch(x);
}

void hz_phases_loosen(hz_linear_contact *x)
{
    pay(x);
    leave(x, x->eta);
    x->slack = 1;
}

void hz_phases_tighten(hz_linear_contact *x)
{
    pay(x);
    enter(x);
}

void hz_phases_part(hz_linear_contact *x, double eta)
{
    pay(x);
    x->eta = eta;
    part(x);
    if (x->ended)
        x->ended(x->owner, x->unresolved ? NULL : &x->record);
}

/* ---- from outside ---- */

void hz_phases_put(hz_linear_contact *x, int touching, double *q, double *p, double eta)
{
    x->touching = touching;
    x->slack = 0;
    x->rod = 0;
    x->bias = x->surface;
    x->made = 0;
    x->eta = eta;
    write(x, q, p);
    measure(x);
    if (!touching && !isnan(eta)) {
        x->bias += eta - x->eta;
        x->eta = eta;
    }
    if (touching && x->eta < 0)
        part(x);
    else if (!touching && x->eta > 0)
        touch(x);
}

/* contact:rest  The force that holds both bodies at rest, N: what drifts does not move away from each other; where
 * nothing drifts, a surface presses. */
static double resting_force(const hz_linear_contact *x)
{
    double weight = 0, compliance = hz_bodies_compliance(x);
    for (int d = 0; d < x->drifting; d++)
        weight += x->r.eta_q[x->drift[d]] * x->r.load_p[x->drift[d]];
    if (x->drift_square > 0)
        return weight / x->drift_square;
    return x->surface / (1 / x->params.stiffness + compliance);
}

/* Whether both bodies fall together under their weights. */
static int falls(const hz_linear_contact *x, double force)
{
    for (int d = 0; d < x->drifting; d++) {
        int i = x->drift[d];
        double held = force * x->r.drive_p[i];
        if (fabs(x->r.load_p[i] - held) > 1e-12 * fabs(held))
            return 1;
    }
    return 0;
}

void hz_phases_rest(hz_linear_contact *x)
{
    double *q = x->shown_q, *p = x->shown_p, eta = 0;
    size_t bytes = sizeof(double) * (size_t)x->r.n;
    hz_phases_load(x, 0, 0);
    double force = resting_force(x), compression = force > 0 ? force / x->params.stiffness : 0;
    memset(q, 0, bytes);
    memset(p, 0, bytes);
    for (int i = 0; i < x->r.n && force > 0; i++)
        if (x->x[i] > 0) {
            q[i] = -x->port[i] * force / x->x[i];
            eta += x->port[i] * q[i];
        }
    if (x->drift_square > 0) /* It makes room for what is between the bodies. */
        hz_bodies_move_apart(x, eta + x->surface - compression, 0, q);
    x->touching = x->slack = 0;
    x->made = x->rod = 0;
    x->bias = x->surface;
    write(x, q, p);
    x->touching = force > 0;
    x->eta = compression;
    measure(x);
    x->rate = 0;
    x->unresolved = 0;
    x->record = (hz_contact){ .x_max = x->eta, .f_max = x->params.stiffness * x->eta };
    if (!x->touching && (x->eta > 0 || x->drift_square > 0)) { /* by rounding */
        x->bias -= x->eta;
        x->eta = 0;
    }
    x->still = !falls(x, fmax(force, 0));
}

/* contact:surface */
void hz_phases_lift(hz_linear_contact *x, double way)
{
    x->surface += way;
    x->eta += way;
    x->bias += way;
    wake(x);
}

void hz_phases_lay(hz_linear_contact *x, double surface)
{
    double way = surface - x->surface, eta = x->eta + (x->drift_square > 0 ? 0 : way);
    double *q = x->shown_q, *p = x->shown_p;
    if (x->slack)
        hz_phases_tighten(x);
    hz_phases_read(x, q, p);
    if (x->drift_square > 0)
        hz_bodies_move_apart(x, way, 0, q);
    x->surface = surface;
    hz_phases_put(x, x->touching, q, p, eta);
}

/* ---- how near the bodies are ---- */

static double size_of(const hz_linear_contact *x)
{
    static void (*const sizes[])(const hz_pairs *, hz_slab *) = HZ_SIMD_ALL(size);
    hz_slab sum;
    sizes[x->r.lanes](&x->r, &sum);
    return sqrt(hz_simd_sum(&sum));
}

double hz_phases_bulge(hz_linear_contact *x, double d, int anew)
{
    if (anew)
        x->size = size_of(x);
    return 0.125 * d * d * (x->bend * (x->size + d * x->load_size) + x->pushed);
}

int hz_phases_is_far(hz_linear_contact *x, double d)
{
    const hz_pairs *r = &x->r;
    if (isnan(x->reach))
        x->reach = size_of(x) * sqrt(x->give);
    double high = x->bias + x->reach;
    for (int k = 0; k < x->drifting; k++) {
        int i = x->drift[k];
        double w = r->eta_q[i];
        high += w * r->q[i] + fmax(w * r->p[i], 0) * d + 0.5 * fmax(w * r->load_p[i], 0) * d * d;
    }
    return high < 0;
}

/* contact:still  Puts everything where it would come to rest, if it moves so little that nobody hears or measures it:
 * then it costs nothing until something pushes. A gram has so little energy at 45 picometres a second. */
static void come_to_rest(hz_linear_contact *x)
{
    static const double nothing = 1e-24; /* J */
    hz_pairs *r = &x->r;
    double *q = x->shown_q, *p = x->shown_p, twice_energy = 0, eta = x->surface;
    double force = x->touching ? resting_force(x) : 0;
    if (x->still || x->slack || x->force[0] != 0 || x->force[1] != 0 || force < 0 || falls(x, force))
        return;
    hz_phases_read(x, q, p);
    for (int i = 0; i < r->n; i++) {
        double rest = x->x[i] > 0 ? -x->port[i] * force / x->x[i] : q[i];
        twice_energy += p[i] * p[i] + x->x[i] * (q[i] - rest) * (q[i] - rest);
        eta += x->port[i] * rest;
        q[i] = rest;
        p[i] = 0;
    }
    if (twice_energy > 2 * nothing)
        return;
    hz_energy before = hz_linear_contact_before(x);
    if (x->touching && x->drift_square > 0)
        hz_bodies_move_apart(x, eta - force / x->params.stiffness, 0, q);
    write(x, q, p);
    x->eta = x->touching ? force / x->params.stiffness : x->eta;
    measure(x);
    x->rate = 0;
    x->still = 1;
    hz_linear_contact_adjust(x, &before);
}

void hz_phases_settle(hz_linear_contact *x)
{
    static const double tiny = 1e-100; /* smaller numbers would become subnormal */
    hz_pairs *r = &x->r;
    for (int i = 0; i < r->n; i++) {
        r->q[i] = fabs(r->q[i]) < tiny ? 0 : r->q[i];
        r->p[i] = fabs(r->p[i]) < tiny ? 0 : r->p[i];
    }
    x->reach = NAN; /* by damping it is less now */
    come_to_rest(x);
}
