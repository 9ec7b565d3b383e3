/* string_grid: a stiff lossy string on a grid, stepped explicitly.
 *
 *     rho A u'' = T u_xx - E I u_xxxx - 2 rho A sigma0 u' + 2 rho A sigma1 u'_xx + forces        string:equation  W 79a
 *
 * The ends are supported (they bend freely) or clamped. A step has three parts, so that contacts can be solved between
 * them:
 *
 *     hz_string_predict(s)          where every point goes without forces
 *     hz_string_push(s, port, f)    any number of forces (N, upward), held over the step, at any places
 *     hz_string_commit(s)           the step is taken
 *
 * A step with books is the same: hz_string_predict_booked begins it, and hz_string_book says before the commit what it
 * loses and what is stored after it.
 *
 * A port is a place on the string: the same weights read the string there and spread a force. Between predict and
 * commit, d1 and u1 hold the step with the forces pushed so far, and one more newton on a port adds to it what
 * hz_string_compliance says. */
#ifndef HZ_STRING_GRID_H
#define HZ_STRING_GRID_H

#include "core/base/ledger.h"
#include "string_dispersion.h"
#include "string_kernel.h"

typedef struct hz_string_params {
    double freq;             /* Hz, of the lowest mode; 0: the tension says it */
    double tension;          /* N */
    double length, diameter; /* m */
    double density, young;   /* kg/m^3, Pa */
    double sigma0;           /* 1/s */
    double sigma1;           /* m^2/s */
    int clamped;
    int points;  /* spaces of the grid; 0: as many as stability allows */
    double room; /* the grid also carries a fundamental that is higher by this factor; 0: 1 */
} hz_string_params;

/* What hz_string_prepare has to say. */
enum {
    HZ_STRING_REBUILT = 1, /* the grid is another one, so ports must be made again */
    HZ_STRING_HIGH = 2,    /* no grid carries so high a fundamental, so it is lower */
    HZ_STRING_LOW = 4,     /* bending alone is higher: there is no tension, and the fundamental is higher than asked */
    HZ_STRING_COARSE = 8   /* `points` were too many to be stable, so there are fewer */
};

typedef struct hz_string {
    hz_string_params params;
    int says; /* what there is to say of them, but that the grid is another one */
    hz_string_wave wave;
    hz_string_dispersion fit;  /* the present stencil ... */
    hz_string_dispersion goal; /* ... which glides to this one ... */
    int gliding;               /* ... in so many samples */
    double h;
    int n, room;                 /* spaces of the grid; the most that there is memory for */
    double spacing;              /* m */
    double mass;                 /* of a point, kg */
    double loss, keep;           /* sigma0 h, and what a step keeps of a change (hz_loss_kept) */
    double compliance;           /* h^2/(mass (1 + loss)): the displacement that a newton on one point adds */
    double *u, *d, *u1, *d1, *s; /* rows as string_kernel wants them; d = u^n - u^(n-1) */
    double *force;               /* of a step with books: what tension and bending take from each point's change */
    double *memory;
    enum hz_simd lanes; /* how wide its loops are */
} hz_string;

/* A place on the string, over four points. */
typedef struct hz_string_port {
    int at;
    double w[4];
} hz_string_port;

/* Makes room for so many spaces; 0 if there is no memory. */
int hz_string_init(hz_string *s, int room);
void hz_string_free(hz_string *s);
/* The string is at rest. */
void hz_string_reset(hz_string *s);

/* Takes over parameters at the step h. The motion stays, on a new grid if there must be one (the first time there is
 * none). The stencil glides to its new values over so many samples, or is there at once for 0. The stored energy
 * changes with this call and with each commit of a glide; the owner books that. */
int hz_string_prepare(hz_string *s, const hz_string_params *p, double h, int glide);
/* How many spaces the grid for these parameters would have; and whether it can have so many. */
int hz_string_spaces(const hz_string *s, const hz_string_params *p, double h);
int hz_string_carries(const hz_string_params *p, int n, double h);
/* The lowest frequency that parameters ask for, Hz. */
double hz_string_pitch(const hz_string_params *p);
/* One sample of the glide, after commit. With `books` the energy that it adds is returned. */
double hz_string_glide(hz_string *s, int books);

/* The port at x, from 0 to 1 along the string; and the one that is a point of the grid. */
hz_string_port hz_string_port_at(const hz_string *s, double x);
hz_string_port hz_string_port_of_point(const hz_string *s, int i);
/* The displacement of one port that a newton on the other adds in a step. */
double hz_string_compliance(const hz_string *s, const hz_string_port *a, const hz_string_port *b);

void hz_string_predict(hz_string *s);
void hz_string_predict_booked(hz_string *s);
void hz_string_commit(hz_string *s);

static inline double hz_string_port_sum(const hz_string_port *p, const double *row)
{
    return (p->w[0] * row[p->at] + p->w[1] * row[p->at + 1]) + (p->w[2] * row[p->at + 2] + p->w[3] * row[p->at + 3]);
}

static inline double hz_string_now(const hz_string *s, const hz_string_port *p)
{
    return hz_string_port_sum(p, s->u);
}

/* The change in the last step; over h it is a velocity. */
static inline double hz_string_change(const hz_string *s, const hz_string_port *p)
{
    return hz_string_port_sum(p, s->d);
}

static inline double hz_string_before(const hz_string *s, const hz_string_port *p)
{
    return hz_string_now(s, p) - hz_string_change(s, p);
}

/* u^(n+1) - u^(n-1), with its digits. This is r of the contacts, and over 2 h the velocity with which work is done. */
static inline double hz_string_way(const hz_string *s, const hz_string_port *p)
{
    return hz_string_port_sum(p, s->d1) + hz_string_port_sum(p, s->d);
}

static inline void hz_string_push(hz_string *s, const hz_string_port *p, double force)
{
    double f = s->compliance * force;
    for (int k = 0; k < 4; k++) {
        s->d1[p->at + k] += f * p->w[k];
        s->u1[p->at + k] += f * p->w[k];
    }
}

/* Pushes the points from `from` to `to` - 1 downward, each by its force. */
void hz_string_push_down(hz_string *s, int from, int to, const double *force);

/* The force (N, upward) with which the string pulls at its first end, or at its last one, while the next step is taken:
 * string:pull. */
double hz_string_pull(const hz_string *s, int last);

/* While that force changes at the rate R, the string loses at least R^2 times this, J s/N^2: string:least-loss. */
double hz_string_least_loss(const hz_string *s);

/* Adds the stored energy between two steps. Its time is half a step back, for the kinetic energy is that of d/h. */
void hz_string_energy(const hz_string *s, hz_energy *add);
/* What a step loses, which is never negative, and what is stored after it, before a glide. To be asked between
 * hz_string_predict_booked and hz_string_commit, when all forces have been pushed. */
typedef struct hz_string_books {
    double loss, kinetic, potential;
} hz_string_books;
hz_string_books hz_string_book(hz_string *s);

/* Adds displacements, given at the points 0 to n, of which the ends stay; velocities stay too. */
void hz_string_displace(hz_string *s, const double *shape);
/* The string is at rest in a shape, given at the points 0 to n. */
void hz_string_put(hz_string *s, const double *shape);
/* What is above this place is brought down to it, and is at rest there. */
void hz_string_keep_under(hz_string *s, double most);
/* Multiplies displacements, and what they changed by in the last sample. */
void hz_string_scale(hz_string *s, double still, double moving);
/* Moves a point of the string by hand. After the last of them hz_string_moved is called, and what is beyond the ends
 * follows. */
static inline void hz_string_lift_point(hz_string *s, int i, double way)
{
    s->u[i] += way;
}
void hz_string_moved(hz_string *s);
int hz_string_is_moving(const hz_string *s);
int hz_string_is_silent(const hz_string *s);
/* Finds partials from k on, up to the frequency `highest`, of the string from its beginning to a place, from 0 to 1,
 * where it is held: frequency, Hz, decay rate, 1/s, and present displacement and velocity, m and m/s, between two
 * of its nodes. Ends that are clamped count as supported ones, tuned as they are. Returns how many there are. */
typedef struct hz_string_partial {
    double freq, sigma, displacement, velocity;
} hz_string_partial;
int hz_string_partials(const hz_string *s, int k, double held, double highest, hz_string_partial *out, int most);
/* Once all of it has died out it becomes zero, before it becomes subnormal, which is slow. To be called now and then.
 */
void hz_string_settle(hz_string *s);
int hz_string_finite(const hz_string *s);

#endif
