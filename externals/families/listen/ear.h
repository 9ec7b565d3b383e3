/* ear: the analysis of a hit as work in a thread, on copies of the sound and of the hits before it.
 *
 * The work belongs to the thread and to whoever began it; the later of both frees it. */
#ifndef HZ_FAMILY_EAR_H
#define HZ_FAMILY_EAR_H

#include <stdatomic.h>

#include "core/listen/listen.h"
#include "pd/thread.h"

enum { HZ_EAR_POINTS = 256 };

typedef struct hz_ear {
    /* what is asked: */
    unsigned char *file; /* a sound file in memory, or NULL: */
    size_t bytes;
    hz_listen_sound sound; /* the samples, in memory of the work */
    float *samples;
    int channel, which, all, most;
    int before; /* so many hits were known */
    hz_listen_hit hit[HZ_LISTEN_HITS];
    double place[HZ_LISTEN_HITS], here;
    /* what was found: */
    const char *why; /* the file is no sound, NULL: it is one */
    int channels, hits;
    enum hz_listen_answer answer;
    hz_listen_body body;
    double level[HZ_EAR_POINTS], modes[HZ_EAR_POINTS];
    /* shared with the thread: */
    atomic_int part; /* thousandths that are done */
    atomic_int cancelled, state;
    hz_thread thread;
    int has_thread;
} hz_ear;

hz_ear *hz_ear_new(void);
/* Begins the work; without a thread it is done at once. */
void hz_ear_begin(hz_ear *e, int in_thread);
/* Waits for its end. */
void hz_ear_wait(hz_ear *e);
/* Gives the work up, or frees it once it is over. */
void hz_ear_leave(hz_ear *e);

#endif
