/* string_rows: a string as a patch describes it: its rows, and what the core makes of them. */
#ifndef HZ_FAMILY_STRING_ROWS_H
#define HZ_FAMILY_STRING_ROWS_H

#include "pd/class.h"

#include "core/string/string_grid.h"

enum { HZ_STRINGROW_FREQ, HZ_STRINGROW_TENSION, HZ_STRINGROW_LENGTH, HZ_STRING_ROWS = 10 }; /* the first ones */
extern const hz_param hz_string_rows[HZ_STRING_ROWS];

/* The rows of one table. freq and tension say the same, and the later one counts. */
typedef struct hz_string_set {
    int table;
    int by_tension;
} hz_string_set;

/* Returns the string that the rows describe. */
hz_string_params hz_string_set_params(const hz_string_set *s, const hz_object *o);

/* Finds up to so many partials of a string that is held at a place and heard at another, or by its force on its end. */
#define HZ_STRING_AT_ITS_END -1.0
int hz_string_set_partials(const hz_string *s, double held, double heard, hz_partial *out, int most);

/* The `changed` and the `derive` of a class call these. */
void hz_string_set_changed(hz_string_set *s, int table, int row);
void hz_string_set_derive(const hz_string_set *s, hz_object *o);
/* Says whether it is the one of freq and tension that follows from the other. */
int hz_string_set_derived(const hz_string_set *s, int table, int row);

#endif
