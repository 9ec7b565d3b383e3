/* string_rows: a string as a patch describes it. */
#include "string_rows.h"

#include <math.h>

#include "core/base/units.h"

#define AT(member) HZ_FIELD(hz_string_params, member)

const hz_param hz_string_rows[HZ_STRING_ROWS] = {
    { "freq", "Hz", 110, 1, 20000, AT(freq), .doc = "Frequency of the open string. Sets the tension." },
    { "tension", "N", 0, 0, 1e7, AT(tension),
      .doc = "Tension of the string. Sets the frequency. Whichever of freq and tension was set last applies. get "
             "computes the other." },
    { "length", "m", 1, 0.05, 20, AT(length), .doc = "Length of the string." },
    { "diameter", "m", 0.001, 1e-5, 0.1, AT(diameter), .flags = HZ_STEADY, .doc = "Diameter of the string." },
    { "density", "kg/m^3", 7850, 10, 1e5, AT(density), .flags = HZ_STEADY,
      .doc = "Density of the string's material: 7850 for steel, 1300 for gut." },
    { "young", "N/m^2", 2e11, 0, 1e13, AT(young),
      .doc = "Young's modulus, the stiffness of the string's material: 2e11 for steel, 6e9 for gut. A stiff string has "
             "slightly sharp partials. 0: flexible, with harmonic partials." },
    { "decay", "s", 5, 0, 1e4, AT(sigma0), .doc = "T60 of the low partials. 0: no such loss." },
    { "highloss", "m^2/s", 0.005, 0, 10, AT(sigma1),
      .doc = "How much faster high partials decay than low ones: sigma_1 of the string equation. 0: all decay alike." },
    { "ends", .choices = "supported clamped", AT(clamped),
      .doc = "How the ends of the string are held. supported: free to turn. clamped: fixed, which raises the pitch of "
             "a stiff string a little." },
    { "points", NULL, 0, 0, 2048, .flags = HZ_WHOLE, .word = "auto", AT(points),
      .doc = "Grid points of the string. More: more accurate, and more CPU. 0 or auto: as many as the method allows at "
             "this pitch and sample rate, which is also the maximum." },
};

static int by_tension(const hz_object *o)
{
    return ((const hz_string_object *)o)->by_tension;
}

hz_string_params hz_string_params_of(const hz_object *o)
{
    hz_string_params p = { .room = 0 };
    hz_object_fill(o, HZ_STRING_TABLE, &p);
    p.sigma0 = hz_sigma_of(p.sigma0);
    *(by_tension(o) ? &p.freq : &p.tension) = 0;
    return p;
}

/* string:pull  The force on an end that the partial k makes where it moves with 1 m/s, N. */
static double end_force(const hz_string *s, int k, double freq)
{
    const hz_string_params *p = &s->params;
    return p->density * 0.25 * HZ_PI * p->diameter * p->diameter * 2 * freq * p->length / k;
}

/* The level of a partial, as it is heard at a place or by its force on its end. */
static hz_partial heard_as(const hz_string *s, const hz_string_partial *p, int k, double held, double heard)
{
    double shape = heard < held ? sin(HZ_PI * k * heard / held) : 0;
    if (heard == HZ_STRING_AT_ITS_END)
        shape = end_force(s, k, p->freq);
    return (hz_partial){ .freq = p->freq,
                         .decay = p->sigma > 0 ? HZ_SIXTY_DB / p->sigma : 0,
                         .speed = fabs(shape) * hypot(p->velocity, 2 * HZ_PI * p->freq * p->displacement) };
}

int hz_string_set_partials(const hz_string *s, double held, double heard, hz_partial *out, int most)
{
    enum { SOME = 256 };
    const double highest = 0.45 / s->h; /* Higher ones no grid carries well. */
    hz_string_partial its[SOME];
    int n = 0, some = SOME;
    while (n < most && some == SOME && s->h > 0) {
        some = hz_string_partials(s, n + 1, held, highest, its, most - n < SOME ? most - n : SOME);
        for (int i = 0; i < some; i++, n++)
            out[n] = heard_as(s, &its[i], n + 1, held, heard);
    }
    return n;
}

void hz_string_changed(hz_object *o, int table, int row)
{
    hz_string_object *x = (hz_string_object *)o;
    if (table != HZ_STRING_TABLE || (row != HZ_STRINGROW_FREQ && row != HZ_STRINGROW_TENSION))
        return;
    x->by_tension = row == HZ_STRINGROW_TENSION;
    x->open = 0;
}

int hz_string_derived(const hz_object *o, int table, int row)
{
    return table == HZ_STRING_TABLE && row == (by_tension(o) ? HZ_STRINGROW_FREQ : HZ_STRINGROW_TENSION);
}

void hz_string_derive(hz_object *o)
{
    hz_string_params p = hz_string_params_of(o);
    double area = 0.25 * HZ_PI * p.diameter * p.diameter;
    hz_string_wave w = { .length = p.length,
                         .speed2 = p.tension / (p.density * area),
                         .bending2 = p.young * p.diameter * p.diameter / (16 * p.density),
                         .clamped = p.clamped };
    if (by_tension(o)) {
        hz_object_put(o, HZ_STRING_TABLE, HZ_STRINGROW_FREQ, hz_string_wave_lowest(&w));
    } else {
        hz_string_wave_tune(&w, p.freq);
        hz_object_put(o, HZ_STRING_TABLE, HZ_STRINGROW_TENSION, w.speed2 * p.density * area);
    }
}
