/* job: long work, done by a thread on a copy while the sound goes on, and adopted between two blocks.
 *
 * A job is adopted at the logical time of the message that asked for it and a stated delay, whatever the machine does:
 * where the thread is not ready by then, Pd waits for it. So what is rendered faster than real time is the same to the
 * bit. While DSP is off, a job is done and adopted at once. Where no thread can be made it is done at once and adopted
 * in its time. */
#ifndef HZ_PD_JOB_H
#define HZ_PD_JOB_H

#include <stdint.h>

#include "class.h"

typedef struct hz_job_kind {
    /* Does the work, in the thread. It knows nothing but the work, and calls nothing of Pd. */
    void (*run)(void *work);
    /* Takes what was found, in Pd's thread, of each voice that still wants it. */
    void (*adopt)(void *part, void *work);
    /* Frees the work, in any thread. */
    void (*drop)(void *work);
    int holds;   /* Until it is adopted, voices keep their coefficients, and what excites them waits. */
    int patient; /* No sound depends on it: at its time, and every so often behind it, it is adopted if it is ready. */
} hz_job_kind;

typedef struct hz_job hz_job;

/* Begins a job for a part of the voices that the message under way goes to, or of these voices, a bit each. It is
 * adopted in so many milliseconds; 0: at once. An older job of its kind is superseded: the thread may go on, but
 * nobody waits for it or takes what it finds. What holds voices holds them no longer for that: the newer one is adopted
 * when the older one would have been. Returns the job, NULL where it is over. */
hz_job *hz_job_begin(hz_object *o, void *part, const hz_job_kind *kind, void *work, double ms);
hz_job *hz_job_begin_for(uint64_t voices, hz_object *o, void *part, const hz_job_kind *kind, void *work, double ms);

/* Waits until its work is done. */
void hz_job_wait(hz_job *j);

/* Lets a voice forget the jobs of a kind for one of its parts. */
void hz_job_forget(hz_object *voice, const void *part, const hz_job_kind *kind);

/* Adopts now what holds this voice, and waits for the thread. Only messages may call it. */
void hz_jobs_finish(hz_object *voice);

/* Says whether a job holds this voice. */
int hz_jobs_hold(const hz_object *voice);

/* Leaves all jobs of an object that is freed. */
void hz_jobs_free(hz_object *lead);

#endif
