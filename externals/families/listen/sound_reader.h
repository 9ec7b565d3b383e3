/* sound_reader: the samples in a WAV or AIFF file, of integers or floats. Nothing here knows Pd. */
#ifndef HZ_FAMILY_SOUND_READER_H
#define HZ_FAMILY_SOUND_READER_H

#include <stddef.h>

typedef struct hz_sound_read {
    float *x; /* of one channel, which the caller frees */
    int n, channels;
    double rate;
} hz_sound_read;

/* Reads one channel, from 1, of a file in memory; where there are fewer, the last one; 0: no samples, how many there
 * are alone. Returns NULL, or why it could not. A file that ends early has the samples that are there. */
const char *hz_sound_reader(const unsigned char *bytes, size_t n, int channel, hz_sound_read *out);

#endif
