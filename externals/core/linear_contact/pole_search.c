/* pole_search: finds the poles of two modal bodies in contact.
 *
 * All poles are sought together, each corrected in turn as if the others were right (poles:sweep). core/base/root.h
 * does not serve, because it finds one real root between two places, and poles are pairs that may be complex. */
#include "internal.h"

#include <math.h>

enum { MOST_SWEEPS = 80, MOST_STEPS = 80 };

/* ---- without damping ---- */

/* poles:undamped  1/stiffness + sum g/(x - lambda), whose root lies between two poles, or beyond the last two. All
 * places are measured from the mode that is nearer. */
typedef struct undamped {
    double stiffness, low, high; /* the root lies between low and high */
    double left, right;          /* the two poles */
    int beyond;                  /* the root lies beyond both */
} undamped;

/* Where the function would be zero if it were a constant and a pole on either side that match its value f and its
 * slopes. */
static double next_place(const undamped *u, const hz_pole_work *w, double f)
{
    double d1 = u->left - w->tau, d2 = u->right - w->tau;
    double c = f - d1 * w->below1 - d2 * w->above1, b = d1 * d2 * f;
    double a = (d1 + d2) * f - d1 * d2 * (w->below1 + w->above1);
    double root = a * a - 4 * b * c;
    root = root > 0 ? sqrt(root) : 0;
    if (u->beyond)
        return w->tau + (a >= 0 ? (a + root) / (2 * c) : 2 * b / (a - root));
    return w->tau + (a <= 0 ? (a - root) / (2 * c) : 2 * b / (a + root));
}

/* The root, from a place on where the sums are known. core/base/root.h does not serve here: beside a pole Newton's
 * method goes slowly. A step that knows both poles does not. */
static double undamped_root(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w, undamped *u)
{
    for (int i = 0; i < MOST_STEPS; i++) {
        double f = 1 / u->stiffness + w->below + w->above, next = next_place(u, w, f);
        double terms = 1 / u->stiffness + fabs(w->below) + fabs(w->above);
        *(f < 0 ? &u->low : &u->high) = w->tau;
        if (fabs(next - w->tau) <= 4e-16 * fabs(w->tau) || fabs(f) <= 2e-16 * terms)
            return next;
        if (!(next > u->low && next < u->high))
            next = u->low > 0 || u->high < 0 ? copysign(sqrt(fabs(u->low)) * sqrt(fabs(u->high)), u->low + u->high)
                                             : 0.5 * (u->low + u->high);
        if (u->low == 0 && u->high > 0 && i > 3 && !(next < 0.5 * u->high)) /* far smaller than the bracket */
            next = fmin(next, 0.01 * u->high);
        w->tau = next;
        hz_pole_kernel_undamped(k, at, w);
    }
    return w->tau;
}

/* The root between mode j and the next one, or beyond the last mode, as column j's distance from the nearer one. */
static void root_between(hz_contact_poles *k, int j, double stiffness)
{
    int beyond = j == k->coupled - 1, divide = beyond && j > 0 ? j - 1 : j;
    double total = 0;
    for (int i = 0; i < k->coupled && beyond; i++)
        total += k->g0[i];
    double gap = beyond ? stiffness * total : k->mx[j + 1] - k->mx[j];
    k->near_mode[j] = j;
    k->a[j] = k->coupled == 1 ? -gap : 0;
    for (int i = 0; i < k->coupled; i++)
        k->low[i] = i <= divide;
    if (!(gap > 0) || k->coupled == 1)
        return;
    hz_pole_work w = hz_pole_work_of(k);
    hz_pole_point at = { .nx = k->mx[j], .near = -1 };
    undamped u = { .stiffness = stiffness, .high = 2 * gap, .beyond = beyond };
    w.tau = 0.5 * gap;
    hz_pole_kernel_undamped(k, &at, &w);
    if (!beyond && 1 / stiffness + w.below + w.above < 0) { /* it rises with lambda: the root is in the upper half */
        k->near_mode[j] = j + 1;
        at.nx = k->mx[j + 1];
        u.low = w.tau = -0.5 * gap;
        u.high = 0;
    }
    u.left = k->mx[divide] - at.nx;
    u.right = (beyond ? k->mx[j] : k->mx[j + 1]) - at.nx;
    k->a[j] = -undamped_root(k, &at, &w, &u);
}

/* From now on a column is measured from this mode; from 0, if the mode is -1. */
static void stand_near(hz_contact_poles *k, int j, int mode)
{
    k->near_mode[j] = mode;
    k->near_s[j] = mode < 0 ? 0 : k->ms[mode];
    k->near_x[j] = mode < 0 ? 0 : k->mx[mode];
    k->near_d[j] = mode < 0 ? 0 : k->md[mode];
}

static double gap_to(const hz_contact_poles *k, int mode, double x, double sigma, double size)
{
    return mode < 0 ? fabs(x) + 2 * fabs(sigma) * size : fabs(k->mx[mode] - x) + 2 * fabs(k->ms[mode] - sigma) * size;
}

/* Measures a column from a nearer mode, if there is one that is much nearer. */
static void find_near(hz_contact_poles *k, int j)
{
    double x = k->near_x[j] - k->a[j], sigma = k->near_s[j] - 0.5 * k->b[j], size = sqrt(fabs(x));
    double now = gap_to(k, k->near_mode[j], x, sigma, size), least = now;
    int best = k->near_mode[j];
    if (now < 0.05 * gap_to(k, -1, x, sigma, size))
        return;
    for (int i = -1; i < k->coupled; i++) {
        double gap = gap_to(k, i, x, sigma, size);
        if (gap < least)
            best = i, least = gap;
    }
    if (!(least < 0.7 * now))
        return;
    stand_near(k, j, best);
    k->a[j] = k->near_x[j] - x;
    k->b[j] = 2 * (k->near_s[j] - sigma);
}

/* ---- real roots ---- */

/* poles:near  the place of a mode from which a real root is measured. */
static double place_of(const hz_contact_poles *k, int mode, int fast)
{
    if (k->md[mode] >= 0)
        return -k->ms[mode];
    double quick = -k->ms[mode] - sqrt(-k->md[mode]);
    return fast ? quick : k->mx[mode] / quick;
}

/* poles:parts  A root as the sum of two parts. */
static void in_parts(const hz_contact_poles *k, const hz_contact_poles_root *r, double *high, double *low)
{
    int fast = r->mode >= 0 && r->fast;
    *high = fast ? -2 * k->ms[r->mode] : 0;
    *low = fast ? r->off - place_of(k, r->mode, 0) : r->s;
}

/* How far the two roots of a split column are apart. */
static double gap_in(const hz_contact_poles *k, int j)
{
    return (k->one_high[j] - k->two_high[j]) + (k->one_low[j] - k->two_low[j]);
}

/* The polynomial of the near mode at the root. */
static double own_of(const hz_contact_poles *k, const hz_contact_poles_root *r)
{
    double delta = k->md[r->mode];
    return delta >= 0 ? r->off * r->off + delta : r->off * (r->off + (r->fast ? -2 : 2) * sqrt(-delta));
}

/* Measures a root from the place that is nearest to it. On a mode nothing can be evaluated, so the root is never
 * exactly there. */
static void settle(const hz_contact_poles *k, hz_contact_poles_root *r)
{
    double here = r->mode < 0 ? 0 : place_of(k, r->mode, r->fast), off = r->off;
    hz_contact_poles_root best = { .s = r->s, .off = r->s, .mode = -1 };
    for (int i = 0; i < k->coupled && r->s != 0; i++)
        for (int fast = 0; fast <= (k->md[i] < 0); fast++) {
            double from = i == r->mode && fast == r->fast ? off : (here - place_of(k, i, fast)) + off;
            if (fabs(from) < fabs(best.off))
                best = (hz_contact_poles_root){ r->s, from, i, fast };
        }
    if (best.off == 0)
        best.off = 1e-16 * r->s;
    *r = best;
}

static hz_contact_poles_root root_at(const hz_contact_poles *k, double s)
{
    hz_contact_poles_root r = { .s = s, .off = s, .mode = -1 };
    settle(k, &r);
    return r;
}

static void move(const hz_contact_poles *k, hz_contact_poles_root *r, double by)
{
    r->off += by;
    r->s = (r->mode < 0 ? 0 : place_of(k, r->mode, r->fast)) + r->off;
    settle(k, r);
}

/* ---- columns under way ---- */

hz_pole_point hz_pole_search_point(const hz_contact_poles *k, int j, int second)
{
    if (k->split[j]) {
        const hz_contact_poles_root *r = second ? &k->two[j] : &k->one[j];
        hz_pole_point at = { .c = r->s,
                             .high = second ? k->two_high[j] : k->one_high[j],
                             .low = second ? k->two_low[j] : k->one_low[j],
                             .near = -1 };
        if (r->mode >= 0 && r->fast) {
            at.ak = own_of(k, r);
            at.ns = k->ms[r->mode];
            at.nx = k->mx[r->mode];
        } else {
            at.ak = r->s * r->s;
            at.near = r->mode;
            at.own = r->mode < 0 ? 0 : own_of(k, r);
        }
        return at;
    }
    double ns = k->near_s[j], nx = k->near_x[j], b = k->b[j], c = 0.5 * b - ns;
    double turn = k->near_d[j] - k->a[j] + ns * b - 0.25 * b * b;
    return (
        hz_pole_point){ .c = c, .turn = turn, .e = 1, .ak = k->a[j] + b * c, .bk = b, .ns = ns, .nx = nx, .near = -1 };
}

/* Two real roots as a pair are near no mode, so the column's polynomial is measured from 0. */
static void offsets_of_split(hz_contact_poles *k, int j)
{
    stand_near(k, j, -1);
    k->b[j] = k->one[j].s + k->two[j].s;
    k->a[j] = -k->one[j].s * k->two[j].s;
    k->alone[j] = 1;
    in_parts(k, &k->one[j], &k->one_high[j], &k->one_low[j]);
    in_parts(k, &k->two[j], &k->two_high[j], &k->two_low[j]);
}

/* A column that was split is a pair from now on. */
static void join(hz_contact_poles *k, int j)
{
    k->split[j] = 0;
    k->alone[j] = k->one_high[j] = k->one_low[j] = k->two_high[j] = k->two_low[j] = 0;
}

static void put_roots(hz_contact_poles *k, int j, hz_contact_poles_root one, hz_contact_poles_root two)
{
    k->split[j] = 1;
    k->one[j] = one;
    k->two[j] = two;
    offsets_of_split(k, j);
}

/* Whether one of two roots is nearer to its own place than to the other root. Two roots of one mode do not count. */
static int is_beside(const hz_contact_poles *k, int j, double part)
{
    const hz_contact_poles_root *a = &k->one[j], *b = &k->two[j];
    int alike = a->mode == b->mode && (a->mode < 0 || k->md[a->mode] >= 0 || a->fast != b->fast);
    return !alike && fmin(fabs(a->off), fabs(b->off)) < part * fabs(gap_in(k, j));
}

static void split_at(hz_contact_poles *k, int j, const hz_pole_point *at)
{
    double reach = sqrt(-at->turn), fast = at->c < 0 ? at->c - reach : at->c + reach;
    put_roots(k, j, root_at(k, (k->near_x[j] - k->a[j]) / fast), root_at(k, fast));
}

/* Decides whether a column is followed as a pair or as two real roots. Real roots that are far apart are followed
 * one by one, since what is small at one of them is large at the other. A pair can become a vibration, and two
 * single roots cannot; but each single root keeps its digits beside a place of its own. So while columns are refined
 * only those stay pairs whose difference would lose more digits (poles:near). No pole grows, so a root with a
 * positive real part is thrown back to the other side. */
static void split_or_join(hz_contact_poles *k, int j)
{
    const double rounding = 1e-13; /* Two roots that seem to be nearer than this part of themselves may be apart. */
    const double apart = k->refining ? 0.05 : 0.5,
                 together = k->refining ? 0.03 : 0.3; /* half their distance as a part of their mean */
    if (k->split[j]) {
        if (k->one[j].s > 0 || k->two[j].s > 0) {
            double a = fabs(k->one[j].s), b = fabs(k->two[j].s);
            put_roots(k, j, root_at(k, -fmin(a, b)), root_at(k, -fmax(a, b)));
        }
        if (fabs(gap_in(k, j)) < together * fabs(k->one[j].s + k->two[j].s) && !(k->refining && is_beside(k, j, 1))) {
            offsets_of_split(k, j);
            join(k, j);
        }
        return;
    }
    hz_pole_point at = hz_pole_search_point(k, j, 0);
    if (at.c > 0 && at.c * at.c > 1e-12 * fabs(at.turn)) {
        k->b[j] = 2 * (k->near_s[j] - at.c);
        at = hz_pole_search_point(k, j, 0);
    }
    int far = at.turn < -(apart * apart) * at.c * at.c;
    if (k->refining && fabs(at.turn) < rounding * at.c * at.c)
        at.turn = -rounding * at.c * at.c;
    if (!far && !(k->refining && at.turn < 0 && at.c < 0))
        return;
    double a = k->a[j], b = k->b[j];
    int mode = k->near_mode[j];
    split_at(k, j, &at);
    if (!far && !is_beside(k, j, 0.5)) { /* back to the pair */
        join(k, j);
        k->a[j] = a;
        k->b[j] = b;
        stand_near(k, j, mode);
    }
}

/* Pairs the real roots of all split columns anew, the two nearest to each other first. With `all` the real roots of
 * pairs take part too. */
static void pair_again(hz_contact_poles *k, int all)
{
    int n = 0;
    for (int j = 0; j < k->coupled && all; j++) {
        hz_pole_point at = hz_pole_search_point(k, j, 0);
        if (!k->split[j] && at.turn < 0 && at.c < 0)
            split_at(k, j, &at);
    }
    hz_contact_poles_root *r = k->real;
    for (int j = 0; j < k->coupled; j++)
        for (int h = 0; h < 2 && k->split[j]; h++) {
            const hz_contact_poles_root *root = h ? &k->two[j] : &k->one[j];
            int at = n++;
            for (; at > 0 && r[at - 1].s < root->s; at--)
                r[at] = r[at - 1];
            r[at] = *root;
        }
    if (n <= 2)
        return;
    for (int j = 0; j < k->coupled; j++) {
        if (!k->split[j])
            continue;
        int best = 0;
        double least = HUGE_VAL;
        for (int i = 0; i + 1 < n; i++) {
            double gap = fabs(r[i].s - r[i + 1].s) / (fabs(r[i].s) + fabs(r[i + 1].s) + 1e-300);
            if (gap < least)
                least = gap, best = i;
        }
        put_roots(k, j, r[best], r[best + 1]);
        for (int i = best; i + 2 < n; i++)
            r[i] = r[i + 2];
        n -= 2;
    }
}

/* poles:guess  The first guesses are the undamped roots, with the damping that their shapes would have. */
static void guess_column(hz_contact_poles *k, int j)
{
    int n = k->coupled, last = j == n - 1;
    double middle = last ? k->mx[j] : 0.5 * (k->mx[j] + k->mx[j + 1]);
    double stiffness = last ? k->k : hypot(k->k, k->c * sqrt(middle));
    join(k, j);
    k->b[j] = 0;
    root_between(k, j, stiffness);
    stand_near(k, j, k->near_mode[j]);
    if (k->undamped)
        return;
    double square = 0, loss = 0, tau = -k->a[j];
    for (int i = 0; i < n; i++) {
        double d = (k->mx[i] - k->near_x[j]) - tau, u = k->g0[i] / (d * d);
        if (d != 0) {
            square += u;
            loss += u * 2 * k->ms[i];
        }
    }
    double seen = square > 0 ? 1 / (square * stiffness * stiffness) : 0;
    double twice = square > 0 ? loss / square + (last ? k->c : k->c * (k->k / stiffness)) * seen : 2 * k->near_s[j];
    k->b[j] = 2 * k->near_s[j] - twice;
    if (k->a[j] == 0 && k->b[j] == 0) /* on the mode itself nothing can be evaluated */
        k->a[j] = -1e-3 * (k->near_x[j] + k->g0[k->near_mode[j]] * k->k);
    split_or_join(k, j);
}

static void begin_guess(hz_contact_poles *k)
{
    k->search.stage = HZ_SEARCH_GUESS;
    k->search.column = 0;
}

/* poles:sweep  Weierstrass' correction of one column. The largest of a pass over all columns, as a part of the distance
 * to the near mode, is kept. Returns 0 where that is not a number. */
static int sweep_column(hz_contact_poles *k, int j)
{
    double *worst = &k->search.worst;
    hz_pole_work w = hz_pole_work_of(k);
    w.skip_column = j;
    if (k->split[j]) {
        hz_contact_poles_root *root[2] = { &k->one[j], &k->two[j] };
        double miss[2], gap = gap_in(k, j);
        for (int h = 0; h < 2; h++) {
            hz_pole_point at = hz_pole_search_point(k, j, h);
            hz_pole_kernel_secular(k, &at, &w);
            miss[h] = (1 + (k->k + k->c * at.c) * w.sum.re) * w.product.re / (h ? -gap : gap);
            if (!isfinite(miss[h]))
                return 0;
            *worst = fmax(*worst, fabs(miss[h]) / (fabs(root[h]->off) + 1e-300));
        }
        for (int h = 0; h < 2; h++)
            move(k, root[h], -miss[h]);
        offsets_of_split(k, j);
    } else {
        hz_pole_point at = hz_pole_search_point(k, j, 0);
        hz_pole_kernel_secular(k, &at, &w);
        hz_pole_ring law = { k->k + k->c * at.c, k->c };
        hz_pole_ring miss = hz_pole_ring_times(law, w.sum, at.turn);
        miss.re += 1;
        miss = hz_pole_ring_times(miss, w.product, at.turn);
        if (!isfinite(miss.re) || !isfinite(miss.im))
            return 0;
        double size = sqrt(fabs(at.turn)), far = fabs(at.ak) + fabs(at.bk) * size;
        *worst = fmax(*worst, (fabs(miss.re) + fabs(miss.im) * size) / far);
        k->a[j] -= miss.re - miss.im * at.c;
        k->b[j] -= miss.im;
    }
    if (!k->split[j])
        find_near(k, j);
    split_or_join(k, j);
    return 1;
}

static void begin_pass(hz_pole_progress *s)
{
    s->column = 0;
    s->worst = 0;
}

static void begin_sweeps(hz_contact_poles *k)
{
    k->search.stage = HZ_SEARCH_SWEEP;
    k->search.pass = 0;
    k->search.before = HUGE_VAL;
    begin_pass(&k->search);
}

/* After a pass: 1 if the columns are found, 0 if they will not be, -1 if another pass is due. */
static int end_pass(hz_contact_poles *k)
{
    hz_pole_progress *s = &k->search;
    double worst = s->worst, before = s->before;
    pair_again(k, worst > 1e-6 &&
                      k->sweeps % 4 == 3); /* pairs lose digits by that and need some sweeps to find them again */
    for (int j = 0; j < k->coupled; j++)
        split_or_join(k, j);
    k->sweeps++;
    /* A correction is the square of the one before, until it is the rounding of the function itself. */
    if (worst < 1e-15 || (worst < 1e-9 && worst > 0.3 * before))
        return 1;
    s->before = worst;
    begin_pass(s);
    return !isfinite(worst) || ++s->pass == MOST_SWEEPS ? 0 : -1;
}

/* ---- damping or contact grows ---- */

static void damp_modes(hz_contact_poles *k, double part, double c)
{
    k->c = part * c;
    for (int i = 0; i < k->coupled; i++) {
        k->ms[i] = part * k->whole_s[i];
        k->md[i] = part < 1 ? k->mx[i] - k->ms[i] * k->ms[i] : k->whole_d[i];
    }
}

/* Where damping couples modes, the contact grows from little to what it is, and the roots are followed. At first each
 * column is a mode that is changed a little. */
static void grow_contact(hz_contact_poles *k, double part, int first)
{
    k->k = part * k->search.stiffness;
    k->c = part * k->search.damping;
    for (int j = 0; j < k->coupled && first; j++) {
        join(k, j);
        stand_near(k, j, j);
        k->a[j] = -(k->k * k->g0[j] - k->c * k->g1[j] * k->mx[j]);
        k->b[j] = -(k->k * k->g1[j] + k->c * k->g0[j] - 2 * k->ms[j] * k->c * k->g1[j]);
        split_or_join(k, j);
    }
    begin_sweeps(k);
}

/* Where the guesses are too far off, the damping grows from little to what it is, and the roots are followed: the
 * columns keep their distances from the modes. */
static void grow_damping(hz_contact_poles *k, double part, int first)
{
    damp_modes(k, part, k->search.damping);
    if (first) {
        begin_guess(k);
        return;
    }
    for (int j = 0; j < k->coupled; j++) {
        join(k, j);
        stand_near(k, j, k->near_mode[j]);
    }
    for (int j = 0; j < k->coupled; j++)
        split_or_join(k, j);
    begin_sweeps(k);
}

static void grow(hz_contact_poles *k, int first)
{
    double part = exp2((double)k->search.step / k->search.steps);
    (k->plain ? grow_damping : grow_contact)(k, part, first);
}

/* poles:sweep  First the damping or the contact is doubled at each step. Where that fails it grows in smaller steps,
 * from less. */
static void begin_growing(hz_contact_poles *k, int attempt)
{
    hz_pole_progress *s = &k->search;
    s->phase = HZ_SEARCH_GROWS;
    s->attempt = attempt;
    s->steps = 1 << attempt;
    s->step = -((k->plain ? 8 : 14) + 4 * attempt) * s->steps;
    s->stiffness = k->k;
    s->damping = k->c;
    for (int i = 0; i < k->coupled && k->plain; i++) {
        k->whole_s[i] = k->ms[i];
        k->whole_d[i] = k->md[i];
    }
    grow(k, 1);
}

/* All damping and the contact are what they shall be. */
static void end_growing(hz_contact_poles *k)
{
    if (k->plain) {
        damp_modes(k, 1, k->search.damping);
        return;
    }
    k->k = k->search.stiffness;
    k->c = k->search.damping;
}

/* Two bodies that drift, one of them slowed and one not, stay where they are put together. So one pole is known: it is
 * 0. */
static void still_pole(hz_contact_poles *k)
{
    int drifting = 0, slowest = -1;
    for (int i = 0; i < k->coupled; i++)
        drifting += k->mx[i] == 0;
    if (drifting < 2)
        return;
    for (int j = 0; j < k->coupled; j++)
        if (k->split[j] && (slowest < 0 || fabs(k->one[j].s) < fabs(k->one[slowest].s)))
            slowest = j;
    if (slowest >= 0) {
        k->one[slowest] = root_at(k, 0);
        offsets_of_split(k, slowest);
    }
}

/* ---- all of it ---- */

static void finish(hz_contact_poles *k, int found)
{
    if (found && !k->undamped)
        still_pole(k);
    k->search.found = found;
    k->search.stage = HZ_SEARCH_DONE;
}

/* poles:near  If there are real roots, sweeps again with each of them by itself. */
static void begin_refining(hz_contact_poles *k)
{
    int real = 0;
    for (int j = 0; j < k->coupled; j++)
        real |= k->split[j] || hz_pole_search_point(k, j, 0).turn < 0;
    k->refining = 1;
    k->search.phase = HZ_SEARCH_REFINES;
    for (int j = 0; j < k->coupled && real; j++)
        split_or_join(k, j);
    if (real)
        begin_sweeps(k);
    else
        finish(k, 1);
}

/* What follows a row of sweeps, by whether it found the columns. */
static void end_sweeps(hz_contact_poles *k, int found)
{
    enum { ATTEMPTS = 4 };
    hz_pole_progress *s = &k->search;
    if (s->phase == HZ_SEARCH_REFINES) {
        finish(k, found);
    } else if (s->phase == HZ_SEARCH_BEGINS) {
        if (found)
            begin_refining(k);
        else
            begin_growing(k, 0);
    } else if (found && ++s->step <= 0) {
        grow(k, 0);
    } else {
        end_growing(k);
        if (found)
            begin_refining(k);
        else if (s->attempt + 1 < ATTEMPTS)
            begin_growing(k, s->attempt + 1);
        else
            finish(k, 0);
    }
}

void hz_pole_search_begin(hz_contact_poles *k)
{
    k->sweeps = k->refining = 0;
    k->search.phase = HZ_SEARCH_BEGINS;
    begin_guess(k);
}

int hz_pole_search_go(hz_contact_poles *k)
{
    hz_pole_progress *s = &k->search;
    if (s->stage == HZ_SEARCH_GUESS) {
        if (s->column < k->coupled) {
            guess_column(k, s->column++);
            return 1;
        }
        if (k->undamped)
            finish(k, 1);
        else
            begin_sweeps(k);
    } else if (s->stage == HZ_SEARCH_SWEEP) {
        if (s->column < k->coupled) {
            if (sweep_column(k, s->column++))
                return 1;
            k->sweeps++;
            end_sweeps(k, 0);
        } else {
            int found = end_pass(k);
            if (found >= 0)
                end_sweeps(k, found);
        }
    }
    return s->stage != HZ_SEARCH_DONE;
}
