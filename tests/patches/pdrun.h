/* pdrun: a patch described in C, run by a real headless Pd, and what came of it.
 *
 *     pd_patch *p = pd_open(.rate = 48000);
 *     int o = pd_obj(p, "hertz/impact~ -mass 0.02");
 *     pd_print(p, o, 3, "info");
 *     int sound = pd_record(p, o, 0, 0, 4800);
 *     int hit = pd_at(p, 10, o, "strike 1");
 *     pd_run(p);
 *     pd_line(p, hit, "info: contact ", 0), pd_samples(p, sound)[i] ...
 *
 * Pd runs in batch mode, faster than real time, unless the test asks for real time, and quits by itself. It is told not
 * to take real-time priority, which it takes as root, for then nothing else would run beside it. What it prints is cut
 * at every message of pd_at, so that each message has its own reply: what was printed from it up to the next one. A Pd
 * that crashes, hangs or does not reach the end fails the test.
 *
 * Environment: HZ_PD, another Pd than the one that is installed; HZ_PDPATH, the folder that holds hertz/ (default
 * "build"); HZ_PRELOAD, put into Pd's LD_PRELOAD; HZ_KEEP, if set, leaves the patches in /tmp to be looked at. */
#ifndef HZ_PDRUN_H
#define HZ_PDRUN_H

#include <stdlib.h>

#include "tests/tools/test.h"

typedef struct pd_patch pd_patch;

typedef struct pd_setup {
    double rate;         /* of Pd, Hz; 0: 48000 */
    unsigned limit;      /* seconds before Pd is killed and the test fails; 0: 60 */
    int by_clock;        /* 1: Pd runs in real time; a Pd from 0.54 on changes its rate only then */
    int no_dsp;          /* 1: DSP stays off until the test sends PD_SEND "pd dsp 1" */
    int as_played;       /* 1: objects are as a patch has them; else -hold 0 -autogain 0, -human 0 or -seed 1 */
    const char *preload; /* a library for Pd's LD_PRELOAD besides HZ_PRELOAD */
} pd_setup;

enum {
    PD_SEND = -1,   /* as an object of pd_at: the message begins with a receiver's name */
    PD_ALL = -1,    /* as a reply: everything that was printed */
    PD_LOADED = -2, /* as a reply: what was printed before the first message, while loading */
    PD_END = -3     /* as a reply: what was printed when Pd was told to quit, or after */
};

/* Starts a description: pd_open(.rate = 44100). */
#define pd_open(...) pd_open_with((pd_setup){ __VA_ARGS__ })
pd_patch *pd_open_with(pd_setup setup);
/* At the end of a test all patches are closed; one of many is closed before. */
void pd_close(pd_patch *p);

/* Returns the folder in which the patch will be, for files beside it. It is gone after pd_close. */
const char *pd_folder(const pd_patch *p);

/* Makes a box in the present canvas of any text that Pd takes after `#X obj`. */
int pd_obj(pd_patch *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void pd_connect(pd_patch *p, int from, int outlet, int to, int inlet);

/* Connects boxes in a row, each one's first outlet with the next one's first inlet: pd_chain(p, a, b, c). */
#define pd_chain(p, ...)                                                                                               \
    pd_chain_of(p, (const int[]){ __VA_ARGS__ }, sizeof((const int[]){ __VA_ARGS__ }) / sizeof(int))
void pd_chain_of(pd_patch *p, const int *row, size_t n);

/* What follows goes into a subpatch of its own; returns the box that rules it (block~, switch~). */
int pd_subpatch(pd_patch *p, const char *ruler);
void pd_main(pd_patch *p);

/* Sends a message to the first inlet of a box, at a time in milliseconds. Returns the number of its reply. */
int pd_at(pd_patch *p, double ms, int obj, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The same with one atom more that no text can express. */
typedef enum pd_atom { PD_NAN, PD_POINTER } pd_atom;
int pd_at_with(pd_patch *p, double ms, int obj, pd_atom atom, const char *message);

/* Plays samples (any: NaN and infinity too) into an inlet, from a time on. */
void pd_feed(pd_patch *p, int obj, int inlet, double ms, const float *samples, int n);

/* Prints what comes out of an outlet as lines `name: ...`. */
void pd_print(pd_patch *p, int obj, int outlet, const char *name);

/* Records n samples of a signal outlet, at the rate of the box's own canvas. In a downsampled
 * canvas that takes longer than the harness knows: say pd_until. */
int pd_record(pd_patch *p, int obj, int outlet, double ms, int n);

/* Pd quits at this time, or when the last thing asked for is done, whichever is later. */
void pd_until(pd_patch *p, double ms);
void pd_run(pd_patch *p);

/* As pd_run, but returns 0 where that one fails the test. */
int pd_try(pd_patch *p);

/* Returns what was recorded: exact floats, with NAN wherever the signal was not finite, or never came. Pd's arrays
 * do not keep magnitudes under 1e-19 nor over 1e19: both read 0. */
const float *pd_samples(const pd_patch *p, int record);

/* Returns how many lines of a reply begin with a prefix, and line i of them without the prefix, or NULL. */
int pd_count(const pd_patch *p, int reply, const char *prefix);
/* Returns line i of all that was printed, or NULL behind the last, and the number of the reply that it belongs to. */
const char *pd_next(const pd_patch *p, int i, int *reply);
const char *pd_line(const pd_patch *p, int reply, const char *prefix, int i);

/* Reads the numbers at the beginning of a line (NULL has none). Returns how many there were. */
int pd_numbers(const char *line, double *out, int most);

/* Counts the signal outlets of an abstraction to the left of its answers: a right channel is the last outlet. */
int signals_before_answers(const char *path);

#endif
