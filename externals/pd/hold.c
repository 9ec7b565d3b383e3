/* hold: what would be over full scale is brought down to it.
 *
 * The factor falls in a straight line to what the largest of the next 64 samples asks for, and stays there: a line as
 * long as can be, so that it does not click, and a factor that does not follow the wave. It rises again when all that
 * was heard of late leaves room: the more room, the faster, so that a note after a gesture 40 dB over full scale is
 * there within a tenth of a second, while a chord that rings just over full scale is not modulated. */
#include "hold.h"

#include <math.h>

#include "instrument.h"

static const double window = 0.022;   /* s: the peaks of one or two of these are looked at */
static const double rise = 0.19;      /* dB s: room of r dB is taken at r^2 over this, dB/s */
static const double leaves_room = -3; /* dBFS: it rises up to this */
static const double full = 1 - 1e-6;  /* rounding does not go over 1 */
static const double much = 12;        /* dB */
enum { LOOK = 64, PAUSE = 100 };      /* samples that a line looks ahead; ms between two reports */

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

/* The largest of the samples that are heard at one time. */
static double size_at(t_sample *const *row, int rows, int i)
{
    double size = 0;
    for (int r = 0; r < rows; r++)
        size = fmax(size, fabs((double)row[r][i]));
    return size;
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

/* Says whether a line from one factor to another, that is there in the last of n samples, keeps all of them under full
 * scale. */
static int fits(const double *size, int n, double from, double to)
{
    for (int i = 0; i < n; i++)
        if (size[i] * (from + (to - from) * (i + 1) / n) > 1)
            return 0;
    return 1;
}

/* Holds up to LOOK samples down: by a line, as long as can be, to what the largest of them asks for. */
static void lower(hz_hold *s, t_sample *const *row, int rows, int at, int n)
{
    double size[LOOK], largest = 0, from = s->factor;
    int line = 0;
    for (int i = 0; i < n; i++) {
        size[i] = size_at(row, rows, at + i);
        if (size[i] > largest) {
            largest = size[i];
            line = i + 1;
        }
    }
    if (largest * from > full)
        s->factor = full / largest;
    while (line > 1 && !fits(size, line, from, s->factor))
        line--;
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < n; i++)
            row[r][at + i] =
                (t_sample)(row[r][at + i] * (i < line ? from + (s->factor - from) * (i + 1) / line : s->factor));
}

/* Lets the factor rise over a block that has room for it. */
static void raise(hz_hold *s, t_sample *const *row, int rows, int n, double room, double h)
{
    double from = s->factor, to = from * pow(10, fmin(room * room / rise * n * h, 0.5 * room) / 20);
    to = to < 1 ? to : 1;
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < n; i++)
            row[r][i] = (t_sample)(row[r][i] * (from + (to - from) * (i + 1) / n));
    s->factor = to;
}

int hz_hold_run(hz_hold *s, t_sample *const *row, int rows, int n, double h)
{
    if (s->factor == 1 && !hz_hold_is_over(row, rows, n))
        return 0;
    if (s->factor == 1)
        s->peak[0] = s->peak[1] = s->age = 0;
    double peak = 0;
    for (int i = 0; i < n; i++)
        peak = fmax(peak, size_at(row, rows, i));
    double latest = watch(s, peak, n * h), room = leaves_room - 20 * log10(fmax(latest * s->factor, 1e-10));
    if (room > 0)
        raise(s, row, rows, n, room, h);
    else
        for (int i = 0; i < n; i += LOOK)
            lower(s, row, rows, i, n - i < LOOK ? n - i : LOOK);
    return 1;
}

/* ---- reports ---- */

static void report(hz_hold_report *r)
{
    double held = r->held;
    hz_text name = { 0 };
    t_atom a;

    if (held > much && !r->said)
        post("%s: the sound is held down by %.0f dB, since it would be over full scale%s",
             hz_instrument_called(r->canvas, r->box, &name), held, r->advice);
    r->said |= held > much;
    r->due = held > 0; /* Once it has let go, 0 is reported. */
    r->held = 0;
    if (r->due)
        clock_delay(r->clock, PAUSE);
    SETFLOAT(&a, (t_float)held);
    outlet_anything(r->info, gensym("held"), 1, &a);
}

void hz_hold_report_make(hz_hold_report *r, const char *box, const char *advice)
{
    *r = (hz_hold_report){
        .clock = clock_new(r, (t_method)report), .canvas = canvas_getcurrent(), .box = box, .advice = advice
    };
}

void hz_hold_report_free(hz_hold_report *r)
{
    if (r->clock)
        clock_free(r->clock);
}

void hz_hold_report_take(hz_hold_report *r, const hz_hold *s)
{
    r->held = fmax(r->held, -20 * log10(s->factor));
    if (!r->due)
        clock_delay(r->clock, 0);
    r->due = 1;
}
