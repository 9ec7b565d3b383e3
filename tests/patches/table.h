/* table: what a class declares, read from its answer to `reference`. */
#ifndef HZ_TEST_TABLE_H
#define HZ_TEST_TABLE_H

/* A parameter, a part of one that is a tuple, or an argument of a verb or message. Texts are "" where absent. */
typedef struct row {
    enum row_kind { PARAMETER, PART, ARGUMENT } kind;
    char owner[48]; /* of a part its parameter, of an argument its verb, with prefix */
    char name[48];  /* of a parameter with its prefix: `a mass` */
    char init[64], flags[64], choices[512];
    char left_out[48]; /* of an argument: the parameter whose value it takes where it is left out; `init` is its default
                        */
    int numbers;       /* It has a range. */
    double min, max;
    int most, needed; /* An argument that is needed may not be left out. */
} row;

typedef struct table {
    char class_name[48];
    row rows[512];
    int n;
    char presets[64][48];
    int n_presets;
    char first[32];    /* the name of the first inlet */
    int inlets, audio; /* signal inlets; audio outlets */
    int info;          /* the number of the info outlet */
} table;

/* Asks an object of the class, with these flags. The test fails if the answer is not understood. */
void table_read(table *t, const char *class_name, const char *flags);

/* Says whether the word is among the flags of the row. */
int row_is(const row *r, const char *flag);

/* Says whether the row is a tuple, whose parts are the next rows. */
int row_has_parts(const table *t, const row *r);

/* Is it an argument of a verb that takes nothing but numbers? `level` and `pickupweights` are not counted: what they
 * may be given depends on the object. */
int row_is_number_of_verb(const table *t, const row *r);

#endif
