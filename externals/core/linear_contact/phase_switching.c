/* phase_switching: the state of a linear contact, in flight or in contact, and the way from one to the other.
 *
 * This file alone writes whether the bodies touch, their compression and its rate, the rod, the forces from outside and
 * the states of the banks. */
#include "internal.h"

#include <math.h>
#include <string.h>

/* ---- between the modes and the banks ---- */

/* Both bodies' states from pairs to modes, or back (coupling:pairs). */
static void to_modes(const hz_linear_contact *x, double *q, double *p)
{
    hz_coupled_damping_modes(&x->a.coupling, q, p);
    hz_coupled_damping_modes(&x->b.coupling, q + x->a.n, p + x->a.n);
}

static void to_pairs(const hz_linear_contact *x, double *q, double *p)
{
    hz_coupled_damping_pairs(&x->a.coupling, q, p);
    hz_coupled_damping_pairs(&x->b.coupling, q + x->a.n, p + x->a.n);
}

/* What drifts goes on by so much at the contact point. */
static void drift_on(const hz_linear_contact *x, double way, double *q)
{
    for (int i = 0; i < x->joined.n && way != 0 && x->drift > 0; i++)
        if (x->x[i] == 0)
            q[i] += way * x->port[i] / x->drift;
}

void hz_phase_switching_read(const hz_linear_contact *x, double *q, double *p)
{
    if (x->touching) {
        hz_pole_pairs_read(&x->joined, x->column_q, x->column_p);
        hz_contact_poles_leave(&x->poles, x->column_q, x->column_p, q, p);
        drift_on(x, -x->rod, q); /* phases:offset  The columns see the rod's other end. */
    } else {
        hz_pole_pairs_read(&x->a.bank, q, p);
        hz_pole_pairs_read(&x->b.bank, q + x->a.n, p + x->a.n);
    }
    to_modes(x, q, p);
}

/* Gives the banks of the present phase this state of the modes; eta is what it is. */
static void write(hz_linear_contact *x, const double *q, const double *p)
{
    double *pair_q = x->rq, *pair_p = x->rp;
    memcpy(pair_q, q, sizeof(double) * (size_t)x->joined.n);
    memcpy(pair_p, p, sizeof(double) * (size_t)x->joined.n);
    to_pairs(x, pair_q, pair_p);
    if (x->touching) {
        drift_on(x, x->rod, pair_q);
        hz_contact_poles_enter(&x->poles, pair_q, pair_p, x->drift > 0 ? x->eta : x->eta - x->rod, x->column_q,
                               x->column_p);
        hz_pole_pairs_write(&x->joined, x->column_q, x->column_p);
    } else {
        hz_pole_pairs_write(&x->a.bank, pair_q, pair_p);
        hz_pole_pairs_write(&x->b.bank, pair_q + x->a.n, pair_p + x->a.n);
    }
}

/* Compression and rate as the banks have them. In contact eta is known better than the modes can say. */
static void measure(hz_linear_contact *x)
{
    if (x->touching) {
        x->rate = hz_pole_pairs_now(&x->joined).rate;
        return;
    }
    hz_pole_pairs_look a = hz_pole_pairs_now(&x->a.bank), b = hz_pole_pairs_now(&x->b.bank);
    x->eta = a.eta + b.eta + x->bias;
    x->rate = a.rate + b.rate;
}

void hz_phase_switching_load(hz_linear_contact *x, double force_a, double force_b)
{
    double amount[HZ_LOADS] = { x->params.gravity, force_a, force_b, x->touching ? x->rod : 0 };
    x->force[0] = force_a;
    x->force[1] = force_b;
    if (x->touching) {
        hz_pole_pairs_load(&x->joined, amount);
        return;
    }
    hz_pole_pairs_load(&x->a.bank, amount);
    hz_pole_pairs_load(&x->b.bank, amount);
    x->reach = NAN;
}

/* ---- steps ---- */

hz_pole_pairs_look hz_phase_switching_look(hz_linear_contact *x, double d, int kept)
{
    if (x->touching)
        return kept < 0 ? hz_pole_pairs_any(&x->joined, d) : hz_pole_pairs_step(&x->joined, kept);
    hz_pole_pairs_look a = kept < 0 ? hz_pole_pairs_any(&x->a.bank, d) : hz_pole_pairs_step(&x->a.bank, kept);
    hz_pole_pairs_look b = kept < 0 ? hz_pole_pairs_any(&x->b.bank, d) : hz_pole_pairs_step(&x->b.bank, kept);
    return (hz_pole_pairs_look){ a.eta + b.eta + x->bias, a.rate + b.rate };
}

void hz_phase_switching_take(hz_linear_contact *x, hz_pole_pairs_look to)
{
    if (x->touching) {
        hz_pole_pairs_take(&x->joined);
    } else {
        hz_pole_pairs_take(&x->a.bank);
        hz_pole_pairs_take(&x->b.bank);
    }
    if (x->slack && to.eta > x->eta) { /* phases:slack: a rod gives way */
        x->rod -= to.eta - x->eta;
        x->bias -= to.eta - x->eta;
        to.eta = x->eta;
    }
    x->eta = to.eta;
    x->rate = to.rate;
}

void hz_phase_switching_skip(hz_linear_contact *x, int n)
{
    hz_pole_pairs *banks[] = { &x->a.bank, &x->b.bank };
    for (int k = 0; k < 2; k++) {
        hz_pole_pairs_length(banks[k], HZ_STEP_BLOCK, n * x->h);
        hz_pole_pairs_step(banks[k], HZ_STEP_BLOCK);
        hz_pole_pairs_take(banks[k]);
    }
    measure(x);
}

/* ---- switching ---- */

/* How far ahead the first look of a contact goes. */
static double first_look(const hz_linear_contact *x)
{
    return x->joined.fastest > 0 ? 0.7 / x->joined.fastest : x->h;
}

/* The banks of contact take over at the present compression. */
static void enter(hz_linear_contact *x)
{
    hz_phase_switching_read(x, x->q, x->p);
    x->touching = 1;
    x->slack = 0;
    hz_phase_switching_load(x, x->force[0], x->force[1]);
    write(x, x->q, x->p);
    measure(x);
    x->look = first_look(x);
}

/* The banks of flight take over; the compression becomes eta. */
static void leave(hz_linear_contact *x, double eta)
{
    hz_phase_switching_read(x, x->q, x->p);
    x->touching = 0;
    hz_phase_switching_load(x, x->force[0], x->force[1]);
    write(x, x->q, x->p);
    x->bias = 0;
    measure(x);
    x->bias = eta - x->eta;
    x->eta = eta;
}

/* From flight into contact at the present compression. */
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
    double eta = x->eta - (x->rod - x->surface);
    x->record.v_out = x->rate;
    leave(x, eta);
    x->slack = 0;
    x->rod = 0;
}

void hz_phase_switching_touch(hz_linear_contact *x, double rod)
{
    x->rod = rod + x->surface;
    x->eta = 0;
    x->switches++;
    touch(x);
}

void hz_phase_switching_meet(hz_linear_contact *x)
{
    x->rod = x->surface;
    x->switches++;
    touch(x);
}

void hz_phase_switching_loosen(hz_linear_contact *x)
{
    x->switches++;
    leave(x, x->eta);
    x->slack = 1;
}

void hz_phase_switching_tighten(hz_linear_contact *x)
{
    x->switches++;
    enter(x);
}

void hz_phase_switching_part(hz_linear_contact *x, double eta)
{
    x->eta = eta;
    x->switches++;
    part(x);
    if (x->ended)
        x->ended(x->owner, x->unresolved ? NULL : &x->record);
}

/* ---- from outside ---- */

void hz_phase_switching_put(hz_linear_contact *x, int touching, const double *q, const double *p, double eta)
{
    x->touching = touching;
    x->slack = 0;
    x->rod = touching ? x->surface : 0;
    x->bias = x->surface;
    x->eta = eta;
    x->made = 0;
    hz_phase_switching_load(x, x->force[0], x->force[1]);
    write(x, q, p);
    measure(x);
    if (!touching && !isnan(eta)) {
        x->bias += eta - x->eta;
        x->eta = eta;
    }
    x->look = first_look(x);
    if (touching && x->eta < 0)
        part(x);
    else if (!touching && x->eta > 0) {
        x->rod = x->surface;
        touch(x);
    }
}

void hz_phase_switching_rest(hz_linear_contact *x)
{
    memset(x->q, 0, sizeof(double) * (size_t)x->joined.n);
    memset(x->p, 0, sizeof(double) * (size_t)x->joined.n);
    drift_on(x, -x->surface, x->q); /* It makes room for what is between the bodies. */
    x->bias = x->surface;
    x->made = 0;
    x->touching = x->slack = 0;
    hz_phase_switching_load(x, 0, 0);
    write(x, x->q, x->p);
    x->touching = 1;
    x->rod = x->surface;
    hz_phase_switching_load(x, 0, 0);
    hz_pole_pairs_hold(&x->joined);
    x->eta = hz_pole_pairs_now(&x->joined).eta;
    x->rate = 0;
    x->look = x->h;
    x->unresolved = 0;
    x->record = (hz_contact){ .x_max = fmax(x->eta, 0), .f_max = x->params.stiffness * fmax(x->eta, 0) };
    if (x->eta > 0)
        return;
    x->touching = 0;
    x->rod = 0;
    hz_phase_switching_load(x, 0, 0);
    measure(x);
    if (x->eta > 0) { /* by rounding: what is apart is not inside */
        x->bias -= x->eta;
        x->eta = 0;
    }
}

/* phases:surface */
void hz_phase_switching_lift(hz_linear_contact *x, double way)
{
    x->surface += way;
    x->eta += way;
    if (!x->touching) {
        x->bias += way;
        x->rod += x->slack ? way : 0;
        return;
    }
    x->rod += way;
    hz_pole_pairs_lift(&x->joined, way);
    measure(x);
}

void hz_phase_switching_lay(hz_linear_contact *x, double surface)
{
    double way = surface - x->surface, eta = x->eta + (x->drift > 0 ? 0 : way);
    if (x->slack)
        hz_phase_switching_tighten(x);
    hz_phase_switching_read(x, x->q, x->p);
    drift_on(x, -way, x->q);
    x->surface = surface;
    hz_phase_switching_put(x, x->touching, x->q, x->p, eta);
}
