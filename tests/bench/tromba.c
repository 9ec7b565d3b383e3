/* What the trumpet marine costs a sample: string of 226 points and body of 1690, bowed and rattling, silent, with other
 * numbers of body points; against the machine's multiply-add peak. */
#include "peak.h"
#include "tests/core/tromba/test_tromba.h"

#include <stdio.h>

enum { BLOCK = 64, TRIES = 11 };

static double sound[3][BLOCK], rattle[BLOCK], speed[BLOCK], pressure[BLOCK];
static hz_tromba t;

static void blocks(int n, int ledger)
{
    for (int i = 0; i < n; i++)
        hz_tromba_run(&t, &(hz_tromba_io){ .n = BLOCK,
                                           .velocity = speed,
                                           .pressure = pressure,
                                           .audio = { sound[0], sound[1], sound[2] },
                                           .force = rattle,
                                           .ledger = ledger });
}

static void bow(double v, double force)
{
    for (int i = 0; i < BLOCK; i++) {
        speed[i] = v;
        pressure[i] = force;
    }
}

/* Seconds a sample. */
static double cost(const hz_tromba_params *p, double v, double force, int ledger)
{
    double best = 1;
    hz_tromba_prepare(&t, p, 1 / 48000.0, 0);
    hz_tromba_reset(&t);
    bow(v, force);
    blocks(300, 0);
    int n = ledger ? 30 : 100;
    for (int k = 0; k < TRIES; k++) {
        double start = seconds();
        blocks(n, ledger);
        double each = (seconds() - start) / (n * BLOCK);
        best = each < best ? each : best;
    }
    return best;
}

/* What a bow adds: one instrument, whose bow changes turn by turn, so that all meet the same machine and memory. */
static void bows(void)
{
    static const char *name[3] = { "no bow, ringing on", "bowed, curve", "bowed, bristle" };
    double best[3] = { 1, 1, 1 };
    hz_tromba_params p = test_tromba_default();
    hz_tromba_pluck(&t, 0.3, 2e-3, 0.3);
    for (int k = 0; k < 300; k++)
        for (int i = 0; i < 3; i++) {
            p.friction = i == 2 ? HZ_FRICTION_BRISTLE : HZ_FRICTION_CURVE;
            hz_tromba_prepare(&t, &p, 1 / 48000.0, 0);
            bow(0.1, i ? 0.4 : 0);
            blocks(8, 0);
            double start = seconds();
            blocks(12, 0);
            double each = (seconds() - start) / (12 * BLOCK);
            best[i] = each < best[i] ? each : best[i];
        }
    for (int i = 0; i < 3; i++)
        printf("%-36s %10.3f %20s %+.1f %%\n", name[i], 1e6 * best[i], "", 100 * (best[i] / best[0] - 1));
    printf("\n");
}

int main(void)
{
    hz_tromba_params p = test_tromba_default();
    if (!hz_tromba_init(&t))
        return 1;
    double rate = peak();
    printf(
        "multiply-add peak of this machine: %.2f G a second; 1.3 us where the peak is 28 G are %.0f multiply-adds\n\n",
        rate / 1e9, 1.3e-6 * 28e9);
    double curve = cost(&p, 0.1, 0.4, 0), curve1 = cost(&p, 0.1, 0.4, 1);
    p.friction = HZ_FRICTION_BRISTLE;
    double bristle = cost(&p, 0.1, 0.4, 0);
    p.friction = HZ_FRICTION_CURVE;
    double still = cost(&p, 0, 0, 0);
    printf("%-36s %10s %24s\n", "", "us a sample", "multiply-adds of peak");
    printf("%-36s %10.3f %20.0f (%.2f of 1.3 us at 28 G)\n", "bowed (curve), rattling, ledger 0", 1e6 * curve,
           curve * rate, curve * rate / (1.3e-6 * 28e9));
    printf("%-36s %10.3f %20.0f\n", "bowed (bristle), rattling, ledger 0", 1e6 * bristle, bristle * rate);
    printf("%-36s %10.3f %20.0f\n", "bowed (curve), ledger 1", 1e6 * curve1, curve1 * rate);
    printf("%-36s %10.3f %20.0f (%.1f %% of bowed)\n\n", "silent", 1e6 * still, still * rate, 100 * still / curve);
    bows();
    for (int points = 1000; points <= 16000; points *= 2) {
        p.body.points = points;
        p.body.young = 5e4;
        double c = cost(&p, 0.1, 0.4, 0);
        printf("%6d body points: %8.3f us, %6.3f ns a point\n", hz_plate_points(&t.body), 1e6 * c,
               1e9 * c / hz_plate_points(&t.body));
    }
    hz_tromba_free(&t);
    return 0;
}
