/* mode_tables: the modes of ideal bodies before they have a size: roots, and shapes that can be asked at any place. */
#include "internal.h"

#include "core/base/root.h"
#include "core/base/units.h"

static const double sqrt2 = 1.41421356237309504880;

/* sin(pi t), and zero where it should be. */
static double sin_turned(double t)
{
    t -= 2 * floor(0.5 * t + 0.5);
    if (fabs(t) > 0.5)
        t = copysign(1, t) - t;
    return sin(HZ_PI * t);
}

/* ---- lines: strings, bars and tubes ---- */

static void table_string(int n, hz_table_mode *m)
{
    for (int i = 1; i <= n; i++) /* shape:string */
        m[i - 1] = (hz_table_mode){ .root = i * HZ_PI, .i = (short)i, .name = i };
}

/* The root of cos b cosh b = side near an odd multiple of pi/2; written with 1/cosh b, it is a small perturbation of
 * cos b = 0 that cannot overflow. */
static double bar_root(double start, double side)
{
    hz_root b = hz_root_from(start - 0.5, start + 0.5, start);
    double value, slope, rises = copysign(1, sin(start));
    do {
        double e = exp(-b.x), sech = 2 * e / (1 + e * e);
        value = side * sech - cos(b.x);
        slope = sin(b.x) - side * sech * tanh(b.x);
    } while (hz_root_newton(&b, rises * value, rises * slope));
    return b.x;
}

/* shape:bar, shape:freebar  both are cosines or sines about the middle, plus (free) or minus (clamped) the hyperbolic
 * function of the same symmetry; each part is 1 at the end. The hyperbolic part is written as two decays from the
 * ends, which neither overflow nor cancel. */
static void table_bar(int n, double sign, hz_table_mode *m)
{
    for (int i = 1; i <= n; i++) {
        double b = bar_root((i + 0.5) * HZ_PI, 1), e = exp(-b);
        hz_table_mode *p = &m[i - 1];
        *p = (hz_table_mode){ .root = b, .i = (short)i, .name = i };
        if (i & 1) {
            p->wave[0] = 1 / cos(0.5 * b);
            p->edge[0] = p->edge[1] = sign / (1 + e);
        } else {
            p->wave[1] = 1 / sin(0.5 * b);
            p->edge[1] = sign / (1 - e);
            p->edge[0] = -p->edge[1];
        }
    }
}

static void table_cantilever(int n, hz_table_mode *m)
{
    for (int i = 1; i <= n; i++) {
        /* shape:cantilever */
        double b = bar_root((i - 0.5) * HZ_PI, -1), e = exp(-b), c = cos(b), s = sin(b);
        double below = 1 + e * (e + 2 * c), sigma = (1 - e * (e + 2 * s)) / below;
        m[i - 1] = (hz_table_mode){ .root = b,
                                    .wave = { -1, sigma },
                                    .edge = { 0.5 * (1 + sigma), (e + c + s) / below },
                                    .i = (short)i,
                                    .name = i };
    }
}

static void weights_line(const hz_table_mode *m, int n, double x, double middle, double *w)
{
    double left = x, right = 1 - x, at = x - middle;
    for (int i = 0; i < n; i++) {
        double b = m[i].root;
        w[i] = m[i].wave[0] * cos(b * at) + m[i].wave[1] * sin(b * at) + m[i].edge[0] * exp(-b * left) +
               m[i].edge[1] * exp(-b * right);
    }
}

/* ---- rectangles ---- */

/* A heap of (i, j), the lowest on top. */
typedef struct rectangle_heap {
    int *i, *j, n;
    double ratio;
} rectangle_heap;

static double rectangle_key(double ratio, int i, int j)
{
    return (double)i * i + ratio * j * (ratio * j);
}

static int heap_before(const rectangle_heap *h, int p, int q)
{
    double kp = rectangle_key(h->ratio, h->i[p], h->j[p]), kq = rectangle_key(h->ratio, h->i[q], h->j[q]);
    return kp < kq || (kp == kq && h->i[p] < h->i[q]);
}

static void heap_swap(rectangle_heap *h, int p, int q)
{
    int i = h->i[p], j = h->j[p];
    h->i[p] = h->i[q];
    h->j[p] = h->j[q];
    h->i[q] = i;
    h->j[q] = j;
}

static void heap_sink(rectangle_heap *h)
{
    for (int p = 0, c; (c = 2 * p + 1) < h->n; p = c) {
        if (c + 1 < h->n && heap_before(h, c + 1, c))
            c++;
        if (!heap_before(h, c, p))
            break;
        heap_swap(h, c, p);
    }
}

static void heap_push(rectangle_heap *h, int i, int j)
{
    int p = h->n++;
    h->i[p] = i;
    h->j[p] = j;
    for (; p > 0 && heap_before(h, p, (p - 1) / 2); p = (p - 1) / 2)
        heap_swap(h, p, (p - 1) / 2);
}

/* shape:rectangle  the lowest mode not yet taken stands at the head of some column (i, 1), (i, 2), ...; the head of
 * the next column cannot come before (i, 1) is taken. */
static void table_rectangle(int n, double ratio, hz_table_mode *m, int *work)
{
    rectangle_heap h = { .i = work, .j = work + n, .ratio = ratio };
    if (n > 0)
        heap_push(&h, 1, 1);
    for (int k = 0; k < n; k++) {
        int i = h.i[0], j = h.j[0];
        m[k] = (hz_table_mode){
            .root = HZ_PI * sqrt(rectangle_key(ratio, i, j)), .i = (short)i, .j = (short)j, .name = i << 15 | j
        };
        h.j[0] = j + 1;
        heap_sink(&h);
        if (j == 1 && k + 1 < n)
            heap_push(&h, i + 1, 1);
    }
}

/* sin(pi i x), which modes share: those of the lowest i are kept. */
typedef struct side {
    double x, sine[64];
} side;

static side side_at(double x)
{
    side s = { .x = x };
    for (int i = 0; i < (int)(sizeof s.sine / sizeof *s.sine); i++)
        s.sine[i] = NAN;
    return s;
}

static double sine_of(side *s, int i)
{
    if (i >= (int)(sizeof s->sine / sizeof *s->sine))
        return sin_turned(i * s->x);
    if (isnan(s->sine[i]))
        s->sine[i] = sin_turned(i * s->x);
    return s->sine[i];
}

static void weights_rectangle(const hz_table_mode *m, int n, double x, double y, double *w)
{
    side along = side_at(x), across = side_at(y);
    for (int k = 0; k < n; k++)
        w[k] = 2 * sine_of(&along, m[k].i) * sine_of(&across, m[k].j);
}

/* ---- round bodies ---- */

/* The greatest number of nodal diameters that HZ_SHAPE_MODES modes can have, and some more. */
enum { ORDERS = 160 };

/* The edge of a round body for one order, when J_m and J_(m+1) of the root and I_(m+1)/I_m are known. */
typedef struct round_edge {
    double condition; /* zero at a root */
    double factor;    /* what part of I_m(root r)/I_m(root) goes with J_m(root r) */
    double square;    /* integral of the square of the sum, times r, over r */
} round_edge;

static round_edge edge_of(hz_mode_table_kind k, int m, double x, double j, double j1, double ratio)
{
    if (k.kind == HZ_DRUM)
        return (round_edge){ .condition = j, .square = 0.5 * j1 * j1 }; /* shape:drum */
    double dj = m / x * j - j1, di = m / x + ratio, m2 = (double)m * m;
    round_edge e;
    if (k.kind == HZ_DISC) {
        e.condition = di * j - dj; /* shape:disc */
        e.factor = -j;
    } else {
        /* shape:freedisc  moment and shear at the edge, of the J and of the I */
        double t = 1 - k.poisson;
        double moment_j = -x * x * j - t * (x * dj - m2 * j), moment_i = x * x - t * (x * di - m2);
        double shear_j = -x * x * x * dj - t * m2 * (x * dj - j), shear_i = x * x * x * di - t * m2 * (x * di - 1);
        e.condition = moment_j * shear_i - shear_j * moment_i;
        e.factor = -moment_j / moment_i;
    }
    /* shape:round */
    double f = e.factor, mu = m2 / (x * x);
    e.square = 0.5 * (dj * dj + (1 - mu) * j * j) + f * (j * di - dj) / x + 0.5 * f * f * (1 + mu - di * di);
    return e;
}

static round_edge edge_at(hz_mode_table_kind k, int m, double x)
{
    double j[ORDERS + 2], ratio[ORDERS + 2] = { 0 };
    hz_bessel_j(m + 1, x, j);
    if (k.kind != HZ_DRUM)
        hz_bessel_i_ratios(m, x, ratio);
    return edge_of(k, m, x, j[m], j[m + 1], ratio[m]);
}

/* A root between two places where the condition has different signs. */
static double round_root(hz_mode_table_kind k, int m, double low, double at_low, double high, double at_high)
{
    double rises = at_low < 0 ? 1 : -1;
    hz_root x = hz_root_secant_from(low, rises * at_low, high, rises * at_high);
    while (hz_root_secant(&x, rises * edge_at(k, m, x.x).condition))
        ;
    return x.x;
}

static void conditions_at(hz_mode_table_kind k, int orders, double x, double *condition)
{
    double j[ORDERS + 2], ratio[ORDERS + 2] = { 0 };
    hz_bessel_j(orders, x, j);
    if (k.kind != HZ_DRUM)
        hz_bessel_i_ratios(orders, x, ratio);
    for (int m = 0; m < orders; m++)
        condition[m] = edge_of(k, m, x, j[m], j[m + 1], ratio[m]).condition;
}

/* A root of order m is never under 0.98 m, the speed of waves along a free edge. */
static int orders_under(double x)
{
    int orders = (int)(x / 0.95) + 2;
    return orders < ORDERS ? orders : ORDERS;
}

/* shape:round-table  Roots of one order are more than 3 apart, so that a change of sign across a band of width 1 is one
 * root, and its absence is none. Bands are searched upward, all orders at once, until there are enough modes. */
static void table_round(hz_mode_table_kind k, int n, hz_table_mode *table)
{
    double ends[2][ORDERS], *before = ends[0], *now = ends[1];
    short circles[ORDERS] = { 0 };
    int found = 0;
    conditions_at(k, orders_under(2.5), 1.5, before);
    for (double x = 1.5; found < n; x += 1) {
        double roots[ORDERS];
        short order[ORDERS];
        int in_band = 0, orders = orders_under(x + 1);
        conditions_at(k, orders_under(x + 2), x + 1, now);
        for (int m = 0; m < orders; m++) {
            if ((before[m] < 0) == (now[m] < 0))
                continue;
            double root = round_root(k, m, x, before[m], x + 1, now[m]);
            int p = in_band++;
            for (; p > 0 && roots[p - 1] > root; p--) {
                roots[p] = roots[p - 1];
                order[p] = order[p - 1];
            }
            roots[p] = root;
            order[p] = (short)m;
        }
        for (int p = 0; p < in_band && found < n; p++) {
            short m = order[p];
            round_edge e = edge_at(k, m, roots[p]);
            hz_table_mode s = { .root = roots[p], .i = m };
            s.wave[0] = (m ? 1 : 1 / sqrt2) / sqrt(e.square);
            s.edge[0] = k.kind == HZ_DRUM ? 0 : s.wave[0] * e.factor / hz_bessel_i(m, roots[p]);
            s.name = (m << 8 | circles[m]++) << 1;
            table[found++] = s;
            s.j = 1;
            s.name |= 1;
            if (m && found < n)
                table[found++] = s;
        }
        double *swap = before;
        before = now;
        now = swap;
    }
}

/* The figure around: cosine and sine of so many turns. */
typedef struct around {
    double c, s;
} around;

static around around_at(int m, double turns)
{
    double t = m * turns;
    return (around){ sin_turned(2 * t + 0.5), sin_turned(2 * t) };
}

static void weights_round(const hz_table_mode *m, int n, double r, double turns, double *w)
{
    double j[ORDERS + 1], radial = 0;
    around a = { 0 };
    for (int k = 0; k < n; k++) {
        if (m[k].j == 0) { /* else it is the partner of the one before */
            int order = m[k].i;
            double x = m[k].root * r, fall = m[k].root - x;
            hz_bessel_j(order, x, j);
            radial = m[k].wave[0] * j[order];
            /* The edge's part falls inward at least as r^m does; where it is lost in rounding it is left out. */
            if (m[k].edge[0] != 0 && fall < 45 && pow(r, order) > 1e-19)
                radial += m[k].edge[0] * exp(-fall) * hz_bessel_i(order, x);
            a = around_at(order, turns);
        }
        w[k] = radial * (m[k].j ? a.s : a.c);
    }
}

/* ---- bowls ---- */

/* shape:bowl  The kinetic integral of the s-th figure over z = tan^2(theta/2), by the double exponential rule for an
 * integrand with e^-t, where z^(s+1) = e^-t. */
static double bowl_motion(int s)
{
    const double step = 1.0 / 8;
    double sum = 0;
    for (int i = -30; i <= 30; i++) {
        double p = i * step, q = exp(-p), t = exp(p - q);
        double z = exp(-t / (s + 1)), near = 1 / (1 + z), cosine = (1 - z) * near;
        double figure = 8 * z * near * near + (s + cosine) * (s + cosine);
        sum += exp(-t) * t * (1 + q) * figure * 2 * near * near;
    }
    return sum * step / (s + 1);
}

static void table_bowl(int n, hz_table_mode *m)
{
    for (int k = 0; k < n; k++) {
        int s = 2 + k / 2;
        if (k & 1) {
            m[k] = m[k - 1];
            m[k].j = 1;
            m[k].name |= 1;
            continue;
        }
        double motion = bowl_motion(s), order = (double)s * s * s - s;
        double bending = 0.25 * (1.0 / (2 * s - 2) + 1.0 / s + 1.0 / (2 * s + 2));
        m[k] = (hz_table_mode){
            .root = sqrt(order * sqrt(bending / motion)), .wave = { sqrt(2 / motion) }, .i = (short)s, .name = s << 1
        };
    }
}

static void weights_bowl(const hz_table_mode *m, int n, double x, double turns, double *w)
{
    double theta = 0.5 * HZ_PI * x, t = tan(0.5 * theta), slope = t < 1 ? log(t) : 0, cosine = cos(theta);
    double radial = 0;
    around a = { 0 };
    for (int k = 0; k < n; k++) {
        if (m[k].j == 0) {
            radial = t > 0 ? m[k].wave[0] * (m[k].i + cosine) * exp(m[k].i * slope) : 0;
            a = around_at(m[k].i, turns);
        }
        w[k] = radial * (m[k].j ? a.s : a.c);
    }
}

/* ---- */

void hz_mode_table_make(hz_mode_table_kind k, int n, hz_table_mode *table, int *work)
{
    switch (k.kind) {
    case HZ_STRING:
        table_string(n, table);
        break;
    case HZ_BAR:
        table_bar(n, -1, table);
        break;
    case HZ_FREEBAR:
    case HZ_TUBE:
        table_bar(n, 1, table);
        break;
    case HZ_CANTILEVER:
        table_cantilever(n, table);
        break;
    case HZ_MEMBRANE:
    case HZ_PLATE:
        table_rectangle(n, k.ratio, table, work);
        break;
    case HZ_DRUM:
    case HZ_DISC:
    case HZ_FREEDISC:
        table_round(k, n, table);
        break;
    case HZ_BOWL:
        table_bowl(n, table);
        break;
    case HZ_SHAPES:
        break;
    }
}

size_t hz_mode_table_memory(int n)
{
    return (size_t)n * (sizeof(hz_table_mode) + 2 * sizeof(int));
}

hz_mode_table hz_mode_table_in(void *memory, hz_mode_table_kind kind, int n)
{
    hz_mode_table t = { kind, n, memory };
    hz_mode_table_make(kind, n, t.mode, (int *)(t.mode + n));
    return t;
}

void hz_mode_table_weights(hz_shape_kind kind, const hz_table_mode *table, int n, double x, double y, double *w)
{
    switch (kind) {
    case HZ_STRING:
        for (int i = 0; i < n; i++)
            w[i] = sqrt2 * sin_turned(table[i].i * x); /* shape:string */
        break;
    case HZ_BAR:
    case HZ_FREEBAR:
    case HZ_TUBE:
        weights_line(table, n, x, 0.5, w);
        break;
    case HZ_CANTILEVER:
        weights_line(table, n, x, 0, w);
        break;
    case HZ_MEMBRANE:
    case HZ_PLATE:
        weights_rectangle(table, n, x, y, w);
        break;
    case HZ_DRUM:
    case HZ_DISC:
    case HZ_FREEDISC:
        weights_round(table, n, x, y, w);
        break;
    case HZ_BOWL:
        weights_bowl(table, n, x, y, w);
        break;
    case HZ_SHAPES:
        break;
    }
}

int hz_mode_table_volume(hz_shape_kind kind, const hz_table_mode *m)
{
    switch (kind) { /* shape:volume */
    case HZ_STRING:
    case HZ_CANTILEVER:
        return 1;
    case HZ_BAR:
        return m->i & 1 ? -1 : 0;
    case HZ_MEMBRANE:
    case HZ_PLATE:
        return m->i & m->j & 1;
    case HZ_DRUM:
    case HZ_DISC:
        return m->i ? 0 : m->name & 2 ? -1 : 1;
    default:
        return 0; /* A free body keeps its place, so that what moves up is as much as what moves down. */
    }
}
