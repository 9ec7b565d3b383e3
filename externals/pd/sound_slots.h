/* sound_slots: sounds that an object keeps under names: `store`, `recall`, `morph`. */
#ifndef HZ_PD_SOUND_SLOTS_H
#define HZ_PD_SOUND_SLOTS_H

#include "class.h"
#include "sound.h"

enum { HZ_SLOTS = 64 }; /* An object keeps so many sounds at most. */

typedef struct hz_sound_slot {
    t_symbol *name;
    hz_sound *sound;
} hz_sound_slot;

typedef struct hz_sound_slots {
    hz_sound_slot slot[HZ_SLOTS];
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

#endif
