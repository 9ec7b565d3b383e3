/* standin: stands in for Pd, for fuzzers: the functions of m_pd.h that the bridge calls, in one small program.
 *
 * There is one object at a time. It is made, sent messages and given blocks of signals as Pd would do it: a message to
 * the first inlet goes to the method that Pd would choose, clocks run between blocks, and a class that handles signals
 * of several channels gets the memory of its outlets from signal_setmultiout, as in Pd 0.54 and newer. What Pd forbids
 * ends the program: a clock that is not freed, an allocation or a print in a block.
 *
 * Files are in a folder of the stand-in's own, whatever name is asked for, so that nothing else can be overwritten. */
#ifndef HZ_FUZZ_STANDIN_H
#define HZ_FUZZ_STANDIN_H

#include "finding.h"
#include "m_pd.h"

/* Once, before any class is set up: makes the folder, and has it filled; likewise after anything was written there. */
void standin_begin(void (*fill)(void));
/* The path of a file in the folder. */
void standin_path(const char *name, char path[MAXPDSTRING]);
/* Everything that came after standin_begin and after the classes were set up ends: arrays, files and symbols. */
void standin_end(void);

/* The class of this name; NULL: there is none. */
t_class *standin_class(const char *name);
/* The object; NULL: it could not be made. One that is there already is freed. */
t_pd *standin_make(t_class *c, int argc, t_atom *argv);
void standin_free(void);
t_pd *standin_object(void);

/* A message to the first inlet; and the float that another signal inlet has while no signal is connected. */
void standin_send(t_symbol *selector, int argc, t_atom *argv);
void standin_float(int inlet, t_float f);

/* From the next time that signals are switched on, an inlet has so many channels (1). */
void standin_give_channels(int inlet, int channels);
int standin_channels(int inlet);
int standin_channels_now(int inlet); /* since DSP was switched on */
/* Signals are switched on, for blocks of n samples; in `shared` memory outlets write over inlets, as they may in Pd. */
void standin_dsp(t_float rate, int n, int shared);
void standin_off(void);
int standin_is_on(void);
/* Clocks that are due run, then one block. Inlets are written before, outlets are read after. */
void standin_block(void);
int standin_inlets(void);
int standin_outlets(void); /* rows of samples: a channel each */
int standin_n(void);
t_float standin_rate(void);
t_sample *standin_inlet(int i);
const t_sample *standin_outlet(int i);

/* Arrays; several may have one name. */
void standin_array(const char *name, int n, t_float (*value)(int i, const char *kind), const char *kind);
void standin_array_size(const char *name, int n);
void standin_array_name(const char *name, const char *to);
void standin_array_end(const char *name);
/* An array that has no numbers. */
void standin_array_odd(const char *name);

/* Called with whatever leaves an outlet that is no signal's. */
extern void (*standin_told)(t_symbol *selector, int argc, const t_atom *argv);
/* Memory of zeros. */
void *standin_alloc(size_t size);
/* Whether what is posted is shown. */
extern int standin_loud;

#endif
