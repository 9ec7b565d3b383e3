/* parts: what the files of the stand-in share. */
#ifndef HZ_STANDIN_PARTS_H
#define HZ_STANDIN_PARTS_H

#include "standin.h"

enum { STANDIN_CLASSES = 24, STANDIN_METHODS = 32, STANDIN_MULTICHANNEL = 0x10 };

/* A message with a method of its own, and a letter for each argument that the method takes: s a word, f a number, and g
 * all that come. */
typedef struct standin_method {
    t_symbol *name;
    t_method fn;
    char takes[4];
} standin_method;

/* Pd's structs, of which the bridge knows the names alone. */
struct _class {
    char name[40];
    void *(*make)(t_symbol *s, int argc, t_atom *argv);
    void (*end)(void *x);
    size_t size;
    int multichannel, signal_in;
    void (*dsp)(void *x, t_signal **sp);
    void (*any)(void *x, t_symbol *s, int argc, t_atom *argv);
    void (*number)(void *x, t_floatarg f);
    standin_method method[STANDIN_METHODS];
    int n_methods;
};
struct _inlet {
    t_inlet *next;
    t_float f;
};
struct _outlet {
    t_outlet *next;
    int is_signal;
};
struct _clock {
    t_clock *next;
    void *owner;
    void (*fn)(void *owner);
    double due; /* ms of logical time, -1: not set */
};

typedef struct standin_state {
    t_class classes[STANDIN_CLASSES];
    int n_classes;
    t_pd *object;
    t_clock *clocks;
    double now; /* logical time, ms */
    char folder[64];
    standin_listener listener;
} standin_state;
extern standin_state standin;
/* A block runs. */
extern int standin_in_block;

void standin_symbols_end(void);
void standin_clocks_run(double until);
void standin_arrays_end(void);
void standin_files_empty(void);
void standin_files_end(void);

#endif
