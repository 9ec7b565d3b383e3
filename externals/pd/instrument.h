/* instrument: the abstraction of the library in which an object stands, for that is what its user has typed.
 *
 * In its subpatch `messages` an instrument says what it takes, a text for each message:
 *
 *     MESSAGE kind <name> | tubes | tubes glass bamboo gongs | The name chooses what hangs in the wind. */
#ifndef HZ_PD_INSTRUMENT_H
#define HZ_PD_INSTRUMENT_H

#include "class.h"
#include "text.h"

/* Returns the name that messages to the console begin with: that of the instrument, or of the class. It is made in the
 * text. */
const char *hz_instrument_name(const hz_object *o, hz_text *name);
const char *hz_instrument_called(const t_canvas *c, const char *box, hz_text *name);

/* Says whether the abstraction in which this canvas is was created with a flag, or one of the same folder around it. */
int hz_instrument_has_flag(const t_canvas *c, const char *flag);

/* Returns the patch that holds the box of the instrument to which this canvas belongs; the canvas itself if there is
 * none. */
const t_canvas *hz_instrument_patch(const t_canvas *c);

/* Prints the error of a message that neither the instrument nor this object in it knows. `guess` may hold a name that
 * was meant. Returns 0 if the object is in no instrument. */
int hz_instrument_refuse(hz_object *o, const char *typed, int argc, const t_atom *argv, hz_text *guess);

/* What an instrument's table says of one of its messages, as far as its columns are numbers. */
typedef struct hz_instrument_row {
    int has_default, has_range;
    double init, min, max;
} hz_instrument_row;

/* Says whether the table of the instrument with this patch has a message of this name and finds its row; "float" is the
 * row of a lone number. A message that carries another one for a part of the instrument is none of these. */
int hz_instrument_takes(const t_canvas *patch, const char *message, hz_instrument_row *row);

/* Says whether an instrument has just printed the same text, for another of its objects that got the same message. */
int hz_instrument_repeats(const hz_object *o, const char *text);

#endif
