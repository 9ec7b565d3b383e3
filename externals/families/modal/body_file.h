/* body_file: `read` and `write` of a modal object: its modes in a file, as modefile.h describes it.
 *
 * A class lists the two verbs with these arguments, and once more with a prefix for each further body:
 *
 *     { "read", hz_body_file, 1, 1, .now = impact_read, .doc = HZ_BODY_READ_DOC }
 *
 * A file is looked for as Pd does it: beside the patch, then in the search path; it is written beside the patch.
 * Reading happens in the message, never in the audio thread: the file is taken into memory once and checked, and
 * only then are its modes used. One error says what was wrong, and the body stays as it was. */
#ifndef HZ_FAMILY_BODY_FILE_H
#define HZ_FAMILY_BODY_FILE_H

#include "body.h"
#include "mode_file.h"

extern const hz_param hz_body_file[1];
#define HZ_BODY_READ_DOC "makes it 'object modes' with the modes of a text file, which README.md describes"
#define HZ_BODY_WRITE_DOC "writes its modes as they are now, of any shape, into a text file that read takes"

/* Makes it `object modes` with the modes of the file, without `freq` or `decay`; 0: refused, and said so.
 * Pickups of which the file says nothing hear the weights of the strike point. */
int hz_body_read(hz_body *b, const char *name);

/* Writes all modes under 1 MHz with the pickups there are, in the tuning and with the decays of now but without a hand.
 */
int hz_body_write(hz_body *b, const char *name);

/* The two halves of reading, for the flag -read: only what the file holds says how many pickups there are. */
int hz_body_file_load(const hz_body *b, const char *name, hz_mode_file *m);
void hz_body_file_take(hz_body *b, const hz_mode_file *m);

#endif
