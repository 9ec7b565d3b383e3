/* What a string costs: free, against the machine's own multiply-add peak (eight multiply-adds a point are counted),
 * with a barrier along all of it in contact, by each method, and as stringbarrier~ has it by default. */
#include "core/barrier/barrier.h"

#include "peak.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = 64, TRIES = 15, STEPS = 4000 };

static hz_string_params steel(double freq)
{
    return (hz_string_params){
        .freq = freq, .length = 0.65, .diameter = 4e-4, .density = 7850, .young = 2e11, .sigma0 = 1, .sigma1 = 1e-3
    };
}

static double shape[HZ_BARRIER_POINTS];

/* Seconds a sample of the free string. */
static double free_string(hz_string *s)
{
    double best = 1;
    for (int k = 0; k < TRIES; k++) {
        double start = seconds();
        for (int i = 0; i < STEPS; i++) {
            hz_string_predict(s);
            hz_string_commit(s);
        }
        double each = (seconds() - start) / STEPS;
        best = each < best ? each : best;
    }
    return best;
}

static _Alignas(64) double rows[10][HZ_BARRIER_POINTS];

/* The same with a barrier 1 mm over its rest that every point leans on and shakes against. */
static double leaning(hz_string *s, hz_grid_method method, double exponent)
{
    hz_grid_law l = hz_grid_law_prepare(&(hz_law_params){ 1, exponent, 0 }, method, s->h);
    memset(rows, 0, sizeof rows);
    hz_grid_row r = { .from = 1,
                      .to = s->n,
                      .stiffness = rows[0] + 8,
                      .give = s->compliance,
                      .push = s->compliance,
                      .rises = rows[1] + 8,
                      .eta0 = rows[2] + 8,
                      .eta1 = rows[3] + 8,
                      .psi = rows[4] + 8,
                      .force = rows[5] + 8,
                      .lost = rows[6] + 8,
                      .power0 = rows[7] + 8,
                      .power1 = rows[8] + 8 };
    for (int i = 1; i < s->n; i++) {
        rows[0][8 + i] = 1e3 * pow(1e-3, 1 - exponent); /* about 1 N of each point */
        r.eta0[i] = r.eta1[i] = 1e-3 - s->u[i];
        r.psi[i] = HUGE_VAL;
    }
    hz_grid_row_set(&r, &l);
    double best = 1;
    for (int k = 0; k < TRIES; k++) {
        double start = seconds();
        for (int i = 0; i < STEPS; i++) {
            hz_string_predict(s);
            r.d = s->d;
            r.d1 = s->d1;
            r.u1 = s->u1;
            hz_grid_row_step(&r, &l);
            double *swap = r.eta0;
            r.eta0 = r.eta1;
            r.eta1 = swap;
            swap = r.power0;
            r.power0 = r.power1;
            r.power1 = swap;
            hz_string_commit(s);
        }
        double each = (seconds() - start) / STEPS;
        best = each < best ? each : best;
    }
    return best;
}

/* Part of a core at 48 kHz. */
static double instance(hz_obstacle_kind obstacle)
{
    static hz_barrier x;
    static double audio[BLOCK], force[BLOCK], *audios[] = { audio }, *meter[HZ_METERS];
    hz_barrier_params p;
    memset(&p, 0, sizeof p);
    p.string = (hz_string_params){
        .freq = 110, .length = 0.9, .diameter = 5e-4, .density = 7850, .young = 2e11, .sigma0 = 0.86, .sigma1 = 1e-3
    };
    p.obstacle = obstacle;
    p.law = (hz_law_params){ 1e9, 1, 0 };
    p.bridge[1] = 0.06;
    p.bridge[2] = 0.6;
    p.hammermass = p.mass = 1e-3;
    p.hammer = (hz_law_params){ 1e7, 2, 0 };
    p.seconddiameter = 5e-4;
    p.secondfreq = 165;
    p.pickups = 1;
    p.pickup[0] = 0.12;
    if (!hz_barrier_init(&x))
        return 0;
    hz_barrier_prepare(&x, &p, 1 / 48000.0, 0);
    double best = 1;
    for (int k = 0; k < TRIES; k++) {
        hz_barrier_pluck(&x, 0.22, 0.002, 0.02);
        double start = seconds();
        for (int i = 0; i < 100; i++)
            hz_barrier_run(&x, &(hz_barrier_io){ .n = BLOCK, .audio = audios, .out_force = force, .meter = meter });
        double each = (seconds() - start) / (100 * BLOCK);
        best = each < best ? each : best;
    }
    hz_barrier_free(&x);
    return best * 48000;
}

int main(void)
{
    static const double freq[] = { 60, 110, 220, 440 }, exponents[] = { 1, 1.5, 1.7, 2.3, 3 };
    double rate = peak();
    printf("multiply-add peak of this machine: %.2f G a second\n\n%8s %22s %10s\n", rate / 1e9, "points",
           "free, ns a point", "of peak");
    hz_string s;
    for (int i = 0; i < 4; i++) {
        hz_string_params p = steel(freq[i]);
        if (!hz_string_init(&s, HZ_BARRIER_POINTS - 1))
            return 1;
        hz_string_prepare(&s, &p, 1 / 44100.0, 0);
        for (int k = 1; k < s.n; k++)
            shape[k] = 1e-3 * sin(0.3 * k);
        hz_string_displace(&s, shape);
        double each = free_string(&s);
        printf("%8d %22.3f %9.0f%%\n", s.n, 1e9 * each / s.n, 100 * 8 * s.n / each / rate);
        hz_string_free(&s);
    }
    hz_string_params p = steel(110);
    hz_string_init(&s, HZ_BARRIER_POINTS - 1);
    hz_string_prepare(&s, &p, 1 / 44100.0, 0);
    printf(
        "\na barrier 1 mm over the rest of %d points, which shake on it: times the free string\n%10s %10s %10s %12s\n",
        s.n, "exponent", "closed", "newton", "quadratised");
    for (int e = 0; e < 5; e++) {
        double ratio[3], base = free_string(&s);
        for (int m = 0; m < 3; m++) {
            hz_string_reset(&s);
            for (int k = 1; k < s.n; k++)
                shape[k] = 2e-4 * sin(0.1 * k);
            hz_string_displace(&s, shape);
            ratio[m] = leaning(&s, (hz_grid_method)m, exponents[e]) / base;
        }
        printf("%10g %10.1f %10.1f %12.1f\n", exponents[e], ratio[0], ratio[1], ratio[2]);
    }
    hz_string_free(&s);
    printf("\nstringbarrier~ as it comes, at 48 kHz: %.2f %% of a core; without obstacle %.2f %%, over a flat one %.2f "
           "%%, over a second string %.2f %%\n",
           100 * instance(HZ_OBSTACLE_BRIDGE), 100 * instance(HZ_OBSTACLE_NONE), 100 * instance(HZ_OBSTACLE_FLAT),
           100 * instance(HZ_OBSTACLE_STRING));
    return 0;
}
