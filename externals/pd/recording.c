/* recording: what an object does, sample by sample, as a table in a file. */
#include "recording.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decimal.h"
#include "file.h"
#include "internal.h"
#include "thread.h"

static const double AHEAD = 5;    /* Memory is readied every so many milliseconds. */
static const double TICK = 100;   /* So many milliseconds lie between two messages of progress. */
static const double LONGEST = 20; /* s; at 48 kHz its table has about 300 MB. */

/* What stands in a line behind the time: a meter, or the force, whose place is behind the last meter. */
enum { FORCE = HZ_METERS };
static const int columns[] = { HZ_POSITION, HZ_SPEED,    HZ_COMPRESSION, FORCE,      HZ_ENDFORCE,
                               HZ_STORED,   HZ_KINETIC,  HZ_POTENTIAL,   HZ_CONTACT, HZ_DISSIPATED,
                               HZ_SUPPLIED, HZ_ADJUSTED, HZ_RESIDUAL,    HZ_SHED };
enum { COLUMNS = sizeof columns / sizeof *columns };

const hz_param hz_record_args[2] = {
    { "seconds", "s", 0, 0, LONGEST, .doc = "Length of the recording. 0: ends a recording in progress and writes it." },
    { "file", .flags = HZ_WORD, .doc = "Name of the file, written to the folder of the patch." },
};

struct hz_recording {
    hz_object *owner;
    t_symbol *name;
    double h;     /* s, from line to line */
    int wide;     /* A line has so many numbers behind the time. */
    long n, room; /* So many lines are there, and so many there may be. */
    double *line; /* all of them */
    long touched; /* The system has given memory for so many of them. */
    FILE *file;
    int cut;         /* It ends before its time. */
    hz_job *job;     /* It is being written. */
    const char *why; /* It could not write. NULL: it could. */
    t_clock *clock, *ahead;
    hz_recording *next; /* of all that are under way */
};

/* Those under way, of all objects of this class. When Pd ends it frees no object. */
static hz_recording *all;
static hz_lock lock = HZ_LOCK_OPEN;

/* ---- writing ---- */

/* Writes the whole table. Returns NULL, or why it could not. */
static const char *write_table(const hz_recording *r)
{
    const char *why = hz_file_empty(r->file);
    char number[HZ_DECIMAL_ROOM + 1] = ",";

    fputs("time", r->file);
    for (int k = 0; k < COLUMNS; k++)
        fprintf(r->file, ",%s", columns[k] == FORCE ? "force" : hz_meter_names[columns[k]]);
    for (int c = COLUMNS; c < r->wide; c++)
        fprintf(r->file, ",pickup%d", c - COLUMNS + 1);
    for (long i = 0; i < r->n && !why; i++)
        for (int k = -1; k < r->wide && !why; k++) {
            double x = k < 0 ? (double)(i + 1) * r->h : r->line[i * r->wide + k];
            number[0] = k < 0 ? '\n' : ',';
            hz_decimal_write(number + 1, HZ_DECIMAL_ROOM, 17, x);
            why = fputs(number, r->file) < 0 ? strerror(errno) : NULL;
        }
    if (!why && (fputs("\n", r->file) < 0 || fflush(r->file)))
        why = strerror(errno);
    return why;
}

/* A table that cannot be whole is made empty, so that none is taken for it. */
static void write_all(void *recording)
{
    hz_recording *r = recording;

    r->why = write_table(r);
    if (r->why)
        hz_file_drop(r->file);
    else if (fclose(r->file))
        r->why = strerror(errno);
}

/* ---- life ---- */

static void tell(const hz_recording *r, const char *word)
{
    t_atom a[3];

    SETFLOAT(&a[0], (t_float)floor(100.0 * (double)r->n / (double)r->room));
    SETSYMBOL(&a[1], gensym(word));
    SETSYMBOL(&a[2], r->name);
    outlet_anything(r->owner->bridge->reports.info, gensym("record"), 3, a);
}

static void leave(hz_recording *r)
{
    hz_lock_take(&lock);
    for (hz_recording **at = &all; *at; at = &(*at)->next)
        if (*at == r) {
            *at = r->next;
            break;
        }
    hz_lock_leave(&lock);
}

/* Waits until the file is there; where no job was begun, it writes. */
static void finish(hz_recording *r)
{
    if (r->job)
        hz_job_wait(r->job);
    else
        write_all(r);
}

static void drop(void *recording)
{
    hz_recording *r = recording;

    leave(r);
    if (r->clock)
        clock_free(r->clock);
    if (r->ahead)
        clock_free(r->ahead);
    free(r->line);
    free(r);
}

static void finish_all(void)
{
    hz_lock_take(&lock);
    for (hz_recording *r = all; r; r = r->next) {
        finish(r);
        if (r->why)
            fprintf(stderr, "%s: record: %s: %s\n", r->owner->cls->name, r->name->s_name, r->why);
    }
    all = NULL;
    hz_lock_leave(&lock);
}

static void enter(hz_recording *r)
{
    static int seen; /* When Pd ends, the recordings of this class are finished. */

    hz_lock_take(&lock);
    if (!seen)
        atexit(finish_all);
    seen = 1;
    r->next = all;
    all = r;
    hz_lock_leave(&lock);
}

static void complain(hz_object *o, t_symbol *name, const char *why, const char *allowed)
{
    hz_text given = { 0 };

    hz_text_add(&given, "%.*s: %s", HZ_QUOTED, name->s_name, why);
    hz_complain(o, NULL, "record", given.s, allowed, NULL);
}

static const char place[] = "a place that can be written to and has room";

/* The file is there, or cannot be. */
static void end(void *object, void *recording)
{
    hz_recording *r = recording;

    r->owner->bridge->recording = NULL;
    if (r->why)
        complain(object, r->name, r->why, place);
    tell(r, r->why ? "failed" : "written");
}

static const hz_job_kind writing = { .run = write_all, .adopt = end, .drop = drop, .patient = 1 };

/* Tells how far the recording is, and lets it be written when it is full. Who hears it may end the recording or free
 * the object, so it is last. */
static void tick(hz_recording *r)
{
    hz_object *o = r->owner;
    int ends = r->cut || r->n == r->room;

    if (!ends)
        clock_delay(r->clock, TICK);
    else if (!(r->job = hz_job_begin_for(1ull << (o->bridge->part.number - 1), o, o, &writing, r, TICK))) {
        o->bridge->recording = NULL;
        return;
    }
    tell(r, ends ? "writing" : "recording");
}

/* The system gives memory when it is touched, which must not be in a block, and which takes long for all of it. So it
 * is touched some time before it is written to. */
static void touch_ahead(hz_recording *r)
{
    static const double time = 0.2; /* s */
    double most = fmax(time / r->h, 2.0 * r->owner->bridge->block.n);
    long to = (long)fmin((double)r->room, (double)r->n + most);

    if (to > r->touched) {
        memset(r->line + r->touched * r->wide, 0, (size_t)(to - r->touched) * (size_t)r->wide * sizeof *r->line);
        r->touched = to;
    }
    if (r->touched < r->room && !r->cut)
        clock_delay(r->ahead, AHEAD);
}

/* Takes memory for so many seconds. Returns NULL if there is none. */
static hz_recording *make(hz_object *o, double seconds, t_symbol *name)
{
    hz_recording *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    *r = (hz_recording){ .owner = o, .name = name, .h = o->bridge->h, .wide = COLUMNS + o->n_audio };
    r->room = (long)fmax(1, rint(seconds / r->h));
    size_t width = (size_t)r->wide * sizeof *r->line, size = (size_t)r->room * width;
    r->line = (size_t)r->room <= SIZE_MAX / width ? malloc(size) : NULL;
    r->clock = clock_new(r, (t_method)tick);
    r->ahead = clock_new(r, (t_method)touch_ahead);
    if (r->line && r->clock && r->ahead) {
        touch_ahead(r);
        return r;
    }
    drop(r);
    return NULL;
}

void hz_record(void *object, int argc, const t_atom *argv)
{
    hz_object *o = object;
    double seconds = (double)argv[0].a_w.w_float;
    const char *why = NULL;

    if (seconds == 0) {
        hz_recording_end(o);
        return;
    }
    t_symbol *name = argc > 1 ? argv[1].a_w.w_symbol : gensym("");
    if (o->bridge->recording || argc < 2) {
        complain(o, name, argc < 2 ? "no file" : "another one is under way",
                 "<seconds> <file>, one recording at a time");
        return;
    }
    hz_recording *r = make(o, seconds, name);
    FILE *file = r ? hz_file_open(o->bridge->canvas, name->s_name, &why) : NULL;
    if (!file) {
        complain(o, name, r ? why : "there is no memory for it", r ? place : "fewer seconds");
        if (r)
            drop(r);
        return;
    }
    r->file = file;
    enter(r);
    o->bridge->recording = r;
    hz_voices_wake(o);
    clock_delay(r->clock, TICK);
}

/* ---- blocks ---- */

int hz_recording_is_on(const hz_object *o)
{
    const hz_recording *r = o->bridge->recording;

    return r && !r->cut && r->n < r->room;
}

void hz_recording_take(hz_object *o)
{
    hz_recording *r = o->bridge->recording;
    const hz_block *s = &o->bridge->block;

    for (int i = 0; i < s->n && r->n < r->room; i++) {
        double *line = r->line + r->wide * r->n++;
        for (int k = 0; k < COLUMNS; k++)
            line[k] = columns[k] == FORCE ? s->force[i] : s->buffer[columns[k]][i];
        for (int c = 0; c < r->wide - COLUMNS; c++)
            line[COLUMNS + c] = s->audio[c][i];
    }
    if (r->n == r->room)
        clock_delay(r->clock, 0);
}

void hz_recording_end(hz_object *o)
{
    hz_recording *r = o->bridge->recording;

    if (!r || r->job)
        return;
    r->cut = 1;
    clock_delay(r->clock, 0);
}

void hz_recording_free(hz_object *o)
{
    hz_recording *r = o->bridge->recording;

    if (!r)
        return;
    finish(r);
    if (r->why)
        complain(o, r->name, r->why, place);
    o->bridge->recording = NULL;
    if (r->job)
        hz_job_forget(o, o, &writing);
    else
        drop(r);
}
