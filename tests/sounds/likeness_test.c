/* The measure of likeness, of sounds whose levels are known. */

#include "tests/tools/test.h"
#include "tests/tools/likeness.h"

/* A tone in the middle of each third from 315 Hz on, that of number `louder` so many dB louder. */
static likeness of_tones(int louder, double decibels, double gain, double seconds, double rate)
{
    int n = (int)(seconds * rate);
    double *x = calloc((size_t)n, sizeof *x);
    for (int b = 9; b < LIKENESS_THIRDS; b++)
        for (int i = (int)(0.1 * rate); i < n; i++) {
            double t = i / rate - 0.1, freq = 1000 * pow(2, (b - 14) / 3.);
            x[i] += gain * pow(10, (b == louder ? decibels : 0) / 20) * exp(-2 * t) * sin(2 * M_PI * freq * t + b);
        }
    likeness l = likeness_of(x, n, rate);
    free(x);
    return l;
}

/* Neither the level nor the rate matters, nor the silence before it. */
TEST(same_sounds_are_alike)
{
    claim c = CLAIM("likeness: D of the same sound at other levels and rates, dB", 0.2);
    likeness a = of_tones(-1, 0, 1, 1.3, 48000);
    static const double rates[] = { 44100, 48000, 96000 };
    for (int r = 0; r < 3; r++) {
        likeness b = of_tones(-1, 0, 0.001 * (r + 1), 1.3, rates[r]);
        double d[LIKENESS_TIMES];
        likeness_distance(&b, &a, d);
        for (int t = 0; t < LIKENESS_TIMES; t++)
            claim_see(&c, d[t], "%g Hz, time %d", rates[r], t);
    }
    claim_check(&c, 1);
}

/* One of 18 thirds that is 12 dB louder takes its part of the loudness from the others: all differ by 12 less that. */
TEST(a_louder_third_counts_as_one)
{
    claim c = CLAIM("likeness: dB beside 12 dB in one of 18 thirds", 0.1);
    likeness a = of_tones(-1, 0, 1, 1.3, 48000), b = of_tones(20, 12, 1, 1.3, 48000);
    double rest = b.level[1][12] - a.level[1][12], d[LIKENESS_TIMES];
    assert_true(rest < -1 && rest > -6);
    likeness_distance(&b, &a, d);
    double expected = sqrt((17 * rest * rest + pow(12 + rest, 2)) / 18);
    claim_see(&c, fabs(d[1] - expected), "%.2f, expected %.2f", d[1], expected);
    claim_see(&c, fabs(b.level[1][20] - a.level[1][20] - 12 - rest), "the third itself");
    claim_check(&c, 1);
}

TEST(what_has_ended_has_no_level)
{
    likeness a = of_tones(-1, 0, 1, 1.3, 48000), b = of_tones(-1, 0, 1, 0.5, 48000);
    double d[LIKENESS_TIMES];
    likeness_distance(&a, &b, d);
    assert_true(d[0] < 0.5 && d[1] < 0.5 && isnan(d[2]));
}

/* Eighteen partials, of which the fourteen strongest are taken out, leave less than the four that are hardly there. */
TEST(energy_outside_is_what_partials_leave)
{
    likeness few = of_tones(-1, 0, 1, 1.3, 48000);
    claim c = CLAIM("likeness: dB beside 4 of 18 equal partials outside", 0.5);
    claim_see(&c, fabs(few.outside - 10 * log10(4 / 18.)), "%.2f dB", few.outside);
    claim_check(&c, 1);
}
