/* jitter: no two strokes of a hand are alike. */
#include "jitter.h"

#include <math.h>
#include <string.h>

/* Takes of players differ so: help/manual/sounds.md. Standard deviations: dB, natural logarithm, of the whole size, and
 * turns. */
static const double speed = 1.3, hardness = 0.6, place = 0.06, angle = 0.03;

int hz_jitter_draw(hz_jitter *s, hz_object *o, double human)
{
    hz_jitter was = *s;
    double drawn[4] = { 0 };

    if (human > 0)
        hz_object_draw(o, drawn, 4);
    s->speed = human * speed * log(10) / 20 * drawn[0];
    s->hardness = human * hardness * drawn[1];
    s->place[0] = human * drawn[2];
    s->place[1] = human * drawn[3];
    return memcmp(&was, s, sizeof was) != 0;
}

double hz_jitter_place(const hz_jitter *s, int which, double x)
{
    return x + place * s->place[which] * fmin(1, 6 * x * (1 - x));
}

double hz_jitter_angle(const hz_jitter *s, double turns)
{
    return turns + angle * s->place[1];
}
