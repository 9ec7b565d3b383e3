/* fit: modes in a band, moved until what is left of the sound is least. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include "linear.h"

enum { ORDER = HZ_LISTEN_ORDER, TWO = 2 * ORDER };
static const double least_loss = 1e-7, most_loss = 0.25; /* a sample; at 800 Hz the latter is a T60 of 35 ms */

int hz_listen_fitter_make(hz_listen_fitter *w, int n)
{
    size_t square = (size_t)TWO * TWO;
    w->memory = malloc(((size_t)n + 2 * square + TWO + 1) * sizeof *w->memory);
    if (!w->memory)
        return 0;
    w->rest = w->memory;
    w->gram = w->rest + n;
    w->normal = w->gram + square;
    w->right = w->normal + square;
    return 1;
}

void hz_listen_fitter_free(hz_listen_fitter *w)
{
    free(w->memory);
    *w = (hz_listen_fitter){ 0 };
}

/* ---- sums ---- */

/* The sums of z^i, i z^i and i^2 z^i over n samples, z = exp(s): listen:sums */
static void sums(hz_complex s, int n, hz_complex out[3])
{
    hz_complex z = hz_c_exp(s), one = hz_c_sub(hz_c(1, 0), z), power = { 1, 0 };
    memset(out, 0, 3 * sizeof *out);
    if (hz_c_abs(one) * n < 3) {
        for (int i = 0; i < n && hz_c_square(power) > 1e-32; i++) {
            out[0] = hz_c_add(out[0], power);
            out[1] = hz_c_add(out[1], hz_c_scale(power, i));
            out[2] = hz_c_add(out[2], hz_c_scale(power, (double)i * i));
            power = hz_c_mul(power, z);
        }
        return;
    }
    double m = n;
    hz_complex last = hz_c_exp(hz_c_scale(s, m)), square = hz_c_mul(one, one);
    out[0] = hz_c_over(hz_c_sub(hz_c(1, 0), last), one);
    hz_complex first = hz_c_sub(z, hz_c_scale(last, m));
    first = hz_c_add(first, hz_c_scale(hz_c_mul(last, z), m - 1));
    out[1] = hz_c_over(first, square);
    hz_complex second = hz_c_add(z, hz_c_mul(z, z));
    second = hz_c_sub(second, hz_c_scale(last, m * m));
    second = hz_c_add(second, hz_c_scale(hz_c_mul(last, z), 2 * m * m - 2 * m - 1));
    second = hz_c_sub(second, hz_c_scale(hz_c_mul(last, hz_c_mul(z, z)), (m - 1) * (m - 1)));
    out[2] = hz_c_over(second, hz_c_mul(square, one));
}

/* How many samples a mode takes to fall below 1e-12. */
static int length_of(const hz_listen_pole *p, int n)
{
    double length = 28 / fmax(-p->s.re, 1e-9);
    return length < n ? (int)length + 1 : n;
}

/* What is left of y without the modes. Returns its energy. */
static double subtract(const hz_complex *y, int n, const hz_listen_fit *f, hz_complex *rest)
{
    double energy = 0;
    memcpy(rest, y, (size_t)n * sizeof *rest);
    for (int k = 0; k < f->n; k++) {
        hz_complex x = f->pole[k].a, z = hz_c_exp(f->pole[k].s);
        for (int i = 0, m = length_of(&f->pole[k], n); i < m; i++) {
            rest[i] = hz_c_sub(rest[i], x);
            x = hz_c_mul(x, z);
        }
    }
    for (int i = 0; i < n; i++)
        energy += hz_c_square(rest[i]);
    return energy;
}

/* The products of a mode, and of the mode times its sample's number, with x. */
static void products(const hz_listen_pole *p, const hz_complex *x, int n, hz_complex out[2])
{
    hz_complex z = hz_c_exp(p->s), power = { 1, 0 };
    out[0] = out[1] = hz_c(0, 0);
    for (int i = 0, m = length_of(p, n); i < m; i++) {
        hz_complex term = hz_c_dot(power, x[i]);
        out[0] = hz_c_add(out[0], term);
        out[1] = hz_c_add(out[1], hz_c_scale(term, i));
        power = hz_c_mul(power, z);
    }
}

/* ---- amplitudes ---- */

int hz_listen_amplitudes(hz_listen_fitter *w, const hz_complex *y, int n, hz_listen_fit *f)
{
    hz_complex sum[3], unit[ORDER];
    double scale[ORDER];
    int p = f->n;
    f->left = subtract(y, n, f, w->rest);
    for (int i = 0; i < p; i++) {
        sums(hz_c(2 * f->pole[i].s.re, 0), n, sum);
        scale[i] = 1 / sqrt(sum[0].re);
    }
    for (int i = 0; i < p; i++)
        for (int j = 0; j <= i; j++) {
            sums(hz_c_add(hz_c_conj(f->pole[i].s), f->pole[j].s), n, sum);
            w->gram[i * p + j] = hz_c_scale(sum[0], scale[i] * scale[j] * (i == j ? 1 + 1e-13 : 1));
        }
    if (!hz_linear_factor(w->gram, p))
        return 0;
    for (int i = 0; i < p; i++) {
        products(&f->pole[i], y, n, sum);
        w->right[i] = hz_c_scale(sum[0], scale[i]);
    }
    hz_linear_back(w->gram, p, w->right);
    for (int i = 0; i < p; i++) {
        memset(unit, 0, sizeof unit);
        unit[i] = hz_c(1, 0);
        hz_linear_back(w->gram, p, unit);
        f->worth[i] = hz_c_square(w->right[i]) / fmax(unit[i].re, 1e-300);
        f->pole[i].a = hz_c_scale(w->right[i], scale[i]);
    }
    f->left = subtract(y, n, f, w->rest);
    return 1;
}

/* ---- refinement ---- */

/* The normal matrix of all amplitudes, and behind them all exponents: its lower half. */
static void normal_matrix(hz_listen_fitter *w, int n, const hz_listen_fit *f)
{
    int p = f->n, two = 2 * p;
    hz_complex sum[3];
    for (int i = 0; i < p; i++)
        for (int j = 0; j < p; j++) {
            hz_complex ai = hz_c_conj(f->pole[i].a), aj = f->pole[j].a;
            sums(hz_c_add(hz_c_conj(f->pole[i].s), f->pole[j].s), n, sum);
            if (j <= i) {
                w->gram[i * two + j] = sum[0];
                w->gram[(p + i) * two + p + j] = hz_c_mul(hz_c_mul(ai, aj), sum[2]);
            }
            w->gram[(p + i) * two + j] = hz_c_mul(ai, sum[1]);
        }
}

/* Solves for the step under a damping of Levenberg and Marquardt. */
static int find_step(hz_listen_fitter *w, int two, double damping, hz_complex *step)
{
    double scale[TWO];
    for (int i = 0; i < two; i++)
        scale[i] = 1 / sqrt(fmax(w->gram[i * two + i].re, 1e-300));
    for (int i = 0; i < two; i++) {
        for (int j = 0; j <= i; j++)
            w->normal[i * two + j] = hz_c_scale(w->gram[i * two + j], scale[i] * scale[j] * (i == j ? 1 + damping : 1));
        step[i] = hz_c_scale(w->right[i], scale[i]);
    }
    if (!hz_linear_factor(w->normal, two))
        return 0;
    hz_linear_back(w->normal, two, step);
    for (int i = 0; i < two; i++)
        step[i] = hz_c_scale(step[i], scale[i]);
    return 1;
}

static hz_listen_fit moved(const hz_listen_fit *f, const hz_complex *step)
{
    hz_listen_fit to = *f;
    for (int k = 0; k < f->n; k++) {
        hz_listen_pole *p = &to.pole[k];
        p->a = hz_c_add(p->a, step[k]);
        p->s = hz_c_add(p->s, step[f->n + k]);
        p->s.re = fmin(fmax(p->s.re, -most_loss), -least_loss);
    }
    return to;
}

void hz_listen_refine(hz_listen_fitter *w, const hz_complex *y, int n, hz_listen_fit *f)
{
    enum { STEPS = 12, TRIES = 5 };
    hz_complex sum[2], step[TWO];
    double damping = 1e-4;
    if (f->n == 0) {
        f->left = subtract(y, n, f, w->rest);
        return;
    }
    if (!hz_listen_amplitudes(w, y, n, f))
        return;
    for (int k = 0; k < STEPS; k++) {
        for (int i = 0; i < f->n; i++) {
            products(&f->pole[i], w->rest, n, sum);
            w->right[i] = sum[0];
            w->right[f->n + i] = hz_c_dot(f->pole[i].a, sum[1]);
        }
        normal_matrix(w, n, f);
        double gained = 0;
        for (int tries = 0; tries < TRIES && gained == 0; tries++, damping *= 10) {
            if (!find_step(w, 2 * f->n, damping, step))
                continue;
            hz_listen_fit next = moved(f, step);
            next.left = subtract(y, n, &next, w->rest);
            gained = f->left - next.left;
            if (gained <= 0) {
                gained = 0;
                continue;
            }
            *f = next;
            damping = fmax(damping / 100, 1e-12);
        }
        if (gained <= 1e-5 * f->left)
            break;
    }
    hz_listen_amplitudes(w, y, n, f);
}

/* ---- order ---- */

static void leave_out(hz_listen_fit *f, int i)
{
    f->n--;
    for (int k = i; k < f->n; k++) {
        f->pole[k] = f->pole[k + 1];
        f->worth[k] = f->worth[k + 1];
    }
}

/* listen:order  A mode must take so much energy. */
static double worth_of(int n, double noise)
{
    return noise * (2 * log(2. * n) + 10);
}

double hz_listen_cost(const hz_listen_fit *f, int n, double noise)
{
    return f->left + f->n * worth_of(n, noise);
}

/* listen:apart  A mode that the others could mostly do without is none of its own, the more where it decays fast. */
static const double fast = 0.055, apart = 0.12, fast_apart = 0.35;

/* The weakest mode, or one that is none of its own; -1: all are worth it. */
static int worthless(int n, double worth, const hz_listen_fit *f)
{
    hz_complex sum[3];
    int worst = 0, mixed = -1;
    double least = 1;
    for (int i = 0; i < f->n; i++) {
        sums(hz_c(2 * f->pole[i].s.re, 0), n, sum);
        double own = hz_c_square(f->pole[i].a) * sum[0].re, part = f->worth[i] / fmax(own, 1e-300);
        part /= f->pole[i].s.re < -fast ? fast_apart : apart;
        if (part < least)
            least = part, mixed = i;
        worst = f->worth[i] < f->worth[worst] ? i : worst;
    }
    if (f->n > 0 && f->worth[worst] < worth)
        return worst;
    return mixed;
}

void hz_listen_prune(hz_listen_fitter *w, const hz_complex *y, int n, double noise, hz_listen_fit *f)
{
    double worth = worth_of(n, noise);
    for (int gone = 1; gone;) {
        int i;
        for (gone = 0; (i = worthless(n, worth, f)) >= 0; gone = 1) {
            leave_out(f, i);
            hz_listen_amplitudes(w, y, n, f);
        }
        if (gone)
            hz_listen_refine(w, y, n, f);
    }
}
