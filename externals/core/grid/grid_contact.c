/* grid_contact: one-sided contacts of bodies that step explicitly. */
#include "grid_contact.h"

/* Most contacts take two or three rounds of Newton's method. After so many it is slow. */
enum { HZ_GRID_SLOW = 12 };

#define HZ_SIMD_TEXT "core/grid/grid_contact_lanes.h"
#include "core/base/simd.h"

hz_grid_law hz_grid_law_prepare(const hz_law_params *p, hz_grid_method method, double h)
{
    if (method == HZ_GRID_CLOSED && p->exponent != 1)
        method = HZ_GRID_NEWTON;
    return (hz_grid_law){
        .method = method,
        .lanes = hz_simd_best(),
        .law = hz_law_prepare(p),
        .viscous = p->damping / (2 * h),
        .steep = 0.5 * (p->exponent + 1),
        .inverse = hz_power_prepare(1 / (p->exponent + 1)),
    };
}

/* What quadratised loses without pushing was held by psi: nothing has damped it. */
static hz_grid_loss loss_of(const hz_grid_law *l, double force, double lost)
{
    return l->method == HZ_GRID_QUADRATISED && !(force > 0) ? (hz_grid_loss){ .shed = lost }
                                                            : (hz_grid_loss){ .lost = lost };
}

static double raised(const hz_grid_law *l, double eta)
{
    return power_1(&l->law.power, positive_1(eta));
}

/* (a+1)/K times the potential. */
static double deep_in(double power, double eta)
{
    return eta > 0 ? power * eta : 0;
}

/* grid:energy  of one contact between two samples */
static double stored(const hz_grid_law *l, double k, double eta0, double power0, double eta1, double power1, double psi)
{
    if (l->method == HZ_GRID_QUADRATISED)
        return 0.5 * psi * psi;
    return 0.5 * k * (deep_in(power0, eta0) + deep_in(power1, eta1)) / (l->law.exponent + 1);
}

static double slow_psi(const hz_grid_law *l, double k, double eta0, double eta1)
{
    double eta = 0.5 * (eta0 + eta1);
    return eta > 0 ? sqrt(2 * k * raised(l, eta) * eta / (l->law.exponent + 1)) : 0;
}

/* ---- one contact ---- */

/* Once it has been left, what gave way is back in its place. */
static void heal(hz_grid_contact *t)
{
    if (t->yield > 0 && fmax(t->eta0, t->eta1) + t->yield <= 0) {
        t->eta0 += t->yield;
        t->eta1 += t->yield;
        t->yield = 0;
    }
}

void hz_grid_contact_set(hz_grid_contact *t, const hz_grid_law *l, double eta0, double eta1)
{
    eta0 -= t->yield;
    eta1 -= t->yield;
    *t = (hz_grid_contact){ .stiffness = t->stiffness,
                            .eta0 = eta0,
                            .eta1 = eta1,
                            .power0 = raised(l, eta0),
                            .power1 = raised(l, eta1),
                            .psi = l->method == HZ_GRID_QUADRATISED ? slow_psi(l, t->stiffness, eta0, eta1) : 0,
                            .yield = t->yield };
    heal(t);
}

void hz_grid_contact_move(hz_grid_contact *t, const hz_grid_law *l, double eta0, double eta1)
{
    double psi = t->psi;
    hz_grid_contact_set(t, l, eta0, eta1);
    t->psi = fmin(t->psi, psi);
}

void hz_grid_contact_lower(hz_grid_contact *t, const hz_grid_law *l, double by)
{
    double eta0 = t->eta0 + t->yield, eta1 = t->eta1 + t->yield;
    t->yield += by;
    hz_grid_contact_move(t, l, eta0, eta1);
}

static state_1 state_of(const hz_grid_contact *t)
{
    return (state_1){ t->stiffness, t->eta0, t->eta1, t->power0, t->power1, t->psi };
}

hz_grid_push hz_grid_contact_solve(const hz_grid_contact *t, const hz_grid_law *l, double give, double way)
{
    state_1 s = state_of(t);
    force_1 f = contact_1(l, give, way, &s);
    return (hz_grid_push){ f.force, f.way };
}

hz_grid_answer hz_grid_contact_step(hz_grid_contact *t, const hz_grid_law *l, double give, double way)
{
    state_1 s = state_of(t);
    force_1 f = contact_1(l, give, way, &s);
    t->eta0 = t->eta1;
    t->power0 = t->power1;
    t->eta1 = f.end;
    t->power1 = l->law.exponent == 1 ? fmax(f.end, 0) : f.power;
    t->psi = f.psi;
    return (hz_grid_answer){ f.force, f.way, loss_of(l, f.force, 0.5 * f.lost) };
}

static double viscosity(const hz_grid_contact *t, const hz_grid_law *l)
{
    return t->stiffness * l->viscous * t->power1;
}

static double root_slope(const hz_grid_contact *t, const hz_grid_law *l)
{
    return hz_law_root_slope(&l->law, t->stiffness * t->power1, t->eta1);
}

hz_slope hz_grid_contact_force(const hz_grid_contact *t, const hz_grid_law *l, double r)
{
    double rho = viscosity(t, l);
    hz_slope f;
    if (l->method == HZ_GRID_QUADRATISED) {
        double g = root_slope(t, l);
        rho = t->eta1 > 0 ? rho : 0;
        f.slope = 0.25 * g * g;
        f.value = t->psi * g + f.slope * r;
    } else {
        double work0 = t->stiffness * deep_in(t->power0, t->eta0);
        slope_1 d = gradient_1(l, t->stiffness, t->eta0, work0, t->eta0 + r);
        f = (hz_slope){ d.value, d.slope };
    }
    double force = f.value + rho * r;
    return force > 0 ? (hz_slope){ force, f.slope + rho } : (hz_slope){ 0, 0 };
}

/* grid:work  So much of the numbers that a sum is made of is its rounding; a sum over so much of them keeps its digits.
 */
static const double rounding = 1e-14, enough = 0.125;

/* grid:work  Returns the new compression of a contact whose spring pushed with this force. It is the old compression
 * plus the way. For a stiff contact this sum has lost digits. Then the work of the spring gives the compression, if the
 * two agree to the rounding of the sum. */
static double worked_to(const hz_grid_contact *t, const hz_grid_law *l, double spring, const hz_grid_push *p,
                        double size)
{
    double sum = t->eta0 + p->way;
    if (sum > enough * size)
        return sum;
    double after = deep_in(t->power0, t->eta0) + (l->law.exponent + 1) * spring * p->way / t->stiffness,
           deep = after > 0 ? hz_power_of(&l->inverse, after) : 0;
    return fabs(deep - sum) <= rounding * size ? deep : sum;
}

/* grid:work  Returns the way of a quadratised contact, whose force is linear in it: likewise by the force. */
static double forced_way(const hz_grid_contact *t, double g, double rho, const hz_grid_push *p, double size)
{
    double way = (p->force - t->psi * g) / (0.25 * g * g + rho);
    return fabs(p->way) <= enough * size && fabs(way - p->way) <= rounding * size ? way : p->way;
}

hz_grid_loss hz_grid_contact_take(hz_grid_contact *t, const hz_grid_law *l, const hz_grid_push *p, double size)
{
    double r = p->way, force = p->force;
    int holds = force > 0;
    if (t->eta0 <= 0 && t->eta1 <= 0 && t->eta0 + r <= 0 && t->psi == 0 && !holds) { /* nothing touches */
        double before = t->eta0;
        t->eta0 = t->eta1;
        t->eta1 = before + r;
        t->power0 = t->power1 = 0;
        heal(t);
        return (hz_grid_loss){ 0, 0 };
    }
    int quadratised = l->method == HZ_GRID_QUADRATISED;
    double rho = viscosity(t, l), g = quadratised ? root_slope(t, l) : 0;
    if (holds && quadratised)
        r = forced_way(t, g, rho, p, size);
    double next = t->eta0 + r, lost = 0.5 * rho * r * r;
    if (holds && !quadratised)
        next = worked_to(t, l, force - rho * r, p, size);
    double power = raised(l, next);
    if (quadratised) {
        lost = holds ? lost : 0.5 * t->psi * t->psi;
        t->psi = holds ? t->psi + 0.5 * g * r : 0;
    } else if (!holds) {
        double given_back = deep_in(t->power0, t->eta0) - deep_in(power, next);
        lost = 0.5 * t->stiffness * fmax(given_back, 0) / (l->law.exponent + 1); /* grid:clamp */
    }
    t->eta0 = t->eta1;
    t->power0 = t->power1;
    t->eta1 = next;
    t->power1 = power;
    heal(t);
    return loss_of(l, force, lost);
}

double hz_grid_contact_yield(hz_grid_contact *t, const hz_grid_law *l, double r)
{
    double held = hz_grid_contact_stored(t, l), next = t->eta0 + r, deep = fmax(next - fmax(t->eta0, 0), 0);
    t->eta0 = t->eta1;
    t->eta1 = next;
    hz_grid_contact_lower(t, l, deep);
    t->psi = 0;
    return held - hz_grid_contact_stored(t, l);
}

double hz_grid_contact_end_force(const hz_grid_contact *t, const hz_grid_law *l)
{
    double damped = 1 + 2 * l->viscous * (t->eta1 - t->eta0);
    return t->eta1 > 0 && damped > 0 ? t->stiffness * raised(l, t->eta1) * damped : 0;
}

double hz_grid_contact_stored(const hz_grid_contact *t, const hz_grid_law *l)
{
    return stored(l, t->stiffness, t->eta0, t->power0, t->eta1, t->power1, t->psi);
}

/* ---- along a grid ---- */

void hz_grid_row_set(const hz_grid_row *r, const hz_grid_law *l)
{
    for (int i = r->from; i < r->to; i++) {
        r->power0[i] = raised(l, r->eta0[i]);
        r->power1[i] = raised(l, r->eta1[i]);
        r->psi[i] = fmin(slow_psi(l, r->stiffness[i], r->eta0[i], r->eta1[i]), r->psi[i]);
        r->lost[i] = 0;
    }
}

hz_grid_loss hz_grid_row_loss(const hz_grid_row *r, const hz_grid_law *l)
{
    hz_grid_loss sum = { 0, 0 };
    for (int i = r->from; i < r->to; i++) {
        hz_grid_loss one = loss_of(l, r->force[i], 0.5 * r->lost[i]);
        sum.lost += one.lost;
        sum.shed += one.shed;
    }
    return sum;
}

int hz_grid_row_step(const hz_grid_row *r, const hz_grid_law *l)
{
    static int (*const steps[])(const hz_grid_row *, const hz_grid_law *) = HZ_SIMD_ALL(step);
    return steps[l->lanes](r, l);
}
