/* parameter: one row of a declaration and the value it has, and every parameter of an object (parameter_values.c).
 *
 * Atoms are checked, stored and shown by what the row says: its range, choices, length and flags. A parameter of an
 * object is known by its table and its row. Values are accepted or refused here, for creation flags, messages and
 * presets alike. */
#ifndef HZ_PD_PARAMETER_H
#define HZ_PD_PARAMETER_H

#include "class.h"
#include "text.h"

/* A row has n values, at most `most`. A row of free words keeps symbols, any other row keeps numbers. A choice is the
 * index of its word. */
enum { HZ_HOMES = 2 };
typedef struct hz_value {
    int n;
    int given; /* A flag or a message has set it. */
    int room;  /* There is memory for so many values. It grows with the longest list that was stored. */
    double *number;
    t_symbol **word;
    double home[HZ_HOMES], varied[HZ_HOMES]; /* the first numbers as they were set last, and as `vary` left them */
} hz_value;

/* Says how many values a row takes at most. */
int hz_param_most(const hz_param *p);

/* Returns the row that describes element i: a part of a tuple, or the row itself. */
const hz_param *hz_param_element(const hz_param *p, int i);

/* Makes room and puts the default. Returns 0 if there is no memory. */
int hz_value_make(hz_value *v, const hz_param *p);
/* Frees so many values, which are in one piece of memory. */
void hz_values_drop(hz_value *v, int n);

/* Makes room for n values, as far as the row takes so many. Returns for how many of them there is room, which is fewer
 * if there is no memory. Where it makes room it allocates, so that only messages may call it. */
int hz_value_room(hz_value *v, const hz_param *p, int n);

void hz_value_copy(hz_value *to, const hz_value *from, const hz_param *p);
void hz_value_put(hz_value *v, const hz_param *p, double x);

/* Returns number i. Behind the last number it is the last one again; a part of a tuple that was not given has its
 * default. */
double hz_value_element(const hz_value *v, const hz_param *p, int i);

/* Reads one atom as a number of this row; where the row has choices, that is the index of its word. Returns 0 if the
 * row does not allow it. */
int hz_param_number(const hz_param *p, const t_atom *a, double *x);

/* Says whether the row takes all of these atoms. */
int hz_param_takes(const hz_param *p, int argc, const t_atom *argv);

/* Stores atoms that the row takes. */
void hz_value_store(hz_value *v, const hz_param *p, int argc, const t_atom *argv);

/* Says how many atoms write the value, and makes one of them. An empty value is written as a dash. */
int hz_value_atoms(const hz_value *v);
void hz_value_atom(const hz_value *v, const hz_param *p, int i, t_atom *a);

/* Writes the value as patches do. */
void hz_value_text(const hz_value *v, const hz_param *p, hz_text *t);

/* Writes what the row takes: "1e-06 to 10000 kg", "up to 8 numbers, each 0 to 1", "wall modes bar". */
void hz_param_allowed(const hz_param *p, hz_text *t);

/* Writes the same for several rows, in brackets those that are not needed: "v (0 to 1000 m/s) [distance (0 to 10
 * m)]". */
void hz_params_allowed(const hz_param *p, int n, int n_needed, hz_text *t);

/* ---- every parameter of one object: the class's tables and behind them the common one ---- */

/* Makes room for every row and puts its default. Returns 0 if there is no memory. */
int hz_values_make(hz_object *o);
void hz_values_free(hz_object *o);

enum { HZ_TABLES_MOST = 8 }; /* with the common one */
int hz_values_tables(const hz_object *o);

/* Counts the rows of all tables, and says the how-manieth one of them is. */
int hz_values_rows(const hz_object *o);
int hz_values_index(const hz_object *o, int table, int row);
const hz_table *hz_values_table(const hz_object *o, int table);
const hz_param *hz_values_row(const hz_object *o, int table, int row);
hz_value *hz_values_at(const hz_object *o, int table, int row);
const hz_value *hz_values_default(const hz_object *o, int table, int row);

/* Returns the value of the parameter that has this name and no prefix. There must be one. */
const hz_value *hz_values_called(const hz_object *o, const char *name);

/* Finds the parameter whose name a message begins with, `mass` or `a mass`. Returns how many of the atoms belong to the
 * name, or -1 if there is no such parameter. */
int hz_values_find(const hz_object *o, const t_symbol *selector, int argc, const t_atom *argv, int *table, int *row);

/* Says whether a selector is the prefix of a table, so that the atom behind it belongs to the name. */
int hz_values_is_prefix(const hz_object *o, const t_symbol *selector);

/* Stores values, or leaves everything as it is and prints why. Returns whether they were stored. */
int hz_values_accept(hz_object *o, int table, int row, int argc, const t_atom *argv);

/* Does the same for a whole message that begins with a name, and tells the class. Returns 0 if it names no parameter.
 */
int hz_values_message(hz_object *o, const t_symbol *selector, int argc, const t_atom *argv);

/* Fills in the rows that the class derives from others, before they are shown. */
void hz_values_derive(hz_object *o);

/* Tells the class that a parameter was set. */
void hz_values_changed(hz_object *o, int table, int row);

/* Puts those rows to their defaults that a preset may touch. */
void hz_values_defaults(hz_object *o);

/* Prints the error of ledger 0 while meters need the ledger. */
void hz_values_refuse_ledger(hz_object *o);

#endif
