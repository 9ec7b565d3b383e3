/* string_partials: the partials of a string, as they sound at present. */
#include "string_grid.h"

#include <math.h>

#include "core/base/units.h"

hz_string_partial hz_string_partial_of(const hz_string *s, int k, double held)
{
    const hz_string_wave *w = &s->wave;
    double lowest = HZ_PI / w->length, b = k * lowest / held, spaces = held * s->n;
    double supported = sqrt(w->speed2 + w->bending2 * lowest * lowest) * lowest / (2 * HZ_PI);
    double clamped = supported > 0 ? hz_string_wave_lowest(w) / supported : 1; /* a slack, limp string has no tone */
    hz_string_partial p = {
        .freq = clamped * b * sqrt(w->speed2 + w->bending2 * b * b) / (2 * HZ_PI),
        .sigma = s->params.sigma0 + s->params.sigma1 * b * b,
    };
    for (int i = 1; i < spaces; i++) {
        double shape = sin(HZ_PI * k * i / spaces) * 2 / spaces;
        p.displacement += shape * s->u[i];
        p.velocity += shape * s->d[i] / s->h;
    }
    return p;
}
