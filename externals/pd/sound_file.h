/* sound_file: a sound as a text that a person can read: `save`, `load`.
 *
 * The first line is `hertz sound 1 <class>;`. The others are the messages that make the sound, one a line, and
 * the last is `end;`. */
#ifndef HZ_PD_SOUND_FILE_H
#define HZ_PD_SOUND_FILE_H

#include "class.h"

void hz_sound_file_save(void *object, int argc, const t_atom *argv);
void hz_sound_file_load(void *object, int argc, const t_atom *argv);
extern const hz_param hz_sound_file_args[1];

#endif
