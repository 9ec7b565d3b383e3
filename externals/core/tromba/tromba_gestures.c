/* tromba_gestures: gestures of bow and hand: strokes, plucks, knocks. They do nothing to an instrument that has never
 * been prepared, because no grid has carried its first body. */
#include "internal.h"

#include "core/base/units.h"

#include <math.h>

static const double stroke_ends = 0.03, knock_time = 1e-3; /* s */

void hz_tromba_stroke(hz_tromba *t, double speed, double force, double seconds)
{
    if (t->h != 0)
        t->stroke =
            hz_stroke_begin(force, speed, seconds, &(hz_stroke_ends){ stroke_ends, stroke_ends, stroke_ends }, t->h);
}

void hz_tromba_bend(hz_tromba *t, double speed, double force)
{
    hz_stroke_bend(&t->stroke, force, speed);
}

void hz_tromba_lift(hz_tromba *t)
{
    hz_stroke_lift(&t->stroke);
}

/* What the gesture adds to the bow now: both ends are smooth. */
hz_bowing hz_tromba_gesture(hz_tromba *t)
{
    hz_stroke_ends ends;
    hz_bowing b = { 0 };
    if (!hz_stroke_next(&t->stroke, t->h, &ends))
        return b;
    double swell = sin(0.5 * HZ_PI * fmin(ends.rise, ends.fall));
    b.velocity = t->stroke.speed * swell;
    b.pressure = t->stroke.force * swell * swell;
    return b;
}

void hz_tromba_pluck(hz_tromba *t, double place, double amplitude, double width)
{
    if (t->h == 0)
        return;
    double before = hz_tromba_before(t);
    hz_pair strain[HZ_SPRINGS];
    int n = t->string.n;
    t->still = 0;
    for (int j = 0; j < HZ_SPRINGS; j++)
        strain[j] = hz_tromba_strain(t, (enum hz_tromba_spring)j);
    double *shape = t->string.u1;
    for (int i = 1; i < n; i++) {
        double x = ((double)i / n - place) / (0.5 * width);
        shape[i] = fabs(x) < 1 ? amplitude * 0.5 * (1 + cos(HZ_PI * x)) : 0;
    }
    hz_string_displace(&t->string, shape);
    hz_tromba_refit(t, strain);
    hz_tromba_changed(t, before);
}

void hz_tromba_knock(hz_tromba *t, double impulse, double x, double y)
{
    if (t->h == 0)
        return;
    int length = (int)fmax(2, knock_time / t->h);
    t->knock_at = hz_plate_at(&t->body, x, y);
    t->knock = (hz_knock){ .force = 2 * impulse / (length * t->h), .place = { x, y }, .length = length };
}

double hz_tromba_knocks(hz_tromba *t)
{
    hz_knock *k = &t->knock;
    if (k->gone >= k->length)
        return 0;
    return k->force * 0.5 * (1 - cos(2 * HZ_PI * (++k->gone - 0.5) / k->length));
}
