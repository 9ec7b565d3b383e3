/* job: long work, done by a thread on a copy while the sound goes on, and adopted between two blocks. */
#include "job.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "internal.h"
#include "thread.h"

static const double AGAIN = 100; /* ms, until a patient job is asked for again */

/* Whoever comes second of the thread that ends and of those who leave the job frees it. */
enum { RUNS, IS_OVER, IS_LEFT };

struct hz_job {
    const hz_job_kind *kind;
    void *work;
    hz_object *lead;
    size_t part;     /* It is for the part that begins so many bytes behind ... */
    uint64_t voices; /* ... each of these voices. */
    atomic_int state;
    int is_adopted;
    int runs_beside; /* There is a thread. */
    hz_thread thread;
    t_clock *clock;
    double begun, ms; /* It is adopted so many ms behind this logical time. */
    hz_job *next;     /* of the same object */
};

/* Threads wait for each other, so that no more than one core is busy, but not for those that are patient. */
static hz_lock turn = HZ_LOCK_OPEN;
/* So many others are wanted, of all objects; each of them has more time for that. */
static atomic_int wanted;

static uint64_t bit_of(const hz_object *voice)
{
    return (uint64_t)1 << (voice->bridge->part.number - 1);
}

static hz_job **jobs_of(const hz_object *voice)
{
    return &voice->bridge->part.lead->bridge->jobs;
}

static void drop(hz_job *j)
{
    j->kind->drop(j->work);
    free(j);
}

static void run(void *job)
{
    hz_job *j = job;

    if (!j->kind->patient)
        hz_lock_take(&turn);
    if (atomic_load(&j->state) != IS_LEFT)
        j->kind->run(j->work);
    if (!j->kind->patient)
        hz_lock_leave(&turn);
    if (atomic_exchange(&j->state, IS_OVER) == IS_LEFT)
        drop(j);
}

/* Takes a job off its object's list. */
static void unlist(hz_job *j)
{
    hz_job **at = jobs_of(j->lead);

    while (*at != j)
        at = &(*at)->next;
    *at = j->next;
    j->lead = NULL;
    clock_free(j->clock);
    atomic_fetch_sub(&wanted, !j->kind->patient);
}

/* Nobody wants it any more. */
static void leave(hz_job *j)
{
    unlist(j);
    if (j->runs_beside)
        hz_thread_leave(&j->thread);
    if (!j->is_adopted && atomic_exchange(&j->state, IS_LEFT) == IS_OVER)
        drop(j);
}

void hz_job_wait(hz_job *j)
{
    if (j->runs_beside)
        hz_thread_wait(&j->thread);
    j->runs_beside = 0;
}

/* An error of a job for one voice alone is printed as one of a message to it would be. What an answer makes a patch do
 * may free the object. */
static void adopt_for(hz_job *j, int voice)
{
    int *alone = &j->lead->bridge->part.alone, before = *alone;

    *alone = j->voices == (uint64_t)1 << voice ? voice + 1 : 0;
    j->kind->adopt((char *)j->lead->bridge->voices.voice[voice] + j->part, j->work);
    if (j->lead)
        *alone = before;
}

/* Takes what was found, and ends the job. */
static void adopt(hz_job *j)
{
    hz_job_wait(j);
    j->is_adopted = 1;
    for (int i = 0; j->lead && i < j->lead->bridge->voices.n; i++)
        if (j->voices >> i & 1)
            adopt_for(j, i);
    if (j->lead)
        unlist(j);
    drop(j);
}

static void tick(hz_job *j)
{
    if (j->kind->patient && atomic_load(&j->state) == RUNS)
        clock_delay(j->clock, AGAIN);
    else
        adopt(j);
}

static void enlist(hz_job *j)
{
    hz_job **list = jobs_of(j->lead);

    j->next = *list;
    *list = j;
    j->clock = clock_new(j, (t_method)tick);
}

/* Takes these voices from the jobs of a kind. Returns how long they would have waited still, ms. */
static double forget(uint64_t voices, const hz_object *o, size_t part, const hz_job_kind *kind)
{
    double left = INFINITY;

    for (hz_job *j = *jobs_of(o), *next; j; j = next) {
        next = j->next;
        if (j->kind != kind || j->part != part)
            continue;
        if (j->voices & voices)
            left = fmin(left, fmax(j->ms - clock_gettimesince(j->begun), 0));
        j->voices &= ~voices;
        if (!j->voices)
            leave(j);
    }
    return left;
}

hz_job *hz_job_begin_for(uint64_t voices, hz_object *o, void *part, const hz_job_kind *kind, void *work, double ms)
{
    hz_job *j = calloc(1, sizeof *j);

    if (!j) {
        hz_error(o, "%s: there is no memory for its work", o->cls->name);
        kind->drop(work);
        return NULL;
    }
    *j = (hz_job){ .kind = kind, .work = work, .lead = o->bridge->part.lead, .voices = voices };
    j->part = (size_t)((char *)part - (char *)o);
    double left = forget(voices, o, j->part, kind);
    enlist(j);
    double others = atomic_fetch_add(&wanted, !kind->patient);
    int at_once = ms == 0 || !(pd_getdspstate() || kind->patient);
    j->runs_beside = !at_once && hz_thread_start(&j->thread, run, j);
    if (!j->runs_beside)
        run(j);
    if (at_once) {
        adopt(j);
        return NULL;
    }
    j->begun = clock_getlogicaltime();
    j->ms = fmin(ms * (1 + others), kind->holds ? left : INFINITY);
    clock_delay(j->clock, j->ms);
    return j;
}

hz_job *hz_job_begin(hz_object *o, void *part, const hz_job_kind *kind, void *work, double ms)
{
    return hz_job_begin_for(hz_voices_told(o), o, part, kind, work, ms);
}

void hz_job_forget(hz_object *voice, const void *part, const hz_job_kind *kind)
{
    forget(bit_of(voice), voice, (size_t)((const char *)part - (char *)voice), kind);
}

static hz_job *holder_of(const hz_object *voice)
{
    for (hz_job *j = *jobs_of(voice); j; j = j->next)
        if (j->kind->holds && j->voices & bit_of(voice))
            return j;
    return NULL;
}

int hz_jobs_hold(const hz_object *voice)
{
    return holder_of(voice) != NULL;
}

void hz_jobs_finish(hz_object *voice)
{
    for (hz_job *j; (j = holder_of(voice));)
        adopt(j);
}

void hz_jobs_free(hz_object *lead)
{
    while (lead->bridge->jobs)
        leave(lead->bridge->jobs);
}
