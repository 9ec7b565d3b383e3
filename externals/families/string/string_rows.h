/* string_rows: a string as a patch describes it: its rows, and what the core makes of them. */
#ifndef HZ_FAMILY_STRING_ROWS_H
#define HZ_FAMILY_STRING_ROWS_H

#include "pd/class.h"

#include "core/string/string_grid.h"

enum { HZ_STRINGROW_FREQ, HZ_STRINGROW_TENSION, HZ_STRINGROW_LENGTH, HZ_STRING_ROWS = 10 }; /* the first ones */
extern const hz_param hz_string_rows[HZ_STRING_ROWS];

/* The struct of a class with a string begins so, and its tables with the rows of the string. freq and tension say the
 * same, and the later one counts. */
enum { HZ_STRING_TABLE };
typedef struct hz_string_object {
    hz_object o;
    int by_tension;
    double open; /* The pitch, Hz, that was set by itself while a note has another one; else 0. */
} hz_string_object;

/* Returns the string that the rows describe. */
hz_string_params hz_string_params_of(const hz_object *o);

/* Finds up to so many partials of a string that is held at a place and heard at another, or by its force on its end. */
#define HZ_STRING_AT_ITS_END -1.0
int hz_string_set_partials(const hz_string *s, double held, double heard, hz_partial *out, int most);

/* The `changed` of a class calls the first. The others are its `derive`, and its `derived`: whether a row is the one of
 * freq and tension that follows from the other. */
void hz_string_changed(hz_object *o, int table, int row);
void hz_string_derive(hz_object *o);
int hz_string_derived(const hz_object *o, int table, int row);

#endif
