/* onset: where hits begin in a sound, and how quiet it is before. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* listen:onset */
static const double block = 0.002, apart = 0.05;       /* s */
static const double least = 0.05, rises = 3, over = 6; /* of the peak; over the last 30 ms; over the floor */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The largest sample of each block. Returns how many there are. */
static int blocks_of(const hz_listen_sound *s, int length, double *size)
{
    int n = s->n / length;
    for (int i = 0; i < n; i++) {
        size[i] = 0;
        for (int k = 0; k < length; k++)
            size[i] = fmax(size[i], fabs((double)s->x[i * length + k]));
    }
    return n;
}

/* The level under which a tenth of the blocks is. */
static double quiet_level(const double *size, int n)
{
    double *sorted = malloc((size_t)n * sizeof *sorted), level = 0;
    if (!sorted)
        return 0;
    memcpy(sorted, size, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, by_size);
    level = sorted[n / 10];
    free(sorted);
    return level;
}

/* The first sample of a hit that begins in or just before a block. */
static int sample_of(const hz_listen_sound *s, int from, int to, double level)
{
    int i = from < 0 ? 0 : from;
    while (i < to && !(fabs((double)s->x[i]) > level))
        i++;
    return i;
}

static double largest(const double *size, int from, int to)
{
    double most = 0;
    for (int i = from < 0 ? 0 : from; i < to; i++)
        most = fmax(most, size[i]);
    return most;
}

int hz_listen_onsets(const hz_listen_sound *s, int *at, int most, double *peak, double *floor)
{
    int length = (int)(block * s->rate), found = 0, last = -1000, past = (int)(0.03 / block);
    double *size = malloc((size_t)(s->n / length + 1) * sizeof *size);
    if (!size)
        return -1;
    int n = blocks_of(s, length, size);
    *peak = largest(size, 0, n);
    *floor = n > 20 ? quiet_level(size, n) : 0;
    double level = fmax(least * *peak, fmin(over * *floor, 0.5 * *peak));
    for (int i = 0; i < n && found < most; i++) {
        double before = largest(size, i - past, i), now = largest(size, i, i + 3 < n ? i + 3 : n);
        if (!(size[i] > level) || (i > 0 && now < rises * before) || (i - last) * block < apart)
            continue;
        double quiet = fmax(0.02 * now, 1.2 * largest(size, i - past, i - 1));
        at[found++] = sample_of(s, (i - 1) * length, (i + 1) * length, quiet);
        last = i;
    }
    for (int i = 0; i < n && found == 0 && most > 0; i++) /* It grows slowly. */
        if (size[i] > level)
            at[found++] = sample_of(s, (i - 1) * length, (i + 1) * length, 0.3 * size[i]);
    free(size);
    return found;
}
