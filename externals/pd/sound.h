/* sound: all that makes an object sound as it does, as one thing that can be kept, put back and mixed.
 *
 * A sound holds the values of the rows that `dump` tells, without those that a preset leaves alone. Rows that follow
 * from others at present, such as tension beside freq, are no part of it. */
#ifndef HZ_PD_SOUND_H
#define HZ_PD_SOUND_H

#include "parameter.h"

typedef struct hz_sound {
    hz_value **values; /* of each table and row; a row that is no part of it has n = -1 */
    int tables;
    int *rows;   /* of each table */
    double loud; /* its reference blow at its freq, with a gain of 1; 0: not known */
} hz_sound;

/* Says whether `dump` tells a row: it can be sent as a message, and no other row decides it now. */
int hz_sound_tells(const hz_object *o, int table, int row);

/* Takes the present sound of an object. Returns NULL if there is no memory. Only messages may call it. */
hz_sound *hz_sound_take(hz_object *o);
void hz_sound_free(hz_sound *s);

/* Gives an object a sound that was taken of it. */
void hz_sound_put(hz_object *o, const hz_sound *s);

/* Gives it a sound between two: `x` 0 is the first, 1 the second. Numbers with a unit that are positive go in equal
 * ratios, others in equal steps. Words and whole numbers are those of the second from x = `words` on. */
void hz_sound_put_between(hz_object *o, const hz_sound *a, const hz_sound *b, double x, double words);

#endif
