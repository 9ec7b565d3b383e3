/* string_equilibrium: where a string comes to rest on what is in its way. */
#include "string_equilibrium.h"
#include "barrier_motion.h"
#include "barrier_contacts.h"

#include <math.h>
#include <string.h>

/* rest:energy  The string's and the contacts' potential and the finger's work make a convex function of the shape; its
 * lowest place is where Newton's method ends. */
typedef struct search {
    hz_barrier *x;
    const hz_pick *pick;
    double force; /* of the pick */
    int n;
    double stencil[4]; /* of the string's stiffness, N/m */
    double end;
} search;

static search begin(hz_barrier *x, const hz_pick *pick)
{
    const hz_string *s = &x->string;
    double scale = s->mass / (s->h * s->h), a = s->fit.c[0] * scale, b = s->fit.c[1] * scale, c = s->fit.c[2] * scale;
    return (search){ .x = x,
                     .pick = pick,
                     .n = s->n,
                     .end = s->fit.end * scale,
                     .stencil = { 2 * a + 6 * b + 20 * c, -a - 4 * b - 15 * c, b + 6 * c, -c } };
}

/* string:ends  Beyond an end the string is its own image turned round. */
static double stiffness(const search *r, int i, int j)
{
    int apart = i > j ? i - j : j - i, image = i + j, other = 2 * r->n - i - j;
    double k = r->stencil[apart];
    k -= image <= 3 ? r->stencil[image] : 0;
    k -= other <= 3 ? r->stencil[other] : 0;
    return k + (i == j && (i == 1 || i == r->n - 1) ? r->end : 0);
}

/* The string itself: what is left of the forces, and how they grow. */
static void bend(search *r, const double *u)
{
    double *pull = r->x->pull, **band = r->x->band;
    for (int i = 1; i < r->n; i++) {
        double sum = 0;
        for (int j = i > 3 ? i - 3 : 1; j <= i + 3 && j < r->n; j++) {
            double k = stiffness(r, i, j);
            sum += k * u[j];
            if (j <= i)
                band[i - j][i] = k;
        }
        pull[i] = -sum;
    }
}

static void touch(search *r, const double *u, const hz_string_port *p, double below, double k, double exponent)
{
    double eta = below - hz_string_port_sum(p, u);
    if (eta <= 0 || k <= 0)
        return;
    double force = k * pow(eta, exponent), grows = exponent * force / eta;
    for (int a = 0; a < 4; a++) {
        r->x->pull[p->at + a] += p->w[a] * force;
        for (int b = 0; b <= a; b++)
            r->x->band[a - b][p->at + a] += p->w[a] * p->w[b] * grows;
    }
}

static void touch_all(search *r, const double *u)
{
    hz_barrier *x = r->x;
    const hz_law_params *law = &x->params.law;
    for (int i = 1; i < r->n; i++)
        if (hz_barrier_contacts_is_there(x->profile[i])) {
            hz_string_port one = { .at = i > r->n - 3 ? r->n - 3 : i };
            double lies = x->params.obstacle == HZ_OBSTACLE_STRING ? x->second.u[i] : x->profile[i];
            one.w[i - one.at] = 1;
            touch(r, u, &one, lies + x->height, law->stiffness * x->string.spacing, law->exponent);
        }
    for (int i = HZ_AT_MORE; i < x->knot.n; i++)
        if (x->joint[i].on && x->joint[i].point < 0)
            touch(r, u, &x->joint[i].port, x->height, law->stiffness, law->exponent);
    if (x->joint[HZ_AT_MASS].on) { /* its spring, which is softer than the contact */
        double k = x->mass.spring * x->mass.mass / (x->h * x->h);
        touch(r, u, &x->joint[HZ_AT_MASS].port, x->mass.rest, k, 1);
        if (x->joint[HZ_AT_FLOOR].on) /* through two contacts: half as deep in each */
            touch(r, u, &x->joint[HZ_AT_MASS].port, x->height - x->params.floor, law->stiffness * exp2(-law->exponent),
                  law->exponent);
    }
    if (!x->joint[HZ_AT_FINGER].on)
        return;
    const hz_string_port *p = &x->joint[HZ_AT_FINGER].port;
    for (int a = 0; a < 4; a++)
        x->pull[p->at + a] -= p->w[a] * x->fingering;
}

static void look(search *r, const double *u)
{
    bend(r, u);
    touch_all(r, u);
    if (!r->pick)
        return;
    for (int a = 0; a < 4; a++)
        r->x->pull[r->pick->port.at + a] += r->pick->port.w[a] * r->force;
}

/* pull becomes the step: elimination of the symmetric band. */
static void solve(search *r)
{
    double *pull = r->x->pull, **band = r->x->band;
    for (int i = 1; i < r->n; i++)
        for (int j = i > 3 ? i - 3 : 1; j <= i; j++) {
            double sum = band[i - j][i];
            for (int k = i > 3 ? i - 3 : 1; k < j; k++)
                sum -= band[i - k][i] * band[j - k][j] * band[0][k];
            band[i - j][i] = j < i ? sum / band[0][j] : sum;
        }
    for (int i = 1; i < r->n; i++)
        for (int k = i > 3 ? i - 3 : 1; k < i; k++)
            pull[i] -= band[i - k][i] * pull[k];
    for (int i = r->n - 1; i > 0; i--) {
        pull[i] /= band[0][i];
        for (int k = i + 1; k <= i + 3 && k < r->n; k++)
            pull[i] -= band[k - i][k] * pull[k];
    }
}

static void string_alone(search *r)
{
    hz_barrier *x = r->x;
    memset(x->pull, 0, ((size_t)r->n + 1) * sizeof *x->pull);
    for (int i = 1; i < r->n; i++)
        for (int j = i > 3 ? i - 3 : 1; j <= i; j++)
            x->band[i - j][i] = stiffness(r, i, j);
}

/* The force that draws the string alone by the amplitude. */
static double force_of(search *r)
{
    const hz_string_port *p = &r->pick->port;
    string_alone(r);
    for (int a = 0; a < 4; a++)
        r->x->pull[p->at + a] += p->w[a];
    solve(r);
    return r->pick->amplitude / hz_string_port_sum(p, r->x->pull);
}

enum { HALVINGS = 8 };
static const double SLACK = 0.01; /* Hz; such a string rests anywhere */

/* rest:line  Along the step the energy is convex. Its slope there once the step is taken so far. */
static double go(search *r, double *u, const double *step, double way)
{
    double slope = 0;
    for (int i = 1; i < r->n; i++)
        u[i] += way * step[i];
    look(r, u);
    for (int i = 1; i < r->n; i++)
        slope -= r->x->pull[i] * step[i];
    return slope;
}

/* Takes the step, or as much of it as the energy falls for, by bisection. Returns how much that was. */
static double go_down(search *r, double *u, const double *step)
{
    double at = 1, low = 0, high = 1, slope = go(r, u, step, 1);
    for (int halving = 0; slope > 0 || (at < 1 && halving < HALVINGS / 2); halving++) {
        if (halving == HALVINGS)
            break;
        double to = 0.5 * (low + high);
        slope = go(r, u, step, to - at);
        at = to;
        *(slope > 0 ? &high : &low) = at;
    }
    return at;
}

/* The top of what is at a point of the grid, or nothing. */
static void tops(const hz_barrier *x, double *top)
{
    int n = x->string.n;
    for (int i = 0; i <= n; i++)
        top[i] = !hz_barrier_contacts_is_there(x->profile[i])
                     ? HZ_BARRIER_NOTHING
                     : x->height + (x->params.obstacle == HZ_OBSTACLE_STRING ? x->second.u[i] : x->profile[i]);
    for (int i = HZ_AT_MORE; i < x->knot.n; i++)
        if (x->joint[i].on && x->joint[i].point < 0)
            top[(int)lround(x->params.fret[i - HZ_AT_MORE] * n)] = x->height;
    top[0] = top[n] = 0;
}

/* rest:hull  A string without stiffness would hang from the corners of the hull over its ends and what is below: these
 * hold it at first. Newton's method from a string that touches everywhere would let go of a few points a round. */
static void hang(search *r, double *u)
{
    hz_barrier *x = r->x;
    const hz_law_params *law = &x->params.law;
    double *corner = x->shape, k = law->exponent * law->stiffness * x->string.spacing * pow(1e-5, law->exponent - 1);
    int corners = 0;
    tops(x, u);
    for (int i = 0; i <= r->n; i++) {
        if (i > 0 && i < r->n && u[i] <= 0)
            continue;
        for (; corners > 1; corners--) {
            int a = (int)corner[corners - 2], b = (int)corner[corners - 1];
            if ((u[b] - u[a]) * (i - b) > (u[i] - u[b]) * (b - a))
                break;
        }
        corner[corners++] = i;
    }
    string_alone(r);
    for (int c = 1; c < corners - 1; c++) {
        int i = (int)corner[c];
        x->band[0][i] += k;
        x->pull[i] = k * u[i];
    }
    solve(r);
    memcpy(u + 1, x->pull + 1, ((size_t)r->n - 1) * sizeof *u);
    u[0] = u[r->n] = 0;
}

void hz_string_equilibrium_find(hz_barrier *x, const hz_pick *pick)
{
    search r = begin(x, pick);
    double *u = x->rest, *step = x->shape;
    int holds =
        hz_barrier_motion_holds(x) || (x->params.obstacle == HZ_OBSTACLE_STRING && !hz_string_is_silent(&x->second));
    memset(u, 0, ((size_t)r.n + 1) * sizeof *u);
    if (hz_string_wave_lowest(&x->string.wave) < SLACK || (x->fingering == 0 && !holds && !pick))
        return;
    if (pick)
        r.force = force_of(&r);
    if (holds)
        hang(&r, u);
    look(&r, u);
    for (int round = 0; round < HZ_REST_ROUNDS; round++) {
        double part = 1, most = 0;
        solve(&r);
        memcpy(step, x->pull, (size_t)r.n * sizeof *step);
        if (round < HZ_REST_ROUNDS / 2)
            go(&r, u, step, 1);
        else
            part = go_down(&r, u, step); /* it went to and fro */
        for (int i = 1; i < r.n; i++)
            most = fmax(most, part * fabs(step[i]));
        if (most < 1e-12)
            break;
    }
}
