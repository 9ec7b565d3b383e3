/* mode_bank: a body as a bank of modes, stepped exactly for a force that runs straight over the step, from one value at
 * its beginning to another at its end. It is given by its mean, which is called the force, and by how much it grows,
 * which is called its tilt (modal:tilt).
 *
 *     q'' + 2 sigma q' + omega^2 q = load + weight F / mass            modal:equation
 *     u = origin + sum weight q                                        modal:port
 *
 * F acts at the contact point, which is called the port. u is the displacement of that point: the same weights drive it
 * and read it. A mass is a bank of one mode, free (omega 0) or on a suspension; only such a bank has a load: gravity. A
 * rigid wall is a bank without modes. Any omega and sigma from zero up are legal, also overdamped ones, and a step may
 * have any length.
 *
 * A step is taken in three parts: hz_bank_step finds the numbers for its length, hz_bank_look tells where it would lead
 * under a force, and hz_bank_take goes there. */
#ifndef HZ_MODE_BANK_H
#define HZ_MODE_BANK_H

#include "core/base/simd.h"
#include "core/base/ledger.h"
#include "core/base/oscillator.h"
#include "core/base/port.h"

/* What one step of a given length does to each mode (modal:step), and to the port. */
typedef struct hz_mode_step {
    double length;
    double *s, *b;       /* impulse response and its integral */
    double *less;        /* one minus its derivative c, with all digits */
    double *du_v, *du_q; /* v and q displace the port by du_v v - du_q q, ... */
    double *v_v, *v_q;   /* ... and give it the velocity v_v v - v_q q */
    double *e, *e_v,
        *k;            /* what a unit of tilt of the push adds to q, to v and to the moment of v (not of a part step) */
    double *m_v, *m_q; /* v and q give the port the moment m_q q - m_v v */
    double g, g_v;     /* displacement and velocity that a unit force adds to the port */
    double tilt_u, tilt_v, tilt_m; /* and that a unit of tilt adds to them, and to the moment */
    double *ivv, *iaa;             /* integrals of c^2 and s^2: modal:loss */
    double *ivt, *iat, *itt;       /* of c V, s V and V^2, V the velocity under a unit of tilt */
    int has_loss;                  /* whether these five are derived */
    int weighed;                   /* 1: the numbers that use weights and masses use the present ones */
    int wide;                      /* 1: vector code derived the numbers of all modes */
    int has_tilt; /* whether e, e_v and k are, and what follows from them; steps that are not tilted do without */
} hz_mode_step;

/* The steps that a bank knows: a whole one; one of any length; and those whose length comes again, which is a whole
 * step times 8 to 15, halved any number of times. */
enum { HZ_WHOLE_STEP, HZ_PART_STEP, HZ_KEPT_STEPS, HZ_BANK_STEPS = HZ_KEPT_STEPS + 26 };

/* A stride is two, four or eight whole steps with a force that runs along a curve. The curve is a sum of five shapes: a
 * constant; a line from -1/2 to 1/2, its tilt; an arch, which is 1 at both ends; a sway, which is 0 at both ends and in
 * the middle, and odd; and a hump on either side, which is 0 there and even. In each whole step the force runs
 * straight, with the mean and the moment of the curve (modal:stride). */
enum { HZ_CURVE_SHAPES = 5, HZ_MOST_STRIDE = 8, HZ_STRIDES = 3 };
/* Which of the strides has so many steps. */
static inline int hz_which_stride(int samples)
{
    return samples >> 2;
}
typedef struct hz_curve {
    double of[HZ_CURVE_SHAPES];
} hz_curve;

/* Its mean and its tilt in each whole step. */
typedef struct hz_curve_parts {
    double force[HZ_MOST_STRIDE], tilt[HZ_MOST_STRIDE];
} hz_curve_parts;
void hz_curve_in_parts(const hz_curve *c, int samples, hz_curve_parts *p);

/* What a stride does to the port: where a unit of each shape leads it, and a unit of load. */
typedef struct hz_stride {
    int samples, derived;
    hz_tilted_reach by[HZ_CURVE_SHAPES], load;
} hz_stride;

/* The modes of a bank, as its owner describes them. */
typedef struct hz_modes {
    int n;
    const double *mass, *omega, *sigma, *weight;
    const int *from; /* the mode of before whose motion each one takes over, or -1; NULL: the one with its number */
    int heard_as;    /* a retuned mode sounds on as loud in displacement (-1), velocity (0) or acceleration (1) */
    int pickups;
    const double *const *heard;               /* a row of weights for each pickup */
    const struct hz_coupled_damping *coupled; /* of the first modes; only linear_contact takes these. NULL: none */
} hz_modes;

/* modal:retune  The motion of mode i, which had the frequency omega and has that of `m` from now on. */
void hz_modes_retune(const hz_modes *m, int i, double omega, double *q, double *v);

typedef struct hz_bank {
    int n, room, pickups;
    int rows_heard;     /* There is memory for so many pickups, of which the first `pickups` are heard. */
    enum hz_simd lanes; /* how wide its loops are */
    double origin;
    double *mass, *omega, *sigma, *weight; /* parameters, set by the owner */
    double load;                           /* m/s^2, of a bank of one mode: gravity. Its owner sets it. */
    double **heard;                        /* a row of weights for each pickup */
    double *q, *v;                         /* state */
    /* derived */
    double *drive, *spring, *twice;     /* weight/mass, omega^2, 2 sigma */
    double *answer, *lossy, *stiffness; /* weight^2/mass, 2 sigma mass, mass omega^2 */
    double *a_q, *a_v;                  /* what q and v accelerate the port by */
    double *qq, *qv, *vq, *vv;          /* a whole step without force: q1 = qq q + qv v, v1 = vq q + vv v */
    double *whole_qq, *whole_qv, *whole_vq, *whole_vv; /* the same of HZ_BANK_RING_WHOLE of them */
    int stretches; /* so many times that many have rung since the modes were tuned, or are going to */
    double *loss_vv, *loss_vq, *loss_qq; /* and what it loses: loss_vv v^2 + loss_vq v q + loss_qq q^2 */
    int drifting;                        /* modes without spring are among the first so many */
    int damped;                          /* whether some mode is */
    double highest, fastest;             /* the highest omega of all; the highest of all omega and 2 sigma */
    double *swiftest;                    /* and of those of a slab, where the slab begins */
    double static_compliance;            /* of the port, without the modes that have no spring, m/N */
    double inverse_mass;                 /* velocity that a unit impulse gives the port: sum weight^2/mass */
    int prepared;                        /* the numbers above are derived for so many modes */
    double *walk[1 + HZ_STRIDES]; /* numbers of a walk by whole steps, and by each of the strides; slab by slab, ... */
    int walks;                    /* ... those of whole steps if they have been put there */
    hz_mode_step step[HZ_BANK_STEPS];
    hz_stride stride[HZ_STRIDES];
    int latest;     /* the step that was asked for last */
    double derived; /* so many steps have been derived in all */
    double *memory;
} hz_bank;

/* Where the port of a bank is, and its energies. */
typedef struct hz_survey {
    double u, v;               /* of the port */
    double kinetic, potential; /* energy, J */
} hz_survey;

/* Makes room for so many modes and pickups. Returns 0 if there is no memory. The bank has no modes until it is told of
 * some. */
int hz_bank_init(hz_bank *m, int room, int pickups);
void hz_bank_free(hz_bank *m);
/* Makes room for more modes, and all goes on as it was. Returns 0 if there is no memory; then nothing has changed. */
int hz_bank_grow(hz_bank *m, int room);

/* Takes over a description. The motion of modes that stay goes on, others begin at rest. */
void hz_bank_describe(hz_bank *m, const hz_modes *modes);
/* Derives the steps again after parameters changed; h is the length of a whole step. */
void hz_bank_prepare(hz_bank *m, double h);

/* The numbers for a step of this length. They are derived where the bank does not know them. */
hz_mode_step *hz_bank_find_step(hz_bank *m, double length, int tilted);
static inline hz_mode_step *hz_bank_step(hz_bank *m, double length)
{
    hz_mode_step *latest = &m->step[m->latest];
    return latest->length == length ? latest : hz_bank_find_step(m, length, 1);
}
/* The same where the step will hardly be tilted: a length that does not come again is derived without that. */
static inline hz_mode_step *hz_bank_even_step(hz_bank *m, double length)
{
    hz_mode_step *latest = &m->step[m->latest];
    return latest->length == length ? latest : hz_bank_find_step(m, length, 0);
}
/* Where a step under a force on the port would lead; and the same with the step taken. */
hz_reach hz_bank_look(const hz_bank *m, const hz_mode_step *st, double force);
/* How far the port would get without a force, for one who does not ask how fast it is there. */
double hz_bank_drift(const hz_bank *m, const hz_mode_step *st);
hz_reach hz_bank_take(hz_bank *m, hz_mode_step *st, double force, double tilt);
/* A look at a step that is to be tilted, and what force and tilt do in it. */
hz_tilted_reach hz_bank_look_tilted(const hz_bank *m, hz_mode_step *st, double force);
hz_mobility hz_bank_mobility(const hz_bank *m, hz_mode_step *st);
/* Takes a step that was looked at. */
void hz_bank_move(hz_bank *m, hz_mode_step *st, double force, double tilt);
/* A stride of so many whole steps, and a look at it. */
hz_stride *hz_bank_stride(hz_bank *m, int samples);
hz_tilted_reach hz_bank_look_stride(hz_bank *m, const hz_stride *g);
/* Where it leads under this force, from such a look. */
hz_reach hz_stride_leads(const hz_stride *g, const hz_tilted_reach *look, const hz_curve *c);
/* Whole steps and strides that follow each other, each of which is looked at when the one before is taken. */
typedef struct hz_bank_walk {
    hz_tilted_reach next; /* where the next step would lead without a force */
    double du, v;         /* by how much the last one displaced the port, and the port's velocity after it */
} hz_bank_walk;
/* Takes the next of them, so many whole steps: one, or a stride. A force acts that runs along a curve, which is given
 * whole and in its parts; for one step it is a line. What the pickups hear after each whole step is written to their
 * rows, from element `at` on. */
void hz_bank_walk_on(hz_bank *m, int samples, const hz_curve *c, const hz_curve_parts *part, hz_bank_walk *w, int at,
                     double *const *out, int displacement);
/* The same for a bank of one mode, which is often a mass that flies alone; the tilts of its step must be derived
 * (hz_bank_mobility sees to it). */
static inline hz_reach hz_bank_look_one(const hz_bank *m, const hz_mode_step *st, double force)
{
    double push = m->load - m->spring[0] * m->q[0];
    double du = m->weight[0] * (st->s[0] * m->v[0] + st->b[0] * push);
    double v = m->weight[0] * (m->v[0] + (st->s[0] * push - st->less[0] * m->v[0]));
    return (hz_reach){ du + st->g * force, v + st->g_v * force, st->g, st->g_v };
}
static inline hz_tilted_reach hz_bank_look_tilted_one(const hz_bank *m, const hz_mode_step *st, double force)
{
    double push = m->load - m->spring[0] * m->q[0];
    double moment = -m->weight[0] * (st->e_v[0] * m->v[0] + st->e[0] * push);
    hz_reach r = hz_bank_look_one(m, st, force);
    return (hz_tilted_reach){ .du = r.du, .v = r.v, .moment = moment - st->tilt_u * force };
}
static inline hz_reach hz_bank_take_one(hz_bank *m, const hz_mode_step *st, double force, double tilt)
{
    double push = force * m->drive[0] + m->load - m->spring[0] * m->q[0], lean = tilt * m->drive[0];
    double dq = st->s[0] * m->v[0] + st->b[0] * push, dv = st->s[0] * push - st->less[0] * m->v[0];
    if (tilt != 0) {
        dq += st->e[0] * lean;
        dv += st->e_v[0] * lean;
    }
    m->v[0] += dv;
    m->q[0] += dq;
    return (hz_reach){ .du = m->weight[0] * dq, .v = m->weight[0] * m->v[0] };
}
/* The energy that the modes lose in a step under this force; it is asked before the step is taken. */
double hz_bank_loss(const hz_bank *m, hz_mode_step *st, double force, double tilt);

/* Rings for n whole steps without any force or load. Each pickup's velocity or displacement is added to its row, from
 * element `at` on. */
void hz_bank_ring(hz_bank *m, int at, int n, double *const *out, int displacement);
/* The same with books, for at most HZ_BANK_RING_WHOLE steps: to each sample the loss of the step and the energies after
 * it are added. */
enum { HZ_BANK_RING_WHOLE = 64 };
typedef struct hz_bank_books {
    double *loss, *kinetic, *potential;
} hz_bank_books;
void hz_bank_ring_booked(hz_bank *m, int at, int n, double *const *out, int displacement, const hz_bank_books *books);
/* Rings for HZ_BANK_RING_WHOLE steps and returns what is lost in them all together: modal:loss of one step of that
 * length. To each sample of `stored` the energy after it is added. */
double hz_bank_ring_stored(hz_bank *m, int at, double *const *out, int displacement, double *stored);
/* How far the port can get from its origin in a time t of free ringing, at most: modal:swing. */
double hz_bank_swing(const hz_bank *m, const hz_survey *now, double t);
int hz_bank_is_silent(const hz_bank *m);
/* Puts everything to zero, also the padding of the rows, into which a NaN may have come. */
void hz_bank_rest(hz_bank *m);
/* Puts to zero what is so small that it would become subnormal, and slow. */
void hz_bank_settle(hz_bank *m);
/* What a pickup hears now: velocity or displacement. */
double hz_bank_heard(const hz_bank *m, int pickup, int displacement);

hz_survey hz_bank_survey(const hz_bank *m);
double hz_bank_displacement(const hz_bank *m);
double hz_bank_velocity(const hz_bank *m);
/* The port's acceleration under an outer force. */
double hz_bank_acceleration(const hz_bank *m, double outer);
void hz_bank_energy(const hz_bank *m, hz_energy *add); /* adds its kinetic and potential energy */

#endif
