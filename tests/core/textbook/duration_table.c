/* duration_table: how long contacts last by the methods of two and of three points, and the manual's table of it. */
#include "duration_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/core/law/orbit.h"

enum { PLACES = 100, ROOM = 4000, MOST = 100000 };

static hz_contact last;
static int over;

static void ended(void *owner, const hz_contact *c)
{
    (void)owner;
    over = 1;
    last = c ? *c : (hz_contact){ .duration = NAN };
}

static double lasts(hz_collide *c, const hz_collide_params *p, double h, double v, double outside)
{
    double motion, force, *meter[HZ_METERS] = { 0 };
    hz_collide_prepare(c, p, NULL, h);
    hz_collide_reset(c);
    hz_collide_strike(c, v, outside);
    over = 0;
    for (int i = 0; i < MOST && !over; i++)
        hz_collide_run(c,
                       &(hz_collide_io){ .n = 1, .audio = (double *[]){ &motion }, .force = &force, .meter = meter });
    return over ? last.duration : NAN;
}

static orbit orbit_by(const hz_collide_params *p, double v)
{
    return (orbit){ p->law, p->mass, v };
}

timing timing_of(hz_collide *c, const hz_collide_params *p, double h, double v)
{
    orbit o = orbit_by(p, v);
    timing t = { 0 };
    double tau = orbit_tau(&o), low = HUGE_VAL, high = 0;
    c->system.ended = ended;
    for (int k = 0; k < PLACES; k++) {
        double part = lasts(c, p, h, v, (k + 0.5) / PLACES * v * h) / tau;
        t.mean += part / PLACES;
        low = fmin(low, part);
        high = fmax(high, part);
    }
    t.spread = fmax(high - t.mean, t.mean - low);
    t.mean -= 1;
    t.stiffer = c->system.law.stiffness / p->law.stiffness;
    return t;
}

void timing_make(hz_collide_params *p, double v, double tau)
{
    orbit o = orbit_by(p, v);
    p->law.stiffness = orbit_stiffness(&o, tau);
}

static void row(char *text, hz_collide *c, double exponent, double mu_v, enum hz_method m)
{
    static const double samples[] = { 3, 4, 6, 12 }, h = 1 / 44100.0;
    hz_collide_params p = { .law = { 1, exponent, mu_v }, .mass = 0.01, .quiet = 1e-12, .method = m };
    timing with[4], without[4];
    for (int i = 0; i < 4; i++) {
        timing_make(&p, 1, samples[i] * h);
        p.duration = 0;
        without[i] = timing_of(c, &p, h, 1);
        p.duration = 1;
        with[i] = timing_of(c, &p, h, 1);
    }
    sprintf(text + strlen(text), "| %g | %g | `%s` |", exponent, mu_v, m == HZ_TWOPOINT ? "twopoint" : "threepoint");
    for (int i = 0; i < 4; i++)
        sprintf(text + strlen(text), " %.4g |", with[i].stiffer);
    for (int i = 0; i < 4; i++)
        sprintf(text + strlen(text), " %.2g %% |", 100 * without[i].mean);
    for (int i = 0; i < 4; i++)
        sprintf(text + strlen(text), " %.2f %% |", 100 * with[i].spread);
    strcat(text, "\n");
}

char *duration_table(void)
{
    static const double exponents[] = { 1, 1.5, 2, 2.8, 4 };
    char *text = calloc(ROOM, 1);
    hz_collide c;
    if (!text || !hz_collide_init(&c, 0, 1))
        return text;
    strcpy(text,
           "| exponent | `mu v_in` | method | K*/K: 3 samples | 4 | 6 | 12 | too long without: 3 | 4 | 6 | 12 | "
           "one from the mean: 3 | 4 | 6 | 12 |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (int mu = 0; mu < 2; mu++)
        for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++)
            for (enum hz_method m = HZ_TWOPOINT; m <= HZ_THREEPOINT; m++)
                row(text, &c, exponents[i], mu, m);
    hz_collide_free(&c);
    return text;
}
