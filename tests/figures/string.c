/* How the methods converge for a string plucked once against a fret, as tables. Writes string.txt into the folder it is given. */
#include "../../externals/core/stringbarrier.h"

#include <gsl/gsl_fft_real.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double rate = 44100;

enum { BANDS = 7, METHODS = 3 };
static const double edges[BANDS + 1] = { 100, 200, 400, 800, 1600, 3200, 6400, 8000 };
static const char *const names[METHODS] = { "closed", "newton", "quadratised" };

typedef struct sound {
    double band[BANDS]; /* dB */
    double deepest;     /* m */
    double decay;       /* dB lost from the first to the last quarter of half a second */
} sound;

static hz_stringbarrier_params fretted(double stiffness, double exponent, hz_gridmethod method)
{
    hz_stringbarrier_params p;
    memset(&p, 0, sizeof p);
    p.string = (hz_string_params){ .freq = 110, .length = 0.65, .diameter = 7e-4, .density = 7850, .young = 2e11, .sigma0 = 1.5, .sigma1 = 2e-3 };
    p.obstacle = HZ_FRETS;
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

static sound play(const hz_stringbarrier_params *p, int times)
{
    sound s = { .deepest = 0 };
    int n = (int)(0.5 * rate) * times;
    double *x = malloc((size_t)n * sizeof *x), audio[64], force[64], depth[64], *audios[] = { audio }, *meter[HZ_METERS] = { 0 };
    hz_stringbarrier b;
    meter[HZ_COMPRESSION] = depth;
    if (!x || !hz_stringbarrier_init(&b))
        exit(1);
    hz_stringbarrier_prepare(&b, p, 1 / (rate * times), 0);
    hz_stringbarrier_pluck(&b, 0.78, 0.003, 0.05);
    for (int t = 0; t < n; t += 64) {
        hz_stringbarrier_run(&b, &(hz_stringbarrier_io){ .n = 64, .audio = audios, .out_force = force, .meter = meter });
        for (int i = 0; i < 64 && t + i < n; i++) {
            x[t + i] = audio[i] * (1 - cos(2 * M_PI * (t + i) / n));
            s.deepest = fmax(s.deepest, depth[i]);
        }
    }
    hz_stringbarrier_free(&b);
    double early = 0, late = 0;
    for (int t = 0; t < n / 2; t++)
        early += x[t] * x[t];
    for (int t = n / 2; t < n; t++)
        late += x[t] * x[t];
    s.decay = 10 * log10(early / late);
    gsl_fft_real_wavetable *table = gsl_fft_real_wavetable_alloc((size_t)n);
    gsl_fft_real_workspace *work = gsl_fft_real_workspace_alloc((size_t)n);
    gsl_fft_real_transform(x, 1, (size_t)n, table, work);
    for (int k = 0; k < BANDS; k++) {
        double sum = 0;
        for (int i = (int)(edges[k] * 0.5); i < (int)(edges[k + 1] * 0.5); i++) /* lines are 2 Hz apart */
            sum += x[2 * i - 1] * x[2 * i - 1] + x[2 * i] * x[2 * i];
        s.band[k] = 10 * log10(sum / times / times);
    }
    gsl_fft_real_wavetable_free(table);
    gsl_fft_real_workspace_free(work);
    free(x);
    return s;
}

static void converge(FILE *out, double stiffness, double exponent)
{
    hz_stringbarrier_params p = fretted(stiffness, exponent, HZ_NEWTON);
    sound fine = play(&p, 16);
    fprintf(out, "\nstiffness %g N/m^a, exponent %g; at 16 times the rate the deepest compression is %.2e m\n\n| method | rate |", stiffness, exponent, fine.deepest);
    for (int k = 0; k < BANDS; k++)
        fprintf(out, " %g |", edges[k]);
    fprintf(out, " worst | decay, dB | depth, ratio |\n|---|---|");
    for (int k = 0; k < BANDS + 3; k++)
        fprintf(out, "---|");
    fprintf(out, "\n");
    for (int m = exponent == 1 ? HZ_CLOSED : HZ_NEWTON; m < METHODS; m++)
        for (int times = 1; times <= 4; times *= 2) {
            p = fretted(stiffness, exponent, (hz_gridmethod)m);
            sound s = play(&p, times);
            double worst = 0;
            fprintf(out, "| %s | %d |", names[m], times);
            for (int k = 0; k < BANDS; k++) {
                fprintf(out, " %+.2f |", s.band[k] - fine.band[k]);
                worst = fmax(worst, fabs(s.band[k] - fine.band[k]));
            }
            fprintf(out, " %.2f | %+.2f | %.2f |\n", worst, s.decay - fine.decay, s.deepest / fine.deepest);
        }
}

int main(int argc, char **argv)
{
    char path[512];
    snprintf(path, sizeof path, "%s/string.txt", argc > 1 ? argv[1] : ".");
    FILE *out = fopen(path, "w");
    if (!out)
        return 1;
    fprintf(out, "A string of 110 Hz plucked once against a fret: octave bands (from so many Hz up) of half a second of velocity, in dB over a run at 16 times 44.1 kHz.\n");
    converge(out, 1e5, 1);
    converge(out, 1e7, 1);
    converge(out, 1e7, 1.5);
    return fclose(out) != 0;
}
