/* recording: `record <seconds> <file>`: what an object does, sample by sample, as a table in a file.
 *
 * The memory is taken when the message comes, and so is the file, so that what cannot be written is said at once. The
 * blocks fill the memory. When it is full a thread of its own writes the file, since that takes longer than a block
 * lasts; the object goes on meanwhile. Who frees the object or ends Pd waits until the file is there, and what was
 * recorded by then is written too. */
#ifndef HZ_PD_RECORDING_H
#define HZ_PD_RECORDING_H

#include "class.h"

typedef struct hz_recording hz_recording;

/* The message and its arguments. */
extern const hz_param hz_record_args[2];
void hz_record(void *object, int argc, const t_atom *argv);

/* Whether the next block is to be recorded, for which every meter is asked for. */
int hz_recording_is_on(const hz_object *o);

/* Takes the block that the model has just made. */
void hz_recording_take(hz_object *o);

/* Ends a recording whose sample rate is over: what there is will be written. */
void hz_recording_end(hz_object *o);

/* Ends a recording and waits for its file. */
void hz_recording_free(hz_object *o);

#endif
