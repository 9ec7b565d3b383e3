/* phase_switching: how phases goes from flight to contact and back, and over a block. */
#include "phase_switching.h"

#include <math.h>
#include <string.h>

#include "contact_loss.h"
#include "core/modal/mode_ring.h"

enum { MOST_PROBES = 60 };

/* ---- states ---- */

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

void hz_phase_switching_read(const hz_linear_contact *x, double *q, double *p)
{
    hz_pole_pairs_read(&x->a.bank, q, p);
    hz_pole_pairs_read(&x->b.bank, q + x->a.n, p + x->a.n);
    to_modes(x, q, p);
}

void hz_phase_switching_write(hz_linear_contact *x, const double *q, const double *p)
{
    size_t bytes = sizeof(double) * (size_t)(x->a.n + x->b.n);
    memcpy(x->rq, q, bytes);
    memcpy(x->rp, p, bytes);
    to_pairs(x, x->rq, x->rp);
    hz_pole_pairs_write(&x->a.bank, x->rq, x->rp);
    hz_pole_pairs_write(&x->b.bank, x->rq + x->a.n, x->rp + x->a.n);
}

void hz_phase_switching_modes(const hz_linear_contact *x, double *q, double *p)
{
    const hz_pole_pairs *j = &x->joined;
    hz_pole_pairs_read(j, x->column_q, x->column_p);
    hz_contact_poles_leave(&x->poles[x->pole], x->column_q, x->column_p, q, p);
    for (int i = 0; i < j->n && x->rod != 0; i++) /* phases:offset  the columns see the rod's other end */
        if (x->x[i] == 0 && x->drift > 0)
            q[i] -= x->rod * x->port[i] / x->drift;
    to_modes(x, q, p);
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

void hz_phase_switching_enter(hz_linear_contact *x, const double *q, const double *p)
{
    hz_pole_pairs *j = &x->joined;
    double *raised = x->rq, *speed = x->rp;
    memcpy(raised, q, sizeof(double) * (size_t)j->n);
    memcpy(speed, p, sizeof(double) * (size_t)j->n);
    to_pairs(x, raised, speed);
    for (int i = 0; i < j->n && x->rod != 0; i++)
        if (x->x[i] == 0 && x->drift > 0)
            raised[i] += x->rod * x->port[i] / x->drift;
    hz_contact_poles_enter(&x->poles[x->pole], raised, speed, x->drift > 0 ? x->eta : x->eta - x->rod, x->column_q,
                           x->column_p);
    hz_pole_pairs_write(j, x->column_q, x->column_p);
}

void hz_phase_switching_measure(hz_linear_contact *x)
{
    hz_pole_pairs_look now, other;
    if (x->touching) {
        now = hz_pole_pairs_now(&x->joined);
        x->rate = now.rate;
        return; /* eta is known better than the modes can say */
    }
    now = hz_pole_pairs_now(&x->a.bank);
    other = hz_pole_pairs_now(&x->b.bank);
    x->eta = now.eta + other.eta + x->bias;
    x->rate = now.rate + other.rate;
}

static double contact_force(const hz_linear_contact *x, double eta, double rate)
{
    return x->params.stiffness * eta + x->params.damping * rate;
}

/* From flight into contact at the present state. */
static void touch(hz_linear_contact *x)
{
    hz_phase_switching_read(x, x->q, x->p);
    x->touching = 1;
    x->unresolved = 0;
    hz_phase_switching_load(x, x->force[0], x->force[1]);
    hz_phase_switching_enter(x, x->q, x->p);
    hz_phase_switching_measure(x);
    x->look = x->joined.fastest > 0 ? 0.7 / x->joined.fastest : x->h;
    x->record =
        (hz_contact){ .v_in = x->rate, .x_max = fmax(x->eta, 0), .f_max = fmax(contact_force(x, x->eta, x->rate), 0) };
}

/* From contact into flight. What the spring still holds is lost: nothing where eta is 0. */
static void part(hz_linear_contact *x, int reports)
{
    double eta = x->eta, rate = x->rate;
    hz_phase_switching_modes(x, x->q, x->p);
    x->touching = 0;
    hz_phase_switching_load(x, x->force[0], x->force[1]);
    hz_phase_switching_write(x, x->q, x->p);
    x->bias = 0;
    hz_phase_switching_measure(x);
    x->bias = eta - x->rod - x->eta;
    x->eta = eta - x->rod;
    x->rod = 0;
    x->record.v_out = rate;
    if (reports && x->ended)
        x->ended(x->owner, x->unresolved ? NULL : &x->record);
}

void hz_phase_switching_settle(hz_linear_contact *x)
{
    if (x->touching) {
        hz_phase_switching_measure(x);
        x->look = x->joined.fastest > 0 ? 0.7 / x->joined.fastest : x->h;
        if (x->eta < 0)
            part(x, 0);
    } else if (x->eta > 0) {
        touch(x);
    }
    x->reach = NAN;
}

void hz_phase_switching_rest(hz_linear_contact *x)
{
    x->touching = 1;
    hz_phase_switching_load(x, 0, 0);
    hz_pole_pairs_lean(&x->joined);
    hz_pole_pairs_look now = hz_pole_pairs_now(&x->joined);
    x->eta = now.eta;
    x->rate = 0;
    x->rod = 0;
    x->look = x->h;
    x->unresolved = 0;
    x->record = (hz_contact){ .x_max = fmax(x->eta, 0), .f_max = x->params.stiffness * fmax(x->eta, 0) };
    if (x->eta > 0)
        return;
    x->touching = 0;
    hz_phase_switching_load(x, 0, 0);
    hz_phase_switching_measure(x);
}

/* ---- events ---- */

static hz_pole_pairs_look probe(const hz_linear_contact *x, double t)
{
    if (x->touching)
        return hz_pole_pairs_probe(&x->joined, t);
    hz_pole_pairs_look a = hz_pole_pairs_probe(&x->a.bank, t), b = hz_pole_pairs_probe(&x->b.bank, t);
    return (hz_pole_pairs_look){ a.eta + b.eta + x->bias, a.rate + b.rate };
}

/* The cubic with these values and slopes at 0 and d. */
typedef struct cubic {
    double c0, c1, c2, c3;
} cubic;

static cubic cubic_of(hz_pole_pairs_look from, hz_pole_pairs_look to, double d)
{
    double mean = (to.eta - from.eta) / d;
    return (cubic){ from.eta, from.rate, (3 * mean - 2 * from.rate - to.rate) / d,
                    (from.rate + to.rate - 2 * mean) / (d * d) };
}

static double cubic_at(const cubic *c, double t)
{
    return c->c0 + t * (c->c1 + t * (c->c2 + t * c->c3));
}

/* The root of a cubic between a place where its sign is that of `low` and one where it is not. */
static double cubic_root(const cubic *c, double low, double high, int rising)
{
    double t = 0.5 * (low + high);
    for (int i = 0; i < 50; i++) {
        double f = cubic_at(c, t), slope = c->c1 + t * (2 * c->c2 + t * 3 * c->c3);
        if ((f > 0) == rising)
            high = t;
        else
            low = t;
        double next = t - f / slope;
        if (!(next > low && next < high))
            next = 0.5 * (low + high);
        if (fabs(next - t) < 1e-6 * high)
            return next;
        t = next;
    }
    return t;
}

/* Where eta, whose sign at 0 is known by `rising`, crosses zero before d: Newton's method inside the bracket
 * (phases:locate). If eta is 0 at 0, that is not the crossing: eta/t is followed instead. Away from it by d only
 * rounding may be left. */
static double crossing(const hz_linear_contact *x, hz_pole_pairs_look from, hz_pole_pairs_look to, double d, int rising)
{
    double low = 0, high = d;
    int from_zero = from.eta == 0;
    cubic c = cubic_of(from, to, d);
    if (from_zero)
        c = (cubic){ c.c1, c.c2, c.c3, 0 };
    double t = cubic_root(&c, 0, d, rising);
    for (int i = 0; i < MOST_PROBES; i++) {
        hz_pole_pairs_look at = probe(x, t);
        double f = from_zero ? at.eta / t : at.eta, slope = from_zero ? (at.rate - f) / t : at.rate;
        if ((f > 0) == rising)
            high = t;
        else
            low = t;
        double next = t - f / slope, change = fabs(next - t);
        if (change <= 1e-15 * d)
            return next > 0 && next < d ? next : t;
        if (!(next > low && next < high))
            next = 0.5 * (low + high);
        /* Newton's error is squared by each step: after a small one the next is nothing. */
        if (change < 1e-9 * d && next > low && next < high)
            return next;
        if (high - low <= 4e-16 * high)
            return high;
        t = next;
    }
    return high;
}

/* Where the cubic has its extremum, and what eta may be there at most or least: it errs by a part of what it varies by.
 */
static double cubic_extremum(hz_pole_pairs_look from, hz_pole_pairs_look to, double d, double *eta)
{
    cubic c = cubic_of(from, to, d), rate = { c.c1, 2 * c.c2, 3 * c.c3, 0 };
    double t = cubic_root(&rate, 0, d, from.rate < 0), doubt = 0.02 * d * (fabs(from.rate) + fabs(to.rate));
    *eta = cubic_at(&c, t) + (from.rate > 0 ? doubt : -doubt);
    return t;
}

/* The place of an extremum inside a step over which the rate changes its sign. */
static double extremum(const hz_linear_contact *x, hz_pole_pairs_look from, hz_pole_pairs_look to, double d,
                       double *eta)
{
    double low = 0, high = d, r_low = from.rate, r_high = to.rate, t = cubic_extremum(from, to, d, eta);
    for (int i = 0; i < 8; i++) {
        hz_pole_pairs_look at = probe(x, t);
        *eta = at.eta;
        if ((at.rate > 0) == (r_low > 0))
            low = t, r_low = at.rate;
        else
            high = t, r_high = at.rate;
        double next = low - r_low * (high - low) / (r_high - r_low);
        if (fabs(at.rate) <= 1e-8 * (fabs(from.rate) + fabs(to.rate)) || !(next > low && next < high))
            break;
        t = next;
    }
    return t;
}

/* ---- steps ---- */

/* Where a step leads, and taking it. `kept` is the bank's kept step of that length, or -1. */
static hz_pole_pairs_look look_ahead(hz_linear_contact *x, double d, int kept)
{
    if (x->touching)
        return kept < 0 ? hz_pole_pairs_any(&x->joined, d) : hz_pole_pairs_step(&x->joined, kept);
    hz_pole_pairs_look a = kept < 0 ? hz_pole_pairs_any(&x->a.bank, d) : hz_pole_pairs_step(&x->a.bank, kept);
    hz_pole_pairs_look b = kept < 0 ? hz_pole_pairs_any(&x->b.bank, d) : hz_pole_pairs_step(&x->b.bank, kept);
    return (hz_pole_pairs_look){ a.eta + b.eta + x->bias, a.rate + b.rate };
}

static double port_a(const hz_linear_contact *x)
{
    const hz_pole_pairs *bank = x->touching ? &x->joined : &x->a.bank;
    return hz_pole_pairs_row(bank, &bank->port);
}

/* Takes the step that was looked at last; with the ledger its flows are booked. */
static void take(hz_linear_contact *x, hz_pole_pairs_look to, double d, int ledger)
{
    double u_a = 0, u_b = 0;
    if (ledger) {
        u_a = port_a(x);
        u_b = u_a - x->eta;
        hz_sum_add(&x->ledger.dissipated,
                   x->touching ? hz_contact_loss_in_contact(x) : hz_contact_loss_in_flight(x, d));
    }
    if (x->touching) {
        hz_pole_pairs *j = &x->joined;
        double before = hz_pole_pairs_row(j, &j->sum);
        hz_pole_pairs_take(j);
        double mean = hz_pole_pairs_row(j, &j->sum) - before + (j->eta.rest + j->lean) * d;
        x->impulse += x->params.stiffness * mean + x->params.damping * (to.eta - x->eta);
        x->record.duration += d;
    } else {
        hz_pole_pairs_take(&x->a.bank);
        hz_pole_pairs_take(&x->b.bank);
    }
    x->eta = to.eta;
    x->rate = to.rate;
    x->work++;
    if (ledger && (x->force[0] != 0 || x->force[1] != 0)) {
        double now = port_a(x);
        hz_sum_add(&x->ledger.supplied, x->force[0] * (now - u_a));
        hz_sum_add(&x->ledger.supplied, x->force[1] * (now - x->eta - u_b));
    }
}

/* Deepest compression and greatest force over a step of the contact. */
static void record(hz_linear_contact *x, hz_pole_pairs_look from, hz_pole_pairs_look to, double d)
{
    hz_contact *r = &x->record;
    r->x_max = fmax(r->x_max, to.eta);
    r->f_max = fmax(r->f_max, contact_force(x, to.eta, to.rate));
    double eta = 0;
    if (from.rate > 0 && to.rate <= 0)
        cubic_extremum(from, to, d, &eta);
    if (eta > r->x_max) {
        extremum(x, from, to, d, &eta);
        r->x_max = fmax(r->x_max, eta);
        r->f_max = fmax(r->f_max, contact_force(x, eta, 0));
    }
    if (x->params.damping > 0) { /* where the cubic's force is greatest */
        cubic c = cubic_of(from, to, d);
        double k = x->params.stiffness, m = x->params.damping;
        double a = 3 * k * c.c3, b = 2 * k * c.c2 + 6 * m * c.c3, e = k * c.c1 + 2 * m * c.c2, root = b * b - 4 * a * e;
        if (root >= 0) {
            double s = -0.5 * (b + copysign(sqrt(root), b)), t[2] = { s / a, e / s };
            for (int i = 0; i < 2; i++)
                if (t[i] > 0 && t[i] < d &&
                    contact_force(x, cubic_at(&c, t[i]), c.c1 + t[i] * (2 * c.c2 + t[i] * 3 * c.c3)) > r->f_max) {
                    hz_pole_pairs_look at = probe(x, t[i]);
                    r->f_max = fmax(r->f_max, contact_force(x, at.eta, at.rate));
                }
        }
    }
}

/* ---- flight ---- */

/* Whether nothing can touch within a time t: what drifts goes its way, what vibrates stays within its energy
 * (phases:reach). */
static int is_far(hz_linear_contact *x, double t)
{
    if (isnan(x->reach)) {
        x->reach = hz_pole_pairs_swing(&x->a.bank) + hz_pole_pairs_swing(&x->b.bank);
        x->reach += fabs(x->a.bank.eta.rest + x->b.bank.eta.rest);
    }
    const hz_pole_pairs *banks[] = { &x->a.bank, &x->b.bank };
    double high = x->bias + x->reach;
    for (int k = 0; k < 2; k++)
        for (int d = 0; d < banks[k]->drifting; d++) {
            const hz_pole_pairs *b = banks[k];
            int i = b->drift[d];
            double w = b->eta.q[i], speed = w * b->p[i], pull = w * b->push[i];
            /* a parabola's highest point, or that of a slower one with a loss */
            high += w * b->q[i] + fmax(speed, 0) * t + 0.5 * fmax(pull, 0) * t * t;
        }
    return high < 0;
}

/* Goes through the sample until it ends or the bodies touch; what of it was used. */
static double fly(hz_linear_contact *x, double left, double stride, int ledger)
{
    int whole = left == x->h;
    if (is_far(x, left)) {
        int kept = whole ? HZ_STEP_SAMPLE : -1;
        hz_pole_pairs_look to = look_ahead(x, left, kept);
        take(x, to, left, ledger);
        return left;
    }
    double used = 0;
    while (used < left) {
        double d = left - used;
        int kept = -1;
        if (d > stride * (1 + 1e-9)) { /* first what does not fit, then whole parts */
            double over = fmod(d, stride);
            d = over > 1e-9 * stride && over < (1 - 1e-9) * stride ? over : stride;
        }
        if (fabs(d - stride) < 1e-9 * stride)
            kept = stride == x->h ? HZ_STEP_SAMPLE : HZ_STEP_PART;
        hz_pole_pairs_look from = { x->eta, x->rate }, to;
        if (from.eta >= 0 && from.rate > 0) { /* it can only be rounding */
            x->eta = 0;
            touch(x);
            x->switches++;
            return used;
        }
        to = look_ahead(x, d, kept);
        double at = -1;
        if (to.eta > 0) {
            at = crossing(x, (hz_pole_pairs_look){ fmin(from.eta, 0), from.rate }, to, d, 1);
        } else if (from.rate > 0 && to.rate < 0) {
            double top = 0, where = cubic_extremum(from, to, d, &top);
            if (top > 0)
                where = extremum(x, from, to, d, &top);
            if (top > 0)
                at = crossing(x, from, (hz_pole_pairs_look){ top, 0 }, where, 1);
        }
        if (at >= 0) {
            to = look_ahead(x, at, -1);
            take(x, to, at, ledger);
            x->eta = 0;
            touch(x);
            x->switches++;
            return used + at;
        }
        take(x, to, d, ledger);
        used += d;
    }
    return left;
}

/* ---- contact ---- */

/* Goes through the sample until it ends or the bodies part; what of it was used. */
static double press(hz_linear_contact *x, double left, double stride, int ledger)
{
    double used = 0;
    while (used < left) {
        double d = left - used;
        int kept = -1;
        if (x->look < stride) { /* soon after the touch: closer looks */
            d = fmin(d, x->look);
            x->look *= 1.5;
        } else if (d > stride * (1 + 1e-9)) {
            double over = fmod(d, stride);
            d = over > 1e-9 * stride && over < (1 - 1e-9) * stride ? over : stride;
        }
        if (fabs(d - stride) < 1e-9 * stride)
            kept = HZ_STEP_PART;
        hz_pole_pairs_look from = { x->eta, x->rate }, to = look_ahead(x, d, kept);
        double at = -1;
        if (to.eta < 0) {
            at = from.eta > 0 || from.rate > 0 ? crossing(x, from, to, d, 0) : 0;
        } else if (from.rate < 0 && to.rate > 0 && from.eta > 0) {
            double bottom = 0, where = cubic_extremum(from, to, d, &bottom);
            if (bottom < 0)
                where = extremum(x, from, to, d, &bottom);
            if (bottom < 0)
                at = crossing(x, from, (hz_pole_pairs_look){ bottom, 0 }, where, 0);
        }
        if (at >= 0) {
            to = look_ahead(x, at, -1);
            record(x, from, to, at);
            take(x, to, at, ledger);
            x->eta = 0;
            part(x, 1);
            x->switches++;
            return used + at;
        }
        record(x, from, to, d);
        take(x, to, d, ledger);
        used += d;
    }
    return left;
}

/* phases:bound  the rest of a sample in contact, whatever happens in it; a spring that is stretched at its end is cut.
 */
static void press_on(hz_linear_contact *x, double left, int ledger)
{
    hz_pole_pairs_look to = look_ahead(x, left, -1);
    x->unresolved = 1;
    take(x, to, left, ledger);
}

/* The spring is cut if it is stretched: what it holds is lost. */
static void cut(hz_linear_contact *x)
{
    if (x->eta >= 0)
        return;
    hz_sum_add(&x->ledger.dissipated, 0.5 * x->params.stiffness * x->eta * x->eta);
    part(x, 1);
    x->switches++;
}

/* ---- samples ---- */

static void sample_exact(hz_linear_contact *x, int ledger)
{
    double left = x->h, rounding = 1e-14 * x->h;
    double flight = x->h / x->a.bank.parts, contact = x->h / x->joined.parts;
    while (left > rounding) {
        if (x->touching && x->switches >= HZ_LINEAR_CONTACT_BOUND) {
            press_on(x, left, ledger);
            cut(x);
            break;
        }
        int switches = x->switches;
        left -= x->touching ? press(x, left, contact, ledger) : fly(x, left, flight, ledger);
        x->into = x->switches > switches ? x->h - left : x->into;
    }
}

/* phases:offset  R 2.2. */
static void sample_offset(hz_linear_contact *x, int ledger)
{
    if (!x->touching) {
        hz_pole_pairs_look to = look_ahead(x, x->h, HZ_STEP_SAMPLE);
        if (!(to.eta > 0)) {
            take(x, to, x->h, ledger);
            return;
        }
        x->rod = -x->eta;
        x->longest = fmax(x->longest, fabs(x->rod));
        x->eta = 0;
        touch(x);
        x->switches++;
    }
    hz_pole_pairs_look from = { x->eta, x->rate }, to = look_ahead(x, x->h, HZ_STEP_SAMPLE);
    record(x, from, to, x->h);
    take(x, to, x->h, ledger);
    cut(x);
}

static void samples(hz_linear_contact *x, const hz_linear_contact_io *io, int at, int n)
{
    int metered = io->ledger && hz_ledger_is_metered(io->meter), pickups = x->a.pickups + x->b.pickups;
    for (int i = at; i < at + n; i++) {
        double fa = io->force_a ? io->force_a[i] : 0, fb = io->force_b ? io->force_b[i] : 0;
        if (fa != x->force[0] || fb != x->force[1])
            hz_phase_switching_load(x, fa, fb);
        x->impulse = 0;
        x->switches = x->work = 0;
        (x->params.offset ? sample_offset : sample_exact)(x, io->ledger);
        for (int p = 0; p < pickups; p++)
            io->audio[p][i] = hz_linear_contact_motion(x, p, io->displacement);
        io->force[i] = x->impulse / x->h;
        if (io->meter[HZ_POSITION])
            io->meter[HZ_POSITION][i] = port_a(x);
        if (io->meter[HZ_COMPRESSION])
            io->meter[HZ_COMPRESSION][i] = x->eta;
        if (metered) {
            hz_energy now;
            hz_linear_contact_energy(x, &now);
            hz_ledger_show(&x->ledger, &now, io->meter, i);
        }
    }
}

/* ---- blocks of flight ---- */

static int all_zero(const double *x, int at, int n)
{
    for (int i = at; x && i < at + n; i++)
        if (x[i] != 0)
            return 0;
    return 1;
}

/* A body's pickups over n samples that nothing happens in, and the state after them in one step. */
static void ring(hz_linear_contact *x, hz_linear_contact_body *body, double *const *audio, int at, int n,
                 int displacement)
{
    hz_pole_pairs *b = &body->bank;
    for (int k = 0; k < body->pickups; k++) {
        double *out = audio[k] + at;
        memset(out, 0, sizeof(double) * (size_t)n);
        if (b->drifting < b->n)
            hz_pole_pairs_ring(b, n, k, displacement, out);
        for (int d = 0; d < b->drifting; d++) {
            int j = b->drift[d];
            double w = displacement ? b->place[k].q[j] : b->speed[k].p[j], sigma = b->sigma[j], pull = w * b->push[j];
            for (int i = 0; i < n && b->drifting == b->n; i++) /* all of it drifts: a mass needs no bank */
                out[i] += w * (displacement ? b->q[j] + b->p[j] * (i + 1) * x->h : b->p[j]);
            for (int i = 0; i < n && pull != 0; i++) { /* what ring does not know of */
                double t = (i + 1) * x->h, s = sigma > 0 ? -expm1(-2 * sigma * t) / (2 * sigma) : t;
                out[i] += pull * (displacement ? sigma > 0 ? (t - s) / (2 * sigma) : 0.5 * t * t : s);
            }
        }
    }
    hz_pole_pairs_length(b, HZ_STEP_BLOCK, n * x->h);
    hz_pole_pairs_step(b, HZ_STEP_BLOCK);
    hz_pole_pairs_take(b);
}

static int fly_block(hz_linear_contact *x, const hz_linear_contact_io *io, int at, int n)
{
    if (x->touching || io->ledger || io->meter[HZ_POSITION] || io->meter[HZ_COMPRESSION] ||
        !all_zero(io->force_a, at, n) || !all_zero(io->force_b, at, n))
        return 0;
    if (x->force[0] != 0 || x->force[1] != 0)
        hz_phase_switching_load(x, 0, 0);
    if (!is_far(x, n * x->h))
        return 0;
    ring(x, &x->a, io->audio, at, n, io->displacement);
    ring(x, &x->b, io->audio + x->a.pickups, at, n, io->displacement);
    memset(io->force + at, 0, sizeof(double) * (size_t)n);
    hz_phase_switching_measure(x);
    x->switches = x->work = 0;
    return 1;
}

/* What a change would have made jump fades over the block; nothing is left of it then (collide:glide). */
static void fade(hz_linear_contact *x, const hz_linear_contact_io *io)
{
    double *offset = x->offset[io->displacement != 0];
    int pickups = x->a.pickups + x->b.pickups;
    for (int p = 0; p < pickups; p++)
        for (int i = 0; i < io->n && offset[p] != 0; i++)
            io->audio[p][i] += offset[p] * (1 - (i + 1.0) / io->n);
    for (int d = 0; d < 2; d++)
        memset(x->offset[d], 0, sizeof(double) * (size_t)pickups);
}

int hz_linear_contact_run(hz_linear_contact *x, const hz_linear_contact_io *io)
{
    if (!io->ledger) {
        hz_ledger_close(&x->ledger);
    } else if (!x->ledger.open) { /* flows were not counted so far, so the books begin with what is there */
        hz_energy now;
        hz_linear_contact_energy(x, &now);
        hz_ledger_open(&x->ledger, hz_energy_total(&now));
    }
    for (int at = 0; at < io->n; at += HZ_MODE_RING_STRETCH) {
        int n = io->n - at < HZ_MODE_RING_STRETCH ? io->n - at : HZ_MODE_RING_STRETCH;
        if (!fly_block(x, io, at, n))
            samples(x, io, at, n);
        x->reach = NAN; /* damping and rounding */
    }
    fade(x, io);
    if (x->touching) {
        hz_pole_pairs_rest(&x->joined);
    } else {
        hz_pole_pairs_rest(&x->a.bank);
        hz_pole_pairs_rest(&x->b.bank);
    }
    return !(io->ledger && x->loss == HZ_LOSS_NOT_BOOKED);
}
