/* method_table: the manual's table of what each method errs by. */
#include "method_table.h"

#include "core/collide/collide.h"
#include "tests/tools/test.h"
#include "tests/core/law/orbit.h"

enum { ROOM = 4000, TRIALS = 300, BINS = 3 };

static const char *const names[HZ_METHODS] = { "exact", "am1",      "verlet",     "heun",
                                               "rk4",   "twopoint", "threepoint", "quadratised" };
static const double bins[BINS + 1] = { 4, 10, 40, 160 };

typedef struct errors {
    double v_out, residual;
} errors;

static int over;
static double v_out;

static void ended(void *owner, const hz_contact *c)
{
    (void)owner;
    over = 1;
    v_out = c ? c->v_out : NAN;
}

/* One contact: how far the speed out is off, and what of the energy the books do not explain. */
static errors blow(hz_collide *c, enum hz_method m, const orbit *o, double h, double distance)
{
    hz_collide_params p = { .law = o->law, .mass = o->mass, .resolution = 64, .quiet = 1e-12, .method = m };
    double motion, force, *meter[HZ_METERS] = { 0 };
    hz_accounts books;
    hz_collide_prepare(c, &p, NULL, h);
    hz_collide_reset(c);
    hz_collide_strike(c, o->v_in, distance);
    for (over = 0; !over;)
        hz_collide_run(c, &(hz_collide_io){
                              .n = 1, .audio = (double *[]){ &motion }, .force = &force, .meter = meter, .ledger = 1 });
    hz_collide_accounts(c, &books);
    return (errors){ fabs(v_out / orbit_v_out(o->law.damping, o->v_in) - 1),
                     fabs(books.value[HZ_RESIDUAL]) / books.value[HZ_ADJUSTED] };
}

/* A contact that lasts so many samples, of any exponent from 1 to 3 and mu v_in up to 1. */
static orbit any(dice *d, double low, double high)
{
    orbit o = { { 1, dice_even(d, 1, 3), 0 }, 0.01, dice_log(d, 0.1, 5) };
    o.law.damping = dice_even(d, 0, 1) / o.v_in;
    o.law.stiffness = orbit_stiffness(&o, dice_log(d, low, high) / 44100);
    return o;
}

/* The order of accuracy of the velocity a third of the way into a contact with exponent 3. */
static double order(hz_collide *c, enum hz_method m)
{
    orbit o = { { 1e12, 3, 0.3 }, 0.01, 1 };
    double time = 0.35 * orbit_tau(&o), v[3], motion, force, *meter[HZ_METERS] = { 0 };
    int steps = m == HZ_RK4 ? 32 : 128;
    for (int k = 0; k < 3; k++, steps *= k < 2 ? 2 : 16) {
        hz_collide_params p = { .law = o.law, .mass = o.mass, .resolution = 64, .method = k < 2 ? m : HZ_RK4 };
        hz_collide_prepare(c, &p, NULL, time / steps);
        hz_collide_reset(c);
        hz_collide_strike(c, 1, 0);
        for (int i = 0; i < steps; i++)
            hz_collide_run(
                c, &(hz_collide_io){ .n = 1, .audio = (double *[]){ &motion }, .force = &force, .meter = meter });
        v[k] = c->system.striker->body.v[0];
    }
    return log2(fabs((v[0] - v[2]) / (v[1] - v[2])));
}

/* The order of accuracy of the speed out, with this exponent: of its root mean square over where between two samples a
 * contact of so many samples begins, and one of twice as many. */
static double order_out(hz_collide *c, enum hz_method m, double exponent)
{
    enum { PHASES = 40 };
    orbit o = { { 1, exponent, 0.3 }, 0.01, 1 };
    double squares[2] = { 0 };
    for (int k = 0; k < 2; k++) {
        o.law.stiffness = orbit_stiffness(&o, (k ? 128 : 64) / 44100.0);
        for (int i = 0; i < PHASES; i++) {
            double e = blow(c, m, &o, 1 / 44100.0, (i + 0.5) / PHASES * o.v_in / 44100).v_out;
            squares[k] += e * e;
        }
    }
    return 0.5 * log2(squares[0] / squares[1]);
}

static void percent(char *text, double x)
{
    sprintf(text + strlen(text), x < 1e-6 ? " 0 |" : x < 0.1 ? " %.2g %% |" : " %.0f %% |", 100 * x);
}

char *method_table(void)
{
    static const orbit papetti[2] = { { { 1e7, 1.1, 0.1 }, 0.01, 0.3 }, { { 1e9, 1.5, 0.5 }, 0.01, 1 } };
    char *text = calloc(ROOM, 1);
    hz_collide c;
    if (!text || !hz_collide_init(&c, 0, 1))
        return text;
    c.system.ended = ended;
    strcpy(text, "| method | order in v, exponent 3 | in v_out, 1 | 1.5 | 3 | case 1 of Papetti et al. | case 2 | "
                 "contacts of 4 to 10 samples | 10 to 40 | 40 "
                 "to 160 | residual |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (enum hz_method m = HZ_EXACT; m < HZ_METHODS; m++) {
        double residual = 0;
        sprintf(text + strlen(text), "| `%s` |", names[m]);
        if (m == HZ_EXACT)
            strcat(text, " | | | |");
        else
            sprintf(text + strlen(text), " %.1f | %.1f | %.1f | %.1f |", order(&c, m), order_out(&c, m, 1),
                    order_out(&c, m, 1.5), order_out(&c, m, 3));
        for (int k = 0; k < 2; k++)
            percent(text, blow(&c, m, &papetti[k], 1 / 44100.0, 0).v_out);
        for (int k = 0; k < BINS; k++) {
            dice d = { 7 };
            double worst = 0;
            for (int i = 0; i < TRIALS; i++) {
                orbit o = any(&d, bins[k], bins[k + 1]);
                errors e = blow(&c, m, &o, 1 / 44100.0, dice_even(&d, 0, 1) * o.v_in / 44100);
                worst = fmax(worst, e.v_out);
                residual = fmax(residual, e.residual);
            }
            percent(text, worst);
        }
        if (residual < 1e-12)
            strcat(text, " rounding |");
        else
            percent(text, residual);
        strcat(text, "\n");
    }
    hz_collide_free(&c);
    return text;
}
