/* willemsen: W's systems written out, apart from the core. */
#include "willemsen.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <string.h>

/* ---- putting a system together ---- */

/* Adds to row i what a place beyond an end stands for: supported ends turn the string round. */
static void add_image(long double row[], int first, int n, int i, long double value)
{
    int turned = i < 0 || i > n;
    i = i < 0 ? -i : i > n ? 2 * n - i : i;
    if (i > 0 && i < n)
        row[first + i - 1] += turned ? -value : value;
}

int willemsen_string(willemsen *w, const hz_string *s, double h)
{
    static const int second[7] = { 0, 0, -1, 2, -1, 0, 0 }, fourth[7] = { 0, 1, -4, 6, -4, 1, 0 },
                     sixth[7] = { -1, 6, -15, 20, -15, 6, -1 };
    int first = w->places, n = s->n;
    double small = h > 0 ? h : 1e-8;
    hz_string_dispersion f;
    hz_string_dispersion_make(&f, &s->wave, n, small);
    long double spacing = (long double)s->params.length / n,
                area = acosl(-1) / 4 * s->params.diameter * s->params.diameter;
    for (int i = 1; i < n; i++) {
        int at = first + i - 1;
        w->mass[at] = s->params.density * area * spacing;
        w->sigma[at] = s->params.sigma0;
        for (int k = 0; k < 7; k++) {
            long double a =
                f.c[0] * (long double)second[k] + f.c[1] * (long double)fourth[k] + f.c[2] * (long double)sixth[k];
            add_image(w->stiff[at], first, n, i + k - 3, a / ((long double)small * small));
            add_image(w->rough[at], first, n, i + k - 3, 2 * s->params.sigma1 * second[k] / (spacing * spacing));
        }
        if (i == 1 || i == n - 1)
            w->stiff[at][at] += f.end / ((long double)small * small);
    }
    w->places += n - 1;
    return first;
}

int willemsen_mass(willemsen *w, double mass, double omega, double sigma, double h, int lighter)
{
    int at = w->places++;
    w->mass[at] = mass;
    w->sigma[at] = sigma;
    w->stiff[at][at] = (long double)omega * omega;
    if (h > 0) {
        long double x = (long double)sigma * h,
                    turn = sqrtl(fabsl((long double)omega * omega - (long double)sigma * sigma)) * h;
        w->sigma[at] = tanhl(x) / h;
        if (omega > 0)
            w->stiff[at][at] = (2 - 2 * cosl(turn) / coshl(x)) / ((long double)h * h);
        if (lighter)
            w->mass[at] = mass * (omega > 0   ? (long double)omega * omega / w->stiff[at][at]
                                  : sigma > 0 ? x / tanhl(x)
                                              : 1);
    }
    return at;
}

willemsen_contact *willemsen_touch(willemsen *w, const hz_law_params *law, double stiffness, double rest)
{
    willemsen_contact *c = &w->contact[w->contacts++];
    *c =
        (willemsen_contact){ .stiffness = stiffness, .exponent = law->exponent, .damping = law->damping, .rest = rest };
    return c;
}

static long double keys(long double x)
{
    x = fabsl(x);
    return x < 1 ? 1.5L * x * x * x - 2.5L * x * x + 1 : x < 2 ? -0.5L * x * x * x + 2.5L * x * x - 4 * x + 2 : 0;
}

void willemsen_reach(willemsen_contact *c, int first, int spaces, double x, int sign)
{
    for (int i = -2; i <= spaces + 2; i++)
        add_image(c->j, first, spaces, i, sign * keys((long double)x * spaces - i));
}

static long double eta_of(const willemsen *w, const willemsen_contact *c, const long double *x)
{
    long double sum = c->rest;
    for (int i = 0; i < w->places; i++)
        sum += c->j[i] * x[i];
    return sum;
}

static long double give_of(const willemsen *w, int i)
{
    return w->h * w->h / (w->mass[i] * (1 + w->sigma[i] * w->h));
}

void willemsen_begin(willemsen *w)
{
    for (int a = 0; a < w->contacts; a++) {
        willemsen_contact *c = &w->contact[a];
        c->eta0 = eta_of(w, c, w->before);
        c->eta1 = eta_of(w, c, w->now);
        c->psi = 0;
        for (int b = 0; b < w->contacts; b++) {
            w->shared[a][b] = 0;
            for (int i = 0; i < w->places; i++)
                w->shared[a][b] += c->j[i] * w->contact[b].j[i] * give_of(w, i);
        }
    }
}

/* ---- a step of W's schemes ---- */

static long double raised(long double eta, long double a)
{
    return eta > 0 ? powl(eta, a) : 0;
}

static long double potential(const willemsen_contact *c, long double eta)
{
    return c->stiffness * raised(eta, c->exponent + 1) / (c->exponent + 1);
}

/* W 12 */
static long double steepness(const willemsen_contact *c)
{
    return c->eta1 > 0 ? sqrtl(c->stiffness * (c->exponent + 1) / 2) * raised(c->eta1, (c->exponent - 1) / 2) : 0;
}

long double willemsen_force(const willemsen *w, const willemsen_contact *c, long double r)
{
    long double viscous = c->damping / (2 * w->h), linear = c->stiffness * raised(c->eta1, c->exponent) * viscous * r,
                force;
    if (w->quadratised) {
        long double g = steepness(c);
        force = c->eta1 > 0 ? c->psi * g + g * g / 4 * r + linear : 0;
    } else {
        force = r != 0 ? (potential(c, c->eta0 + r) - potential(c, c->eta0)) / r
                       : c->stiffness * raised(c->eta0, c->exponent);
        force = w->impact ? force * (1 + viscous * r) : force + linear;
    }
    return force > 0 ? force : 0;
}

/* What contact block[k] is off by at r, those after it solved for that, those before it as they stand. */
static long double settle(willemsen *w, const int *block, int n, int k);
static long double off(willemsen *w, const int *block, int n, int k, long double r)
{
    willemsen_contact *c = &w->contact[block[k]];
    c->r = r;
    c->force = willemsen_force(w, c, r);
    if (k + 1 < n)
        settle(w, block, n, k + 1);
    long double sum = r - c->way;
    for (int i = 0; i < n; i++)
        sum += w->shared[block[k]][block[i]] * w->contact[block[i]].force;
    return sum;
}

/* `off` grows with r at least as fast as r does, so that the root lies no farther away than what it is off by. */
static long double settle(willemsen *w, const int *block, int n, int k)
{
    long double a = w->contact[block[k]].way, at_a = off(w, block, n, k, a), b = a - at_a;
    if (at_a == 0)
        return a;
    long double at_b = off(w, block, n, k, b), best = b, least = fabsl(at_b);
    for (int i = 0; i < 200 && least > 0; i++) {
        long double c = i % 4 == 3 ? 0.5L * (a + b) : b - at_b * (b - a) / (at_b - at_a);
        if (c == a || c == b)
            break;
        long double at_c = off(w, block, n, k, c);
        if (fabsl(at_c) < least)
            best = c, least = fabsl(at_c);
        if ((at_c > 0) != (at_b > 0))
            a = b, at_a = at_b;
        else
            at_a *= 0.5L; /* Illinois */
        b = c;
        at_b = at_c;
    }
    off(w, block, n, k, best);
    return best;
}

/* Contacts that share nothing are solved apart. */
static void settle_all(willemsen *w)
{
    int done[WILLEMSEN_CONTACTS] = { 0 }, block[WILLEMSEN_CONTACTS];
    for (int a = 0; a < w->contacts; a++) {
        int n = 0;
        if (done[a]++)
            continue;
        block[n++] = a;
        for (int i = 0; i < n; i++)
            for (int b = 0; b < w->contacts; b++)
                if (!done[b] && w->shared[block[i]][b] != 0)
                    done[b] = 1, block[n++] = b;
        settle(w, block, n, 0);
    }
}

/* W 18, mended. Where the force would pull, and out of contact, it is let go: at once, or as far as the compression
 * goes. */
static void keep_psi(const willemsen *w, willemsen_contact *c)
{
    long double next = c->psi + steepness(c) * c->r / 2;
    if (!w->impact)
        c->psi = c->force > 0 ? next : 0;
    else
        c->psi = !(c->eta0 + c->r > 0) ? 0 : c->force > 0 ? next : fminl(fmaxl(next, 0), fmaxl(c->psi, 0));
}

void willemsen_step(willemsen *w)
{
    long double next[WILLEMSEN_PLACES], h = w->h;
    for (int i = 0; i < w->places; i++) {
        long double pull = 0;
        for (int k = 0; k < w->places; k++)
            if (w->stiff[i][k] != 0 || w->rough[i][k] != 0)
                pull += w->stiff[i][k] * w->now[k] + w->rough[i][k] * (w->now[k] - w->before[k]) / h;
        next[i] = (2 * w->now[i] - (1 - w->sigma[i] * h) * w->before[i] - h * h * pull) / (1 + w->sigma[i] * h);
    }
    for (int a = 0; a < w->contacts; a++)
        w->contact[a].way = eta_of(w, &w->contact[a], next) - w->contact[a].eta0;
    settle_all(w);
    for (int a = 0; a < w->contacts; a++) {
        willemsen_contact *c = &w->contact[a];
        for (int i = 0; i < w->places; i++)
            next[i] -= give_of(w, i) * c->j[i] * c->force;
        keep_psi(w, c);
    }
    memcpy(w->before, w->now, sizeof next);
    memcpy(w->now, next, sizeof next);
    for (int a = 0; a < w->contacts; a++) {
        w->contact[a].eta0 = w->contact[a].eta1;
        w->contact[a].eta1 = eta_of(w, &w->contact[a], w->now);
    }
}

/* ---- the same in continuous time ---- */

typedef struct problem {
    int n, contacts, low[WILLEMSEN_PLACES], high[WILLEMSEN_PLACES]; /* what is not 0 of a row */
    double stiff[WILLEMSEN_PLACES][WILLEMSEN_PLACES], rough[WILLEMSEN_PLACES][WILLEMSEN_PLACES];
    double sigma[WILLEMSEN_PLACES], mass[WILLEMSEN_PLACES], j[WILLEMSEN_CONTACTS][WILLEMSEN_PLACES];
    int parts[WILLEMSEN_CONTACTS], at[WILLEMSEN_CONTACTS][WILLEMSEN_PLACES]; /* where j is not 0 */
    const willemsen *w;
} problem;

static int motion(double t, const double y[], double dy[], void *context)
{
    const problem *p = context;
    int n = p->n;
    (void)t;
    for (int i = 0; i < n; i++) {
        double a = -2 * p->sigma[i] * y[n + i];
        for (int k = p->low[i]; k <= p->high[i]; k++)
            a -= p->stiff[i][k] * y[k] + p->rough[i][k] * y[n + k];
        dy[i] = y[n + i];
        dy[n + i] = a;
    }
    for (int c = 0; c < p->contacts; c++) {
        const willemsen_contact *k = &p->w->contact[c];
        double eta = (double)k->rest, speed = 0;
        for (int i = 0; i < p->parts[c]; i++) {
            eta += p->j[c][i] * y[p->at[c][i]];
            speed += p->j[c][i] * y[n + p->at[c][i]];
        }
        double force =
            eta > 0 ? (double)k->stiffness * pow(eta, (double)k->exponent) * (1 + (double)k->damping * speed) : 0;
        for (int i = 0; i < p->parts[c] && force > 0; i++)
            dy[n + p->at[c][i]] -= p->j[c][i] * force / p->mass[p->at[c][i]];
    }
    return GSL_SUCCESS;
}

void willemsen_integrate(willemsen *w, double *y, double seconds, double size)
{
    static problem p;
    size_t n = 2 * (size_t)w->places;
    double scale[2 * WILLEMSEN_PLACES], t = 0, step = 1e-7;
    p.n = w->places;
    p.contacts = w->contacts;
    p.w = w;
    for (int i = 0; i < p.n; i++) {
        p.sigma[i] = (double)w->sigma[i];
        p.mass[i] = (double)w->mass[i];
        scale[i] = size;
        scale[p.n + i] = 1e3 * size;
        p.low[i] = p.high[i] = i;
        for (int k = 0; k < p.n; k++) {
            p.stiff[i][k] = (double)w->stiff[i][k];
            p.rough[i][k] = (double)w->rough[i][k];
            if (p.stiff[i][k] != 0 || p.rough[i][k] != 0) {
                p.low[i] = k < p.low[i] ? k : p.low[i];
                p.high[i] = k;
            }
        }
    }
    for (int c = 0; c < p.contacts; c++) {
        p.parts[c] = 0;
        for (int i = 0; i < p.n; i++)
            if (w->contact[c].j[i] != 0) {
                p.j[c][p.parts[c]] = (double)w->contact[c].j[i];
                p.at[c][p.parts[c]++] = i;
            }
    }
    gsl_odeiv2_system system = { motion, NULL, n, &p };
    gsl_odeiv2_step *s = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, n);
    gsl_odeiv2_control *control = gsl_odeiv2_control_scaled_new(1e-12, 1e-12, 1, 0, scale, n);
    gsl_odeiv2_evolve *e = gsl_odeiv2_evolve_alloc(n);
    while (t < seconds)
        if (gsl_odeiv2_evolve_apply(e, control, s, &system, &t, seconds, &step, y) != GSL_SUCCESS)
            break;
    gsl_odeiv2_evolve_free(e);
    gsl_odeiv2_control_free(control);
    gsl_odeiv2_step_free(s);
}
