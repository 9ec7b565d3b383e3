/* report_table: what reports of contacts on grids err by. */
#include "report_table.h"

#include "core/barrier/internal.h"
#include "core/collide/collide.h"
#include "core/law/wall.h"
#include "core/tromba/tromba.h"
#include "tests/core/law/orbit.h"
#include "tests/core/tromba/test_tromba.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double mass = 1e-3, speed = 0.5;

static void note(void *owner, const hz_contact *c)
{
    hz_contact *told = owner;
    if (c)
        *told = *c;
    else
        told->duration = -1;
}

static orbit orbit_of(const report_case *c)
{
    orbit o = { { 1, c->exponent, 0 }, mass, speed };
    if (c->restitution < 1)
        o.law.damping = hz_wall_damping(c->restitution, speed);
    o.law.stiffness = orbit_stiffness(&o, c->steps / c->rate);
    return o;
}

static void strike_string(const report_case *c, const orbit *o, hz_contact *told)
{
    static hz_barrier x;
    double audio[1], force[1], *audios[] = { audio }, *meter[HZ_METERS] = { 0 };
    hz_barrier_params p;
    memset(&p, 0, sizeof p);
    p.string = (hz_string_params){ .freq = 1, .length = 1, .diameter = 1, .density = 1e9, .points = 20 };
    p.law = p.hammer = o->law;
    p.method = (hz_grid_method)c->method;
    p.mass = p.hammermass = mass;
    p.place = 0.5;
    p.pickups = 1;
    if (!hz_barrier_init(&x))
        abort();
    hz_barrier_prepare(&x, &p, 1 / c->rate, 0);
    x.ended = note;
    x.owner = told;
    hz_barrier_strike(&x, p.place, speed);
    x.hammer.w = -c->phase * speed / c->rate;
    hz_barrier_contacts_measure(&x);
    for (int i = 0; told->duration == 0 && i < 10 * c->steps + 100; i++)
        hz_barrier_run(&x, &(hz_barrier_io){ .n = 1, .audio = audios, .out_force = force, .meter = meter });
    hz_barrier_free(&x);
}

/* The bridge flies at the body from a small way off; nothing else holds it. */
static void drop_bridge(const report_case *c, const orbit *o, hz_contact *told)
{
    static hz_tromba t;
    hz_tromba_params p = test_tromba_default();
    p.body.density = 1e12;
    p.body.points = 50;
    p.string.points = 20;
    p.k1 = p.k3 = p.loss = 0;
    p.freq = p.damping = 0;
    p.mass = mass;
    p.offset = (3 + c->phase) * speed / c->rate;
    p.rattle = o->law;
    p.method = (hz_grid_method)c->method;
    if (!hz_tromba_init(&t))
        abort();
    hz_tromba_prepare(&t, &p, 1 / c->rate, 0);
    hz_tromba_reset(&t);
    t.ended = note;
    t.owner = told;
    t.bridge.d = -speed / c->rate;
    t.still = 0;
    for (int i = 0; told->duration == 0 && i < 10 * c->steps + 100; i++)
        test_tromba_step(&t, 0, 0, 0);
    hz_tromba_free(&t);
}

static void strike_wall(const report_case *c, const orbit *o, hz_contact *told)
{
    static hz_collide x;
    double motion, force, *meter[HZ_METERS] = { 0 };
    hz_collide_params p = {
        .law = o->law, .mass = mass, .resolution = 64, .quiet = 1e-12, .method = (enum hz_method)c->method
    };
    if (!hz_collide_init(&x, 0, 1))
        abort();
    hz_collide_listen(&x, told, note, NULL);
    hz_collide_prepare(&x, &p, NULL, 1 / c->rate);
    hz_collide_reset(&x);
    hz_collide_strike(&x, speed, c->phase * speed / c->rate);
    for (int i = 0; told->duration == 0 && i < 10 * c->steps + 100; i++)
        hz_collide_run(&x,
                       &(hz_collide_io){ .n = 1, .audio = (double *[]){ &motion }, .force = &force, .meter = meter });
    hz_collide_free(&x);
}

report_ratio report_trial(const report_case *c)
{
    orbit o = orbit_of(c);
    hz_contact told = { 0 };
    static void (*const act[])(const report_case *, const orbit *, hz_contact *) = { strike_string, drop_bridge,
                                                                                     strike_wall };
    act[c->kind](c, &o, &told);
    return (report_ratio){ .told = told.duration > 0,
                           .counted = told.duration < 0,
                           .v_in = told.v_in / speed,
                           .v_out = told.v_out / orbit_v_out(o.law.damping, speed),
                           .duration = told.duration * c->rate / c->steps,
                           .x_max = told.x_max / orbit_x_max(&o),
                           .f_max = told.f_max / orbit_f_max(&o) };
}

/* ---- the table ---- */

enum { PHASES = 25, TIMES = 4, RATES = 3, ROOM = 20000 };
static const double times[TIMES] = { 2e-5, 1e-4, 2.5e-4, 1e-3 }, table_rates[RATES] = { 44100, 96000, 192000 };

/* One row of bodies, method and law. */
typedef struct line {
    enum report_class first, last;
    int method;
    double exponent, restitution;
    const char *name;
} line;

static const line lines[] = {
    { REPORT_STRING, REPORT_TROMBA, HZ_GRID_CLOSED, 1, 1, "grid, `closed`, exponent 1" },
    { REPORT_STRING, REPORT_TROMBA, HZ_GRID_NEWTON, 1.5, 1, "grid, `newton`, 1.5" },
    { REPORT_STRING, REPORT_TROMBA, HZ_GRID_NEWTON, 1.5, 0.6, "the same, restitution 0.6" },
    { REPORT_STRING, REPORT_TROMBA, HZ_GRID_QUADRATISED, 1.5, 1, "grid, `quadratised`, 1.5" },
    { REPORT_IMPACT, REPORT_IMPACT, HZ_THREEPOINT, 1, 1, "`impact~`, `threepoint`, 1" },
    { REPORT_IMPACT, REPORT_IMPACT, HZ_TWOPOINT, 1, 1, "`impact~`, `twopoint`, 1" },
    { REPORT_IMPACT, REPORT_IMPACT, HZ_EXACT, 1.5, 0.6, "`impact~`, `exact`, 1.5, restitution 0.6" },
};

static void put_percent(char *text, double x, const char *end)
{
    if (x < 5e-5)
        strcat(text, "0");
    else
        sprintf(text + strlen(text), x < 0.095 ? "%.2g" : "%.0f", 100 * x);
    strcat(text, end);
}

/* The worst errors of v_out, duration and f_max over bodies and over where between samples the contact starts. */
static void put_cell(char *text, report_case c, enum report_class last)
{
    double worst[3] = { 0 };
    int told = 0, trials = 0;
    for (; c.kind <= last; c.kind++)
        for (int i = 0; i < PHASES; i++, trials++) {
            c.phase = (i + 0.5) / PHASES;
            report_ratio r = report_trial(&c);
            if (!r.told)
                continue;
            double ratio[3] = { r.v_out, r.duration, r.f_max };
            told++;
            for (int k = 0; k < 3; k++)
                worst[k] = fmax(worst[k], fabs(ratio[k] - 1));
        }
    if (told == 0) {
        strcat(text, " counted |");
        return;
    }
    strcat(text, " ");
    put_percent(text, worst[0], ", ");
    put_percent(text, worst[1], ", ");
    put_percent(text, worst[2], told < trials ? " (or counted) |" : " |");
}

char *report_table(void)
{
    char *text = calloc(ROOM, 1);
    if (!text)
        return NULL;
    strcpy(text, "| contact of | lasts | 44.1 kHz | 96 kHz | 192 kHz |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (int t = 0; t < TIMES; t++) {
            const line *l = &lines[i];
            sprintf(text + strlen(text), "| %s | %g ms |", l->name, 1e3 * times[t]);
            for (int r = 0; r < RATES; r++)
                put_cell(text,
                         (report_case){ .kind = l->first,
                                        .method = l->method,
                                        .exponent = l->exponent,
                                        .restitution = l->restitution,
                                        .steps = times[t] * table_rates[r],
                                        .rate = table_rates[r] },
                         l->last);
            strcat(text, "\n");
        }
    return text;
}
