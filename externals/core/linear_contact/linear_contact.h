/* linear_contact: two modal bodies that are one linear system while they touch and two while they do not.
 *
 *     in contact   f = k eta + c eta',  eta = u_a - u_b        R 9
 *     in flight    f = 0
 *
 * Each phase goes on by its own exact solution and has coordinates of its own: modes in flight, columns of poles in
 * contact. Switching is `exact`, at the zero of eta inside the sample, or by `offset` as in R 2.2: a rigid rod fills
 * the gap that is left at the last sample before the touch, so that the contact begins on that sample
 * (phases:offset), or `naive`, at the first sample inside, which makes energy there and loses energy where the contact
 * ends (phases:naive). A surface may move between the bodies, which are then compressed by so much more
 * (phases:surface). The damper pulls on the bodies just before they part, as in R, or it does not (phases:slack). */
#ifndef HZ_LINEAR_CONTACT_H
#define HZ_LINEAR_CONTACT_H

#include "contact_poles.h"
#include "core/base/contact_report.h"
#include "core/base/ledger.h"
#include "core/modal/mode_bank.h"
#include "coupled_damping.h"
#include "loss_form.h"
#include "pole_pairs.h"

enum hz_switching { HZ_SWITCH_EXACT, HZ_SWITCH_OFFSET, HZ_SWITCH_NAIVE };

typedef struct hz_linear_contact_params {
    double stiffness, damping, gravity; /* N/m, N s/m, m/s^2 */
    enum hz_switching switching;
    int slackens; /* the damper does not pull (phases:slack) */
} hz_linear_contact_params;

/* With the ledger on, the loss in contact is booked for at most so many modes of both bodies together: for a mass and
 * 100 modes. Modes that damping couples count twice, because they take longer. */
enum { HZ_LINEAR_CONTACT_MOST_BOOKED = 101 };

/* Bodies may have so many modes together; coupled ones may be 128 in each. */
enum { HZ_LINEAR_CONTACT_MOST = 256 };

/* After so many switches in one sample what is left of it is taken as it comes; after twice as many, whatever happens
 * (phases:bound). */
enum { HZ_LINEAR_CONTACT_BOUND = 24 };
/* Bodies of n modes together may switch so often in 64 samples, and twice as often more if they did less before; each
 * place that a search looks at mode by mode counts as a switch, too. When these are used up, a contact goes on until
 * there are more (phases:bound). A surface that moves takes three a sample, bodies of 128 modes each take up to 96 in
 * 64 samples at 1e8 N/m. */
static inline double hz_linear_contact_switches(int n)
{
    return n > 85 ? 16384.0 / n : 192;
}
/* What a change asks for is derived beside what sounds, about so many instructions of it in 64 samples. The old bodies
 * sound on until it is all there, and a strike or a drop waits. */
#define HZ_LINEAR_CONTACT_DERIVED 6e5

typedef struct hz_linear_contact_body {
    int n, pickups, room;
    double *scale;                                     /* sqrt(mass): a mode's q is that times its displacement */
    double *pull;                                      /* what a unit of gravity does to a mode that drifts */
    double *keep_q, *keep_v, *keep_omega;              /* of each mode before a change */
    double kept_for, *kept_cc, *kept_square, *kept_ss; /* what a flight so long costs each mode; 0: nothing is kept */
    double last_for;                                   /* how long the last flight was */
    hz_coupled_damping coupling; /* between its modes and the pairs of the bank, where damping couples the first ones */
    hz_pole_pairs bank;          /* in flight */
} hz_linear_contact_body;

/* The modes of a body, as a change asks for them. */
typedef struct hz_linear_contact_asked {
    hz_modes modes;
    double *mass, *omega, *sigma, *weight, **heard;
    int *from;
} hz_linear_contact_asked;

/* What is derived next; from HZ_DERIVE_READY on nothing is. */
enum hz_linear_contact_stage {
    HZ_DERIVE_POLES,
    HZ_DERIVE_BODIES,
    HZ_DERIVE_ROWS,
    HZ_DERIVE_CONTACT,
    HZ_DERIVE_LOSS, /* if the books are kept; then all of it is adopted */
    HZ_DERIVE_READY,
    HZ_DERIVE_NOTHING /* there are no poles */
};

/* What waits until all is derived. */
enum hz_linear_contact_waits { HZ_WAITS_NOT, HZ_WAITS_STRIKE, HZ_WAITS_DROP };

/* How the loss in contact is booked, with the ledger on. */
enum hz_contact_loss { HZ_LOSS_UNKNOWN, HZ_LOSS_NONE, HZ_LOSS_BY_FORM, HZ_LOSS_NOT_BOOKED };

typedef struct hz_linear_contact {
    hz_linear_contact_params params;
    double h;
    hz_linear_contact_body a, b;
    hz_pole_pairs joined; /* both bodies in contact: the columns */
    hz_contact_poles poles;
    int ready, not_found; /* whether anything sounds; whether the last change had no poles */
    int fresh;            /* All was derived at once and nothing has sounded since. */
    struct hz_linear_contact
        *beside; /* another one, in which a change is derived; where that fails, everything stays */
    enum hz_linear_contact_stage stage; /* of that one: how far it has come, */
    int row;                            /* the row that is next, */
    hz_linear_contact_asked asked[2];   /* and what was asked for */
    enum hz_linear_contact_waits waits;
    int waits_for_next;        /* It was told after a newer change, which its owner begins when this one is there. */
    double excitation;         /* the velocity or the height of that */
    int booked;                /* whether the last block was asked to keep the books */
    enum hz_contact_loss loss; /* The books open when it is known. */
    int form_at;               /* so many modes' squares are in the form, and then so many pairs are solved */
    hz_loss_form form;         /* of the joined bank */
    double drift;              /* sum of port^2 of the modes that drift: they take up the rod, if there are any */
    double *sigma, *x, *port;  /* of all modes, those of a first */
    double *pair_sigma, *pair_x, *pair_delta, *pair_port, *pair_port_p, *drive_q, *drive_p; /* of all pairs */
    /* The state: only phase_switching.c writes it, and the state of the banks. */
    int touching;
    int slack;        /* the bodies are still inside each other, but without a force, as in flight (phases:slack) */
    double eta, rate; /* compression and its rate, at present */
    double bias;      /* in flight: how much more eta is than the modes say, by rounding */
    double rod;       /* of this contact: phases:offset; the surface is a part of it */
    double surface;   /* what lies between the bodies, m */
    double force[2];  /* from outside, on a and b, of the present sample */
    double reach;     /* how far vibrations can move eta in flight; NaN: that is not known now */
    int placed;       /* the surface has begun where its signal does */
    double made;      /* where contacts began by naive switching, J, since something was put in */
    int guarded;      /* it would have made too much, and a rod stood in: phases:naive */
    /* Of the present contact. */
    double look; /* how far ahead the next look goes, s */
    hz_contact record;
    int unresolved; /* it is not reported: it was taken as it came, or the work did not last (phases:bound) */
    /* Of the last sample. */
    int switches;
    double into;    /* how far into the sample the last switch came, s */
    double impulse; /* of the force, N s */
    hz_ledger ledger;
    int shown_for;                      /* for so many samples more the meters hold what they show */
    double owed_time, *owed_q, *owed_p; /* since when what is lost is not booked, s, and the state that was then */
    double switches_left;               /* so many may still come in this block */
    double overdrawn;                   /* how many more instructions than its part were derived */
    double *offset[2]; /* velocity and displacement that each pickup still hears of a change: they fade over a block */
    double *q, *p, *rq, *rp;                         /* room for vectors over all modes */
    double *shown_q, *shown_p, *column_q, *column_p; /* room for those who look at the state */
    double *memory;
    void (*ended)(void *owner, const hz_contact *c);
    void *owner;
} hz_linear_contact;

/* The energy that is stored takes long to find in contact: of the order of n^2 instructions. In 64 samples about so
 * many go into it; where every sample would take more the meters hold it for some samples, as few as that allows. */
#define HZ_LINEAR_CONTACT_LOOKS 4e5

/* One block of signals. A force that is NULL is zero; a meter that is NULL is not wanted. */
typedef struct hz_linear_contact_io {
    int n;
    const double *force_a, *force_b; /* N */
    const double *surface;           /* m, at the end of each sample; NULL: it stays as it is */
    double *const *audio;            /* of each pickup of a, then of b */
    int displacement;
    double *force; /* N, mean over the sample */
    double *const *meter;
    int ledger;
} hz_linear_contact_io;

int hz_linear_contact_init(hz_linear_contact *x, int room_a, int pickups_a, int room_b, int pickups_b);
void hz_linear_contact_free(hz_linear_contact *x);
/* Begins to derive everything anew while the motion goes on; hz_linear_contact_run goes on with it. The first bodies,
 * and those at another h, are derived at once. What that does to the stored energy is booked as adjusted. Where the
 * poles of the contact are not found `not_found` is set and all stays as it was. */
void hz_linear_contact_change(hz_linear_contact *x, const hz_linear_contact_params *p, const hz_modes *a,
                              const hz_modes *b, double h);
/* Whether there is more to derive of a change. */
int hz_linear_contact_is_deriving(const hz_linear_contact *x);
/* Whether it is hard to find the poles of what is derived: that may take seconds, and in the end there may be none. */
int hz_linear_contact_is_hard(const hz_linear_contact *x);
/* Derives as much as takes about so many instructions; returns how many. */
double hz_linear_contact_derive(hz_linear_contact *x, double instructions);
/* All of it at once. Returns 0 if the poles of the contact were not found. */
int hz_linear_contact_prepare(hz_linear_contact *x, const hz_linear_contact_params *p, const hz_modes *a,
                              const hz_modes *b, double h);
/* Everything comes to rest; where gravity presses a against b, it rests there. The books are opened anew. */
void hz_linear_contact_reset(hz_linear_contact *x);
void hz_linear_contact_calm(hz_linear_contact *x); /* the same, but the books go on */
/* Strike puts body a at the surface of b where that is now, and its contact point moves with velocity v. Drop puts
 * it so high above the surface, at rest. A body a that nothing lets drift is struck where it is, or bent as far. */
void hz_linear_contact_strike(hz_linear_contact *x, double v);
void hz_linear_contact_drop(hz_linear_contact *x, double height);
/* Returns 0 if the loss of a contact was not booked, since the bodies have more than HZ_LINEAR_CONTACT_MOST_BOOKED
 * modes: the residual then shows it. */
int hz_linear_contact_run(hz_linear_contact *x, const hz_linear_contact_io *io);

/* The motion at a pickup; those of a come first. What is heard there is the motion and what still fades of a change. */
double hz_linear_contact_motion(const hz_linear_contact *x, int pickup, int displacement);
double hz_linear_contact_heard(const hz_linear_contact *x, int pickup, int displacement);
/* What is heard begins as it is now: nothing of what was heard before a change fades. */
void hz_linear_contact_hear_anew(hz_linear_contact *x);
/* Displacements of the modes of a (0) or b (1). */
void hz_linear_contact_modes(const hz_linear_contact *x, int body, double *q, double *v);
void hz_linear_contact_energy(const hz_linear_contact *x, hz_energy *out);
void hz_linear_contact_accounts(const hz_linear_contact *x, hz_accounts *out);
int hz_linear_contact_finite(const hz_linear_contact *x);

#endif
