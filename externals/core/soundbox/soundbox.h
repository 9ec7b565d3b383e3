/* soundbox: the body that a string sounds through.
 *
 * The force of the string on its bridge drives some thirty resonances, and these are heard. Those below a kilohertz are
 * as published for the instrument, those above as dense and as damped as such wood is (soundbox:modes). It is one way:
 * the bridge does not give. So the body is taken to be so heavy that its energy, which counts as stored, is a small
 * part of what the string has lost; where it were not, the body is not driven (soundbox:paid). */
#ifndef HZ_SOUNDBOX_H
#define HZ_SOUNDBOX_H

#include "core/base/ledger.h"
#include "core/base/simd.h"

enum hz_soundbox_kind {
    HZ_SOUNDBOX_NONE,
    HZ_SOUNDBOX_GUITAR,
    HZ_SOUNDBOX_VIOLIN,
    HZ_SOUNDBOX_CONTRABASS,
    HZ_SOUNDBOX_HARP,
    HZ_SOUNDBOX_PIANO,
    HZ_SOUNDBOX_GOURD,
    HZ_SOUNDBOX_KINDS
};
#define HZ_SOUNDBOX_NAMES "none guitar violin contrabass harp piano gourd"

enum { HZ_SOUNDBOX_MODES = 32, HZ_SOUNDBOX_STRETCH = 16 }; /* it is moved so many samples at a time */

typedef struct hz_soundbox_params {
    enum hz_soundbox_kind kind;
    double least_loss; /* J s/N^2: a string whose force changes at the rate R loses at least R^2 times this */
    int spread;        /* The first two pickups are left and right of what the first one hears otherwise. */
} hz_soundbox_params;

struct hz_soundbox_rows;
typedef struct hz_soundbox {
    enum hz_soundbox_kind kind;
    int pickups;
    enum hz_simd lanes;
    int still; /* nothing moves */
    int spread;
    int fresh; /* of so many samples the force may have jumped without the string's motion */
    double h;
    double dearest;  /* s^2; the most power that they take from a tone, over the square of its rate of change */
    double share;    /* the body's energy, over that of the resonances in their units */
    double price;    /* J/N^2: a force that changes by R a sample has cost the string R^2 times this */
    double last[2];  /* N, of what the price is for */
    double steady;   /* N, of the force */
    double steadies; /* so much of the way to the force it goes in a sample */
    double paid;     /* J that the string has lost and the body has not taken */
    struct hz_soundbox_rows *rows;
} hz_soundbox;

/* Some samples. Row 0 of `audio` has the force on the bridge; then all rows have what is heard of the body. */
typedef struct hz_soundbox_block {
    int at, n, pickups;
    double *const *audio;
    const double *force;  /* N: of the motion of a string alone, n of them; NULL: what is in the row is that */
    hz_ledger *ledger;    /* NULL: no books are kept */
    double *const *meter; /* HZ_METERS rows, with what there is beside the body; each may be NULL */
} hz_soundbox_block;

/* Room for so many pickups. Returns 0 if there is no memory. */
int hz_soundbox_init(hz_soundbox *b, int pickups);
void hz_soundbox_free(hz_soundbox *b);
/* Takes over a description, for samples of length h. A body of another kind begins at rest. */
void hz_soundbox_prepare(hz_soundbox *b, const hz_soundbox_params *p, double h);
void hz_soundbox_rest(hz_soundbox *b);
/* A block begins. So much the string loses at least; 0: its force is not that of its motion alone, and nothing is
 * known. */
void hz_soundbox_begin(hz_soundbox *b, double least_loss);
/* A message has moved the string, or what is told of its force. */
static inline void hz_soundbox_jump(hz_soundbox *b)
{
    b->fresh = 2;
}
void hz_soundbox_run(hz_soundbox *b, const hz_soundbox_block *c);
/* The energy that it holds, J. */
double hz_soundbox_held(const hz_soundbox *b);
/* What a pickup hears now, N; and what it hears of a steady tone of 1 N. */
double hz_soundbox_heard(const hz_soundbox *b, int pickup);
double hz_soundbox_gain(const hz_soundbox *b, int pickup, double omega);

#endif
