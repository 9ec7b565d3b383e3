/* ode: contacts between hammers and a modal object by GSL's eighth-order integrator, apart from the core. */
#include "ode.h"

#include "core/law/wall.h"

#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <string.h>

enum { MOST_MODES = 10, SIZE = 2 * (HZ_MOST_STRIKERS * (1 + MOST_MODES) + MOST_MODES) };

typedef struct problem {
    const hz_collide *c;
    double force_a, force_b;
    int touching; /* of the first hammer; the others always feel the law */
    size_t n;
} problem;

/* The state is displacement and velocity of each hammer and of the modes in which it rings, one hammer after the other,
 * then of each mode of the object. */
static size_t place_of(const problem *p, int hammer)
{
    return (size_t)hammer * 2 * (size_t)(1 + p->c->system.striker->ringing.n);
}

static double modes_at(const hz_bank *m, const double *y, int derivative)
{
    double u = 0;
    for (int i = 0; i < m->n; i++)
        u += m->weight[i] * y[2 * i + derivative];
    return u;
}

static double compression_of(const problem *p, int hammer, const double *y, int derivative)
{
    const hz_contact_system *s = &p->c->system;
    const hz_contact_striker *k = &s->strikers[hammer];
    const double *its = y + place_of(p, hammer);
    return its[derivative] + (derivative ? 0 : k->body.origin) + modes_at(&k->ringing, its + 2, derivative) -
           modes_at(&s->object, y + place_of(p, s->n), derivative);
}

static double compression(const problem *p, const double *y, int derivative)
{
    return compression_of(p, 0, y, derivative);
}

static double contact_force(const problem *p, int hammer, const double *y)
{
    const hz_law_params *l = &p->c->params.law;
    double eta = compression_of(p, hammer, y, 0), mean = 1 + l->damping * compression_of(p, hammer, y, 1);
    return (hammer > 0 || p->touching) && eta > 0 && mean > 0 ? l->stiffness * pow(eta, l->exponent) * mean : 0;
}

static void mode_motion(const hz_bank *m, int i, double force, const double *y, double *dy)
{
    dy[0] = y[1];
    dy[1] = m->load + m->weight[i] * force / m->mass[i] - m->omega[i] * m->omega[i] * y[0] - 2 * m->sigma[i] * y[1];
}

static int motion(double t, const double y[], double dy[], void *context)
{
    const problem *p = context;
    const hz_contact_system *s = &p->c->system;
    double all = p->force_b;
    (void)t;
    for (int k = 0; k < s->n; k++) {
        const hz_contact_striker *its = &s->strikers[k];
        size_t at = place_of(p, k);
        double f = contact_force(p, k, y);
        all += f;
        mode_motion(&its->body, 0, p->force_a - f, y + at, dy + at);
        for (int i = 0; i < its->ringing.n; i++)
            mode_motion(&its->ringing, i, -f, y + at + 2 + 2 * i, dy + at + 2 + 2 * i);
    }
    size_t at = place_of(p, s->n);
    for (int i = 0; i < s->object.n; i++)
        mode_motion(&s->object, i, all, y + at + 2 * i, dy + at + 2 * i);
    return 0;
}

static void put(double *y, const hz_bank *m)
{
    for (int i = 0; i < m->n; i++) {
        y[2 * i] = m->q[i];
        y[2 * i + 1] = m->v[i];
    }
}

typedef struct solver {
    problem p;
    gsl_odeiv2_system system;
    gsl_odeiv2_step *step;
    gsl_odeiv2_control *control;
    gsl_odeiv2_evolve *evolve;
    double try, y[SIZE];
} solver;

static void solver_open(solver *s, const hz_collide *c, double force_a, double force_b, double size)
{
    *s = (solver){ .p = { c, force_a, force_b, 0, 0 } };
    double scale[SIZE];
    s->p.n = place_of(&s->p, c->system.n) + 2 * (size_t)c->system.object.n;
    for (size_t i = 0; i < s->p.n; i++)
        scale[i] = i % 2 ? size / c->system.h : size;
    s->system = (gsl_odeiv2_system){ motion, NULL, s->p.n, &s->p };
    s->step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, s->p.n);
    s->control = gsl_odeiv2_control_scaled_new(1e-13, 1e-12, 1, 0, scale, s->p.n);
    s->evolve = gsl_odeiv2_evolve_alloc(s->p.n);
    s->try = 1e-3 * c->system.h;
    for (int k = 0; k < c->system.n; k++) {
        put(s->y + place_of(&s->p, k), &c->system.strikers[k].body);
        put(s->y + place_of(&s->p, k) + 2, &c->system.strikers[k].ringing);
    }
    put(s->y + place_of(&s->p, c->system.n), &c->system.object);
}

static void solver_close(solver *s)
{
    gsl_odeiv2_evolve_free(s->evolve);
    gsl_odeiv2_control_free(s->control);
    gsl_odeiv2_step_free(s->step);
}

/* One step of the integrator's own length, at most `most`; how long it was. */
static double advance(solver *s, double most)
{
    double t = 0;
    s->try = fmin(s->try, most);
    gsl_odeiv2_evolve_apply(s->evolve, s->control, s->step, &s->system, &t, most, &s->try, s->y);
    return t;
}

/* Goes this way from a saved state. */
static void go(solver *s, const double *from, double way)
{
    double t = 0, try = way;
    memcpy(s->y, from, sizeof s->y);
    gsl_odeiv2_evolve_reset(s->evolve);
    while (t < way)
        gsl_odeiv2_evolve_apply(s->evolve, s->control, s->step, &s->system, &t, way, &try, s->y);
}

/* Goes from a saved state to where the compression (0) or its velocity (1) has changed its sign; returns the way. */
static double go_to_zero(solver *s, const double *from, int of, double way)
{
    int sign = compression(&s->p, s->y, of) > 0 ? 1 : -1;
    double low = 0, high = way;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        go(s, from, middle);
        *(sign * compression(&s->p, s->y, of) > 0 ? &high : &low) = middle;
    }
    go(s, from, high);
    return high;
}

/* Flies until the bodies touch. */
static int touches(solver *s, double most)
{
    double from[SIZE];
    for (double t = 0; t < most;) {
        if (compression(&s->p, s->y, 0) >= 0 && compression(&s->p, s->y, 1) > 0)
            return 1;
        memcpy(from, s->y, sizeof from);
        double way = advance(s, fmin(most, 0.1 * s->p.c->system.h));
        if (compression(&s->p, s->y, 0) > 0)
            go_to_zero(s, from, 0, way);
        t += way;
    }
    return 0;
}

static int parts(solver *s, double most, hz_contact *out)
{
    double from[SIZE], to[SIZE];
    out->x_max = out->duration = 0;
    while (out->duration < most) {
        memcpy(from, s->y, sizeof from);
        double way = advance(s, most);
        memcpy(to, s->y, sizeof to);
        if (compression(&s->p, from, 1) > 0 && compression(&s->p, to, 1) <= 0) { /* deepest at the turn between */
            go_to_zero(s, from, 1, way);
            out->x_max = fmax(out->x_max, compression(&s->p, s->y, 0));
            memcpy(s->y, to, sizeof to);
            gsl_odeiv2_evolve_reset(s->evolve);
        }
        if (compression(&s->p, to, 0) <= 0) {
            out->duration += go_to_zero(s, from, 0, way);
            out->v_out = compression(&s->p, s->y, 1);
            return 1;
        }
        out->duration += way;
    }
    return 0;
}

int ode_contact(const hz_collide *c, double force_a, double force_b, double most, hz_contact *out)
{
    hz_law law = hz_law_prepare(&c->params.law);
    double v = fmax(fabs(c->system.striker->v), 1e-3), size = hz_wall_xmax(&law, c->params.mass, v);
    solver s;
    solver_open(&s, c, force_a, force_b, size);
    int ended = touches(&s, most);
    if (ended) {
        out->v_in = compression(&s.p, s.y, 1);
        s.p.touching = 1;
        s.try = 1e-3 * size / out->v_in;
        gsl_odeiv2_evolve_reset(s.evolve);
        ended = parts(&s, most, out);
    }
    solver_close(&s);
    return ended;
}

void ode_run(const hz_collide *c, double seconds, double *v)
{
    hz_law law = hz_law_prepare(&c->params.law);
    double fastest = 1e-3;
    for (int k = 0; k < c->system.n; k++)
        fastest = fmax(fastest, fabs(c->system.strikers[k].v));
    solver s;
    solver_open(&s, c, 0, 0, hz_wall_xmax(&law, c->params.mass, fastest));
    s.p.touching = 1;
    for (double t = 0; t < seconds;)
        t += advance(&s, fmin(seconds - t, 0.05 * c->system.h));
    for (int k = 0; k < c->system.n; k++)
        v[k] = s.y[place_of(&s.p, k) + 1];
    solver_close(&s);
}
