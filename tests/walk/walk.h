/* walk: what came of a few messages to one object that was just made, each at its time. Many walks share a Pd, one
 * after the other, each with an object of its own in a subpatch that runs for that time alone. */
#ifndef HZ_TEST_WALK_H
#define HZ_TEST_WALK_H

#include "controls.h"

enum { WALK_STEPS = 24, WALK_MOST = 120, WALK_STILL_AFTER = 2000 };

/* A class or an abstraction, as a box that is walked on. */
typedef struct ground {
    char box[300];
    int audio, info;    /* audio outlets; the info outlet */
    int takes_notes;    /* a list of pitch and velocity */
    int shaken;         /* its first inlet wants a signal */
    double patience;    /* ms after which a note is heard at the latest */
    int tells_contacts; /* The manual does not say of it that contacts are counted and not told. */
} ground;

typedef struct step {
    double ms;
    char text[CONTROL_TEXT]; /* as in a message box */
    int inlet;
    int is_note; /* It must be heard. */
} step;

typedef struct walk {
    const ground *on;
    char kind[CONTROL_TEXT];  /* what it is a walk of, for the report */
    char plain[CONTROL_TEXT]; /* the same without its gesture: a preset and a note */
    int at_an_end;            /* A slider is put to one of its ends. */
    int may_be_silent;
    step s[WALK_STEPS];
    int n, rests;   /* so many steps; whether it goes on until all should lie still */
    double listens; /* ms after the last step */

    double peak, peak_ms;             /* of all audio outlets, times full scale */
    double softest, softest_ms;       /* of the notes, times full scale; INFINITY: there was none */
    double cut;                       /* how loud it was just before it stopped altogether, times full scale */
    double cost, cost_ms;             /* the most of a core in any 100 ms, and when */
    double rest_peak, rest_cost;      /* from WALK_STILL_AFTER ms after the last step on; of a core; NAN: not asked */
    int told, untold;                 /* contacts */
    int errors;                       /* lines that begin with `error`, but for a remark the first time */
    char error[300], error_step[300]; /* the first of them, and the message before it */
    char hint[60];                    /* a message that Pd's window named in quotes */
} walk;

/* Walks them all. The test fails if Pd does not reach the end. */
void walks_run(walk *w, int n);

/* How much longer a fixed piece of arithmetic takes now, of this thread's processor time, than on an idle core. */
double walk_slowness(void);

/* Writes the walk as one line that can be played again: walk_test again <box> <ms> <message> ... */
void walk_line(const walk *w, char *line, int room);

#endif
