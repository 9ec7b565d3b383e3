/* exact_pair: two modal bodies and a linear spring and damper, in long doubles, as a truth for models of them. */
#include "exact_pair.h"

#include <math.h>
#include <string.h>

void exact_mode(exact_pair *x, double omega, double sigma, double port, double load)
{
    int i = x->n++;
    x->square[i] = (long double)omega * omega;
    x->sigma[i] = sigma;
    x->port[i] = port;
    x->load[i] = load;
}

void exact_prepare(exact_pair *x)
{
    long double square = 0, sigma = 0, sum = 0;
    for (int i = 0; i < x->n; i++) {
        square = fmaxl(square, x->square[i]);
        sigma = fmaxl(sigma, x->sigma[i]);
        sum += x->port[i] * x->port[i];
    }
    x->fastest[0] = sqrtl(square) + 2 * sigma;
    x->fastest[1] = sqrtl(square + x->stiffness * sum) + 2 * sigma + x->damping * sum;
}

static long double dot(const exact_pair *x, const long double *row)
{
    long double sum = 0;
    for (int i = 0; i < x->n; i++)
        sum += x->port[i] * row[i];
    return sum;
}

/* The state after a time d, and the coefficients of the compression in powers of the part of d. */
static void series(const exact_pair *x, long double d, long double *q, long double *p, long double *eta)
{
    long double a[EXACT_MODES], b[EXACT_MODES], k = x->touching ? x->stiffness : 0, c = x->touching ? x->damping : 0;
    memcpy(a, x->q, sizeof a);
    memcpy(b, x->p, sizeof b);
    memcpy(q, a, sizeof a);
    memcpy(p, b, sizeof b);
    for (int t = 0; t < EXACT_TERMS; t++) {
        eta[t] = dot(x, a);
        long double f = k * eta[t] + c * dot(x, b), part = d / (t + 1);
        for (int i = 0; i < x->n; i++) {
            long double push = (t == 0 ? x->load[i] : 0) - x->square[i] * a[i] - 2 * x->sigma[i] * b[i];
            a[i] = part * b[i];
            b[i] = part * (push - x->port[i] * f);
            q[i] += a[i];
            p[i] += b[i];
        }
    }
}

static long double value(const long double *eta, long double u, long double *slope)
{
    long double sum = 0;
    *slope = 0;
    for (int t = EXACT_TERMS - 1; t >= 0; t--) {
        *slope = *slope * u + sum;
        sum = sum * u + eta[t];
    }
    return sum;
}

/* Where way times the compression, which is not positive at `low`, becomes positive before `high`. */
static long double crossing(const long double *eta, long double way, long double low, long double high)
{
    long double slope;
    for (int i = 0; i < 70; i++) {
        long double middle = 0.5L * (low + high);
        *(way * value(eta, middle, &slope) > 0 ? &high : &low) = middle;
    }
    return high;
}

/* Where way times the compression is greatest between two places; it rises at `low` and falls at `high`. */
static long double top(const long double *eta, long double way, long double low, long double high)
{
    for (int i = 0; i < 70; i++) {
        long double middle = 0.5L * (low + high), slope;
        value(eta, middle, &slope);
        *(way * slope > 0 ? &low : &high) = middle;
    }
    return low;
}

/* The part of a piece after which the phase ends; -1: it does not. A compression that is 0 at the beginning, where the
 * phase has just begun, is left out. */
static long double end_of_phase(const exact_pair *x, const long double *eta)
{
    enum { LOOKS = 8 };
    long double way = x->touching ? -1 : 1, low = 0, slope_low, slope;
    value(eta, 0, &slope_low);
    for (int k = 1; k <= LOOKS; k++) {
        long double high = (long double)k / LOOKS, at = value(eta, high, &slope);
        if (way * slope_low > 0 && way * slope < 0) {
            long double there = top(eta, way, low, high), ignored;
            if (way * value(eta, there, &ignored) > 0)
                return crossing(eta, way, low, there);
        }
        if (way * at > 0)
            return crossing(eta, way, low, high);
        low = high;
        slope_low = slope;
    }
    return -1;
}

static void piece(exact_pair *x, long double *left)
{
    long double q[EXACT_MODES], p[EXACT_MODES], eta[EXACT_TERMS];
    long double d = *left / ceill(*left * x->fastest[x->touching] / 0.5L);
    series(x, d, q, p, eta);
    long double end = end_of_phase(x, eta);
    if (end >= 0)
        series(x, end *= d, q, p, eta);
    memcpy(x->q, q, sizeof q);
    memcpy(x->p, p, sizeof p);
    x->time += end >= 0 ? end : d;
    *left -= end >= 0 ? end : d;
    if (end < 0)
        return;
    if (x->switches < EXACT_SWITCHES)
        x->at[x->switches] = (exact_switch){ x->time, dot(x, x->p) };
    x->switches++;
    x->touching = !x->touching;
    /* Rounding put it beside zero, by 1e-19 of what moves: a mode takes that up. */
    long double eta_now = dot(x, x->q), sum = dot(x, x->port);
    for (int i = 0; i < x->n; i++)
        x->q[i] -= eta_now * x->port[i] / sum;
}

void exact_go(exact_pair *x, long double time)
{
    long double left = time;
    while (left > 1e-18L * time)
        piece(x, &left);
}

void exact_stay(exact_pair *x, long double time)
{
    long double q[EXACT_MODES], p[EXACT_MODES], eta[EXACT_TERMS];
    int pieces = (int)ceill(time * x->fastest[x->touching] / 0.5L);
    for (int i = 0; i < pieces; i++) {
        series(x, time / pieces, q, p, eta);
        memcpy(x->q, q, sizeof q);
        memcpy(x->p, p, sizeof p);
    }
    x->time += time;
}

long double exact_energy(const exact_pair *x)
{
    long double eta = dot(x, x->q), sum = x->touching ? x->stiffness * eta * eta : 0;
    for (int i = 0; i < x->n; i++)
        sum += x->p[i] * x->p[i] + x->square[i] * x->q[i] * x->q[i] - 2 * x->load[i] * x->q[i];
    return 0.5L * sum;
}

/* ---- the whole matrix ---- */

enum { SIDE = 2 * EXACT_DENSE + 1 }; /* the last number of the state is 1 and carries the load */
typedef long double square[SIDE][SIDE];

static void multiply(const square a, const square b, square to)
{
    square sum;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            sum[i][j] = 0;
            for (int k = 0; k < SIDE; k++)
                sum[i][j] += a[i][k] * b[k][j];
        }
    memcpy(to, sum, sizeof sum);
}

void exact_dense(const exact_pair *x, long double time, long double *q, long double *p)
{
    square a = { { 0 } }, sum = { { 0 } }, term = { { 0 } };
    int n = x->n, halvings = 0;
    long double joint = x->touching ? 1 : 0, z[SIDE] = { 0 }, to[SIDE];
    while (ldexpl(1, halvings) < 4 * time * x->fastest[1])
        halvings++;
    long double scale = x->fastest[1], part = ldexpl(time, -halvings); /* places count so often as speeds do */
    for (int i = 0; i < n; i++) {
        a[i][n + i] = part * scale;
        for (int j = 0; j < n; j++) {
            long double joined = x->port[i] * x->port[j] * joint;
            a[n + i][j] = -part / scale * (x->stiffness * joined + (i == j ? x->square[i] : 0));
            a[n + i][n + j] = -part * (x->damping * joined + (i == j ? 2 * x->sigma[i] : 0));
        }
        a[n + i][SIDE - 1] = part * x->load[i];
        z[i] = x->q[i] * scale;
        z[n + i] = x->p[i];
    }
    z[SIDE - 1] = 1;
    for (int i = 0; i < SIDE; i++)
        term[i][i] = sum[i][i] = 1;
    for (int t = 1; t < 22; t++) {
        multiply(term, a, term);
        for (int i = 0; i < SIDE * SIDE; i++) {
            (&term[0][0])[i] /= t;
            (&sum[0][0])[i] += (&term[0][0])[i];
        }
    }
    for (int s = 0; s < halvings; s++)
        multiply(sum, sum, sum);
    for (int i = 0; i < SIDE; i++) {
        to[i] = 0;
        for (int j = 0; j < SIDE; j++)
            to[i] += sum[i][j] * z[j];
    }
    for (int i = 0; i < n; i++) {
        q[i] = to[i] / scale;
        p[i] = to[n + i];
    }
}
