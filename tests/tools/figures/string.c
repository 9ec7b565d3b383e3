/* How the methods converge for a string plucked against a fret, as tables. Writes string.txt into the folder it is
 * given. */
#include "core/barrier/barrier.h"
#include "tests/tools/page.h"

#include <gsl/gsl_fft_real.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double rate = 44100;

enum { BANDS = 7, METHODS = 3, TIMES = 3, MOST_PLUCKS = 24, FINE = 16 };
static const double edges[BANDS + 1] = { 100, 200, 400, 800, 1600, 3200, 6400, 8000 };
static const char *const names[METHODS] = { "closed, newton", "newton", "quadratised" };

/* What is plucked, and how often: each time a little elsewhere and harder, so that which bounce comes when is not what
 * is measured. */
typedef struct reading {
    const char *name;
    int plucks;
    int exact; /* a flexible string with as many points as its step is exact for, a fret on a point of every grid */
} reading;

typedef struct sound {
    double heard[BANDS], force[BANDS]; /* dB */
    double deepest;                    /* m */
    double decay;                      /* dB lost from the first to the last quarter of half a second */
} sound;

static hz_barrier_params fretted(const reading *r, double stiffness, double exponent, hz_grid_method method, int times)
{
    hz_barrier_params p;
    memset(&p, 0, sizeof p);
    p.string = (hz_string_params){
        .freq = 110, .length = 0.65, .diameter = 7e-4, .density = 7850, .young = 2e11, .sigma0 = 1.5, .sigma1 = 2e-3
    };
    if (r->exact) {
        p.string.points = 200 * times;
        p.string.freq = rate / 400;
        p.string.young = p.string.sigma1 = 0;
    }
    p.obstacle = HZ_OBSTACLE_FRETS;
    p.frets = 1;
    p.fret[0] = 0.3;
    p.height = -0.0006;
    p.law = (hz_law_params){ stiffness, exponent, 0 };
    p.method = method;
    p.hammermass = p.mass = 1;
    p.hammer = p.law;
    p.pickups = 1;
    p.pickup[0] = 0.11;
    return p;
}

static void bands_of(double *x, int n, int times, double *band)
{
    gsl_fft_real_wavetable *table = gsl_fft_real_wavetable_alloc((size_t)n);
    gsl_fft_real_workspace *work = gsl_fft_real_workspace_alloc((size_t)n);
    gsl_fft_real_transform(x, 1, (size_t)n, table, work);
    for (int k = 0; k < BANDS; k++) {
        double sum = 0;
        for (int i = (int)(edges[k] * 0.5); i < (int)(edges[k + 1] * 0.5); i++) /* lines are 2 Hz apart */
            sum += x[2 * i - 1] * x[2 * i - 1] + x[2 * i] * x[2 * i];
        band[k] = 10 * log10(sum / times / times);
    }
    gsl_fft_real_wavetable_free(table);
    gsl_fft_real_workspace_free(work);
}

static sound play(const reading *r, double stiffness, double exponent, hz_grid_method method, int times, int pluck)
{
    sound s = { .deepest = 0 };
    int n = (int)(0.5 * rate) * times;
    double *x = malloc((size_t)n * sizeof *x), *f = malloc((size_t)n * sizeof *f);
    double audio[64], force[64], depth[64], *audios[] = { audio }, *meter[HZ_METERS] = { 0 };
    hz_barrier_params p = fretted(r, stiffness, exponent, method, times);
    static hz_barrier b;
    meter[HZ_COMPRESSION] = depth;
    if (!x || !f || !hz_barrier_init(&b))
        exit(1);
    hz_barrier_prepare(&b, &p, 1 / (rate * times), 0);
    hz_barrier_pluck(&b, 0.78 - 0.004 * pluck, 0.003 * (1 + 0.01 * pluck), 0.05);
    for (int t = 0; t < n; t += 64) {
        hz_barrier_run(&b, &(hz_barrier_io){ .n = 64, .audio = audios, .out_force = force, .meter = meter });
        for (int i = 0; i < 64 && t + i < n; i++) {
            double window = 1 - cos(2 * M_PI * (t + i) / n);
            x[t + i] = audio[i] * window;
            f[t + i] = force[i] * window;
            s.deepest = fmax(s.deepest, depth[i]);
        }
    }
    hz_barrier_free(&b);
    double early = 0, late = 0;
    for (int t = 0; t < n / 2; t++)
        early += x[t] * x[t];
    for (int t = n / 2; t < n; t++)
        late += x[t] * x[t];
    s.decay = 10 * log10(early / late);
    bands_of(x, n, times, s.heard);
    bands_of(f, n, times, s.force);
    free(x);
    free(f);
    return s;
}

/* How far sounds are off the fine ones, in dB. */
typedef struct errors {
    double each[MOST_PLUCKS][3]; /* of each pluck, over the bands: heard, force; decay */
    double band[BANDS], worst[2], depth;
} errors;

static errors errors_of(const reading *r, double stiffness, double exponent, hz_grid_method method, int times,
                        const sound *fine)
{
    errors e = { .depth = 0 };
    for (int i = 0; i < r->plucks; i++) {
        sound s = play(r, stiffness, exponent, method, times, i);
        for (int k = 0; k < BANDS; k++) {
            double heard = fabs(s.heard[k] - fine[i].heard[k]), force = fabs(s.force[k] - fine[i].force[k]);
            e.each[i][0] += heard / BANDS;
            e.each[i][1] += force / BANDS;
            e.band[k] += heard / r->plucks;
            e.worst[0] = fmax(e.worst[0], heard);
            e.worst[1] = fmax(e.worst[1], force);
        }
        e.each[i][2] = fabs(s.decay - fine[i].decay);
        e.depth += s.deepest / fine[i].deepest / r->plucks;
    }
    return e;
}

static double mean_of(const reading *r, const errors *e, int what)
{
    double sum = 0;
    for (int i = 0; i < r->plucks; i++)
        sum += e->each[i][what];
    return sum / r->plucks;
}

/* sqrt(T rho A), N s/m */
static double impedance(const reading *r)
{
    hz_string_params p = fretted(r, 1, 1, HZ_GRID_CLOSED, 1).string;
    double linear = p.density * M_PI * p.diameter * p.diameter / 4;
    return 2 * p.length * p.freq * linear;
}

static void converge(FILE *out, const reading *r, double stiffness, double exponent)
{
    static sound fine[MOST_PLUCKS];
    static errors all[METHODS][TIMES];
    double deepest = 0;
    int first = exponent == 1 ? HZ_GRID_CLOSED : HZ_GRID_NEWTON;
    for (int i = 0; i < r->plucks; i++) {
        fine[i] = play(r, stiffness, exponent, HZ_GRID_NEWTON, FINE, i);
        deepest += fine[i].deepest / r->plucks;
    }
    fprintf(out, "\n%s: stiffness %g N/m^a, exponent %g, %d plucks; at %d times the rate %.2e m deep", r->name,
            stiffness, exponent, r->plucks, FINE, deepest);
    if (exponent == 1) /* a string pushes back with twice its impedance */
        fprintf(out, "; it yields with a time constant of %.2g samples", 2 * impedance(r) / stiffness * rate);
    fprintf(out, "\n\n| method | rate |");
    for (int k = 0; k < BANDS; k++)
        fprintf(out, " %g |", edges[k]);
    fprintf(out, " mean | worst | force, mean | worst | decay | depth, ratio |\n|---|---|");
    for (int k = 0; k < BANDS + 6; k++)
        fprintf(out, "---|");
    fprintf(out, "\n");
    for (int m = first; m < METHODS; m += m == HZ_GRID_CLOSED ? 2 : 1) /* with exponent 1 newton is closed */
        for (int t = 0; t < TIMES; t++) {
            errors *e = &all[m][t];
            *e = errors_of(r, stiffness, exponent, (hz_grid_method)m, 1 << t, fine);
            fprintf(out, "| %s | %d |", names[m], 1 << t);
            for (int k = 0; k < BANDS; k++)
                fprintf(out, " %.2f |", e->band[k]);
            fprintf(out, " %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |\n", mean_of(r, e, 0), e->worst[0],
                    mean_of(r, e, 1), e->worst[1], mean_of(r, e, 2), e->depth);
        }
    for (int t = 0; t < TIMES && r->plucks > 1; t++) {
        fprintf(out, "%s %d:",
                t == 0 ? "\nquadratised off by more than the other, dB, and the standard error of that; at" : "; at",
                1 << t);
        for (int what = 0; what < 3; what++) {
            double sum = 0, squares = 0, n = r->plucks;
            for (int i = 0; i < r->plucks; i++) {
                double more = all[HZ_GRID_QUADRATISED][t].each[i][what] - all[first][t].each[i][what];
                sum += more / n;
                squares += more * more / n;
            }
            fprintf(out, " %s %+.2f (%.2f)",
                    what == 0   ? "heard"
                    : what == 1 ? "force"
                                : "decay",
                    sum, sqrt((squares - sum * sum) / (n - 1)));
        }
    }
    fprintf(out, "\n");
}

int main(int argc, char **argv)
{
    static const reading once = { "One pluck", 1, 0 }, often = { "Many plucks", 24, 0 },
                         exact = { "Many plucks, a string that is exact by itself", 12, 1 };
    FILE *out = page_make(argc > 1 ? argv[1] : ".", "string.txt");
    fprintf(out, "A string of 110 Hz plucked against a fret, half a second of it: velocity heard and contact force in "
                 "octave bands (from so many Hz up),\n"
                 "and what it decays by, all as dB off a run at 16 times 44.1 kHz, the size of it; the deepest "
                 "compression over that one's.\n");
    converge(out, &once, 1e5, 1);
    converge(out, &once, 1e7, 1);
    converge(out, &once, 1e7, 1.5);
    converge(out, &often, 1e5, 1);
    converge(out, &often, 1e7, 1);
    converge(out, &exact, 1e4, 1);
    converge(out, &exact, 1e5, 1);
    converge(out, &exact, 1e7, 1);
    converge(out, &exact, 1e7, 1.5);
    return fclose(out) != 0;
}
