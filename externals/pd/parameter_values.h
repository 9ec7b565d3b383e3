/* parameter_values: every parameter of one object, the class's tables and behind them the common one.
 *
 * A parameter is known by its table and its row. Values are accepted or refused here, for creation flags, messages and
 * presets alike. */
#ifndef HZ_PD_PARAMETER_VALUES_H
#define HZ_PD_PARAMETER_VALUES_H

#include "parameter.h"

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
