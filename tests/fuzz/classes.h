/* classes: the five classes as fuzzers see them, by what each says of itself in answer to `reference`; and random
 * messages made from that. */
#ifndef HZ_FUZZ_CLASSES_H
#define HZ_FUZZ_CLASSES_H

#include "script.h"
#include "standin.h"

enum { CLASSES = 5 };
extern const char *const class_names[CLASSES];

/* Sets all classes up, once, and asks each. */
void classes_begin(void);
/* The number of a class; -1: there is none of this name. */
int class_of(const char *name);

/* A random message to an object of the class: parameters, verbs, what all classes understand, nonsense. */
void class_message(dice *d, int c, char *text, size_t room);
/* Random creation arguments. */
void class_flags(dice *d, int c, char *text, size_t room);
/* Random settings with commas between them, as in a preset. */
void class_settings(dice *d, int c, char *text, size_t room);

/* The name of an array or a file that may or may not be there. */
const char *some_name(dice *d);

#endif
