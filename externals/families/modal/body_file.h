/* body_file: `read` and `write` of a modal object: its modes in a file, as mode_file.h describes it.
 *
 * A file is looked for as Pd does it, beside the patch and then in the search path. It is written beside the patch. It
 * is read in the message, never in the audio thread: the file is taken into memory once and checked, and only then are
 * its modes used. One error says what was wrong, and the body stays as it was. */
#ifndef HZ_FAMILY_BODY_FILE_H
#define HZ_FAMILY_BODY_FILE_H

#include "body.h"
#include "mode_file.h"

/* Begins a body with the rows of a table, as the creation flags say, -read too. Returns 0 if there is no memory. */
int hz_body_begin(hz_body *b, hz_object *o, int table);

/* Makes the body `object modes` with the modes of the file, without `freq` or `decay`, in all voices that the message
 * goes to. Pickups of which the file says nothing weigh the modes as the point of the strike does. Returns 0 after an
 * error. */
int hz_body_read(hz_body *b, const char *name);

/* Writes all modes under 1 MHz with the pickups that there are, in the present tuning and with the present decays, but
 * without a hand. Returns 0 after an error. */
int hz_body_write(hz_body *b, const char *name);

#endif
