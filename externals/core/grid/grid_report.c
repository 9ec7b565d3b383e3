/* grid_report: what is reported of contacts along a row. */
#include "grid_report.h"

#include <math.h>
#include <stddef.h>

/* One point of the row in the step. */
static hz_grid_moment moment_of(const hz_grid_stretch_row *r, int i)
{
    double way = r->rise + r->below[i] - r->up[i];
    return (hz_grid_moment){ r->eta0[i] - way, r->eta0[i], r->eta1[i], r->force[i], r->compliance };
}

static void see(hz_grid_stretch *st, int from, int to, const hz_grid_stretch_row *r)
{
    if (!st->seen) {
        hz_grid_track_open(&st->track);
        st->force = st->deepest = 0;
    }
    for (int i = from; i <= to; i++) {
        hz_grid_moment m = moment_of(r, i);
        if (m.force > 0 || m.now > 0 || m.next > 0)
            hz_grid_track_see(&st->track, &m);
        st->force += m.force;
        st->deepest = fmax(st->deepest, m.next);
    }
    st->from = st->seen && st->from < from ? st->from : from;
    st->to = st->seen && st->to > to ? st->to : to;
    st->seen = 1;
}

/* Two that meet become one. */
static void join(hz_grid_stretch *st, hz_grid_stretch *other)
{
    if (other->seen) {
        st->from = other->from < st->from ? other->from : st->from;
        st->to = other->to > st->to ? other->to : st->to;
        st->force += other->force;
        st->deepest = fmax(st->deepest, other->deepest);
    } else
        hz_grid_track_open(&other->track);
    st->was_to = other->was_to > st->was_to ? other->was_to : st->was_to;
    hz_grid_track_join(&st->track, &other->track);
    other->gone = 1;
}

static void put_run(hz_grid_report *s, int from, int to, const hz_grid_stretch_row *r)
{
    hz_grid_stretch *mine = NULL;
    for (int k = 0; k < s->n; k++) {
        hz_grid_stretch *st = &s->at[k];
        if (st->gone || st->was_from > to + 1 || st->was_to < from - 1)
            continue;
        if (mine) {
            join(mine, st);
            continue;
        }
        mine = st;
        see(mine, from, to, r);
    }
    if (mine)
        return;
    if (s->n == HZ_GRID_STRETCHES) {
        s->beyond++;
        return;
    }
    s->at[s->n] = (hz_grid_stretch){ .was_from = from, .was_to = to };
    see(&s->at[s->n++], from, to, r);
}

void hz_grid_report_sample(hz_grid_report *s, const hz_grid_stretch_row *r,
                           void (*ended)(void *owner, const hz_contact *c), void *owner)
{
    for (int k = 0; k < s->n; k++) {
        hz_grid_stretch *st = &s->at[k];
        st->was_from = st->from;
        st->was_to = st->to;
        st->seen = 0;
    }
    for (int i = r->from; i < r->to; i++) {
        int start = i;
        while (i < r->to && (r->force[i] > 0 || r->eta1[i] > 0 || r->eta0[i] > 0))
            i++;
        if (i > start)
            put_run(s, start, i - 1, r);
    }
    int kept = 0;
    for (int k = 0; k < s->n; k++) {
        hz_grid_stretch *st = &s->at[k];
        if (st->gone)
            continue;
        if (st->seen) {
            hz_grid_track_close(&st->track, st->deepest, st->force);
            s->at[kept++] = *st;
            continue;
        }
        hz_contact c;
        int told = hz_grid_track_tell(&st->track, r->h, &c);
        if (ended)
            ended(owner, told ? &c : NULL);
    }
    s->n = kept;
}
