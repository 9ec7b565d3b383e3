/* any_message: one of all messages that a class could be sent, right or wrong: every parameter, verb and preset of its
 * table, numbers over every range and beyond, wrong types, too many and too few of them, names of arrays and files. */
#ifndef HZ_TEST_ANY_MESSAGE_H
#define HZ_TEST_ANY_MESSAGE_H

#include "tests/patches/table.h"
#include "tests/tools/test.h"

enum { ANY_MESSAGE = 8192, ANY_ARRAYS = 4 };

/* Writes a message of up to ANY_MESSAGE characters to an object of the class. The arrays that it may name are called
 * hz-a0, hz-a1 and so on. */
void any_message(const table *t, dice *d, char *text);

/* Writes up to n creation flags that leave the number of outlets as it is. */
void any_flags(const table *t, dice *d, int n, char *text);

/* Returns a number of the range of a row: an end, the default, zero, or one between, evenly in the logarithm where the
 * range is wide. */
double any_number_in(const row *r, dice *d);

/* Writes one of the words that stand with bars between them. */
void any_choice(const char *choices, dice *d, char *text, size_t room);

/* Writes any number, from within the range of nothing in particular. */
void any_number(dice *d, char *text, size_t room);

#endif
