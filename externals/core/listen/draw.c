/* draw: a hit as a curve over frequency, and its modes beside it. */
#include "internal.h"

#include <stdlib.h>

#include "core/base/units.h"
#include "linear.h"

static const double low = 40, high = 2e4, nothing = -120; /* Hz, dB */

static double decibels(double x)
{
    return fmax(20 * log10(fmax(x, 1e-12)), nothing);
}

/* Where a frequency is among so many points. */
static int place_of(double freq, int n)
{
    return (int)floor(log(freq / low) / log(high / low) * n);
}

int hz_listen_draw(const hz_listen_sound *s, const hz_listen_hit *h, double *level, double *modes, int n)
{
    enum { ROOM = 32768 };
    int from = (int)(h->onset * s->rate), length = s->n - from < ROOM ? s->n - from : ROOM;
    hz_complex *z = calloc(ROOM, sizeof *z);
    if (!z)
        return 0;
    for (int i = 0; i < length; i++)
        z[i] = hz_c((double)s->x[from + i] * pow(cos(0.5 * HZ_PI * i / length), 2), 0);
    hz_linear_transform(z, ROOM);
    for (int i = 0; i < n; i++) {
        double edge[2] = { low * pow(high / low, (double)i / n), low * pow(high / low, (i + 1.) / n) }, most = 0;
        int k = (int)(edge[0] / s->rate * ROOM), end = (int)(edge[1] / s->rate * ROOM) + 1;
        for (; k <= end && k < ROOM / 2; k++)
            most = fmax(most, hz_c_abs(z[k]));
        level[i] = decibels(most * 4 / length);
        modes[i] = nothing;
    }
    for (int k = 0; k < h->n; k++) {
        int i = place_of(h->mode[k].freq, n);
        if (i >= 0 && i < n)
            modes[i] = fmax(modes[i], decibels(h->mode[k].size / (1 + h->mode[k].sigma * length / s->rate / 2)));
    }
    free(z);
    return 1;
}
