/* spread: two pickups of one body, for -stereo.
 *
 * Each mode has its place between left and right, as it has for two pickups far apart that hear it by the signs and
 * sizes of its shape at each. Half the sum of both is what the single pickup hears, mode by mode. */
#include "body.h"

#include <math.h>
#include <string.h>

#include "core/base/units.h"

int hz_body_places(const hz_body *b)
{
    return b->spread ? 1 : b->pickups;
}

/* How much a mode counts in where the middle is: its energy after a blow whose pulse reaches so far up. */
static double energy_of(const hz_body *b, int i)
{
    static const double reach = 1e4; /* 1/s */
    double loud = b->middle[i] * b->weight[i] / b->mass[i], high = b->omega[i] / reach;
    return loud * loud / ((1 + b->sigma[i]) * (1 + high * high));
}

void hz_body_spread(hz_body *b, int n)
{
    static const double outermost = 0.95;
    double all = 0, off = 0;
    if (!b->spread)
        return;
    memcpy(b->middle, b->heard[0], (size_t)n * sizeof *b->middle);
    for (int i = 0; i < n; i++) {
        double energy = energy_of(b, i);
        all += energy;
        off += energy * hz_stereo_place(i);
    }
    if (b->boxed) /* The body that it sounds through is heard by two. */
        all = 0;
    for (int i = 0; i < n; i++) { /* What a blow sets in motion stands in the middle as a whole. */
        double at = all > 0 ? fmin(fmax(hz_stereo_place(i) - off / all, -outermost), outermost) : 0;
        b->heard[0][i] = b->middle[i] * (1 - at);
        b->heard[1][i] = b->middle[i] * (1 + at);
    }
}

hz_modes hz_body_middle(const hz_body *b, hz_modes m)
{
    if (b->spread) {
        m.pickups = 1;
        m.heard = (const double *const *)&b->middle;
    }
    return m;
}
