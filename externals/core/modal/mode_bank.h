/* mode_bank: a body as a bank of modes, stepped exactly for a force that is constant over the step.
 *
 *     q'' + 2 sigma q' + omega^2 q = load + weight F / mass            modal:equation
 *     u = origin + sum weight q                                        modal:port
 *
 * F acts at the contact point, u is that point's displacement: the same weights drive and read it. A mass is one
 * mode, free (omega 0) or on a suspension; a rigid wall is a bank of no modes. Any omega and sigma from zero up are
 * legal, also overdamped ones, and a step may have any length. */
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
    double *less;        /* 1 less its derivative c, with its digits */
    double *du_v, *du_q; /* how v and q move the port: du_v v - du_q q */
    double *v_v, *v_q;   /* and its velocity */
    double g, g_v;       /* the port's: displacement and velocity a unit force adds to it */
    double load, load_v; /* and what the loads add */
    double *ivv, *iaa;   /* integrals of c^2 and s^2: modal:loss */
    int has_loss;        /* they are derived */
} hz_mode_step;

/* A whole step; one of any length; and lengths that are kept because they come again: those that are a whole step times
 * 8 to 15, halved so and so often. */
enum { HZ_WHOLE_STEP, HZ_PART_STEP, HZ_KEPT_STEPS, HZ_STRIDES = HZ_KEPT_STEPS + 32 };

/* What a bank is made of, as its owner describes it. */
typedef struct hz_modes {
    int n;
    const double *mass, *omega, *sigma, *weight;
    const int *from; /* where the motion of each comes from: a mode of before, or -1; NULL: the same one */
    int heard_as;    /* what a retuned mode sounds on as loud in: displacement, velocity or acceleration, -1, 0 or 1 */
    int pickups;
    const double *const *heard; /* a row of weights for each pickup */
    const struct hz_coupled_damping
        *coupled; /* the first of the modes, if their damping couples them; only phases takes these */
} hz_modes;

/* modal:retune  The motion of a mode that had the frequency omega and has another from now on. */
void hz_modes_retune(const hz_modes *m, int i, double omega, double *q, double *v);

typedef struct hz_bank {
    int n, room, pickups;
    enum hz_simd lanes; /* how wide its loops are */
    double origin;
    double *mass, *omega, *sigma, *weight, *load; /* parameters, set by the owner */
    double **heard;                               /* a row of weights for each pickup */
    double *q, *v;                                /* state */
    /* derived */
    double *drive, *spring, *twice;      /* weight/mass, omega^2, 2 sigma */
    double *answer, *lossy, *stiffness;  /* weight^2/mass, 2 sigma mass, mass omega^2 */
    double *a_q, *a_v;                   /* what q and v accelerate the port by */
    double *qq, *qv, *vq, *vv;           /* a whole step without force, as ring wants it */
    double *loss_vv, *loss_vq, *loss_qq; /* and what it loses */
    int drifting;                        /* modes without spring are among the first so many */
    int damped;                          /* some mode is */
    double highest, fastest;             /* the highest omega, or 2 sigma, of all */
    double give;                         /* static compliance of the port, modes without spring left out */
    double compliance;                   /* velocity a unit impulse gives the port: sum weight^2/mass */
    double bend, drag;                   /* the same with omega^2 + (2 sigma)^2, and with 2 sigma, of each mode */
    double a_load;                       /* what the loads accelerate the port by */
    int prepared;                        /* for so many modes */
    hz_mode_step stride[HZ_STRIDES];
    double *memory;
} hz_bank;

/* What there is of a bank at present. */
typedef struct hz_survey {
    double u, v;               /* of the port */
    double kinetic, potential; /* energy, J */
} hz_survey;

/* Room for so many modes and pickups; 0 if there is no memory. The bank has no modes until its owner sets n. */
int hz_bank_init(hz_bank *m, int room, int pickups);
void hz_bank_free(hz_bank *m);
void hz_bank_copy(hz_bank *to, const hz_bank *from); /* parameters and state; `to` has the room */

/* Takes over what the modes are; the motion of those that stay goes on, others begin at rest. */
void hz_bank_describe(hz_bank *m, const hz_modes *modes);
/* Derives the steps again after parameters changed; h is the length of a whole step. */
void hz_bank_prepare(hz_bank *m, double h);

/* The stride for a step of this length: the whole one, a kept one, or the part one derived anew where it differs. */
hz_mode_step *hz_bank_step(hz_bank *m, double length);
/* Looks where a step under a force on the port would lead; or takes it. */
hz_reach hz_bank_look(const hz_bank *m, const hz_mode_step *st, double force);
hz_reach hz_bank_take(hz_bank *m, const hz_mode_step *st, double force);
/* Takes a step that was looked at; the acceleration that the port then has without any force on it. */
double hz_bank_move(hz_bank *m, const hz_mode_step *st, double force);
/* An impulse on the port, N s. */
void hz_bank_kick(hz_bank *m, double impulse);
/* What the modes lose in the step under the force F in all; to be asked before it is taken. */
double hz_bank_loss(const hz_bank *m, hz_mode_step *st, double force);

/* Rings for n whole steps without any force or load and adds each pickup's velocity or displacement to its row, from
 * element `at` on. */
void hz_bank_ring(hz_bank *m, int at, int n, double *const *out, int displacement);
/* The same with its books: adds to each of n samples the loss of the step and the energies after it. */
typedef struct hz_bank_books {
    double *loss, *kinetic, *potential;
} hz_bank_books;
void hz_bank_ring_booked(hz_bank *m, int at, int n, double *const *out, int displacement, const hz_bank_books *books);
/* How far the port can get from its origin in a time t of free ringing, at most: modal:swing. */
double hz_bank_swing(const hz_bank *m, const hz_survey *now, double t);
int hz_bank_is_silent(const hz_bank *m);
/* Everything at zero, also where there are no modes: what is not a number may have come there. */
void hz_bank_rest(hz_bank *m);
/* What is so small that it would become subnormal, and slow, becomes zero. */
void hz_bank_settle(hz_bank *m);
double hz_bank_heard(const hz_bank *m, int pickup, int displacement);

hz_survey hz_bank_survey(const hz_bank *m);
double hz_bank_displacement(const hz_bank *m);
double hz_bank_velocity(const hz_bank *m);
double hz_bank_compliance(const hz_bank *m); /* velocity a unit impulse gives the port: sum weight^2/mass */
double hz_bank_acceleration(const hz_bank *m, double outer);
void hz_bank_energy(const hz_bank *m, hz_energy *add); /* adds its kinetic and potential energy */

#endif
