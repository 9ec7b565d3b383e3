/* standin: stands in for Pd where there is none, in a browser (hosts/web) and where a package's binaries are tested on
 * another platform (tests/packages/host.c): the functions of m_pd.h that the bridge calls.
 *
 * There is one object at a time. It is made, sent messages and given blocks of signals as Pd would do it: a message to
 * the first inlet goes to the method that Pd would choose, clocks run between blocks, and a class that handles signals
 * of several channels gets the memory of its outlets from signal_setmultiout, as in Pd 0.54 and newer. What Pd forbids
 * ends the program: a clock that is not freed, a print in a block.
 *
 * files.c has its files in a folder of its own, whatever name is asked for, so that nothing else can be overwritten.
 * Where that cannot be, a host leaves it out and has its own functions for them. */
#ifndef HZ_STANDIN_H
#define HZ_STANDIN_H

#include "m_pd.h"

/* The host defines this. It says what was found, and ends the program. */
_Noreturn void standin_finding(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What Pd prints, what leaves an outlet, and the arrays that are drawn anew. What is NULL is not called. */
typedef struct standin_listener {
    void (*said)(int is_error, const char *line);
    void (*told)(t_outlet *from, const t_symbol *selector, int argc, const t_atom *argv);
    void (*drawn)(const t_symbol *array, int n, const t_word *words);
} standin_listener;
void standin_listen(standin_listener listener);

/* Once, before any class is set up: makes the folder of files.c. */
void standin_begin(void);
/* Everything that came after standin_begin and after the classes were set up ends: arrays, files and symbols. */
void standin_end(void);

/* The class of this name, with hertz/ before it or without; NULL: there is none. */
t_class *standin_class(const char *name);
/* The object; NULL: it could not be made. One that is there already is freed. */
t_pd *standin_make(t_class *c, int argc, t_atom *argv);
void standin_free(void);

/* A message to the first inlet. */
void standin_send(t_symbol *selector, int argc, t_atom *argv);
/* What a message box of Pd does with a text: commas and semicolons end a message. */
void standin_send_text(const char *text);

/* Signals are switched on, for blocks of n samples. */
void standin_dsp(t_float rate, int n);
void standin_off(void);
/* Clocks that are due run, then one block. Inlets are written before, outlets are read after. */
void standin_block(void);
int standin_inlets(void);
int standin_outlets(void); /* rows of samples: a channel each */
int standin_n(void);
t_sample *standin_inlet(int i);
const t_sample *standin_outlet(int i);

void standin_array(const char *name, int n, t_float (*value)(int i, const char *kind), const char *kind);

/* Memory of zeros. */
void *standin_alloc(size_t size);

#endif
