/* string_peak: how loud a plucked or struck string is, from its parameters alone. */
#include "barrier_class.h"

#include <math.h>

#include "core/base/units.h"
#include "core/collide/blow.h"
#include "core/soundbox/soundbox.h"

enum { MODES = 200 };

/* The string at the pitch that was set by itself, or at that of the last note. */
typedef struct sounding {
    hz_barrier_own own;
    hz_string_params string;
    double speed, tension, mass; /* of a wave, m/s; N; kg */
    double h;
    int touches;            /* Something is in the way. */
    const hz_soundbox *box; /* It is heard through this, or NULL. */
} sounding;

static sounding take(hz_barrier_class *x, int noted)
{
    hz_object *o = &x->string.o;
    hz_string_derive(o);
    sounding s = { .own = hz_barrier_class_own(o), .string = hz_string_params_of(o), .h = hz_object_step(o) };
    double freq =
        x->string.open > 0 && !noted ? x->string.open : hz_object_number(o, HZ_STRING_TABLE, HZ_STRINGROW_FREQ);
    double line = s.string.density * 0.25 * HZ_PI * s.string.diameter * s.string.diameter;
    s.speed = 2 * s.string.length * freq;
    s.tension = line * s.speed * s.speed;
    s.mass = line * s.string.length;
    s.touches = s.own.p.obstacle != HZ_OBSTACLE_NONE;
    if (s.own.p.box != HZ_SOUNDBOX_NONE) {
        hz_soundbox_prepare(&x->box, &(hz_soundbox_params){ .kind = s.own.p.box, .spread = x->spread }, s.h);
        s.box = &x->box;
        s.own.p.forces = 1;
    }
    return s;
}

/* ---- plucked ---- */

static double slope(double x, double place, double width)
{
    const double near = 1e-4;
    return (hz_pluck_shape(x + near, place, width) - hz_pluck_shape(x - near, place, width)) / (2 * near);
}

/* How far a slope that rises and one that falls lie apart. */
static double slopes(double place, double width)
{
    double rise = slope(0, place, width);
    if (place > 0.5 * width)
        rise = fmax(rise, slope(place - 0.5 * width, place, width));
    return rise - fmin(slope(1, place, width), 0);
}

/* A string that is drawn aside into a corner pulls at its end with this part of its tension, partial by partial; the
 * body answers each. Peaks add up between in phase and at random, as those of a blow do. */
static double boxed_peak(const hz_object *o, const sounding *s, double top, double place, double width)
{
    static const double together = 1.4, highest = 0.45, touched = 2;
    double freq = s->speed / (2 * s->string.length), loudest = 0;
    for (int p = 0; p < hz_barrier_class_places(o); p++) {
        double sum = 0;
        for (int k = 1; k <= MODES && k * freq * s->h < highest; k++) {
            double turn = k * HZ_PI, part = sin(turn * place) / (turn * place * (1 - place)) * exp(-0.5 * turn * width);
            double force = 2 * s->tension * top / s->string.length * fabs(part);
            sum += pow(force * hz_soundbox_gain(s->box, p, 2 * HZ_PI * k * freq), together);
        }
        loudest = fmax(loudest, (s->touches ? touched : 1) * pow(sum, 1 / together));
    }
    return loudest;
}

/* `beside` is what an obstacle and the dispersion of a stiff string add to the ideal string's velocity. */
static double pluck_peak(const hz_object *o, const sounding *s)
{
    static const double beside = 1.15, touched = 1.4, knocks = 0.2;
    double place = fmin(fmax(s->own.p.place, 0.01), 0.99);
    double width = fmax(s->own.width, 0.005), length = s->string.length;
    double top = hz_object_effort(o, HZ_BARRIER_CLASS_OWN, hz_object_row(o, HZ_BARRIER_CLASS_OWN, "amplitude")) /
                 hz_pluck_shape(place, place, width);
    double fast = s->speed * top / (2 * length) * slopes(place, width);
    if (s->box)
        return boxed_peak(o, s, top, place, width);
    if (s->own.p.forces)
        return s->tension * top / length * slopes(place, width);
    if (hz_object_unit(o) == HZ_VELOCITY)
        return fast * (s->touches ? touched : beside);
    double peak = 0;
    for (int i = 0; i < hz_barrier_class_places(o) && hz_object_unit(o) == HZ_DISPLACEMENT; i++) {
        double at = s->own.p.pickup[i];
        peak = fmax(peak, top * fmax(hz_pluck_shape(at, place, width), hz_pluck_shape(1 - at, place, width)));
    }
    if (hz_object_unit(o) == HZ_DISPLACEMENT)
        return peak;
    double bend = 0.25 * s->speed * s->speed * top * (1 / place + 1 / (1 - place)) / (length * length * 0.5 * width);
    return fmax(fmin(bend, fast / s->h), s->touches ? knocks * fast / s->h : 0);
}

/* ---- struck ---- */

static double strike_peak(const hz_object *o, const sounding *s)
{
    static const double highest = 0.45;
    double omega[MODES], sigma[MODES], mass[MODES], weight[MODES], through[MODES], *heard[1] = { through };
    double length = s->string.length, place = s->own.p.place, peak = 0;
    double bending = s->string.young * s->string.diameter * s->string.diameter / (16 * s->string.density);
    int forces = s->own.p.forces, n = 0;
    for (; n < MODES; n++) {
        double k = (n + 1) * HZ_PI / length;
        omega[n] = sqrt(s->speed * s->speed * k * k + bending * k * k * k * k);
        if (omega[n] * s->h > 2 * HZ_PI * highest)
            break;
        sigma[n] = s->string.sigma0 + s->string.sigma1 * k * k;
        mass[n] = s->mass;
        weight[n] = sqrt(2) * sin(k * length * place);
    }
    hz_blow blow = { .law = s->own.p.hammer,
                     .mass = s->own.p.hammermass,
                     .speed =
                         hz_object_effort(o, HZ_BARRIER_CLASS_OWN, hz_object_row(o, HZ_BARRIER_CLASS_OWN, "velocity")),
                     .order = forces ? 0 : hz_object_order(o),
                     .box = s->box,
                     .h = s->h };
    for (int p = 0; p < (s->box ? 1 : hz_barrier_class_places(o)); p++) {
        hz_blow_mode room[MODES + 1];
        double at = s->own.p.pickup[p];
        for (int i = 0; i < n; i++) {
            double k = (i + 1) * HZ_PI / length;
            through[i] = sqrt(2) * (forces ? s->tension * k * (i % 2 && at > 0.5 ? -1 : 1) : sin(k * length * at));
        }
        hz_modes modes = { .n = n,
                           .mass = mass,
                           .omega = omega,
                           .sigma = sigma,
                           .weight = weight,
                           .pickups = s->box ? o->n_audio : 1,
                           .heard = (const double *const *)heard };
        peak = fmax(peak, hz_blow_loudness(&blow, &modes, 1, room).peak);
    }
    return n > 0 ? peak : 0;
}

hz_loudness hz_barrier_class_loudness(hz_object *o, int noted)
{
    sounding s = take((hz_barrier_class *)o, noted);
    return (hz_loudness){ .peak = s.own.notes == 0 ? pluck_peak(o, &s) : strike_peak(o, &s) };
}
