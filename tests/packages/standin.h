/* standin: stands in for Pd where a package's binaries are played on a platform that has none (host.c): the functions
 * of m_pd.h that the bridge calls, in one small program.
 *
 * There is one object at a time. It is made, sent messages and given blocks of signals as Pd would do it: a message to
 * the first inlet goes to the method that Pd would choose, clocks run between blocks, and a class that handles signals
 * of several channels gets the memory of its outlets from signal_setmultiout, as in Pd 0.54 and newer. What Pd forbids
 * ends the program: a clock that is not freed, a print in a block.
 *
 * Files are in a folder of the stand-in's own, whatever name is asked for, so that nothing else can be overwritten. */
#ifndef HZ_TEST_STANDIN_H
#define HZ_TEST_STANDIN_H

#include "m_pd.h"

/* Says what was found, and ends the program. */
_Noreturn void standin_finding(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Once, before any class is set up: makes the folder. */
void standin_begin(void);
/* Everything that came after standin_begin and after the classes were set up ends: arrays, files and symbols. */
void standin_end(void);

/* The class of this name; NULL: there is none. */
t_class *standin_class(const char *name);
/* The object; NULL: it could not be made. One that is there already is freed. */
t_pd *standin_make(t_class *c, int argc, t_atom *argv);
void standin_free(void);

/* A message to the first inlet. */
void standin_send(t_symbol *selector, int argc, t_atom *argv);

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
