/* hold: what would be over full scale is brought down to it, without delay and without a click. */
#ifndef HZ_PD_HOLD_H
#define HZ_PD_HOLD_H

#include "m_pd.h"

typedef struct hz_hold {
    double factor;  /* All signals are multiplied by this. */
    double peak[2]; /* the largest sample of the present window and of the last one */
    double age;     /* of the present window, s */
} hz_hold;

void hz_hold_reset(hz_hold *s);

/* Holds a block of several signals of n samples down, all by the same factor. Under full scale they stay as they are,
 * to the bit. Returns whether it has changed anything. */
int hz_hold_run(hz_hold *s, t_sample *const *row, int rows, int n, double h);

/* Whether a sample is over full scale. */
int hz_hold_is_over(t_sample *const *row, int rows, int n);

/* Reports `held <dB>` at an outlet at most ten times a second, `held 0` once all is let go, and once in the console
 * where much is held down. */
typedef struct hz_hold_report {
    t_clock *clock;
    t_outlet *info;
    const t_canvas *canvas; /* The object is in it, ... */
    const char *box;        /* ... called so. */
    const char *advice;     /* What the console says besides. */
    double held;            /* dB, the most since the last report */
    int due, said;          /* A report will come; the console was told. */
} hz_hold_report;

void hz_hold_report_make(hz_hold_report *r, const char *box, const char *advice);
void hz_hold_report_free(hz_hold_report *r);

/* Is told after a block in which hz_hold_run has changed something. The audio thread may call it. */
void hz_hold_report_take(hz_hold_report *r, const hz_hold *s);

#endif
