/* grid_track: follows a contact on a grid through its steps. */
#include "grid_track.h"

#include <math.h>

static void rise_to(hz_grid_peak *p, double x, double bend)
{
    if (x <= p->most)
        return;
    p->most = x;
    p->bend = bend;
}

/* grid:peak  The vertex of the parabola through three values, where the middle one is the greatest. */
static void pass(hz_grid_peak *p, double x)
{
    double bend = 2 * p->last - p->before - x;
    if (p->last >= p->before && p->last >= x && bend > 0)
        rise_to(p, p->last + (p->before - x) * (p->before - x) / (8 * bend), bend);
    rise_to(p, x, 0);
    p->before = p->last;
    p->last = x;
}

/* grid:track  Where the flight without this force meets the surface. What was put inside touches where it was put. */
static void see_touch(hz_grid_track *t, const hz_grid_moment *m)
{
    double free = m->next + m->compliance * m->force, v = free - m->now, ago = 1;
    if (m->now <= 0 && v > 0)
        ago = 1 - fmin(-m->now / v, 1);
    else
        v = 0.5 * (free - m->before);
    if (ago > t->age) {
        t->age = ago;
        t->v_in = v;
    }
}

static void part(hz_grid_track *t, double ago, double v)
{
    if (t->age - ago < t->parted)
        return;
    t->parted = t->age - ago;
    t->v_out = v;
}

/* grid:track  The same backwards in time: where the flight after the last force has left the surface. */
static void see_parting(hz_grid_track *t, const hz_grid_moment *m)
{
    double free = m->before + m->compliance * m->force;
    if (m->now > 0 && m->next <= 0)
        part(t, -m->next / (m->now - m->next), m->next - m->now);
    else if (m->now <= 0 && m->before > 0 && m->force > 0)
        part(t, 1 + m->now / (m->now - free), m->now - free);
}

void hz_grid_track_open(hz_grid_track *t)
{
    if (t->steps++ == 0)
        *t = (hz_grid_track){ .steps = 1, .age = -1 };
    else
        t->age++;
}

void hz_grid_track_see(hz_grid_track *t, const hz_grid_moment *m)
{
    if (t->steps == 1)
        see_touch(t, m);
    see_parting(t, m);
}

void hz_grid_track_close(hz_grid_track *t, double deepest, double force)
{
    pass(&t->depth, fmax(deepest, 0));
    pass(&t->force, force);
}

void hz_grid_track_step(hz_grid_track *t, const hz_grid_moment *m, int is_mean)
{
    hz_grid_track_open(t);
    hz_grid_track_see(t, m);
    hz_grid_track_close(t, m->next, m->force);
    t->is_mean = is_mean;
}

static hz_grid_peak greater(const hz_grid_peak *a, const hz_grid_peak *b)
{
    return (hz_grid_peak){ fmax(a->before, b->before), fmax(a->last, b->last), fmax(a->most, b->most), 0 };
}

void hz_grid_track_join(hz_grid_track *t, const hz_grid_track *other)
{
    double since = t->age - t->parted, other_since = other->age - other->parted;
    hz_grid_peak depth = greater(&t->depth, &other->depth);
    hz_grid_peak force = { t->force.before + other->force.before, t->force.last + other->force.last,
                           fmax(t->force.most, other->force.most), 0 };
    double v_out = since <= other_since ? t->v_out : other->v_out;
    if (other->age > t->age)
        *t = *other;
    t->parted = t->age - fmin(since, other_since);
    t->v_out = v_out;
    t->depth = depth;
    t->force = force;
}

int hz_grid_track_tell(hz_grid_track *t, double h, hz_contact *c)
{
    hz_grid_track was = *t;
    t->steps = 0;
    *c = (hz_contact){ .v_in = was.v_in / h,
                       .v_out = was.v_out / h,
                       .duration = was.parted * h,
                       .x_max = was.depth.most,
                       .f_max = was.force.most + (was.is_mean ? 0.5 * was.force.bend : 0) };
    return was.parted >= HZ_GRID_RESOLVED;
}
