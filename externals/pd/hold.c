/* hold: what would be over full scale is brought down to it.
 *
 * The factor falls in a straight line before the first sample that would be over, and stays for the rest of the block.
 * It rises again when all that was heard in the last one or two windows leaves room, fast enough that a note after a
 * gesture 40 dB over full scale is there within a tenth of a second. Half a period of 42 Hz fits into a window, so the
 * factor does not follow the wave itself. */
#include "hold.h"

#include <math.h>

static const double window = 0.012, rise = 0.013; /* s; the second is the time of a factor of e */
static const double leaves_room = 0.7;            /* of full scale */
static const double full = 1 - 1e-6;              /* rounding does not go over 1 */

void hz_hold_reset(hz_hold *s)
{
    *s = (hz_hold){ .factor = 1 };
}

int hz_hold_is_over(t_sample *const *row, int rows, int n)
{
    int over = 0;
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < n; i++)
            over |= (row[r][i] > 1) | (row[r][i] < -1);
    return over;
}

static double peak_of(t_sample *const *row, int rows, int n)
{
    double peak = 0;
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < n; i++)
            peak = fmax(peak, fabs((double)row[r][i]));
    return peak;
}

/* Returns the largest sample of late, this block's among them. */
static double watch(hz_hold *s, double peak, double block)
{
    s->age += block;
    if (s->age > window) {
        s->peak[1] = s->peak[0];
        s->peak[0] = s->age = 0;
    }
    s->peak[0] = fmax(s->peak[0], peak);
    return fmax(s->peak[0], s->peak[1]);
}

/* Returns the first sample that would be over with this factor, or the last one. */
static int find_over(t_sample *const *row, int rows, int n, double factor)
{
    for (int i = 0; i < n; i++)
        for (int r = 0; r < rows; r++)
            if (fabs((double)row[r][i]) * factor > 1)
                return i;
    return n - 1;
}

int hz_hold_run(hz_hold *s, t_sample *const *row, int rows, int n, double h)
{
    if (s->factor == 1 && !hz_hold_is_over(row, rows, n))
        return 0;
    if (s->factor == 1)
        s->peak[0] = s->peak[1] = s->age = 0;
    double latest = watch(s, peak_of(row, rows, n), n * h), from = s->factor, to = from;
    if (latest * from < leaves_room)
        to = fmin(1, from * exp(n * h / rise));
    if (latest * to > full)
        to = full / latest;
    int at = find_over(row, rows, n, from);
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < n; i++)
            row[r][i] = (t_sample)(row[r][i] * (i < at ? from + (to - from) * (i + 1) / (at + 1) : to));
    s->factor = to;
    return 1;
}
