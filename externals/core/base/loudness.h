/* loudness: how loud something is, in whatever unit it is heard. */
#ifndef HZ_LOUDNESS_H
#define HZ_LOUDNESS_H

typedef struct hz_loudness {
    double peak; /* the largest sample */
    double rms;  /* over the first 0.4 s, weighed as the ear does; 0: not known */
} hz_loudness;

#endif
