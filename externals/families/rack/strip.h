/* strip: what a mixer does with one sound: level, pan, send and mute, without a click, and how long it has been silent.
 */
#ifndef HZ_RACK_STRIP_H
#define HZ_RACK_STRIP_H

#include "m_pd.h"

enum { HZ_STRIP_INS = 2, HZ_STRIP_OUTS = 4 };

typedef struct hz_strip {
    double gain[HZ_STRIP_OUTS], target[HZ_STRIP_OUTS]; /* left, right, and both to the send */
    double glide;                                      /* s that are left of the way from gain to target */
    double last[HZ_STRIP_INS], tail[HZ_STRIP_INS];     /* the last samples, and what is left of those of a guest that
                                                          went while it sounded */
    double silent;                                     /* s */
} hz_strip;

/* Levels in dB, of which the lowest is silence; pan from -1, left, to 1. At once: nothing sounds yet. */
enum { HZ_STRIP_SILENCE = -60, HZ_STRIP_MOST = 12 };
void hz_strip_set(hz_strip *s, double level, double pan, double send, int is_muted, int at_once);

/* The sound at the inputs ends with this block, as its object goes: what was heard last fades. */
void hz_strip_cut(hz_strip *s);

/* Runs a block. The outputs may lie in the memory of the inputs. With one input both sides have it. */
void hz_strip_run(hz_strip *s, t_sample *const *in, int is_stereo, t_sample *const *out, int n, double h);

#endif
