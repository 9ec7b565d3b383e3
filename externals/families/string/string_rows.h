/* string_rows: a string as a patch describes it: the rows of INTERFACE's strings, and what the core makes of them. */
#ifndef HZ_FAMILY_STRING_ROWS_H
#define HZ_FAMILY_STRING_ROWS_H

#include "pd/class.h"

#include "core/string/string_grid.h"

enum {
    HZ_STRINGROW_FREQ,
    HZ_STRINGROW_TENSION,
    HZ_STRINGROW_LENGTH,
    HZ_STRINGROW_DIAMETER,
    HZ_STRINGROW_DENSITY,
    HZ_STRINGROW_YOUNG,
    HZ_STRINGROW_DECAY,
    HZ_STRINGROW_HIGHLOSS,
    HZ_STRINGROW_ENDS,
    HZ_STRINGROW_POINTS,
    HZ_STRINGROWS
};
extern const hz_param hz_stringrows[HZ_STRINGROWS];

/* The rows of one table, of which freq and tension say the same: the later one wins. */
typedef struct hz_stringset {
    int table;
    int by_tension;
} hz_stringset;

/* The string that the rows describe. */
hz_string_params hz_stringset_params(const hz_stringset *s, const hz_object *o);

/* To be called from the class's `changed`, `defaults` and `derive`. */
void hz_stringset_changed(hz_stringset *s, int table, int row);
void hz_stringset_derive(const hz_stringset *s, hz_object *o);

#endif
