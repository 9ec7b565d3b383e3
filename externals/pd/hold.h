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

#endif
