/* core_models: the models of the core as a fuzzer sees them: a table of numbers that may be set, and a few verbs. */
#ifndef HZ_FUZZ_CORE_MODELS_H
#define HZ_FUZZ_CORE_MODELS_H

#include <stddef.h>

#include "core/base/ledger.h"

enum { MODEL_BLOCK = 64, MODEL_MODES = 6 };

/* One number of a model's parameters: a double, or a whole number in an int. */
typedef struct knob {
    const char *name;
    void *at;
    double least, most, usual;
    int whole;
} knob;

/* A gesture: its name, and the ranges of up to three arguments. */
typedef struct gesture {
    const char *name;
    double least[3], most[3];
    void (*act)(const double *argument);
} gesture;

/* One block of what comes in and out. */
typedef struct model_block {
    int n;
    double in[3][MODEL_BLOCK], out[4][MODEL_BLOCK];
} model_block;

typedef struct model {
    const char *name;
    const knob *knobs;
    int n_knobs;
    const gesture *gestures;
    int n_gestures;
    double in[3];        /* the greatest that each input may be */
    void (*usual)(void); /* all knobs as they are by default */
    int (*begin)(void);  /* 0: there is no memory */
    void (*change)(double h, int first);
    void (*run)(model_block *b);
    void (*accounts)(hz_accounts *a);
    int (*finite)(void);
    int (*books)(void); /* whether the books are to balance with the present parameters */
    void (*end)(void);
} model;

extern const model *const models[];
extern const int n_models;

#endif
