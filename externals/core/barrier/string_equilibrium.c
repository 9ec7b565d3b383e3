/* string_equilibrium: where a string comes to rest on what is in its way, pressed by its finger. */
#include "internal.h"

#include <math.h>
#include <string.h>

#include "core/base/root.h"
#include "core/base/units.h"

/* rest:energy  The potential of string and contacts and the work of the finger make a convex function of the shape.
 * Newton's method ends at its lowest place. */
typedef struct search {
    hz_barrier *x;
    const hz_pick *pick;
    double force; /* of the pick */
    double soft;  /* obstacles are softer by this factor */
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
                     .soft = 1,
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

/* What the string itself leaves of the forces, and how they grow. */
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

static void pull_at(search *r, const hz_string_port *p, double force)
{
    for (int a = 0; a < 4; a++)
        r->x->pull[p->at + a] += p->w[a] * force;
}

static hz_slope pressed(double eta, double k, double exponent)
{
    if (eta <= 0 || k <= 0)
        return (hz_slope){ 0, 0 };
    double force = k * pow(eta, exponent);
    return (hz_slope){ force, exponent * force / eta };
}

static void push_at(search *r, const hz_string_port *p, hz_slope force)
{
    pull_at(r, p, force.value);
    for (int a = 0; a < 4; a++)
        for (int b = 0; b <= a; b++)
            r->x->band[a - b][p->at + a] += p->w[a] * p->w[b] * force.slope;
}

static void touch(search *r, const double *u, const hz_string_port *p, double below, double k, double exponent)
{
    push_at(r, p, pressed(below - hz_string_port_sum(p, u), r->soft * k, exponent));
}

/* rest:mass  Under a string that lies at this place, the mass is where the string's contact presses it down as hard as
 * its spring and its floor press it up. */
static double mass_under(const hz_barrier *x, double string, double soft, hz_slope *force)
{
    const hz_mass_spring *mass = &x->obstacle.mass;
    const hz_law_params *law = hz_barrier_law_at(&x->params, HZ_AT_MASS),
                        *floor = hz_barrier_law_at(&x->params, HZ_AT_FLOOR);
    double spring = soft * mass->spring * mass->mass / (x->h * x->h),
           bottom = x->contact[HZ_AT_FLOOR].on ? x->obstacle.height - x->params.floor : -HUGE_VAL,
           top = fmax(spring > 0 ? mass->rest : -HUGE_VAL, bottom);
    *force = (hz_slope){ 0, 0 };
    if (!(top > string))
        return top;
    hz_slope down, up;
    hz_root w = hz_root_between(string, top);
    do {
        down = pressed(w.x - string, soft * law->stiffness, law->exponent);
        up = pressed(bottom - w.x, soft * floor->stiffness, floor->exponent);
        up.value += spring * fmax(mass->rest - w.x, 0);
        up.slope += spring;
    } while (hz_root_newton(&w, down.value - up.value, down.slope + up.slope));
    *force = (hz_slope){ down.value, down.slope + up.slope > 0 ? down.slope * up.slope / (down.slope + up.slope) : 0 };
    return w.x;
}

static void touch_all(search *r, const double *u)
{
    hz_barrier *x = r->x;
    const hz_law_params *law = &x->params.law;
    const hz_string_port *port = &x->contact[HZ_AT_MASS].port;
    double height = x->obstacle.height;
    for (int i = 1; i < r->n; i++)
        if (hz_obstacle_is_there(x->obstacle.profile[i])) {
            hz_string_port one = hz_string_port_of_point(&x->string, i);
            touch(r, u, &one, hz_obstacle_now(&x->obstacle, i), law->stiffness * x->string.spacing, law->exponent);
        }
    for (int i = HZ_AT_MORE; i < x->coupled.n; i++)
        if (x->contact[i].on && x->contact[i].point < 0)
            touch(r, u, &x->contact[i].port, height, law->stiffness, law->exponent);
    if (x->contact[HZ_AT_MASS].on) {
        hz_slope force;
        mass_under(x, hz_string_port_sum(port, u), r->soft, &force);
        push_at(r, port, force);
    }
    if (x->contact[HZ_AT_FINGER].on)
        pull_at(r, &x->contact[HZ_AT_FINGER].port, -x->finger.force);
}

static void look(search *r, const double *u)
{
    bend(r, u);
    touch_all(r, u);
    if (r->pick)
        pull_at(r, &r->pick->port, r->force);
}

/* Eliminates the symmetric band: `pull` becomes the step. */
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

/* The string without anything else, at rest. */
static void string_alone(search *r)
{
    memset(r->x->pull, 0, ((size_t)r->n + 1) * sizeof *r->x->pull);
    for (int i = 1; i < r->n; i++)
        for (int j = i > 3 ? i - 3 : 1; j <= i; j++)
            r->x->band[i - j][i] = stiffness(r, i, j);
}

/* The force that draws the string alone by the amplitude. */
static double force_of(search *r)
{
    const hz_string_port *p = &r->pick->port;
    string_alone(r);
    pull_at(r, p, 1);
    solve(r);
    return r->pick->amplitude / hz_string_port_sum(p, r->x->pull);
}

static const double slack = 0.01; /* Hz; such a string rests anywhere */

/* The lowest frequency of the string as it is stretched now, Hz: one that is being tuned is not yet what is asked. */
static double pitch_now(const hz_string *s)
{
    double half = 2 * sin(0.5 * HZ_PI / s->n), square = half * half;
    double turn = square * (s->fit.c[0] + square * (s->fit.c[1] + square * s->fit.c[2])); /* rad^2 a sample^2 */
    return sqrt(fmax(turn, 0)) / (2 * HZ_PI * s->h);
}

/* Goes so far along the step. Returns the slope of the energy along it there. */
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

/* rest:line  Takes the step, or as much of it as the energy falls for, by halving: the energy is convex along the step.
 * Returns how much that was. It does not search to the root as base/root does, because each look costs as much as the
 * string has points, and the next step of Newton's method does the rest. */
static double go_down(search *r, double *u, const double *step)
{
    enum { HALVINGS = 8 };
    double at = 1, low = 0, high = 1, slope = go(r, u, step, 1);
    for (int halving = 0; halving < HALVINGS && (slope > 0 || (at < 1 && halving < HALVINGS / 2)); halving++) {
        double to = 0.5 * (low + high);
        slope = go(r, u, step, to - at);
        at = to;
        *(slope > 0 ? &high : &low) = at;
    }
    return at;
}

/* The top of what is at each point of the grid, or nothing. */
static void tops(const hz_barrier *x, double *top)
{
    int n = x->string.n;
    for (int i = 1; i < n; i++)
        top[i] = hz_obstacle_is_there(x->obstacle.profile[i]) ? hz_obstacle_now(&x->obstacle, i) : HZ_BARRIER_NOTHING;
    for (int i = HZ_AT_MORE; i < x->coupled.n; i++)
        if (x->contact[i].on && x->contact[i].point < 0)
            top[(int)lround(x->params.fret[i - HZ_AT_MORE] * n)] = x->obstacle.height;
    top[0] = top[n] = 0;
}

/* rest:hull  A string without stiffness would hang from the corners of the hull over its ends and what is below. These
 * hold it at first: Newton's method from a string that touches everywhere would let go of a few points a round. */
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

static int is_finite(const search *r, const double *u)
{
    double sum = 0;
    for (int i = 1; i < r->n; i++)
        sum += u[i];
    return isfinite(sum);
}

/* Newton's method: so many whole steps, and then only as much of each as the energy falls for. Returns whether it
 * arrived within so many rounds. */
static int settle(search *r, double *u, int whole, int rounds)
{
    double *step = r->x->shape, most = HUGE_VAL;
    look(r, u);
    for (int round = 0; round < rounds && most >= 1e-12; round++) {
        double part = 1;
        solve(r);
        memcpy(step, r->x->pull, (size_t)r->n * sizeof *step);
        if (round < whole)
            go(r, u, step, 1);
        else
            part = go_down(r, u, step); /* it went to and fro */
        most = 0;
        for (int i = 1; i < r->n; i++)
            most = fmax(most, part * fabs(step[i]));
    }
    return most < 1e-12 && is_finite(r, u);
}

/* rest:harden  A long flat obstacle that is very stiff lets go of and catches points in turn, round after round. So the
 * string first comes to rest on soft ones, deep in them, and from there on harder and harder ones. */
static void harden(search *r, double *u)
{
    static const double softest = 1e-8, harder = 10;
    memset(u, 0, ((size_t)r->n + 1) * sizeof *u);
    for (r->soft = softest; r->soft < 1; r->soft *= harder)
        settle(r, u, 2, HZ_REST_ROUNDS / 3);
    r->soft = 1;
    settle(r, u, 2, HZ_REST_ROUNDS);
}

void hz_string_equilibrium_find(hz_barrier *x, const hz_pick *pick)
{
    search r = begin(x, pick);
    const hz_obstacle *o = &x->obstacle;
    double *u = x->rest;
    int holds = hz_obstacle_holds(o, r.n) || (o->type->second && !hz_string_is_silent(&o->second));
    memset(u, 0, ((size_t)r.n + 1) * sizeof *u);
    if (pitch_now(&x->string) < slack || (x->finger.force == 0 && !holds && !pick))
        return;
    if (pick)
        r.force = force_of(&r);
    if (holds)
        hang(&r, u);
    if (!settle(&r, u, HZ_REST_ROUNDS / 2, HZ_REST_ROUNDS))
        harden(&r, u);
    if (!is_finite(&r, u)) /* forces beyond all numbers: it stays where it is without them */
        memset(u, 0, ((size_t)r.n + 1) * sizeof *u);
}
