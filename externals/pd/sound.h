/* sound: all that makes an object sound as it does, as one thing that can be kept, put back, mixed and written.
 *
 * A sound is the messages that `dump` tells, without those that a preset leaves alone. Rows that follow from others at
 * present, such as tension beside freq, are no part of it. */
#ifndef HZ_PD_SOUND_H
#define HZ_PD_SOUND_H

#include "parameter.h"

typedef struct hz_sound {
    int n;
    t_atom *a;     /* the messages, in the order of the rows, each with a semicolon behind it */
    int seed;      /* the running one; -1: it has none */
    double beside; /* the number of the model beside the rows */
    double loud;   /* its reference blow at its freq, with a gain of 1; 0: not known */
} hz_sound;

/* Says whether `dump` tells a row: it can be sent as a message, and no other row decides it now. */
int hz_sound_tells(const hz_object *o, int table, int row);

/* Counts the atoms of the message that sets a row to what it is (its prefix, its name, its values), and writes it. Both
 * return how many they are. */
int hz_sound_atoms(const hz_object *o, int table, int row);
int hz_sound_say(const hz_object *o, int table, int row, t_atom *a);

/* Takes the present sound of an object, with `weighs` 1 also how loud it is. Returns NULL if there is no memory. Only
 * messages may call it. */
hz_sound *hz_sound_take(hz_object *o, int weighs);
void hz_sound_free(hz_sound *s);

/* Begins a sound that messages are to make: all of it is default. */
void hz_sound_begin(hz_object *o);

/* Gives an object a sound that was taken of it. */
void hz_sound_put(hz_object *o, const hz_sound *s);

/* Gives a voice the sound of another one, whose gain may not have followed yet. */
void hz_sound_copy(hz_object *to, const hz_object *from);

/* ---- sounds that an object keeps under names: `store`, `recall`, `morph` ---- */

enum { HZ_SLOTS = 64 }; /* An object keeps so many sounds at most. */

typedef struct hz_sound_slots {
    t_symbol *name[HZ_SLOTS];
    hz_sound *sound[HZ_SLOTS];
    int n;
    /* A recall that takes its time goes from one sound to the other. */
    t_clock *clock;
    hz_sound *from; /* that of the last one, which may be over */
    int to;
    double since, ms;
} hz_sound_slots;

void hz_sound_slots_make(hz_object *o);
void hz_sound_slots_free(hz_object *o);

/* Ends a recall that takes its time, where the sound is now. */
void hz_sound_slots_stop(hz_object *o);

/* The verbs, and their arguments. */
void hz_sound_slots_store(void *object, int argc, const t_atom *argv);
void hz_sound_slots_recall(void *object, int argc, const t_atom *argv);
void hz_sound_slots_morph(void *object, int argc, const t_atom *argv);
extern const hz_param hz_store_args[1], hz_recall_args[2], hz_morph_args[3];

/* ---- a sound as a text that a person can read: `save`, `load` ---- */

/* The first line is `hertz sound 1 <class>;`. The others are the messages that make the sound, one a line, and the last
 * is `end;`. */
void hz_sound_file_save(void *object, int argc, const t_atom *argv);
void hz_sound_file_load(void *object, int argc, const t_atom *argv);
extern const hz_param hz_sound_file_args[1];

/* ---- presets, and settings as a declaration writes them, with commas between them: "mass 0.01, size 0.4 0.3" ---- */

enum { HZ_SETTING = 64 }; /* A setting has so many values at most, and a word so many letters. */

typedef void (*hz_setting)(void *to, const t_symbol *name, int argc, const t_atom *argv);

/* Hands each setting to `each`, in their order. */
void hz_setting_list_read(const char *settings, hz_setting each, void *to);

/* The same of a preset, with what the edition of the object adds to it. */
void hz_preset_read(const hz_object *o, const hz_preset *p, hz_setting each, void *to);

/* Returns the preset that one atom names, or NULL after an error that tells the names. */
const hz_preset *hz_preset_find(hz_object *o, int argc, const t_atom *argv);

void hz_preset_apply(hz_object *o, const hz_preset *preset);

#endif
