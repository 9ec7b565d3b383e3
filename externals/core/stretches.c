/* stretches: what is reported of contacts along a row. */
#include "stretches.h"

/* The deepest point of a run says how it moves. */
static void see(hz_stretch *st, int from, int to, const double *eta0, const double *eta1, const double *force, double h)
{
    double sum = 0, deepest = -1e300;
    for (int i = from; i <= to; i++) {
        sum += force[i];
        if (eta1[i] > deepest) {
            deepest = eta1[i];
            st->speed = (eta1[i] - eta0[i]) / h;
        }
    }
    if (st->samples == 0 && !st->seen)
        st->contact.v_in = st->speed;
    st->from = st->seen && st->from < from ? st->from : from;
    st->to = st->seen && st->to > to ? st->to : to;
    st->seen = 1;
    st->contact.x_max = deepest > st->contact.x_max ? deepest : st->contact.x_max;
    st->contact.f_max = sum > st->contact.f_max ? sum : st->contact.f_max;
}

static void put_run(hz_stretches *s, int from, int to, const double *eta0, const double *eta1, const double *force, double h)
{
    for (int k = 0; k < s->n; k++)
        if (s->at[k].from <= to + 1 && s->at[k].to >= from - 1) {
            see(&s->at[k], from, to, eta0, eta1, force, h);
            return;
        }
    if (s->n == HZ_STRETCHES) {
        s->beyond++;
        return;
    }
    s->at[s->n] = (hz_stretch){ .from = from, .to = to };
    see(&s->at[s->n++], from, to, eta0, eta1, force, h);
}

void hz_stretches_sample(hz_stretches *s, int from, int to, const double *eta0, const double *eta1, const double *force, double h,
                         void (*ended)(void *owner, const hz_contact *c), void *owner)
{
    for (int k = 0; k < s->n; k++)
        s->at[k].seen = 0;
    for (int i = from; i < to; i++) {
        int start = i;
        while (i < to && (force[i] > 0 || eta1[i] > 0))
            i++;
        if (i > start)
            put_run(s, start, i - 1, eta0, eta1, force, h);
    }
    int kept = 0;
    for (int k = 0; k < s->n; k++) {
        hz_stretch *st = &s->at[k];
        if (st->seen) {
            st->samples++;
            s->at[kept++] = *st;
            continue;
        }
        int middle = (st->from + st->to) / 2;
        st->contact.v_out = (eta1[middle] - eta0[middle]) / h;
        st->contact.duration = st->samples * h;
        if (ended)
            ended(owner, &st->contact);
    }
    s->n = kept;
}
