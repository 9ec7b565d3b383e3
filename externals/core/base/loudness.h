/* loudness: how loud something is, in whatever unit it is heard. */
#ifndef HZ_LOUDNESS_H
#define HZ_LOUDNESS_H

typedef struct hz_loudness {
    double peak; /* the largest sample */
    double rms;  /* over the first 0.4 s, weighed as the ear does; 0: not known */
    int given;   /* The modes were given, or there are none: it is a laboratory's body. */
} hz_loudness;

#endif
