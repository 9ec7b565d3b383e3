/* internal: what the files of a linear contact have in common, and nobody else needs. */
#ifndef HZ_LINEAR_CONTACT_INTERNAL_H
#define HZ_LINEAR_CONTACT_INTERNAL_H

#include "linear_contact.h"

/* ---- pole_kernel: numbers of a column, and the loops over modes that poles and their search have in common ---- */

/* A quadratic s^2 + 2 sigma s + x = (s - c)^2 + turn has two roots; a function of s on both of them at once is a number
 * re + im E with E = s - c and E^2 = -turn. That is a complex number where the roots are a pair, and just as well a
 * number where they are real or coincide (poles:ring). */
typedef struct hz_pole_ring {
    double re, im;
} hz_pole_ring;

static inline hz_pole_ring hz_pole_ring_times(hz_pole_ring a, hz_pole_ring b, double turn)
{
    return (hz_pole_ring){ a.re * b.re - turn * a.im * b.im, a.re * b.im + a.im * b.re };
}

static inline hz_pole_ring hz_pole_ring_inverse(hz_pole_ring a, double turn)
{
    double norm = a.re * a.re + turn * a.im * a.im;
    return (hz_pole_ring){ a.re / norm, -a.im / norm };
}

/* Where functions are evaluated: s = c + E (e = 1), or one real s = c (e = 0). A mode's s^2 + 2 sigma s + x is there
 * ak + bk E + 2 (sigma - ns) s + (x - nx): measured from the mode that is near, so that it keeps its digits. A real s
 * is measured from 0, and the polynomial of the one mode that has a root near there is `own` (poles:near); near = -1:
 * of none. */
typedef struct hz_pole_point {
    double c, turn, e, ak, bk, ns, nx, own;
    double high, low; /* of a real s: its two parts (poles:parts) */
    int near;
} hz_pole_point;

/* What a kernel works on: rows in, sums or rows out. */
typedef struct hz_pole_work {
    int from, n, plain;         /* modes, from a whole slab on; the common kind */
    int skip_mode, skip_column; /* left out of the product, or -1 */
    hz_pole_ring sum, product, out;
    double tau, below, above, below1, above1; /* the undamped function and its slopes */
    double *to_re, *to_im;                    /* a column's rows */
} hz_pole_work;

/* Rows from `first` to `last` - 1 of the columns, with the modes from a whole slab on. */
typedef struct hz_pole_rows {
    int from, n, first, last, pitch;
    const double *rows, *a, *b;
    double *of_a, *of_b;
} hz_pole_rows;

/* Of all modes that feel the contact. */
static inline hz_pole_work hz_pole_work_of(const hz_contact_poles *k)
{
    return (hz_pole_work){ .n = k->coupled, .plain = k->plain, .skip_mode = -1, .skip_column = -1 };
}

/* poles:undamped  the sums below and above a mode, and their slopes. */
void hz_pole_kernel_undamped(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w);
/* poles:secular  the sum of receptances, and the product of all modes' polynomials over all columns'. */
void hz_pole_kernel_secular(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w);
/* A column's rows, 1/P of each mode; and from these its length. */
void hz_pole_kernel_inverse(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w);
void hz_pole_kernel_length(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w);
/* poles:product  Of each row the sums of its products with a and b, which have a number for each mode; and of each mode
 * those of its numbers in the rows with a and b, which have a number for each row. */
void hz_pole_kernel_sums(const hz_contact_poles *k, const hz_pole_rows *w);
void hz_pole_kernel_spread(const hz_contact_poles *k, const hz_pole_rows *w);

/* ---- pole_search: the poles are found ---- */

/* Finds the columns that feel the contact: their poles, as places beside modes. Each call goes on by one column, which
 * takes of the order of n steps; it returns whether there is more to do. Then k->search.found says whether all roots
 * converged. */
void hz_pole_search_begin(hz_contact_poles *k);
int hz_pole_search_go(hz_contact_poles *k);
/* Whether it has no guess of all columns yet: that takes longer than to go on from there. */
static inline int hz_pole_search_is_guessing(const hz_contact_poles *k)
{
    return k->stage == HZ_POLES_SEARCH && k->search.stage == HZ_SEARCH_GUESS;
}
/* Where a column's functions are evaluated: at both its poles, or, if it is split, at the first or the second. */
hz_pole_point hz_pole_search_point(const hz_contact_poles *k, int j, int second);

/* ---- phase_switching: the state, which is written nowhere else ---- */

/* The state of all modes at present, those of body a first. */
void hz_phase_switching_read(const hz_linear_contact *x, double *q, double *p);
/* Gives the modes another state, in flight or in contact. The compression becomes eta, which in contact is known better
 * than the modes can say; in flight it is what they say if eta is not a number. Bodies that are inside each other then
 * touch, and those in contact that are apart part. */
void hz_phase_switching_put(hz_linear_contact *x, int touching, const double *q, const double *p, double eta);
/* Everything at rest: in contact if gravity presses the bodies together, else in flight. */
void hz_phase_switching_rest(hz_linear_contact *x);
/* The forces from outside, N. */
void hz_phase_switching_load(hz_linear_contact *x, double force_a, double force_b);

/* Looks where a step leads: one of the kept lengths (HZ_STEP_...), or any length if `kept` is negative. The step that
 * was looked at last can then be taken. */
hz_pole_pairs_look hz_phase_switching_look(hz_linear_contact *x, double d, int kept);
void hz_phase_switching_take(hz_linear_contact *x, hz_pole_pairs_look to);
/* Takes n samples of flight in one step. */
void hz_phase_switching_skip(hz_linear_contact *x, int n);
/* From flight into contact: the compression is 0 there, and a rod may make up for the gap (phases:offset). */
void hz_phase_switching_touch(hz_linear_contact *x, double rod);
/* The same at the compression as it is, without a rod. */
void hz_phase_switching_meet(hz_linear_contact *x);
/* The surface between the bodies becomes thicker by so much: the compression grows, and nothing else moves. */
void hz_phase_switching_lift(hz_linear_contact *x, double way);
/* It begins so thick: what drifts goes along. */
void hz_phase_switching_lay(hz_linear_contact *x, double surface);
/* A contact goes on without a force, as in flight, or with one again (phases:slack). */
void hz_phase_switching_loosen(hz_linear_contact *x);
void hz_phase_switching_tighten(hz_linear_contact *x);
/* From contact into flight, and the contact is reported. The compression is 0 there, or less if a stretched spring is
 * cut. */
void hz_phase_switching_part(hz_linear_contact *x, double eta);

/* ---- step_search: what happens inside a step that was looked at ---- */

/* What happens first in a step of d seconds, and when, s. The force ends or begins again where the damper does not
 * pull. */
enum hz_switch_kind { HZ_SWITCH_NOTHING, HZ_SWITCH_TOUCH, HZ_SWITCH_PART, HZ_SWITCH_LOOSEN, HZ_SWITCH_TIGHTEN };
typedef struct hz_switch {
    enum hz_switch_kind kind;
    double at;
    int looks; /* mode by mode, which the search took */
} hz_switch;
hz_switch hz_step_search_switch(const hz_linear_contact *x, hz_pole_pairs_look from, hz_pole_pairs_look to, double d);
/* Notes how deep a step of the contact goes and how great its force becomes. Returns how often the
 * search looked mode by mode. Returns -1 if it was left out, because no look was left. */
int hz_step_search_record(const hz_linear_contact *x, hz_pole_pairs_look from, hz_pole_pairs_look to, double d,
                          hz_contact *record);

/* ---- contact_loss: what is lost, J (phases:loss) ---- */

/* A step of this length is about to be taken: what it loses is owed from its beginning on. The forms tell what is lost
 * over any time, so that one of them pays for many steps. It is booked before the bodies touch or part, before a load
 * changes, and at the end of a run. */
void hz_contact_loss_owe(hz_linear_contact *x, double d);
void hz_contact_loss_book(hz_linear_contact *x);
/* While it is not known how the loss in contact is booked: derives a piece of its form. Returns about how many
 * instructions that took. */
double hz_contact_loss_derive(hz_linear_contact *x);

/* ---- what several of them do ---- */

/* What was derived changes places with what is in use; not the motion. */
void hz_linear_contact_exchange(hz_linear_contact *x, hz_linear_contact *y);
/* The strike or drop that waits is done. */
void hz_linear_contact_excite(hz_linear_contact *x);

/* How far a steady force of 1 N moves the bodies' contact points apart by bending both, m. */
double hz_linear_contact_compliance(const hz_linear_contact *x);
/* phases:yield  Moves their contact points apart by so much in the state that q holds: what drifts goes, or both are
 * bent as a force would bend them. */
void hz_linear_contact_move_apart(hz_linear_contact *x, double way, double compliance);

/* What is stored, for a change that begins here; it is only found while the books are open. Then what the change did to
 * it is booked as adjusted. */
hz_energy hz_linear_contact_before(const hz_linear_contact *x);
void hz_linear_contact_adjust(hz_linear_contact *x, const hz_energy *before);

static inline double hz_contact_force(const hz_linear_contact *x, double eta, double rate)
{
    return x->params.stiffness * eta + x->params.damping * rate;
}

/* Whether a contact goes on without a force where the damper would pull. */
static inline int hz_contact_slackens(const hz_linear_contact *x)
{
    return x->params.slackens && x->params.damping > 0;
}

#endif
