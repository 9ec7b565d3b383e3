/* samples: from the model's motion to what is heard. */
#ifndef HZ_PD_SAMPLES_H
#define HZ_PD_SAMPLES_H

#include "class.h"

/* What one pickup remembers between blocks, for its acceleration. */
typedef struct hz_pickup {
    double velocity; /* at the last sample */
    int known;
} hz_pickup;

/* Turns what `run` gave (displacement or velocity, as the unit asks) into the unit, in place. */
void hz_samples_convert(enum hz_unit unit, hz_pickup *p, double *x, int n, double h);

/* Writes a signal, its factor gliding over the block from one value to the next. What is too small or
 * too large for a single-precision signal, or not a number, becomes 0: denormals cost time further on,
 * and one infinity would stay in a patch's filters for ever. */
void hz_samples_write(const double *x, t_sample *out, int n, double from, double to);

/* A signal that another unit begins: it comes in over the block while the last sample of the old unit goes. With
 * `whole` only the old goes: what is struck in this block is heard from its first sample on. */
void hz_samples_fade(t_sample *out, int n, double last, int whole);

/* Reads a signal; what is not finite becomes 0. Whether there was such a sample. */
int hz_samples_read(const t_sample *in, double *x, int n);

#endif
