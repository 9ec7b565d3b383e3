/* samples: how the numbers of a model become the samples of an outlet, and those of an inlet numbers. */
#ifndef HZ_PD_SAMPLES_H
#define HZ_PD_SAMPLES_H

#include "class.h"

/* A pickup remembers this between blocks, for its acceleration. */
typedef struct hz_pickup {
    double velocity; /* at the last sample */
    int known;
} hz_pickup;

/* Turns the displacement or velocity that `run` gave into the unit, in place. */
void hz_samples_convert(enum hz_unit unit, hz_pickup *p, double *x, int n, double h);

/* Writes a signal times a factor that glides over the block from one value to the next. What is too small or too large
 * for a signal in single precision, or not a number, becomes 0: denormals cost time further on, and one infinity would
 * stay in the filters of a patch for ever. */
void hz_samples_write(const double *x, t_sample *out, int n, double from, double to);

/* Adds a signal to another. A sum that is too large for a signal becomes 0. */
void hz_samples_add(const t_sample *x, t_sample *out, int n);

/* Fades from one unit to another: the new signal comes in over the block while the last sample of the old one goes. */
void hz_samples_fade(t_sample *out, int n, double last);

/* Reads a signal. A sample that is not finite becomes 0. Returns whether there was one. */
int hz_samples_read(const t_sample *in, double *x, int n);

/* Adds to a block what is left of a step that fades, as a rise of cosine seen backwards: of `length` samples `left` are
 * to come. It begins with a slope, so that nothing bends sharply where what was heard ends. A step that is too large
 * for a signal is left as it is. */
void hz_samples_ease(t_sample *out, int n, double step, double slope, int left, int length);

#endif
