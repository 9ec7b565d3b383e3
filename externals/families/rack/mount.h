/* mount: the object of mount~, which holds a guest: what its strip, its keys and its memory are told. */
#ifndef HZ_RACK_MOUNT_H
#define HZ_RACK_MOUNT_H

#include "pd/text.h"

#include "guest.h"
#include "knobs.h"
#include "lines.h"
#include "strip.h"

enum { HZ_KEYS = 128 };

/* What a message sets, as rows of settings: mount.c has their names and ranges. */
enum { HZ_LEVEL, HZ_PAN, HZ_SEND, HZ_MUTE, HZ_SOLO, HZ_LOW, HZ_HIGH, HZ_TRANSPOSE, HZ_SETTINGS };

/* Where answers of the guest go. */
enum { HZ_ANSWERS_OUT, HZ_ANSWERS_KNOBS, HZ_ANSWERS_DUMP, HZ_ANSWERS_GET };

typedef struct hz_mount hz_mount;

/* The inlet of the guest's answers. */
typedef struct hz_mount_ear {
    t_pd pd;
    hz_mount *mount;
} hz_mount_ear;

struct hz_mount {
    t_object pd;
    t_symbol *called; /* What errors call it, as "slot 3". */
    hz_guest guest;
    hz_mount_ear ear;
    hz_strip strip;
    hz_knobs knobs;
    double setting[HZ_SETTINGS];
    hz_lines kept;                   /* what the guest was told and does not tell itself */
    hz_lines maps;                   /* which controllers turn what */
    hz_lines learning;               /* what waits for one */
    hz_lines dumped;                 /* what it has answered to dump */
    unsigned long fresh;             /* the hash of what it answered when it was new */
    hz_lines typed;                  /* what the guest is made of */
    int on, others, pedal, pedalled; /* Its scene is on; others are soloed; the pedal is down, and the guest knows. */
    int is_awake, is_stereo, is_told, answers, busy; /* The guest was told a parameter. */
    t_symbol *asked;                                 /* `get` was asked for this, ... */
    t_atom got;                                      /* ... which is so. */
    float held[HZ_KEYS];                             /* The pitch that the guest was told for a key, or -1. */
    t_outlet *to_guest, *sleep, *info;
    t_clock *clock;
    double h;
    int n;
    t_sample *in[HZ_STRIP_INS], *out[HZ_STRIP_OUTS];
};

/* Makes what is behind the inlets and outlets, and frees it. */
void hz_mount_open(hz_mount *x, t_symbol *called);
void hz_mount_close(hz_mount *x);

/* A message to the first inlet, and an answer of the guest. */
void hz_mount_message(hz_mount *x, t_symbol *selector, int argc, t_atom *argv);
void hz_mount_answer(hz_mount *x, t_symbol *selector, int argc, t_atom *argv);

/* Prints an error that names the slot, what was given, and what follows from it. */
void hz_mount_complain(const hz_mount *x, const char *subject, int argc, const t_atom *argv, const char *rest);

/* Tells the guest, and remembers what it would not tell itself. */
void hz_mount_tell(hz_mount *x, const t_symbol *selector, int argc, t_atom *argv);

/* Asks the guest, and lets its answers go where HZ_ANSWERS_ says. */
void hz_mount_ask(hz_mount *x, const char *question, int argc, t_atom *argv, int answers);

/* Runs a block. */
void hz_mount_run(hz_mount *x);

#endif
