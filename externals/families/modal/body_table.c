/* body_table: when a shape's modes are made anew, and their tables. One is made for all voices, and one that takes long
 * by a job. */
#include "body.h"

#include <stdlib.h>
#include <string.h>

#include "pd/job.h"

/* Round shapes take long: Bessel functions are sought for roots. A mode takes less than so many milliseconds where a
 * machine does 2e9 instructions a second, and less than FEW modes of all bodies together take less than one. */
static const double each = 0.01, least = 5;
enum { FEW = 100 };

static int takes_long(const hz_mode_table *t)
{
    hz_shape_kind kind = t->kind.kind;
    return (kind == HZ_DRUM || kind == HZ_DISC || kind == HZ_FREEDISC || kind == HZ_BOWL) && t->n > FEW;
}

int hz_body_is_described(const hz_body_description *a, const hz_body_description *b)
{
    const hz_shape_params *p = &a->shape, *q = &b->shape;
    return p->kind == q->kind && p->modes == q->modes && p->material.name == q->material.name &&
           p->size[0] == q->size[0] && p->size[1] == q->size[1] && p->thickness == q->thickness &&
           p->tension == q->tension && p->freq == q->freq && p->decay == q->decay && p->n_tuning == q->n_tuning &&
           p->split == q->split && p->decay_power == q->decay_power && p->n_decay_factors == q->n_decay_factors &&
           p->smaller == q->smaller && a->radiates == b->radiates && a->boxed == b->boxed && a->limit == b->limit &&
           memcmp(a->tuning, b->tuning, sizeof a->tuning) == 0 &&
           memcmp(a->factors, b->factors, sizeof a->factors) == 0 &&
           memcmp(a->pickup, b->pickup, sizeof a->pickup) == 0;
}

static hz_mode_table lacked_by(const hz_body *b)
{
    hz_body_description d;
    return hz_body_describe(b, &d) ? hz_shape_lacks(&b->shape, &d.shape) : (hz_mode_table){ .n = 0 };
}

/* Returns a table that serves, of any voice or of the last job; n 0: there is none. */
static hz_mode_table find(const hz_body *b, const hz_mode_table *wanted)
{
    hz_object *const *voice;
    int n = hz_object_all_voices(b->o, &voice);
    const hz_body *first = hz_object_part_of(b->o, b, voice[0]);
    if (hz_mode_table_serves(&first->found, wanted))
        return first->found;
    for (int i = 0; i < n; i++) {
        hz_mode_table its = hz_shape_table(&((hz_body *)hz_object_part_of(b->o, b, voice[i]))->shape);
        if (hz_mode_table_serves(&its, wanted))
            return its;
    }
    return (hz_mode_table){ .n = 0 };
}

void hz_body_borrow(hz_body *b, const hz_shape_params *p)
{
    hz_mode_table lacked = hz_shape_lacks(&b->shape, p);
    if (lacked.n > 0)
        hz_shape_lend(&b->shape, find(b, &lacked));
}

/* ---- a job ---- */

typedef struct tabling {
    hz_mode_table table; /* in memory of its own */
    int taken;
} tabling;

static void make(void *work)
{
    hz_mode_table *t = &((tabling *)work)->table;
    *t = hz_mode_table_in(t->mode, t->kind, t->n);
}

/* The first voice that takes it keeps it for all, and gives away the one that was kept before. */
static void take(void *part, void *work)
{
    tabling *w = work;
    hz_body *b = part;
    hz_object *const *voice;
    hz_object_all_voices(b->o, &voice);
    hz_body *first = hz_object_part_of(b->o, b, voice[0]);
    hz_mode_table before = first->found;
    if (!w->taken++) {
        first->found = w->table;
        w->table = before;
    }
    b->awaited.n = 0;
}

static void drop(void *work)
{
    free(((tabling *)work)->table.mode);
    free(work);
}

static const hz_job_kind kind = { .run = make, .adopt = take, .drop = drop, .holds = 1 };

/* Without memory for it the update makes the table. */
static void begin(hz_body *first, uint64_t voices, hz_mode_table wanted)
{
    tabling *w = calloc(1, sizeof *w);
    void *memory = malloc(hz_mode_table_memory(wanted.n));
    if (w && memory) {
        w->table = wanted;
        w->table.mode = memory;
        hz_job_begin_for(voices, first->o, first, &kind, w, least + each * wanted.n);
        return;
    }
    free(w);
    free(memory);
}

/* Says whether a voice needs a job, and for which table: one for all the modes that there is room for, so that some
 * more need none. A voice that needs no table forgets the one that is made for it. */
static int needs(hz_body *b, hz_mode_table *wanted)
{
    *wanted = lacked_by(b);
    if (takes_long(wanted) && find(b, wanted).n == 0) {
        int is_made = b->awaited.n > 0 && hz_mode_table_serves(&b->awaited, wanted);
        wanted->n = b->shape.room;
        return !is_made;
    }
    if (b->awaited.n > 0)
        hz_job_forget(b->o, b, &kind);
    b->awaited.n = 0;
    return 0;
}

void hz_body_ahead(hz_body *first)
{
    hz_mode_table wanted, other;
    hz_object *const *voice;
    int n = hz_object_all_voices(first->o, &voice);
    for (int i = 0; i < n; i++) {
        uint64_t those = 0;
        if (!needs(hz_object_part_of(first->o, first, voice[i]), &wanted))
            continue;
        for (int k = i; k < n; k++) {
            hz_body *b = hz_object_part_of(first->o, first, voice[k]);
            if (!needs(b, &other) || !hz_mode_table_serves(&wanted, &other))
                continue;
            those |= 1ull << k;
            b->awaited = wanted;
        }
        begin(first, those, wanted);
    }
}
