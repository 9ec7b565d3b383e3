/* methods: the textbook methods, one step a sample, beside the loop of steps: to compare and to teach.
 *
 * All of them move the same bodies and keep the same books, each by its own formulas (schemes:flows): those that keep
 * energy have a residual of rounding, the residual of the others is their error. What a method needs beside places and
 * velocities (the force or the place of a sample ago) it derives from them when it begins, so that one may follow the
 * other while sound runs. */
#ifndef HZ_METHODS_H
#define HZ_METHODS_H

#include "core/pair/solver.h"

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

/* What the methods have to say where they cannot do what they are asked to. */
enum hz_textbook_remark {
    HZ_MODES_LOWERED,       /* some frequencies are too high for the step to be stable: they are lowered */
    HZ_ENERGY_RAN_AWAY,     /* the energy ran away in so hard a contact: twopoint took the step */
    HZ_CORRECT_NEEDS_WALL,  /* `correct` was asked for where the object is no wall: contacts are left as they are */
    HZ_DURATION_NEEDS_WALL, /* `duration` was asked for where it does not apply: contacts are left as they are */
    HZ_DURATION_TOO_BRIEF,  /* the contact is briefer than the shortest of the method */
    HZ_TEXTBOOK_REMARKS
};

typedef struct hz_textbook {
    /* What the owner asks for. */
    enum hz_method wanted;
    int correct, duration; /* schemes:correct, schemes:duration */
    /* Called where a method cannot do what it is asked to, each time anew; may be NULL. */
    void (*remark)(void *owner, enum hz_textbook_remark what);
    void *owner;
    /* derived */
    hz_textbook_body striker, object;
    int room;              /* of the object, modes */
    enum hz_method method; /* that runs, HZ_EXACT: none */
    hz_law law;            /* as it was prepared for */
    double h;
    /* state */
    double force;        /* of the contact at the end of the last step */
    double power;        /* lost there, W */
    double before;       /* the compression a sample ago */
    double slid;         /* the table's way in the last sample */
    double psi;          /* schemes:quadratised */
    double put_in;       /* energy that was put in, J: schemes:runaway */
    double vigour;       /* that there was after the last step */
    int watched;         /* both are kept */
    double x_max, v_out; /* of the contact under way, if it is corrected; x_max 0: it is not. schemes:correct */
    double stiffer;      /* than the law says, of the contact under way, so that it lasts as it should */
    double rehearsed;    /* the speed of which that is; 0: none. schemes:rehearsal */
    int iterations;      /* of Newton's method in the last step */
} hz_textbook;

int hz_textbook_init(hz_textbook *x, int room);
/* Makes room for more modes, and all goes on as it was. Returns 0 if there is no memory. */
int hz_textbook_grow(hz_textbook *x, int room);
void hz_textbook_free(hz_textbook *x);

#endif
