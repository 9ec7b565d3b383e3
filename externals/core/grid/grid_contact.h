/* grid_contact: one-sided contacts of bodies that step explicitly, one by one or along a grid.
 *
 * eta is the compression; eta0 = eta^(n-1) and eta1 = eta^n are known, and the way r = eta^(n+1) - eta^(n-1) answers to
 * the force as r = way - give F, way being what it would be without. Three methods:
 *
 *     closed       F = (phi(eta^(n+1)) - phi(eta^(n-1)))/r for exponent 1, solved in closed form          grid:closed
 *     newton       the same for any exponent, by Newton's method                                          grid:newton
 * W 32-39 quadratised  F = psi g + g^2 r/4, psi a state of its own: no equation to solve grid:quadratised  W 10-18
 *
 * With damping, F has K mu [eta^n]^a r/(2h) more. F never pulls. All are passive. */
#ifndef HZ_GRID_CONTACT_H
#define HZ_GRID_CONTACT_H

#include "core/base/simd.h"
#include "core/law/law.h"

typedef enum hz_grid_method { HZ_GRID_CLOSED, HZ_GRID_NEWTON, HZ_GRID_QUADRATISED } hz_grid_method;

/* The law of one kind of contact; its stiffness is only a default, since each contact has its own. */
typedef struct hz_grid_law {
    hz_grid_method method;
    hz_law law;
    double viscous;     /* mu/(2h) */
    double steep;       /* (a + 1)/2 */
    hz_power inverse;   /* 1/(a + 1) */
    enum hz_simd lanes; /* how wide its loops along a grid are */
} hz_grid_law;

/* `closed` with an exponent other than 1 is `newton`. */
hz_grid_law hz_grid_law_prepare(const hz_law_params *p, hz_grid_method method, double h);

/* grid:peak  Whether its force is the mean of a spring's over two steps. */
static inline int hz_grid_law_is_mean(const hz_grid_law *l)
{
    return l->method != HZ_GRID_QUADRATISED && l->viscous == 0;
}

/* ---- one contact ---- */

typedef struct hz_grid_contact {
    double stiffness;
    double eta0, eta1;     /* eta^(n-1), eta^n */
    double power0, power1; /* [eta]_+^a of both; hz_grid_contact_set sees to them */
    double psi;            /* of quadratised */
    double yield;          /* it gives way: it lies so much lower until the bodies have left it. knot:budget */
} hz_grid_contact;

/* What a step takes from the energy, never negative. */
typedef struct hz_grid_loss {
    double lost; /* by damping */
    double shed; /* by the method itself */
} hz_grid_loss;

/* Sets both compressions. What the contact gives way by is taken off them. The state of quadratised becomes what it is
 * after a slow approach. */
void hz_grid_contact_set(hz_grid_contact *t, const hz_grid_law *l, double eta0, double eta1);
/* Sets both compressions too. The state of quadratised becomes the lesser one of what it was and what it would become,
 * so that the contact gains no energy. */
void hz_grid_contact_move(hz_grid_contact *t, const hz_grid_law *l, double eta0, double eta1);
/* Lowers the contact by this much until the bodies have left it. It adds to what the contact already gives way by. */
void hz_grid_contact_lower(hz_grid_contact *t, const hz_grid_law *l, double by);

typedef struct hz_grid_answer {
    double force, way; /* F and r */
    hz_grid_loss loss;
} hz_grid_answer;

typedef struct hz_grid_push {
    double force, way;
} hz_grid_push;

/* The contact's answer; it moves on to the next sample. */
hz_grid_answer hz_grid_contact_step(hz_grid_contact *t, const hz_grid_law *l, double give, double way);
/* For contacts that are solved together: F and r if this were the only one; the force that goes with r, and its growth;
 * then the step is taken by the F and r that came out. */
hz_grid_push hz_grid_contact_solve(const hz_grid_contact *t, const hz_grid_law *l, double give, double way);
hz_slope hz_grid_contact_force(const hz_grid_contact *t, const hz_grid_law *l, double r);
/* Takes the step. `size` is the sum of the sizes of all numbers that the new compression is made of. */
hz_grid_loss hz_grid_contact_take(hz_grid_contact *t, const hz_grid_law *l, const hz_grid_push *p, double size);
/* Whether nothing touches and nothing is kept from when it did. */
static inline int hz_grid_contact_is_apart(const hz_grid_contact *t)
{
    return t->eta0 <= 0 && t->eta1 <= 0 && t->psi == 0 && t->yield == 0;
}
/* The step where that is so and stays so; otherwise it returns 0 and does nothing. */
static inline int hz_grid_contact_pass(hz_grid_contact *t, double r)
{
    double next = t->eta0 + r;
    if (!(hz_grid_contact_is_apart(t) && next <= 0))
        return 0;
    t->eta0 = t->eta1;
    t->eta1 = next;
    t->power0 = t->power1 = 0;
    return 1;
}
/* The step without a force, whatever the law says: the contact gives way by what it would be deeper than before, and
 * what it then holds less is shed. Returns that. */
double hz_grid_contact_yield(hz_grid_contact *t, const hz_grid_law *l, double r);
/* The law's force at the sample n, at the velocity from n-1 to n. */
double hz_grid_contact_end_force(const hz_grid_contact *t, const hz_grid_law *l);
/* Elastic energy between the samples n-1 and n. */
double hz_grid_contact_stored(const hz_grid_contact *t, const hz_grid_law *l);

/* ---- along a grid ---- */

/* Points from `from` to `to` - 1, each in contact with what is below it at the same place. The rows are also read and
 * written up to HZ_GRID_PAD numbers beyond both ends; where the stiffness is 0, there is nothing. */
enum { HZ_GRID_PAD = 8 };
typedef struct hz_grid_row {
    int from, to;
    const double *stiffness; /* of each point */
    double give;             /* of a point and what is below it */
    double push;             /* of the point alone: what a newton adds to its u1 and d1 */
    const double *d;         /* u^n - u^(n-1) of the points; on entry d1 and u1 hold the step without contact */
    double *d1, *u1;
    double rise;             /* what is below moves by so much over both steps ... */
    const double *rises;     /* ... and each point of it by this besides */
    double *eta0, *eta1;     /* eta0 is overwritten by eta^(n+1): the owner then swaps the two, and ... */
    double *power0, *power1; /* ... likewise [eta]_+^a, which exponent 1 does not need */
    double *psi;             /* of quadratised */
    double *force;           /* of each point, out */
    double *lost;            /* twice the energy that is lost in the step, out; not written where nothing can be */
} hz_grid_row;

/* Solves every point of the row and pushes it. Returns whether any point touches (eta^(n+1) > 0 or a force). */
int hz_grid_row_step(const hz_grid_row *r, const hz_grid_law *l);
/* Powers, after eta0, eta1, stiffness or law were changed. psi becomes what it is where bodies come together slowly,
 * unless it was less. */
void hz_grid_row_set(const hz_grid_row *r, const hz_grid_law *l);
/* What the last step took, where anything can be lost. */
hz_grid_loss hz_grid_row_loss(const hz_grid_row *r, const hz_grid_law *l);

#endif
