/* parameter: one row of a declaration and the value it has.
 *
 * Atoms are checked, stored and shown by the row alone: its range, choices,
 * length and flags. Nothing here knows an object. */
#ifndef HZ_PD_PARAMETER_H
#define HZ_PD_PARAMETER_H

#include "class.h"
#include "short_text.h"

/* What a row holds: n values of the `most` it may take. A row of free words keeps
 * symbols, any other numbers; a choice is the index of its word. */
typedef struct hz_value {
    int n;
    int given; /* a flag or a message has set it */
    double *number;
    t_symbol **word;
} hz_value;

/* How many values a row takes at most. */
int hz_param_most(const hz_param *p);

/* The row that describes element i: its part of a tuple, or the row itself. */
const hz_param *hz_param_element(const hz_param *p, int i);

/* Makes room and puts the default; 0 when there is no memory. */
int hz_value_make(hz_value *v, const hz_param *p);
void hz_value_free(hz_value *v);

void hz_value_default(hz_value *v, const hz_param *p);
void hz_value_copy(hz_value *to, const hz_value *from, const hz_param *p);
void hz_value_put(hz_value *v, const hz_param *p, double x);

/* Number i: behind the last it is the last again, and behind what was given of a tuple its part's default. */
double hz_value_element(const hz_value *v, const hz_param *p, int i);

/* Reads one atom as a number of this row (the index of its word, where it has choices). 0: not allowed. */
int hz_param_number(const hz_param *p, const t_atom *a, double *x);

/* Whether the row takes these atoms, all of them. */
int hz_param_takes(const hz_param *p, int argc, const t_atom *argv);

/* Stores atoms that the row takes. */
void hz_value_store(hz_value *v, const hz_param *p, int argc, const t_atom *argv);

/* How many atoms write the value: what is empty is a dash. And one of them. */
int hz_value_atoms(const hz_value *v);
void hz_value_atom(const hz_value *v, const hz_param *p, int i, t_atom *a);

/* The value as patches write it. */
void hz_value_text(const hz_value *v, const hz_param *p, hz_text *t);

/* What the row takes, in words: "1e-06 to 10000 kg", "up to 8 numbers, each 0 to 1", "wall modes bar". */
void hz_param_allowed(const hz_param *p, hz_text *t);

/* The same for several in a row, those not needed in brackets: "v (0 to 1000 m/s) [distance (0 to 10 m)]". */
void hz_params_allowed(const hz_param *p, int n, int n_needed, hz_text *t);

#endif
