/* contact_poles: two modal bodies while a spring and a damper join them. */
#include "internal.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"

/* ---- life ---- */

static size_t padded(int room)
{
    return ((size_t)room + HZ_SIMD_SLAB) / HZ_SIMD_SLAB * HZ_SIMD_SLAB;
}

int hz_contact_poles_init(hz_contact_poles *k, int room)
{
    enum { ROWS = 43, NUMBERS = 6 };
    size_t n = padded(room);
    *k = (hz_contact_poles){ .room = room, .lanes = hz_simd_best() };
    k->memory = hz_memory_new((ROWS + 8 + 2 * n) * n * sizeof(double));
    k->numbers = calloc(NUMBERS * n, sizeof(int));
    k->one = calloc(4 * n, sizeof *k->one);
    if (!k->memory || !k->numbers || !k->one) {
        hz_contact_poles_free(k);
        return 0;
    }
    double **rows[ROWS] = { &k->sigma,   &k->x,         &k->delta, &k->eta_q,  &k->eta_p,    &k->rate_q,  &k->rate_p,
                            &k->ms,      &k->mx,        &k->md,    &k->mo,     &k->mo2,      &k->mi1,     &k->mi2,
                            &k->g0,      &k->g1,        &k->fit,   &k->mirror, &k->near_s,   &k->near_x,  &k->a,
                            &k->b,       &k->only,      &k->norm,  &k->r0,     &k->r1,       &k->in0,     &k->in1,
                            &k->eta0,    &k->eta1,      &k->wq,    &k->wp,     &k->whole_s,  &k->whole_d, &k->near_d,
                            &k->no_mode, &k->no_column, &k->low,   &k->alone,  &k->one_high, &k->one_low, &k->two_high,
                            &k->two_low };
    for (int i = 0; i < ROWS; i++)
        *rows[i] = k->memory + (size_t)i * n;
    double **twice[] = { &k->of_a, &k->of_b, &k->to_a, &k->to_b };
    for (size_t i = 0; i < 4; i++)
        *twice[i] = k->memory + (ROWS + 2 * i) * n;
    k->rows = k->memory + (ROWS + 8) * n;
    int **numbers[NUMBERS] = { &k->split, &k->order, &k->first, &k->last, &k->member, &k->near_mode };
    for (int i = 0; i < NUMBERS; i++)
        *numbers[i] = k->numbers + (size_t)i * n;
    k->two = k->one + n;
    k->real = k->two + n;
    return 1;
}

void hz_contact_poles_free(hz_contact_poles *k)
{
    hz_memory_free(k->memory);
    free(k->numbers);
    free(k->one);
    *k = (hz_contact_poles){ 0 };
}

/* ---- what the contact feels ---- */

/* Sorts the modes by rising x, so that those that are alike stand side by side. They come nearly sorted. */
static void sort_modes(hz_contact_poles *k, const hz_contact_poles_modes *m)
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

/* Whether a mode is driven and read as a plain one, perhaps among others that are not. */
static int is_plain(const hz_contact_poles_modes *m, int i)
{
    return m->plain || (m->port_p[i] == 0 && m->drive_q[i] == 0 && m->drive_p[i] == m->port[i]);
}

/* The residues' numerators g0 + g1 s. */
static void derive_numerators(hz_contact_poles *k)
{
    for (int i = 0; i < (int)padded(k->room); i++) {
        k->g0[i] = k->mo[i] * (2 * k->ms[i] * k->mi1[i] + k->mi2[i]) - k->mo2[i] * k->mx[i] * k->mi1[i];
        k->g1[i] = k->mo[i] * k->mi1[i] + k->mo2[i] * k->mi2[i];
        if (i >= k->coupled)
            k->g0[i] = k->g1[i] = 0;
    }
}

/* poles:deflation  Modes of one frequency and one decay move the contact only by one of their mixtures. A reflection
 * makes that mixture their first mode, and the others do not feel the contact. Modes whose port is 0 do not feel it
 * either. The modes that feel it come first. */
static void deflate(hz_contact_poles *k, const hz_contact_poles_modes *m)
{
    double most = 0;
    k->groups = k->coupled = 0;
    for (int i = 0; i < m->n; i++)
        most = fmax(most, fabs(m->port[i]));
    for (int i = 0; i < m->n;) {
        int end = i + 1, first = k->order[i];
        double square = m->port[first] * m->port[first];
        for (; is_plain(m, first) && end < m->n && is_plain(m, k->order[end]) && m->x[k->order[end]] == m->x[first] &&
               m->sigma[k->order[end]] == m->sigma[first];
             end++)
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
    for (int i = k->coupled; i < (int)padded(k->room);
         i++) { /* so far away that it adds nothing to a sum, and is 1 in a ratio */
        k->mx[i] = k->near_x[i] = -0x1p498;
        k->ms[i] = k->mo[i] = k->mo2[i] = k->mi1[i] = k->mi2[i] = k->near_s[i] = k->a[i] = k->b[i] = 0;
        k->alone[i] = k->one_high[i] = k->one_low[i] = k->two_high[i] = k->two_low[i] = 0;
    }
    derive_numerators(k);
}

/* Reflects a vector over the modes. What the contact feels goes to `felt`, all else to `rest` in the order of the
 * columns. */
static void gather(const hz_contact_poles *k, const double *from, double *felt, double *rest)
{
    int free_column = k->coupled;
    for (int g = 0; g < k->groups; g++) {
        int first = k->first[g], last = k->last[g], to = k->member[g];
        double along = 0;
        if (to >= 0 && last == first + 1) { /* nearly every group is one mode */
            felt[to] = from[k->order[first]];
            continue;
        }
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

static void scatter(const hz_contact_poles *k, const double *felt, const double *rest, double *to)
{
    int free_column = k->coupled;
    for (int g = 0; g < k->groups; g++) {
        int first = k->first[g], last = k->last[g], at = k->member[g];
        double along = 0;
        if (at >= 0 && last == first + 1) {
            to[k->order[first]] = felt[at];
            continue;
        }
        for (int j = first; j < last; j++) {
            double value = j == first && at >= 0 ? felt[at] : rest[free_column++];
            along += k->mirror[j] * value;
            to[k->order[j]] = value;
        }
        for (int j = first; j < last; j++)
            to[k->order[j]] -= along * k->mirror[j];
    }
}

/* poles:fit  By how much the square of a mode's port is to change so that the poles as found are exact: nearly not at
 * all (Gu and Eisenstat's remedy). Returns 0 if by more. */
static int find_fit(hz_contact_poles *k, int i)
{
    double ratio = 1;
    if (k->plain && k->md[i] >= 0) {
        hz_pole_point at = { .c = -k->ms[i], .turn = k->md[i], .e = 1, .ns = k->ms[i], .nx = k->mx[i], .near = -1 };
        hz_pole_work w = hz_pole_work_of(k);
        w.skip_mode = i;
        hz_pole_kernel_secular(k, &at, &w);
        hz_pole_ring law = { k->k - k->c * k->ms[i], k->c };
        hz_pole_ring g = hz_pole_ring_inverse(hz_pole_ring_times(w.product, law, at.turn), at.turn);
        ratio = g.re / k->g0[i];
        if (!(fabs(ratio - 1) < 1e-4))
            return 0;
    }
    k->fit[i] = sqrt(ratio);
    return 1;
}

static void fit_ports(hz_contact_poles *k)
{
    for (int i = 0; i < k->coupled; i++) {
        k->mo[i] *= k->fit[i];
        k->mi2[i] *= k->fit[i];
        k->g0[i] *= k->fit[i] * k->fit[i];
    }
}

/* ---- columns ---- */

/* Whether a column drifts: its poles are at 0, and nothing may be divided by them. */
static int is_still(const hz_pole_point *at)
{
    return at->e == 0 ? at->c == 0 : at->c * at->c + at->turn == 0;
}

static int pitch_of(const hz_contact_poles *k)
{
    return (int)padded(k->coupled);
}

/* Fills the rows of a column. Returns its length. */
static double fill_rows(hz_contact_poles *k, const hz_pole_point *at, int j, int second)
{
    hz_pole_work w = hz_pole_work_of(k);
    int pitch = pitch_of(k);
    w.to_re = k->rows + (size_t)(2 * j + second) * (size_t)pitch;
    w.to_im = k->split[j] ? k->wq : w.to_re + pitch;
    hz_pole_kernel_inverse(k, at, &w);
    hz_pole_kernel_length(k, at, &w);
    return sqrt(w.out.re + (k->split[j] ? 0 : fabs(at->turn) * w.out.im));
}

/* poles:slope  The sum of receptances G at a real pole of a split column, whose rows are filled, and the slope of
 * 1 + (k + c s) G there. */
static double slope_at(const hz_contact_poles *k, double s, int row, double *sum)
{
    const double *in = k->rows + (size_t)row * (size_t)pitch_of(k);
    double g = 0, slope = 0;
    for (int i = 0; i < k->coupled; i++) {
        double term = (k->g0[i] + k->g1[i] * s) * in[i];
        g += term;
        slope += (k->g1[i] - 2 * (s + k->ms[i]) * term) * in[i];
    }
    *sum = g;
    return k->c * g + (k->k + k->c * s) * slope;
}

/* The factors of a point: what makes the sum of poles:enter the column's state, and what reads the compression. */
static void factors(hz_contact_poles *k, int j, int second)
{
    hz_pole_point at = hz_pole_search_point(k, j, second);
    hz_pole_work w = hz_pole_work_of(k);
    double norm = 1 / fill_rows(k, &at, j, second), turn = at.turn;
    if (k->split[j]) {
        w.product = (hz_pole_ring){ 1 / slope_at(k, at.c, 2 * j + second, &w.sum.re), 0 };
    } else {
        w.skip_column = j;
        hz_pole_kernel_secular(k, &at, &w);
    }
    hz_pole_ring r = w.product, law = { k->k + k->c * at.c, k->c * at.e }, s = { at.c, at.e };
    if (k->undamped)
        r = (hz_pole_ring){ -norm * norm / k->k, 0 };
    /* At a pole k + c s = -1/G, and -1/G keeps its digits where k + c s does not. */
    int small = fabs(law.re) + fabs(law.im) * sqrt(fabs(turn)) < 1e-3 * (k->k + k->c * fabs(at.c));
    hz_pole_ring per = small ? (hz_pole_ring){ -w.sum.re, -w.sum.im * at.e } : hz_pole_ring_inverse(law, turn);
    if (small)
        law = hz_pole_ring_inverse(per, turn);
    r = (hz_pole_ring){ r.re / norm, r.im / norm };
    hz_pole_ring in = hz_pole_ring_times(r, law, turn), of_eta = { r.re * k->k, r.im * k->k };
    if (is_still(&at)) {
        of_eta = (hz_pole_ring){ -r.re * k->c, -r.im * k->c };
    } else {
        hz_pole_ring over = hz_pole_ring_inverse(s, turn);
        in = hz_pole_ring_times(in, over, turn);
        of_eta = hz_pole_ring_times(of_eta, over, turn);
    }
    hz_pole_ring eta = { per.re * norm, per.im * norm }, rate = hz_pole_ring_times(eta, s, turn);
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

static void column(hz_contact_poles *k, int j)
{
    hz_pole_point at = hz_pole_search_point(k, j, 0);
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

/* A mode that does not feel the contact is a column by itself. */
static void free_columns(hz_contact_poles *k, const hz_contact_poles_modes *m)
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

/* A contact only loses energy, so no pole may grow. A lossless one may seem to, by rounding. */
static int none_grows(const hz_contact_poles *k)
{
    for (int j = 0; j < k->coupled; j++) {
        if (!isfinite(k->sigma[j]) || !isfinite(k->x[j]) || k->x[j] < 0)
            return 0;
        if (k->sigma[j] < 0 && (k->split[j] || k->sigma[j] < -1e-12 * sqrt(k->x[j])))
            return 0;
    }
    return 1;
}

void hz_contact_poles_begin(hz_contact_poles *k, const hz_contact_poles_modes *modes)
{
    k->modes = *modes;
    k->n = modes->n;
    k->plain = modes->plain;
    k->k = modes->stiffness;
    k->c = modes->damping;
    sort_modes(k, modes);
    deflate(k, modes);
    k->undamped = k->c == 0 && k->plain;
    for (int i = 0; i < k->coupled; i++)
        k->undamped &= k->ms[i] == 0;
    k->stage = HZ_POLES_SEARCH;
    k->next = 0;
    hz_pole_search_begin(k);
}

int hz_contact_poles_go(hz_contact_poles *k)
{
    if (k->stage == HZ_POLES_SEARCH) {
        if (!hz_pole_search_go(k))
            k->stage = k->search.found ? HZ_POLES_FIT : HZ_POLES_DONE;
    } else if (k->stage == HZ_POLES_FIT && k->next < k->coupled) {
        k->search.found = find_fit(k, k->next++);
        if (!k->search.found)
            k->stage = HZ_POLES_DONE;
    } else if (k->stage == HZ_POLES_FIT) {
        fit_ports(k);
        k->next = 0;
        k->stage = HZ_POLES_COLUMNS;
    } else if (k->stage == HZ_POLES_COLUMNS && k->next < k->coupled) {
        column(k, k->next++);
    } else if (k->stage == HZ_POLES_COLUMNS) {
        free_columns(k, &k->modes);
        k->search.found = none_grows(k);
        k->stage = HZ_POLES_DONE;
    }
    return k->stage != HZ_POLES_DONE;
}

int hz_contact_poles_found(const hz_contact_poles *k)
{
    return k->stage == HZ_POLES_DONE && k->search.found;
}

int hz_contact_poles_prepare(hz_contact_poles *k, const hz_contact_poles_modes *modes)
{
    hz_contact_poles_begin(k, modes);
    while (hz_contact_poles_go(k))
        continue;
    return hz_contact_poles_found(k);
}

/* ---- between modes and columns: poles:product ---- */

/* The sums over modes of (a + b s)/P at the point of a column, or at one of the two of a split one, from those of a/P
 * and b/P. */
static hz_pole_ring sum_at(const hz_contact_poles *k, const hz_pole_point *at, int j, int second)
{
    int m = 2 * j + second;
    if (k->split[j])
        return (hz_pole_ring){ k->of_a[m] + at->c * k->of_b[m], 0 };
    hz_pole_ring s = { at->c, at->e },
                 b = hz_pole_ring_times(s, (hz_pole_ring){ k->of_b[m], k->of_b[m + 1] }, at->turn);
    return (hz_pole_ring){ k->of_a[m] + b.re, k->of_a[m + 1] + b.im };
}

static hz_pole_rows rows_of(const hz_contact_poles *k)
{
    return (hz_pole_rows){
        .n = k->coupled, .last = 2 * k->coupled, .pitch = pitch_of(k), .rows = k->rows, .of_a = k->of_a, .of_b = k->of_b
    };
}

/* What the modes' free motion says to the contact: eta' (poles:enter), or in the second form eta. */
static void say_rate(hz_contact_poles *k)
{
    for (int i = 0; i < k->coupled; i++) {
        double q = k->wq[i], p = k->wp[i], o = k->mo[i], o2 = k->mo2[i];
        k->wq[i] = -k->mx[i] * (o * q + o2 * p);
        k->wp[i] = (o - 2 * k->ms[i] * o2) * p - k->mx[i] * o2 * q;
    }
}

static void say_eta(hz_contact_poles *k)
{
    for (int i = 0; i < k->coupled; i++) {
        double q = k->wq[i], p = k->wp[i], o = k->mo[i], o2 = k->mo2[i];
        k->wq[i] = (2 * k->ms[i] * o - k->mx[i] * o2) * q + o * p;
        k->wp[i] = o * q + o2 * p;
    }
}

/* Of the columns that drift, whose poles are at 0, the sums are those of eta. */
static void add_still(hz_contact_poles *k, const double *q, const double *p, double *column_q, double *column_p)
{
    hz_pole_rows w = rows_of(k);
    int known = 0;
    for (int j = 0; j < k->coupled; j++) {
        hz_pole_point at = hz_pole_search_point(k, j, 0);
        if (!is_still(&at))
            continue;
        if (!known++) {
            gather(k, q, k->wq, column_q);
            gather(k, p, k->wp, column_p);
            say_eta(k);
        }
        w.a = k->wq;
        w.b = k->wp;
        w.first = 2 * j;
        w.last = 2 * j + 2 - k->split[j];
        hz_pole_kernel_sums(k, &w);
    }
}

void hz_contact_poles_enter(hz_contact_poles *k, const double *q, const double *p, double eta, double *column_q,
                            double *column_p)
{
    hz_pole_rows w = rows_of(k);
    gather(k, q, k->wq, column_q);
    gather(k, p, k->wp, column_p);
    say_rate(k);
    w.a = k->wq;
    w.b = k->wp;
    hz_pole_kernel_sums(k, &w);
    add_still(k, q, p, column_q, column_p);
    for (int j = 0; j < k->coupled; j++) {
        hz_pole_point at = hz_pole_search_point(k, j, 0);
        hz_pole_ring in = { k->in0[j], k->in1[j] }, sum = sum_at(k, &at, j, 0);
        if (k->split[j]) {
            column_q[j] = in.re * sum.re + k->eta0[j] * eta;
            at = hz_pole_search_point(k, j, 1);
            column_p[j] = in.im * sum_at(k, &at, j, 1).re + k->eta1[j] * eta;
            continue;
        }
        hz_pole_ring z = hz_pole_ring_times(in, sum, at.turn);
        z.re += k->eta0[j] * eta;
        z.im += k->eta1[j] * eta;
        column_q[j] = z.im;
        column_p[j] = z.re + at.c * z.im;
    }
}

void hz_contact_poles_leave(const hz_contact_poles *k, const double *column_q, const double *column_p, double *q,
                            double *p)
{
    hz_pole_rows w = rows_of(k);
    double *a = k->to_a, *b = k->to_b;
    w.first = w.last;
    w.last = 0;
    for (int j = 0; j < k->coupled; j++) {
        int m = 2 * j;
        a[m] = a[m + 1] = b[m] = b[m + 1] = 0;
        if (column_q[j] == 0 && column_p[j] == 0)
            continue;
        w.first = m < w.first ? m : w.first;
        w.last = m + 2;
        hz_pole_point at = hz_pole_search_point(k, j, 0);
        if (k->split[j]) {
            a[m] = column_q[j] * k->r0[j];
            b[m] = at.c * a[m];
            at = hz_pole_search_point(k, j, 1);
            a[m + 1] = column_p[j] * k->r1[j];
            b[m + 1] = at.c * a[m + 1];
            continue;
        }
        a[m] = column_q[j] * k->norm[j];
        a[m + 1] = (column_p[j] - at.c * column_q[j]) * k->norm[j];
        b[m] = at.c * a[m] + at.e * a[m + 1];
        b[m + 1] = at.c * a[m + 1] - at.turn * at.e * a[m];
    }
    w.a = a;
    w.b = b;
    w.of_a = k->wq;
    w.of_b = k->wp;
    hz_pole_kernel_spread(k, &w);
    for (int i = 0; i < k->coupled; i++) { /* poles:shape */
        double sum = k->wq[i], rate = k->wp[i];
        k->wq[i] = -((k->mi2[i] + 2 * k->ms[i] * k->mi1[i]) * sum + k->mi1[i] * rate);
        k->wp[i] = k->mx[i] * k->mi1[i] * sum - k->mi2[i] * rate;
    }
    scatter(k, k->wq, column_q, q);
    scatter(k, k->wp, column_p, p);
}

/* The sums where nothing but one mode counts. */
static void take_one(const hz_pole_rows *w, int mode)
{
    for (int m = w->first; m < w->last; m++) {
        double in = w->rows[(long)m * w->pitch + mode];
        w->of_a[m] = w->a[mode] * in;
        w->of_b[m] = w->b[mode] * in;
    }
}

void hz_contact_poles_row(hz_contact_poles *k, const double *row_q, const double *row_p, double *column_q,
                          double *column_p)
{
    hz_pole_rows w = rows_of(k);
    gather(k, row_q, k->wq, column_q);
    gather(k, row_p, k->wp, column_p);
    while (w.n > 0 && k->wq[w.n - 1] == 0 && k->wp[w.n - 1] == 0)
        w.n--;
    while (w.from < w.n && k->wq[w.from] == 0 && k->wp[w.from] == 0)
        w.from++;
    int one = w.from;
    w.from -= w.from % HZ_SIMD_SLAB;
    for (int i = w.from; i < w.n; i++) { /* poles:shape */
        double of_q = k->wq[i], of_p = k->wp[i];
        k->wq[i] = k->mx[i] * k->mi1[i] * of_p - (k->mi2[i] + 2 * k->ms[i] * k->mi1[i]) * of_q;
        k->wp[i] = -(k->mi1[i] * of_q + k->mi2[i] * of_p);
    }
    w.a = k->wq;
    w.b = k->wp;
    if (w.n == one + 1)
        take_one(&w, one);
    else
        hz_pole_kernel_sums(k, &w);
    for (int j = 0; j < k->coupled; j++) {
        hz_pole_point at = hz_pole_search_point(k, j, 0);
        hz_pole_ring sum = sum_at(k, &at, j, 0);
        if (k->split[j]) {
            column_q[j] = sum.re * k->r0[j];
            at = hz_pole_search_point(k, j, 1);
            column_p[j] = sum_at(k, &at, j, 1).re * k->r1[j];
            continue;
        }
        column_q[j] = (sum.re - at.c * sum.im) * k->norm[j];
        column_p[j] = sum.im * k->norm[j];
    }
}
