/* methods: the textbook methods, one step a sample, beside the event-driven one: to compare and to teach.
 *
 * All of them move the same bodies of collide and keep the same books, each by its own formulas (schemes:flows): those
 * that keep energy have a residual of rounding, the residual of the others is their error. What a method needs beside
 * places and velocities (the force or the place of a sample ago) it derives from them when it begins, so that one may
 * follow the other while sound runs. */
#ifndef HZ_METHODS_H
#define HZ_METHODS_H

#include "core/contact/law.h"
#include "core/base/ledger.h"
#include "core/modal/mode_bank.h"

typedef struct hz_collide hz_collide;

enum hz_method { HZ_EXACT, HZ_AM1, HZ_VERLET, HZ_HEUN, HZ_RK4, HZ_TWOPOINT, HZ_THREEPOINT, HZ_QUADRATISED, HZ_METHODS };
#define HZ_METHOD_WORDS "exact am1 verlet heun rk4 twopoint threepoint quadratised"

/* A body as the method steps it. Rows have an element for each mode. */
typedef struct hz_textbook_body {
    double *mass, *spring, *loss, *load, *drive; /* spring: omega^2; loss: 2 sigma; drive: weight/mass; schemes:slow */
    double *gain, *ease, *past;                  /* what the method's step is made of */
    double *s, *c, *b;                           /* schemes:centred, between a way of the last sample and a velocity */
    double *way, *pull;                          /* memory: way and acceleration of the last sample */
    double *q, *v, *dq, *dv;                     /* the state before the step, and what rk4 gathers */
    double g, g_v;                               /* the port's: what a unit force adds */
    double *memory;
} hz_textbook_body;

typedef struct hz_textbook {
    hz_textbook_body a, b;
    enum hz_method method;
    hz_law law; /* as it was prepared for */
    double h;
    double force;        /* of the contact at the end of the last step */
    double power;        /* lost there, W */
    double before;       /* the compression a sample ago */
    double slid;         /* the table's way in the last sample */
    double psi;          /* schemes:quadratised */
    double budget;       /* energy that was put in, J: schemes:runaway */
    double vigour;       /* that there was after the last step */
    int watched;         /* both are kept */
    double x_max, v_out; /* of the contact under way, if it is corrected; x_max 0: it is not. schemes:correct */
    int iterations;      /* of Newton's method in the last step */
} hz_textbook;

int hz_textbook_init(hz_textbook *s, int room_b);
void hz_textbook_free(hz_textbook *s);

/* Derives what the method steps by, and its law: schemes:duration. After the bodies were prepared. */
void hz_textbook_prepare(hz_collide *c);
/* Derives the method's memory from places and velocities. */
void hz_textbook_begin(hz_collide *c);
/* Leaves a contact under way to the event-driven method. */
void hz_textbook_leave(hz_collide *c);
/* Takes over the memory of another whose bodies are the same. */
void hz_textbook_copy(hz_textbook *to, const hz_textbook *from, int modes);
/* Motion too small for anything to come of it becomes none. */
void hz_textbook_settle(hz_collide *c);

/* Where the energy is, as the method counts it. */
void hz_textbook_energy(const hz_collide *c, hz_energy *out);

typedef struct hz_outer hz_outer;
void hz_textbook_sample(hz_collide *c, const hz_outer *o);

#endif
