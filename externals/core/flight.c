/* flight: the bodies apart, up to the touch inside a sample or for a whole block at once. */
#include "flight.h"

#include <math.h>
#include <string.h>

#include "event.h"
#include "touch.h"

double hz_flight_step(hz_collide *c, double left, hz_outer o)
{
    if (c->eta >= 0 && c->v > 0) {
        c->eta = 0; /* it can only be hz_event_rounding */
        hz_touch_begin(c, o);
        return 0;
    }
    const hz_arc exact = hz_event_exact();
    hz_look k = hz_step_look(c, left, o);
    double end = c->eta + k.r.du, d = left;
    if (c->v > 0 && k.r.v < 0 && end <= 0) { /* an apex inside: does it reach the surface? */
        double apex = hz_event_locate(c, HZ_APEX, &exact, left, o);
        if (c->eta + hz_step_look(c, apex, o).r.du > 0)
            end = 1, d = apex;
    }
    if (end > 0) {
        if (hz_collide_bound(c) - c->substeps <= 1) {
            hz_touch_cross(c, left, o);
            return left;
        }
        d = hz_event_locate(c, HZ_TOUCH, &exact, d, o);
    }
    k = hz_step_look(c, d, o);
    hz_step_take(c, &k, 0, o);
    if (end > 0) {
        c->eta = 0;
        hz_touch_begin(c, o);
    } else {
        hz_collide_measure(c);
    }
    return d;
}

/* Flies a free striker that nothing pushes over a block in one step; 0, with the striker where it was, if it comes so
 * near to the table. */
static int fly_free(hz_collide *c, int n, double reach)
{
    double v = c->a.v[0], x = c->a.origin + c->a.q[0] - c->b.origin, d = n * c->h;
    hz_stride *st = hz_modal_stride(&c->a, d);
    hz_reach r = hz_modal_look(&c->a, st, 0);
    if (!(fmax(x, x + r.du) + 0.125 * d * fabs(r.v - v) <= reach))
        return 0;
    hz_modal_take(&c->a, st, 0);
    return 1;
}

/* Flies the striker alone over a block; 0, with the striker where it was, if it comes so near to the table. */
static int fly(hz_collide *c, const hz_collide_io *io, double reach)
{
    double q = c->a.q[0];
    double start = c->a.v[0], v = start, x = c->a.origin + q, table = c->b.origin;
    hz_stride *whole = hz_modal_stride(&c->a, c->h);
    for (int i = 0; i < io->n; i++) {
        hz_reach r = hz_modal_take(&c->a, whole, io->force_a ? io->force_a[i] : 0);
        double from = x - table, rise = 0.125 * c->h * fabs(r.v - v); /* what a parabola rises above its ends */
        x = c->a.origin + c->a.q[0];
        table = io->table ? io->table[i] : table;
        v = r.v;
        if (!(fmax(from, x - table) + rise <= reach)) {
            c->a.q[0] = q;
            c->a.v[0] = start;
            return 0;
        }
        if (c->b.n == 0)
            io->audio[0][i] = io->displacement ? x : v;
        if (io->meter[HZ_POSITION])
            io->meter[HZ_POSITION][i] = x;
        io->force[i] = 0;
    }
    return 1;
}

int hz_flight_block(hz_collide *c, const hz_collide_io *io)
{
    if (c->touching || io->ledger || io->meter[HZ_COMPRESSION] || c->a.omega[0] * c->h > 0.5)
        return 0;
    if (c->b.n > 0 && !hz_outer_is_all(io->force_b, io->n, 0))
        return 0;
    size_t bytes = sizeof(double) * (size_t)io->n;
    int silent = hz_modal_is_silent(&c->b);
    double reach = silent ? 0 : -hz_modal_swing(&c->b, io->n * c->h);
    int unheard = c->b.n > 0 && !io->meter[HZ_POSITION] && c->a.omega[0] == 0 && hz_outer_is_all(io->force_a, io->n, 0) &&
                  hz_outer_is_all(io->table, io->n, c->b.origin);
    if (!(unheard ? fly_free(c, io->n, reach) : fly(c, io, reach)))
        return 0;
    if (unheard)
        memset(io->force, 0, bytes);
    if (c->b.n == 0) {
        for (int p = 1; p < c->b.pickups; p++)
            memcpy(io->audio[p], io->audio[0], bytes);
    } else {
        for (int p = 0; p < c->b.pickups; p++)
            memset(io->audio[p], 0, bytes);
        if (!silent)
            hz_modal_ring(&c->b, io->n, io->audio, io->displacement);
    }
    const double *table = io->table;
    double last = io->n > 1 && table ? table[io->n - 2] : c->b.origin;
    c->slide = table ? (table[io->n - 1] - last) / c->h : 0;
    c->b.origin = table ? table[io->n - 1] : c->b.origin;
    c->substeps = 1;
    c->flown = 1;
    return 1;
}
