/* grid_report: what is reported of contacts along a row. */
#include "grid_report.h"

#include <math.h>
#include <stddef.h>

/* Of compression at a point, had it met with no force: over this step and the one before. */
static double speed_without(const hz_grid_stretch_row *r, int i)
{
    double now = r->eta1[i] - r->eta0[i], before = r->rise + r->below[i] - r->up[i];
    return 0.5 * (now + before + r->compliance * r->force[i]) / r->h;
}

/* The deepest point of a run says how it moves. */
static void see(hz_grid_stretch *st, int from, int to, const hz_grid_stretch_row *r)
{
    double deepest = -1e300;
    int at = from;
    for (int i = from; i <= to; i++) {
        st->force += r->force[i];
        st->touches |= r->force[i] > 0 || r->eta1[i] > 0;
        if (r->eta1[i] > deepest) {
            deepest = r->eta1[i];
            at = i;
        }
    }
    if (st->samples == 0 && !st->seen)
        st->contact.v_in = speed_without(r, at);
    st->from = st->seen && st->from < from ? st->from : from;
    st->to = st->seen && st->to > to ? st->to : to;
    st->seen = 1;
    st->contact.x_max = fmax(st->contact.x_max, deepest);
    st->contact.f_max = fmax(st->contact.f_max, st->force);
}

/* Two that meet: the longer one of them began it. */
static void join(hz_grid_stretch *st, hz_grid_stretch *other)
{
    if (other->seen) {
        st->from = other->from < st->from ? other->from : st->from;
        st->to = other->to > st->to ? other->to : st->to;
        st->force += other->force;
        st->touches |= other->touches;
    }
    st->was_from = other->was_from < st->was_from ? other->was_from : st->was_from;
    st->was_to = other->was_to > st->was_to ? other->was_to : st->was_to;
    if (other->samples > st->samples) {
        st->samples = other->samples;
        st->contact.v_in = other->contact.v_in;
    }
    st->contact.x_max = fmax(st->contact.x_max, other->contact.x_max);
    st->contact.f_max = fmax(fmax(st->contact.f_max, other->contact.f_max), st->force);
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
        st->seen = st->touches = 0;
        st->force = 0;
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
            st->samples += st->touches;
            s->at[kept++] = *st;
            continue;
        }
        int middle = (st->from + st->to) / 2;
        st->contact.v_out = (r->eta1[middle] - r->eta0[middle]) / r->h;
        st->contact.duration = st->samples * r->h;
        if (ended && st->samples > 0)
            ended(owner, &st->contact);
    }
    s->n = kept;
}
