/* ear: the analysis of a hit as work in a thread. */
#include "ear.h"

#include <stdlib.h>
#include <string.h>

#include "sound_reader.h"

enum { IS_OVER, RUNS, IS_LEFT }; /* It is over before it begins. */

hz_ear *hz_ear_new(void)
{
    hz_ear *e = calloc(1, sizeof *e);
    if (e)
        e->which = 0, e->channel = 1, e->most = HZ_LISTEN_MODES;
    return e;
}

static void drop(hz_ear *e)
{
    free(e->file);
    free(e->samples);
    free(e);
}

static int told(void *who, double part)
{
    hz_ear *e = who;
    atomic_store(&e->part, (int)(1000 * part));
    return !atomic_load(&e->cancelled);
}

static int take_file(hz_ear *e)
{
    hz_sound_read r = { 0 };
    e->why = hz_sound_reader(e->file, e->bytes, e->channel, &r);
    if (e->why)
        return 0;
    e->samples = r.x;
    e->channels = r.channels;
    e->sound = (hz_listen_sound){ r.x, r.n, r.rate };
    return 1;
}

/* One hit, or all that there is room for. */
static void listen(hz_ear *e)
{
    int count = 1;
    e->hits = e->before;
    for (int i = 0; i < count && e->hits < HZ_LISTEN_HITS; i++) {
        hz_listen_hit *h = &e->hit[e->hits];
        enum hz_listen_answer answer = hz_listen(&e->sound, e->all ? i : e->which, e->most, told, e, h);
        if (i == 0 || answer == HZ_LISTEN_CANCELLED)
            e->answer = answer;
        if (answer != HZ_LISTEN_GOOD && (i == 0 || answer == HZ_LISTEN_CANCELLED))
            return;
        if (e->all)
            count = h->onsets;
        if (answer == HZ_LISTEN_GOOD)
            e->place[e->hits++] = e->here;
    }
}

static void work(hz_ear *e)
{
    const hz_listen_hit *list[HZ_LISTEN_HITS];
    if (e->file && !take_file(e))
        return;
    listen(e);
    if (e->answer != HZ_LISTEN_GOOD)
        return;
    for (int i = 0; i < e->hits; i++)
        list[i] = &e->hit[i];
    if (!hz_listen_share(list, e->hits, e->most, &e->body) ||
        !hz_listen_draw(&e->sound, &e->hit[e->hits - 1], e->level, e->modes, HZ_EAR_POINTS))
        e->answer = HZ_LISTEN_NO_MEMORY;
}

static void run(void *of)
{
    hz_ear *e = of;
    work(e);
    if (atomic_exchange(&e->state, IS_OVER) == IS_LEFT)
        drop(e);
}

void hz_ear_begin(hz_ear *e, int in_thread)
{
    atomic_store(&e->state, RUNS);
    e->has_thread = in_thread && hz_thread_start(&e->thread, run, e);
    if (!e->has_thread)
        run(e);
}

void hz_ear_wait(hz_ear *e)
{
    if (e->has_thread)
        hz_thread_wait(&e->thread);
    e->has_thread = 0;
}

void hz_ear_leave(hz_ear *e)
{
    atomic_store(&e->cancelled, 1);
    if (e->has_thread)
        hz_thread_leave(&e->thread);
    if (atomic_exchange(&e->state, IS_LEFT) == IS_OVER)
        drop(e);
}
