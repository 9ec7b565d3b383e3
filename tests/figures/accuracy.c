/* The README's table of accuracy: a mass on a wall by the exact method, against the closed forms, over contacts from a
 * thousandth of a sample to 300 samples. Writes accuracy.txt into the folder it is given. */
#include "core/collide/collide.h"
#include "tests/core/contact/orbit.h"

#include <stdio.h>
#include <stdlib.h>

static hz_contact last;
static int ended;

static void note(void *owner, const hz_contact *c)
{
    (void)owner;
    ended = c ? 1 : -1;
    if (c)
        last = *c;
}

typedef struct worst {
    double v_out, x_max, duration, residual;
} worst;

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* One random contact, at any length or, hard to time, a few samples long and mostly with heavy damping. */
static void try(hz_collide *c, int hard, double rate, int resolution, worst *w)
{
    double samples = hard ? 5 + 15 * drand48() : 0.001 * pow(3e5, drand48());
    double motion, *audio[] = { &motion }, force, *meter[HZ_METERS] = { 0 };
    double v = pow(10, 4 * drand48() - 2), mass = pow(10, 6 * drand48() - 4), a = 1 + 5 * drand48();
    double mu = (drand48() < 0.2 ? 0 : 30 * (hard ? 1 - pow(drand48(), 3) : drand48())) / v;
    hz_law soft = hz_law_prepare(&(hz_law_params){ 1, a, mu });
    double stiffness = pow(orbit_tau_of(&soft, mass, v) * rate / samples, a + 1); /* wall:tau scales as K^(-1/(a+1)) */
    hz_collide_params p = { .law = { stiffness, a, mu }, .mass = mass, .resolution = resolution, .quiet = 1e-9 * v };
    hz_law law = hz_law_prepare(&p.law);
    hz_collide_prepare(c, &p, NULL, 1 / rate);
    hz_collide_reset(c);
    hz_collide_strike(c, v, v * drand48() / rate); /* entering anywhere in the sample */
    for (ended = 0; !ended;)
        hz_collide_run(c, &(hz_collide_io){ .n = 1, .audio = audio, .force = &force, .meter = meter, .ledger = 1 });
    hz_accounts books;
    hz_collide_accounts(c, &books);
    if (ended < 0)
        last = (hz_contact){ 0 };
    w->v_out = larger(w->v_out, fabs(last.v_out / hz_wall_vout(mu, v) - 1));
    w->x_max = larger(w->x_max, fabs(last.x_max / hz_wall_xmax(&law, mass, v) - 1));
    w->duration = larger(w->duration, fabs(last.duration / orbit_tau_of(&law, mass, v) - 1));
    w->residual = larger(w->residual, fabs(books.value[HZ_RESIDUAL]) / books.value[HZ_ADJUSTED]);
}

int main(int argc, char **argv)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/accuracy.txt", argc > 1 ? argv[1] : ".");
    FILE *out = fopen(path, "w");
    hz_collide c;
    if (!out || !hz_collide_init(&c, 0, 1))
        return 1;
    c.system.ended = note;
    srand48(1);
    fprintf(out,
            "| resolution | contacts | v_out | x_max | contact time | ledger residual |\n|---|---|---|---|---|---|\n");
    static const struct {
        int resolution, trials, hard;
    } rows[] = { { 16, 5000, 0 }, { 64, 5000, 0 }, { 256, 5000, 0 }, { 1024, 5000, 0 }, { 64, 40000, 1 } };
    for (int k = 0; k < 5; k++) {
        worst w = { 0 };
        static const double rates[] = { 44100, 48000, 96000 };
        for (int i = 0; i < rows[k].trials; i++)
            try(&c, rows[k].hard, rates[i % 3], rows[k].resolution, &w);
        fprintf(out, "| %d | %d%s | %.0e | %.0e | %.1e | %.0e |\n", rows[k].resolution, rows[k].trials,
                rows[k].hard ? ", hard" : "", w.v_out, w.x_max, w.duration, w.residual);
    }
    fclose(out);
    hz_collide_free(&c);
    out = fopen(path, "r");
    for (int ch; out && (ch = fgetc(out)) != EOF;)
        putchar(ch);
    return 0;
}
