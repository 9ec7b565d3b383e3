/* strip: level, pan, send and mute. */
#include "strip.h"

#include <math.h>

#include "core/base/units.h"

static const double GLIDE = 0.02; /* s from one gain to the next */
static const double FADE = 0.003; /* s in which what was cut falls to a third */
static const double HEARD = 1e-6; /* what is under -120 dBFS is silence */
static const double GONE = 1e-9;

static double from_db(double db)
{
    return db <= HZ_STRIP_SILENCE ? 0 : pow(10, db / 20);
}

/* A sound is as loud at the sides as in the middle, where each side has it as it is. */
void hz_strip_set(hz_strip *s, double level, double pan, double send, int is_muted, int at_once)
{
    double angle = HZ_PI / 4 * (1 + pan), whole = is_muted ? 0 : from_db(level), sent = whole * from_db(send);
    double side[HZ_STRIP_INS] = { pan == 0 ? 1 : sqrt(2) * cos(angle), pan == 0 ? 1 : sqrt(2) * sin(angle) };

    for (int i = 0; i < HZ_STRIP_OUTS; i++) {
        s->target[i] = side[i % HZ_STRIP_INS] * (i < HZ_STRIP_INS ? whole : sent);
        if (at_once)
            s->gain[i] = s->target[i];
    }
    s->glide = at_once ? 0 : GLIDE;
}

void hz_strip_cut(hz_strip *s)
{
    for (int i = 0; i < HZ_STRIP_INS; i++) {
        s->tail[i] += s->last[i];
        s->last[i] = 0;
    }
}

/* Moves a gain through a block and returns what it becomes in each sample. */
static double step_of(hz_strip *s, int out, int n, double h)
{
    double samples = fmax(s->glide / h, n);

    return s->glide > 0 ? (s->target[out] - s->gain[out]) / samples : 0;
}

void hz_strip_run(hz_strip *s, t_sample *const *in, int is_stereo, t_sample *const *out, int n, double h)
{
    double step[HZ_STRIP_OUTS], peak = 0, fade = exp(-h / FADE);

    for (int o = 0; o < HZ_STRIP_OUTS; o++)
        step[o] = step_of(s, o, n, h);
    for (int i = 0; i < n; i++) {
        double x[HZ_STRIP_INS];
        for (int c = 0; c < HZ_STRIP_INS; c++) {
            double now = (double)in[is_stereo ? c : 0][i];
            s->last[c] = isfinite(now) ? now : 0;
            s->tail[c] = fabs(s->tail[c]) > GONE ? s->tail[c] * fade : 0;
            x[c] = s->last[c] + s->tail[c];
            peak = fmax(peak, fabs(x[c]));
        }
        for (int o = 0; o < HZ_STRIP_OUTS; o++) {
            s->gain[o] += step[o];
            out[o][i] = (t_sample)(x[o % HZ_STRIP_INS] * s->gain[o]);
        }
    }
    s->glide -= n * h;
    for (int o = 0; s->glide <= 0 && o < HZ_STRIP_OUTS; o++)
        s->gain[o] = s->target[o];
    s->silent = peak < HEARD ? s->silent + n * h : 0;
}
