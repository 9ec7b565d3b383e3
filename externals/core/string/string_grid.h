/* string_grid: a stiff lossy string on a grid, stepped explicitly.
 *
 *     rho A u'' = T u_xx - E I u_xxxx - 2 rho A sigma0 u' + 2 rho A sigma1 u'_xx + forces        string:equation  W 79a
 *
 * The ends are supported (bend freely) or clamped. A step has three parts, so that contacts can be solved between them:
 *
 *     hz_string_look(s)             where every point goes without forces
 *     hz_string_push(s, port, f)    any number of forces (N, upward), held over the step, at any places
 *     hz_string_commit(s)           the step is taken
 *
 * A port is a place on the string: the same weights read it and spread a force there. Between look and commit
 *     before = u^(n-1), now = u^n, next = u^(n+1) with the forces pushed so far; one more newton adds port.give to
 * next. */
#ifndef HZ_STRING_GRID_H
#define HZ_STRING_GRID_H

#include "core/base/ledger.h"
#include "string_dispersion.h"
#include "string_kernel.h"

typedef struct hz_string_params {
    double freq;             /* Hz, of the lowest mode; 0: from tension */
    double tension;          /* N */
    double length, diameter; /* m */
    double density, young;   /* kg/m^3, Pa */
    double sigma0;           /* 1/s */
    double sigma1;           /* m^2/s */
    int clamped;
    int points;  /* spaces of the grid; 0: as many as stability allows */
    double room; /* the grid also carries a fundamental higher by this factor; 0: 1 */
} hz_string_params;

/* What prepare has to say. */
enum {
    HZ_STRING_REBUILT = 1, /* the grid is another one; ports must be made again */
    HZ_STRING_HIGH = 2,    /* no grid carries so high a fundamental: it is lower */
    HZ_STRING_LOW = 4,     /* bending alone is higher: no tension, the fundamental is higher than asked */
    HZ_STRING_COARSE = 8   /* `points` were too many to be stable: there are fewer */
};

typedef struct hz_string {
    hz_string_params params;
    hz_string_wave wave;
    hz_string_dispersion fit;  /* at present ... */
    hz_string_dispersion goal; /* ... and where it glides to ... */
    int gliding;               /* ... in so many samples */
    double h;
    int n, room;                 /* spaces; the most there is memory for */
    double spacing;              /* m */
    double mass;                 /* of a point, kg */
    double lost;                 /* sigma0 h */
    double push;                 /* h^2/(mass (1 + lost)): displacement a newton on one point adds */
    double *u, *d, *u1, *d1, *s; /* rows as the sweep wants them; d = u^n - u^(n-1) */
    double *memory;
} hz_string;

/* A place on the string, over four points. */
typedef struct hz_string_port {
    int at;
    double w[4];
    double give; /* g of port: u1 = u1_free + g f */
} hz_string_port;

/* Room for so many spaces; 0 if there is no memory. */
int hz_string_init(hz_string *s, int room);
void hz_string_free(hz_string *s);
void hz_string_reset(hz_string *s); /* at rest */

/* Takes over parameters at the step h. The state stays, on a new grid if need be (the first time there is none). The
 * stencil glides to its new values over so many samples, 0: at once. Stored energy changes: the owner books it
 * as adjusted, before and after this call, and after each commit of a glide (hz_string_glide). */
int hz_string_prepare(hz_string *s, const hz_string_params *p, double h, int glide);
/* How many spaces the grid for these parameters would have; and whether it can have so many. */
int hz_string_spaces(const hz_string *s, const hz_string_params *p, double h);
int hz_string_carries(const hz_string_params *p, int n, double h);
/* The lowest frequency that parameters ask for, Hz. */
double hz_string_pitch(const hz_string_params *p);
/* One sample of the glide, after commit; with `books` the energy it adds is returned. */
double hz_string_glide(hz_string *s, int books);

hz_string_port hz_string_port_at(const hz_string *s, double x);                                     /* x from 0 to 1 */
double hz_string_port_shared(const hz_string *s, const hz_string_port *a, const hz_string_port *b); /* mutual give */

void hz_string_look(hz_string *s);
void hz_string_commit(hz_string *s);

static inline double hz_string_port_sum(const hz_string_port *p, const double *row)
{
    return (p->w[0] * row[p->at] + p->w[1] * row[p->at + 1]) + (p->w[2] * row[p->at + 2] + p->w[3] * row[p->at + 3]);
}

static inline double hz_string_now(const hz_string *s, const hz_string_port *p)
{
    return hz_string_port_sum(p, s->u);
}

static inline double hz_string_next(const hz_string *s, const hz_string_port *p)
{
    return hz_string_port_sum(p, s->u1);
}

static inline double hz_string_before(const hz_string *s, const hz_string_port *p)
{
    return hz_string_port_sum(p, s->u) - hz_string_port_sum(p, s->d);
}

/* u^(n+1) - u^(n-1), with its digits: r of the contacts, and twice h times the velocity that work is done with. */
static inline double hz_string_way(const hz_string *s, const hz_string_port *p)
{
    return hz_string_port_sum(p, s->d1) + hz_string_port_sum(p, s->d);
}

/* The change in the last step, over h a velocity. */
static inline double hz_string_change(const hz_string *s, const hz_string_port *p)
{
    return hz_string_port_sum(p, s->d);
}

static inline void hz_string_push(hz_string *s, const hz_string_port *p, double force)
{
    double f = s->push * force;
    for (int k = 0; k < 4; k++) {
        s->d1[p->at + k] += f * p->w[k];
        s->u1[p->at + k] += f * p->w[k];
    }
}

/* Between two steps: adds the energy stored. Its time is half a step back, as kinetic energy of d/h. */
void hz_string_energy(const hz_string *s, hz_energy *add);
/* Between look and commit, all forces pushed: what this step loses. Never negative. */
double hz_string_loss(const hz_string *s);

/* Adds a displacement, the velocity stays: shape(x) for x in 0 to 1 given at the n - 1 inner points. */
void hz_string_displace(hz_string *s, const double *shape);
/* At rest in a shape, given at the points 0 to n. */
void hz_string_put(hz_string *s, const double *shape);
/* All of its motion, times so much. */
void hz_string_scale(hz_string *s, double factor);
/* After its points were moved by hand: what is beyond the ends follows. */
void hz_string_moved(hz_string *s);
int hz_string_is_moving(const hz_string *s);
int hz_string_is_silent(const hz_string *s);
/* What has died out becomes zero before it becomes subnormal, which is slow. To be called now and then. */
void hz_string_settle(hz_string *s);
int hz_string_finite(const hz_string *s);

#endif
