/* poles: two modal bodies while a spring and a damper join them. */
#include "poles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SWEEPS = 80, MOST_STEPS = 80 };

/* ---- numbers of a column ----
 *
 * A quadratic s^2 + 2 sigma s + x = (s - c)^2 + turn has two roots; a function of s on both of them at once is a number
 * re + im E with E = s - c and E^2 = -turn. That is a complex number where the roots are a pair, and just as well a
 * number where they are real or coincide (poles:ring). */
typedef struct ring {
    double re, im;
} ring;

static ring times(ring a, ring b, double turn)
{
    return (ring){ a.re * b.re - turn * a.im * b.im, a.re * b.im + a.im * b.re };
}

static ring inverse(ring a, double turn)
{
    double norm = a.re * a.re + turn * a.im * a.im;
    return (ring){ a.re / norm, -a.im / norm };
}

/* Where functions are evaluated: s = c + E (e = 1), or one real s = c (e = 0). A mode's s^2 + 2 sigma s + x is there
 * ak + bk E + 2 (sigma - ns) s + (x - nx): measured from the mode that is near, so that it keeps its digits. A real s is measured
 * from 0, and the polynomial of the one mode that has a root near there is `own` (poles:near); near = -1: of none. */
typedef struct point {
    double c, turn, e, ak, bk, ns, nx, own;
    int near;
} point;

/* What a kernel works on: rows in, sums or rows out. */
typedef struct work {
    int from, n, plain; /* modes, from a whole slab on; the common kind */
    int skip_mode, skip_column; /* left out of the product, or -1 */
    ring sum, product, out;
    double tau, below, above, below1, above1; /* the undamped function and its slopes */
    const double *q, *p;
    double y, r, *to_q, *to_p;
} work;

#define HZ_LANES_TEXT "poles_lanes.h"
#include "lanes.h"

#define KERNEL(name)                                                       \
    static void name(const hz_poles *k, const point *at, work *w)          \
    {                                                                      \
        static void (*const all[])(const hz_poles *, const point *, work *) = HZ_LANES_ALL(name##_in); \
        if (at->near >= 0)                                                 \
            k->only[at->near] = 1;                                         \
        all[k->lanes](k, at, w);                                           \
        if (at->near >= 0)                                                 \
            k->only[at->near] = 0;                                         \
    }

KERNEL(undamped)
KERNEL(leave)
KERNEL(row)
KERNEL(enter)
KERNEL(direct)
KERNEL(products)

/* The rows that tell what a product leaves out, as the one of a point's near mode, are zeros but for that. */
static void secular(const hz_poles *k, const point *at, work *w)
{
    if (w->skip_mode >= 0)
        k->no_mode[w->skip_mode] = 1;
    if (w->skip_column >= 0)
        k->no_column[w->skip_column] = 1;
    products(k, at, w);
    if (w->skip_mode >= 0)
        k->no_mode[w->skip_mode] = 0;
    if (w->skip_column >= 0)
        k->no_column[w->skip_column] = 0;
}

/* ---- life ---- */

static size_t padded(int room)
{
    return ((size_t)room + HZ_LANES_SLAB) / HZ_LANES_SLAB * HZ_LANES_SLAB;
}

int hz_poles_init(hz_poles *k, int room)
{
    enum { ROWS = 39, NUMBERS = 6 };
    size_t n = padded(room);
    *k = (hz_poles){ .room = room, .lanes = hz_lanes_best() };
    k->memory = aligned_alloc(64, ROWS * n * sizeof(double));
    k->numbers = calloc(NUMBERS * n, sizeof(int));
    k->one = calloc(4 * n, sizeof *k->one);
    if (!k->memory || !k->numbers || !k->one) {
        hz_poles_free(k);
        return 0;
    }
    memset(k->memory, 0, ROWS * n * sizeof(double));
    double **rows[ROWS] = { &k->sigma, &k->x,  &k->delta, &k->eta_q,  &k->eta_p,  &k->rate_q, &k->rate_p, &k->ms,  &k->mx,
                            &k->md,    &k->mo, &k->mo2,   &k->mi1,    &k->mi2,    &k->g0,     &k->g1,     &k->fit, &k->mirror,
                            &k->near_s, &k->near_x, &k->a, &k->b,     &k->only,   &k->norm,   &k->r0,  &k->r1,
                            &k->in0,   &k->in1, &k->eta0, &k->eta1,   &k->wq,     &k->wp,     &k->rq,     &k->rp,
                            &k->whole, &k->near_d, &k->no_mode, &k->no_column, &k->low };
    for (int i = 0; i < ROWS; i++)
        *rows[i] = k->memory + (size_t)i * n;
    int **numbers[NUMBERS] = { &k->split, &k->order, &k->first, &k->last, &k->member, &k->near_mode };
    for (int i = 0; i < NUMBERS; i++)
        *numbers[i] = k->numbers + (size_t)i * n;
    k->two = k->one + n;
    k->loose = k->two + n;
    return 1;
}

void hz_poles_free(hz_poles *k)
{
    free(k->memory);
    free(k->numbers);
    free(k->one);
    *k = (hz_poles){ 0 };
}

/* ---- what the contact feels ---- */

/* Modes by rising x, those alike side by side. They come nearly sorted. */
static void sort_modes(hz_poles *k, const hz_poles_modes *m)
{
    for (int i = 0; i < m->n; i++) {
        int at = i;
        for (; at > 0; at--) {
            int other = k->order[at - 1];
            if (m->x[other] < m->x[i] || (m->x[other] == m->x[i] && m->sigma[other] <= m->sigma[i]))
                break;
            k->order[at] = other;
        }
        k->order[at] = i;
    }
}

/* Whether a mode is of the common kind, alone or among others that are not. */
static int is_plain(const hz_poles_modes *m, int i)
{
    return m->plain || (m->port_p[i] == 0 && m->drive_q[i] == 0 && m->drive_p[i] == m->port[i]);
}

/* The residues' numerators g0 + g1 s. */
static void numerators(hz_poles *k)
{
    for (int i = 0; i < (int)padded(k->room); i++) {
        k->g0[i] = k->mo[i] * (2 * k->ms[i] * k->mi1[i] + k->mi2[i]) - k->mo2[i] * k->mx[i] * k->mi1[i];
        k->g1[i] = k->mo[i] * k->mi1[i] + k->mo2[i] * k->mi2[i];
        if (i >= k->coupled)
            k->g0[i] = k->g1[i] = 0;
    }
}

/* poles:deflation  modes of one frequency and one decay move the contact only by one of their mixtures: a reflection makes that one their first,
 * and the others do not feel the contact; nor do modes whose port is nothing. The coupled come to the front. */
static void deflate(hz_poles *k, const hz_poles_modes *m)
{
    double most = 0;
    k->groups = k->coupled = 0;
    for (int i = 0; i < m->n; i++)
        most = fmax(most, fabs(m->port[i]));
    for (int i = 0; i < m->n;) {
        int end = i + 1, first = k->order[i];
        double square = m->port[first] * m->port[first];
        for (; is_plain(m, first) && end < m->n && is_plain(m, k->order[end]) && m->x[k->order[end]] == m->x[first] &&
               m->sigma[k->order[end]] == m->sigma[first]; end++)
            square += m->port[k->order[end]] * m->port[k->order[end]];
        double size = sqrt(square), o = m->port[first];
        k->first[k->groups] = i;
        k->last[k->groups] = end;
        int alone = end == i + 1;
        for (int j = i; j < end; j++)
            k->mirror[j] = alone ? 0 : m->port[k->order[j]];
        if (!alone && size > 0) {
            k->mirror[i] += o < 0 ? -size : size;
            double norm = sqrt(2 / (2 * square + 2 * fabs(o) * size)); /* so that the reflection is 1 - w w' */
            for (int j = i; j < end; j++)
                k->mirror[j] *= norm;
        }
        int feels = is_plain(m, first) ? size > 1e-18 * most : 1;
        k->member[k->groups] = feels ? k->coupled : -1;
        if (feels) {
            int to = k->coupled++;
            k->ms[to] = m->sigma[first];
            k->mx[to] = m->x[first];
            k->md[to] = m->delta[first];
            k->mo[to] = alone ? o : o < 0 ? size : -size;
            k->mo2[to] = m->plain ? 0 : m->port_p[first];
            k->mi1[to] = m->plain ? 0 : m->drive_q[first];
            k->mi2[to] = is_plain(m, first) ? k->mo[to] : m->drive_p[first];
        }
        k->groups++;
        i = end;
    }
    for (int i = k->coupled; i < (int)padded(k->room); i++) { /* so far off that it is nothing in any sum, and 1 in any ratio */
        k->mx[i] = k->near_x[i] = -0x1p498;
        k->ms[i] = k->mo[i] = k->mo2[i] = k->mi1[i] = k->mi2[i] = k->near_s[i] = k->a[i] = k->b[i] = 0;
    }
    numerators(k);
}

/* Reflects a vector over the modes and gathers what the contact feels; the rest of each group lands in `rest`, in the order of the columns. */
static void gather(const hz_poles *k, const double *from, double *felt, double *rest)
{
    int free_column = k->coupled;
    for (int g = 0; g < k->groups; g++) {
        int first = k->first[g], last = k->last[g], to = k->member[g];
        double along = 0;
        for (int j = first; j < last; j++)
            along += k->mirror[j] * from[k->order[j]];
        for (int j = first; j < last; j++) {
            double value = from[k->order[j]] - along * k->mirror[j];
            if (j == first && to >= 0)
                felt[to] = value;
            else
                rest[free_column++] = value;
        }
    }
}

static void scatter(const hz_poles *k, const double *felt, const double *rest, double *to)
{
    int free_column = k->coupled;
    for (int g = 0; g < k->groups; g++) {
        int first = k->first[g], last = k->last[g], at = k->member[g];
        double along = 0;
        for (int j = first; j < last; j++) {
            double value = j == first && at >= 0 ? felt[at] : rest[free_column++];
            along += k->mirror[j] * value;
            to[k->order[j]] = value;
        }
        for (int j = first; j < last; j++)
            to[k->order[j]] -= along * k->mirror[j];
    }
}

/* ---- roots ---- */

static work a_work(const hz_poles *k)
{
    return (work){ .n = k->coupled, .plain = k->plain, .skip_mode = -1, .skip_column = -1 };
}

/* poles:undamped  the root of 1/stiffness + sum g/(x - lambda) between x_j and x_(j+1), as its distance from the nearer
 * one. Each step takes the function for a constant and a pole at either side, kept inside the bracket. */
static void root_between(hz_poles *k, int j, double stiffness)
{
    work w = a_work(k);
    int last = j == k->coupled - 1, low_mode = last && j > 0 ? j - 1 : j;
    double gap, total = 0;
    for (int i = 0; i < k->coupled && last; i++)
        total += k->g0[i];
    gap = last ? stiffness * total : k->mx[j + 1] - k->mx[j];
    k->near_mode[j] = j;
    point at = { .nx = k->mx[j], .near = -1 };
    double low = 0, high = last ? 2 * gap : gap;
    int divide = last && j > 0 ? j - 1 : j;
    for (int i = 0; i <= divide; i++)
        k->low[i] = 1;
    for (int i = divide + 1; i < k->coupled; i++)
        k->low[i] = 0;
    if (!(gap > 0)) {
        k->a[j] = 0;
        return;
    }
    w.tau = 0.5 * gap;
    undamped(k, &at, &w);
    if (!last && 1 / stiffness + w.below + w.above < 0) { /* the function rises with lambda: the root is in the upper half */
        k->near_mode[j] = j + 1;
        at.nx = k->mx[j + 1];
        low = -0.5 * gap;
        high = 0;
        w.tau = -0.5 * gap;
    } else if (!last) {
        high = 0.5 * gap;
    }
    double left = k->mx[low_mode] - at.nx, right = (last ? k->mx[j] : k->mx[j + 1]) - at.nx;
    for (int i = 0; i < MOST_STEPS; i++) {
        double f = 1 / stiffness + w.below + w.above;
        double terms = 1 / stiffness + fabs(w.below) + fabs(w.above);
        if (f < 0)
            low = w.tau;
        else
            high = w.tau;
        double d1 = left - w.tau, d2 = right - w.tau, next;
        double c = f - d1 * w.below1 - d2 * w.above1, b = d1 * d2 * f;
        double a = (d1 + d2) * f - d1 * d2 * (w.below1 + w.above1);
        double root = a * a - 4 * b * c;
        root = root > 0 ? sqrt(root) : 0;
        if (last) /* beyond both poles, else between them */
            next = w.tau + (a >= 0 ? (a + root) / (2 * c) : 2 * b / (a - root));
        else
            next = w.tau + (a <= 0 ? (a - root) / (2 * c) : 2 * b / (a + root));
        if (k->coupled == 1)
            next = gap;
        if (fabs(next - w.tau) <= 4e-16 * fabs(w.tau) || fabs(f) <= 2e-16 * terms || k->coupled == 1) {
            w.tau = next;
            break;
        }
        if (!(next > low && next < high))
            next = low > 0 || high < 0 ? copysign(sqrt(fabs(low)) * sqrt(fabs(high)), low + high) : 0.5 * (low + high);
        if (low == 0 && high > 0 && i > 3 && !(next < 0.5 * high)) /* far smaller than the bracket */
            next = fmin(next, 0.01 * high);
        w.tau = next;
        undamped(k, &at, &w);
    }
    k->a[j] = -w.tau;
}

/* A column is measured from a mode near it, or, where 0 is nearer than any (mode -1), from there. */
static void stand_near(hz_poles *k, int j, int mode)
{
    k->near_mode[j] = mode;
    k->near_s[j] = mode < 0 ? 0 : k->ms[mode];
    k->near_x[j] = mode < 0 ? 0 : k->mx[mode];
    k->near_d[j] = mode < 0 ? 0 : k->md[mode];
}

static double gap_to(const hz_poles *k, int mode, double x, double sigma, double size)
{
    return mode < 0 ? fabs(x) + 2 * fabs(sigma) * size : fabs(k->mx[mode] - x) + 2 * fabs(k->ms[mode] - sigma) * size;
}

/* Looks for a nearer mode where the present one is not near. */
static void find_near(hz_poles *k, int j)
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

/* poles:near  the place of a mode that a real root is measured from. */
static double place_of(const hz_poles *k, int mode, int fast)
{
    if (k->md[mode] >= 0)
        return -k->ms[mode];
    double quick = -k->ms[mode] - sqrt(-k->md[mode]);
    return fast ? quick : k->mx[mode] / quick;
}

/* What the near mode's polynomial is at the root. */
static double own_of(const hz_poles *k, const hz_poles_root *r)
{
    double delta = k->md[r->mode];
    return delta >= 0 ? r->off * r->off + delta : r->off * (r->off + (r->fast ? -2 : 2) * sqrt(-delta));
}

/* Looks for the place that the root is nearest to, seen from where it is. On a mode nothing can be evaluated, so it is never quite there. */
static void settle(const hz_poles *k, hz_poles_root *r)
{
    double here = r->mode < 0 ? 0 : place_of(k, r->mode, r->fast), off = r->off;
    hz_poles_root best = { .s = r->s, .off = r->s, .mode = -1 };
    for (int i = 0; i < k->coupled && r->s != 0; i++)
        for (int fast = 0; fast <= (k->md[i] < 0); fast++) {
            double from = i == r->mode && fast == r->fast ? off : (here - place_of(k, i, fast)) + off;
            if (fabs(from) < fabs(best.off))
                best = (hz_poles_root){ r->s, from, i, fast };
        }
    if (best.off == 0)
        best.off = 1e-16 * r->s;
    *r = best;
}

static hz_poles_root root_at(const hz_poles *k, double s)
{
    hz_poles_root r = { .s = s, .off = s, .mode = -1 };
    settle(k, &r);
    return r;
}

static void move(const hz_poles *k, hz_poles_root *r, double by)
{
    r->off += by;
    r->s = (r->mode < 0 ? 0 : place_of(k, r->mode, r->fast)) + r->off;
    settle(k, r);
}

/* ---- columns under way ---- */

static point point_of(const hz_poles *k, int j, int second)
{
    if (k->split[j]) {
        const hz_poles_root *r = second ? &k->two[j] : &k->one[j];
        return (point){ .c = r->s, .ak = r->s * r->s, .near = r->mode, .own = r->mode < 0 ? 0 : own_of(k, r) };
    }
    double ns = k->near_s[j], nx = k->near_x[j], b = k->b[j], c = 0.5 * b - ns;
    double turn = k->near_d[j] - k->a[j] + ns * b - 0.25 * b * b;
    return (point){ .c = c, .turn = turn, .e = 1, .ak = k->a[j] + b * c, .bk = b, .ns = ns, .nx = nx, .near = -1 };
}

/* The offsets of a column that is two real roots, which as a pair are near to nothing: from 0. */
static void offsets_of_split(hz_poles *k, int j)
{
    stand_near(k, j, -1);
    k->b[j] = k->one[j].s + k->two[j].s;
    k->a[j] = -k->one[j].s * k->two[j].s;
}

static void put_roots(hz_poles *k, int j, hz_poles_root one, hz_poles_root two)
{
    k->split[j] = 1;
    k->one[j] = one;
    k->two[j] = two;
    offsets_of_split(k, j);
}

/* Whether one of two roots is nearer to its place than to the other root, and they are not the two of one mode. */
static int is_beside(const hz_poles *k, const hz_poles_root *a, const hz_poles_root *b, double part)
{
    int alike = a->mode == b->mode && (a->mode < 0 || k->md[a->mode] >= 0 || a->fast != b->fast);
    return !alike && fmin(fabs(a->off), fabs(b->off)) < part * fabs(a->s - b->s);
}

static void split_at(hz_poles *k, int j, const point *at)
{
    double reach = sqrt(-at->turn), fast = at->c < 0 ? at->c - reach : at->c + reach;
    put_roots(k, j, root_at(k, (k->near_x[j] - k->a[j]) / fast), root_at(k, fast));
}

/* Real roots far apart are followed one by one, since what is small at one is large at the other. A pair can become a vibration and the two
 * cannot; but each keeps its digits beside a place of its own, so at last only those stay a pair whose difference would lose more
 * (poles:near). No root grows: an iterate that does is thrown back to the other side. */
static void split_or_join(hz_poles *k, int j)
{
    const double apart = k->close ? 0.05 : 0.5, together = k->close ? 0.03 : 0.3; /* half their distance, of their mean */
    if (k->split[j]) {
        if (k->one[j].s > 0 || k->two[j].s > 0) {
            double a = fabs(k->one[j].s), b = fabs(k->two[j].s);
            put_roots(k, j, root_at(k, -fmin(a, b)), root_at(k, -fmax(a, b)));
        }
        if (fabs(k->one[j].s - k->two[j].s) < together * fabs(k->one[j].s + k->two[j].s) &&
            !(k->close && is_beside(k, &k->one[j], &k->two[j], 1))) {
            k->split[j] = 0;
            offsets_of_split(k, j);
        }
        return;
    }
    point at = point_of(k, j, 0);
    if (at.c > 0 && at.c * at.c > 1e-12 * fabs(at.turn)) {
        k->b[j] = 2 * (k->near_s[j] - at.c);
        at = point_of(k, j, 0);
    }
    int far = at.turn < -(apart * apart) * at.c * at.c;
    if (!far && !(k->close && at.turn < 0 && at.c < 0))
        return;
    double a = k->a[j], b = k->b[j];
    int mode = k->near_mode[j];
    split_at(k, j, &at);
    if (!far && !is_beside(k, &k->one[j], &k->two[j], 0.5)) { /* as it was */
        k->split[j] = 0;
        k->a[j] = a;
        k->b[j] = b;
        stand_near(k, j, mode);
    }
}

/* The real roots of all split columns, paired anew: those that are nearest to each other together; with `all`, those of pairs too. */
static void pair_again(hz_poles *k, int all)
{
    int n = 0;
    for (int j = 0; j < k->coupled && all; j++) {
        point at = point_of(k, j, 0);
        if (!k->split[j] && at.turn < 0 && at.c < 0)
            split_at(k, j, &at);
    }
    hz_poles_root *r = k->loose;
    for (int j = 0; j < k->coupled; j++)
        for (int h = 0; h < 2 && k->split[j]; h++) {
            const hz_poles_root *root = h ? &k->two[j] : &k->one[j];
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

/* First guesses: the undamped roots, with the damping that their shapes would have (poles:guess). */
static void guess(hz_poles *k)
{
    int n = k->coupled;
    for (int i = 0; i < n && !k->plain; i++) /* as if the coupled were modes that are driven and seen as strongly */
        k->g0[i] = sqrt((k->mo[i] * k->mo[i] + k->mx[i] * k->mo2[i] * k->mo2[i]) * (k->mi2[i] * k->mi2[i] + k->mx[i] * k->mi1[i] * k->mi1[i]));
    for (int j = 0; j < n; j++) {
        int last = j == n - 1;
        double middle = last ? k->mx[j] : 0.5 * (k->mx[j] + k->mx[j + 1]);
        double stiffness = last ? k->k : hypot(k->k, k->c * sqrt(middle));
        k->split[j] = 0;
        k->b[j] = 0;
        root_between(k, j, stiffness);
        stand_near(k, j, k->near_mode[j]);
        if (k->undamped)
            continue;
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
    if (!k->plain)
        numerators(k);
}

/* poles:sweep  one pass of Weierstrass' corrections over the columns; the largest, as a part of the distance to the near mode. */
static double sweep(hz_poles *k)
{
    double worst = 0;
    for (int j = 0; j < k->coupled; j++) {
        work w = a_work(k);
        w.skip_column = j;
        if (k->split[j]) {
            hz_poles_root *root[2] = { &k->one[j], &k->two[j] };
            double miss[2];
            for (int h = 0; h < 2; h++) {
                point at = point_of(k, j, h);
                secular(k, &at, &w);
                miss[h] = (1 + (k->k + k->c * at.c) * w.sum.re) * w.product.re / (at.c - root[1 - h]->s);
                if (!isfinite(miss[h]))
                    return NAN;
                worst = fmax(worst, fabs(miss[h]) / (fabs(root[h]->off) + 1e-300));
            }
            for (int h = 0; h < 2; h++)
                move(k, root[h], -miss[h]);
            offsets_of_split(k, j);
        } else {
            point at = point_of(k, j, 0);
            secular(k, &at, &w);
            ring law = { k->k + k->c * at.c, k->c };
            ring miss = times(law, w.sum, at.turn);
            miss.re += 1;
            miss = times(miss, w.product, at.turn);
            if (!isfinite(miss.re) || !isfinite(miss.im))
                return NAN;
            double size = sqrt(fabs(at.turn)), far = fabs(at.ak) + fabs(at.bk) * size;
            worst = fmax(worst, (fabs(miss.re) + fabs(miss.im) * size) / far);
            k->a[j] -= miss.re - miss.im * at.c;
            k->b[j] -= miss.im;
        }
        if (!k->split[j])
            find_near(k, j);
        split_or_join(k, j);
    }
    pair_again(k, worst > 1e-6 && k->sweeps % 4 == 3); /* pairs lose digits by it, and need the time to find them again */
    for (int j = 0; j < k->coupled; j++)
        split_or_join(k, j);
    return worst;
}

static int converge(hz_poles *k)
{
    double before = HUGE_VAL;
    for (int i = 0; i < MOST_SWEEPS; i++) {
        double worst = sweep(k);
        k->sweeps++;
        if (!isfinite(worst))
            return 0;
        /* Corrections square themselves; the last are the rounding of the function itself. */
        if (worst < 1e-15 || (worst < 1e-9 && worst > 0.3 * before))
            return 1;
        before = worst;
    }
    return 0;
}

/* poles:near  once more, where there are real roots, each of them by itself. */
static int come_close(hz_poles *k)
{
    int real = 0;
    for (int j = 0; j < k->coupled; j++)
        real |= k->split[j] || point_of(k, j, 0).turn < 0;
    k->close = 1;
    for (int j = 0; j < k->coupled && real; j++)
        split_or_join(k, j);
    return !real || converge(k);
}

static void damp_modes(hz_poles *k, double part, double c)
{
    k->c = part * c;
    for (int i = 0; i < k->coupled; i++) {
        k->ms[i] = part * k->fit[i];
        k->md[i] = part < 1 ? k->mx[i] - k->ms[i] * k->ms[i] : k->whole[i];
    }
}

/* All damping is so much of what it will be. The columns keep their stiffness, and their damping goes along. */
static void damp_by(hz_poles *k, double part, double before, double c)
{
    for (int j = 0; j < k->coupled; j++) {
        double sigma = k->near_s[j] - 0.5 * k->b[j];
        int mode = k->near_mode[j];
        k->b[j] = 2 * part * ((mode < 0 ? 0 : k->fit[mode]) - sigma / before);
        k->split[j] = 0;
    }
    damp_modes(k, part, c);
    for (int j = 0; j < k->coupled; j++)
        stand_near(k, j, k->near_mode[j]);
    for (int j = 0; j < k->coupled; j++)
        split_or_join(k, j);
}

/* The same where damping couples modes: the contact grows from little to what it is. At first each column is a mode, changed a little. */
static int follow_contact(hz_poles *k, int doublings, int steps)
{
    double stiffness = k->k, damping = k->c;
    int found = 1;
    for (int step = -doublings * steps; found && step <= 0; step++) {
        double part = exp2((double)step / steps);
        k->k = part * stiffness;
        k->c = part * damping;
        for (int j = 0; j < k->coupled && step == -doublings * steps; j++) {
            k->split[j] = 0;
            stand_near(k, j, j);
            k->a[j] = -(k->k * k->g0[j] - k->c * k->g1[j] * k->mx[j]);
            k->b[j] = -(k->k * k->g1[j] + k->c * k->g0[j] - 2 * k->ms[j] * k->c * k->g1[j]);
            if (k->a[j] == 0 && k->b[j] == 0)
                k->a[j] = -1e-9 * (k->mx[j] + k->k);
            split_or_join(k, j);
        }
        found = converge(k);
    }
    k->k = stiffness;
    k->c = damping;
    return found;
}

/* Where the guesses are too far off: the damping grows from little to what it is, and the roots are followed. */
static int follow_damping(hz_poles *k, int doublings, int steps)
{
    double c = k->c, before = 1;
    int found = 1;
    for (int i = 0; i < k->coupled; i++) {
        k->fit[i] = k->ms[i];
        k->whole[i] = k->md[i];
    }
    for (int step = -doublings * steps; found && step <= 0; step++) {
        double part = exp2((double)step / steps);
        if (step == -doublings * steps) {
            damp_modes(k, part, c);
            guess(k);
        } else {
            damp_by(k, part, before, c);
        }
        before = part;
        found = converge(k);
    }
    damp_modes(k, 1, c);
    return found;
}

/* poles:sweep  first in doublings, and in smaller steps from farther off where that fails. */
static int follow(hz_poles *k)
{
    enum { TRIES = 4 };
    int found = 0;
    for (int i = 0; !found && i < TRIES; i++)
        found = k->plain ? follow_damping(k, 8 + 4 * i, 1 << i) : follow_contact(k, 14 + 4 * i, 1 << i);
    return found;
}

/* poles:fit  the ports for which these poles are exact, nearly what they were (Gu and Eisenstat's remedy). */
static int fit_ports(hz_poles *k)
{
    for (int i = 0; i < k->coupled; i++) {
        double ratio = 1;
        if (k->plain && k->md[i] >= 0) {
            point at = { .c = -k->ms[i], .turn = k->md[i], .e = 1, .ns = k->ms[i], .nx = k->mx[i], .near = -1 };
            work w = a_work(k);
            w.skip_mode = i;
            secular(k, &at, &w);
            ring law = { k->k - k->c * k->ms[i], k->c };
            ring g = inverse(times(w.product, law, at.turn), at.turn);
            ratio = g.re / k->g0[i];
            if (!(fabs(ratio - 1) < 1e-4))
                return 0;
        }
        k->fit[i] = sqrt(ratio);
    }
    for (int i = 0; i < k->coupled; i++) {
        k->mo[i] *= k->fit[i];
        k->mi2[i] *= k->fit[i];
        k->g0[i] *= k->fit[i] * k->fit[i];
    }
    return 1;
}

/* ---- columns ---- */

/* Whether a column's poles are where what is small must not be divided by: a drift. */
static int is_still(const point *at)
{
    return at->e == 0 ? at->c == 0 : at->c * at->c + at->turn == 0;
}

/* The factors of a point: what makes the sum of kernel_enter the column's state, and what reads the compression. */
static void factors(hz_poles *k, int j, int second)
{
    point at = point_of(k, j, second);
    work w = a_work(k);
    row(k, &at, &w);
    double length = k->split[j] ? sqrt(w.out.re) : sqrt(w.out.re + fabs(at.turn) * w.out.im), turn = at.turn;
    double norm = 1 / length;
    w.skip_column = j;
    secular(k, &at, &w);
    ring r = w.product, law = { k->k + k->c * at.c, k->c * at.e }, s = { at.c, at.e };
    if (k->split[j])
        r.re /= at.c - (second ? k->one[j].s : k->two[j].s);
    if (k->undamped)
        r = (ring){ -norm * norm / k->k, 0 };
    /* At a pole k + c s = -1/G, which keeps its digits where k + c s does not. */
    int small = fabs(law.re) + fabs(law.im) * sqrt(fabs(turn)) < 1e-3 * (k->k + k->c * fabs(at.c));
    ring per = small ? (ring){ -w.sum.re, -w.sum.im * at.e } : inverse(law, turn);
    if (small)
        law = inverse(per, turn);
    r = (ring){ r.re / norm, r.im / norm };
    ring in = times(r, law, turn), of_eta = { r.re * k->k, r.im * k->k };
    if (is_still(&at)) {
        of_eta = (ring){ -r.re * k->c, -r.im * k->c };
    } else {
        ring over = inverse(s, turn);
        in = times(in, over, turn);
        of_eta = times(of_eta, over, turn);
    }
    ring eta = { per.re * norm, per.im * norm }, rate = times(eta, s, turn);
    if (k->split[j]) {
        double *rows[] = { second ? k->r1 : k->r0, second ? k->in1 : k->in0, second ? k->eta1 : k->eta0,
                           second ? k->eta_p : k->eta_q, second ? k->rate_p : k->rate_q };
        double values[] = { norm, in.re, of_eta.re, eta.re, rate.re };
        for (int i = 0; i < 5; i++)
            rows[i][j] = values[i];
        return;
    }
    k->norm[j] = norm;
    k->in0[j] = in.re;
    k->in1[j] = in.im;
    k->eta0[j] = of_eta.re;
    k->eta1[j] = of_eta.im;
    k->eta_q[j] = eta.re - eta.im * at.c;
    k->eta_p[j] = eta.im;
    k->rate_q[j] = rate.re - rate.im * at.c;
    k->rate_p[j] = rate.im;
}

static void columns(hz_poles *k)
{
    for (int j = 0; j < k->coupled; j++) {
        point at = point_of(k, j, 0);
        if (k->split[j]) {
            k->sigma[j] = -k->one[j].s;
            k->x[j] = -k->two[j].s;
            factors(k, j, 0);
            factors(k, j, 1);
        } else {
            k->sigma[j] = -at.c;
            k->x[j] = k->near_x[j] - k->a[j];
            k->delta[j] = at.turn;
            factors(k, j, 0);
        }
    }
}

/* Modes that do not feel the contact are columns of their own. */
static void free_columns(hz_poles *k, const hz_poles_modes *m)
{
    int to = k->coupled;
    for (int g = 0; g < k->groups; g++)
        for (int j = k->first[g] + (k->member[g] >= 0); j < k->last[g]; j++, to++) {
            k->split[to] = 0;
            k->sigma[to] = m->sigma[k->order[j]];
            k->x[to] = m->x[k->order[j]];
            k->delta[to] = m->delta[k->order[j]];
            k->eta_q[to] = k->eta_p[to] = k->rate_q[to] = k->rate_p[to] = 0;
        }
}

/* Two bodies that drift, one slowed and one not, stay where they are put together: a pole at 0, which is known. */
static void still_pole(hz_poles *k)
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

/* A contact only loses energy: no pole may grow. What rounding leaves of a lossless one is nothing. */
static int none_grows(const hz_poles *k)
{
    for (int j = 0; j < k->coupled; j++) {
        if (!isfinite(k->sigma[j]) || !isfinite(k->x[j]) || k->x[j] < 0)
            return 0;
        if (k->sigma[j] < 0 && (k->split[j] || k->sigma[j] < -1e-12 * sqrt(k->x[j])))
            return 0;
    }
    return 1;
}

int hz_poles_prepare(hz_poles *k, const hz_poles_modes *modes)
{
    k->n = modes->n;
    k->plain = modes->plain;
    k->k = modes->stiffness;
    k->c = modes->damping;
    sort_modes(k, modes);
    deflate(k, modes);
    k->undamped = k->c == 0 && k->plain;
    for (int i = 0; i < k->coupled; i++)
        k->undamped &= k->ms[i] == 0;
    k->sweeps = k->close = 0;
    guess(k);
    if (!k->undamped && !(converge(k) || follow(k)))
        return 0;
    if (!k->undamped && !come_close(k))
        return 0;
    if (!k->undamped)
        still_pole(k);
    if (!fit_ports(k))
        return 0;
    columns(k);
    free_columns(k, modes);
    return none_grows(k);
}

/* ---- between modes and columns ---- */

void hz_poles_enter(hz_poles *k, const double *q, const double *p, double eta, double *column_q, double *column_p)
{
    work w = a_work(k);
    gather(k, q, k->wq, column_q);
    gather(k, p, k->wp, column_p);
    w.q = k->wq;
    w.p = k->wp;
    for (int j = 0; j < k->coupled; j++) {
        point at = point_of(k, j, 0);
        (is_still(&at) ? direct : enter)(k, &at, &w);
        ring in = { k->in0[j], k->in1[j] };
        if (k->split[j]) {
            column_q[j] = in.re * w.out.re + k->eta0[j] * eta;
            at = point_of(k, j, 1);
            enter(k, &at, &w);
            column_p[j] = in.im * w.out.re + k->eta1[j] * eta;
            continue;
        }
        ring z = times(in, w.out, at.turn);
        z.re += k->eta0[j] * eta;
        z.im += k->eta1[j] * eta;
        column_q[j] = z.im;
        column_p[j] = z.re + at.c * z.im;
    }
}

void hz_poles_leave(hz_poles *k, const double *column_q, const double *column_p, double *q, double *p)
{
    work w = a_work(k);
    for (int i = 0; i < k->coupled; i++)
        k->wq[i] = k->wp[i] = 0;
    w.to_q = k->wq;
    w.to_p = k->wp;
    for (int j = 0; j < k->coupled; j++) {
        point at = point_of(k, j, 0);
        if (k->split[j]) {
            w.y = column_q[j] * k->r0[j];
            leave(k, &at, &w);
            at = point_of(k, j, 1);
            w.y = column_p[j] * k->r1[j];
            leave(k, &at, &w);
            continue;
        }
        w.y = column_q[j] * k->norm[j];
        w.r = (column_p[j] - at.c * column_q[j]) * k->norm[j];
        leave(k, &at, &w);
        w.r = 0;
    }
    scatter(k, k->wq, column_q, q);
    scatter(k, k->wp, column_p, p);
}

void hz_poles_row(hz_poles *k, const double *row_q, const double *row_p, double *column_q, double *column_p)
{
    work w = a_work(k);
    gather(k, row_q, k->wq, column_q);
    gather(k, row_p, k->wp, column_p);
    while (w.n > 0 && k->wq[w.n - 1] == 0 && k->wp[w.n - 1] == 0)
        w.n--;
    while (w.from < w.n && k->wq[w.from] == 0 && k->wp[w.from] == 0)
        w.from++;
    w.from -= w.from % HZ_LANES_SLAB;
    w.q = k->wq;
    w.p = k->wp;
    for (int j = 0; j < k->coupled; j++) {
        point at = point_of(k, j, 0);
        row(k, &at, &w);
        if (k->split[j]) {
            column_q[j] = w.out.re * k->r0[j];
            at = point_of(k, j, 1);
            row(k, &at, &w);
            column_p[j] = w.out.re * k->r1[j];
            continue;
        }
        column_q[j] = (w.out.re - at.c * w.out.im) * k->norm[j];
        column_p[j] = w.out.im * k->norm[j];
    }
}
