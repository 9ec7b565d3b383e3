/* blow: how loud a blow on a modal body is, from its parameters alone.
 *
 * The peak of what is heard is estimated without playing anything: within 4 dB for three bodies of four. */
#ifndef HZ_BLOW_H
#define HZ_BLOW_H

#include "core/bands/bands.h"
#include "core/base/loudness.h"
#include "core/law/law.h"
#include "core/modal/mode_bank.h"
#include "core/soundbox/soundbox.h"

/* A mass with the contact law meets the body with this speed, at rest. */
typedef struct hz_blow {
    hz_law_params law;
    double mass, speed;
    int order;                    /* What is heard: 0 displacement, 1 velocity, 2 acceleration, ... */
    double h;                     /* ... which is the change of velocity over a sample of this length, s. */
    const hz_soundbox *box;       /* it is heard through this, by its displacement; NULL: it is not */
    const hz_bands_params *bands; /* what sounds above the modes; NULL: nothing */
} hz_blow;

/* What the estimate keeps of a mode. */
typedef struct hz_blow_mode {
    double omega, sigma;
    double drive; /* velocity that an impulse of 1 N s gives the mode, m/s */
    double gives; /* velocity that it gives the point of the strike by this mode */
    double below; /* the same of the striker and all modes below this one together */
    double bends; /* displacement of that point under 1 N, by this mode and those above it */
    double push;  /* the impulse that the blow gives the mode, N s */
    int i;
} hz_blow_mode;

/* Returns how loud the loudest pickup is, of a body that sounds higher by the factor `tune`. A body without modes is a
 * wall, and the striker's own motion is heard. `room` has places for one mode more than there are. */
hz_loudness hz_blow_loudness(const hz_blow *b, const hz_modes *m, double tune, hz_blow_mode *room);

#endif
