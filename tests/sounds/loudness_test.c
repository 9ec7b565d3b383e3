/* The loudness meter against the values that the standards print. */

#include "tests/tools/test.h"
#include "tests/tools/loudness.h"

/* ITU-R BS.1770-4, tables 1 and 2: the filters at 48 kHz. */
TEST(filters_are_those_of_the_standard)
{
    static const double table[2][5] = {
        { 1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585 },
        { 1, -2, 1, -1.99004745483398, 0.99007225036621 },
    };
    claim c = CLAIM("loudness: coefficients at 48 kHz", 1e-9);
    double made[2][5];
    loudness_filters(48000, made[0], made[1]);
    for (int f = 0; f < 2; f++)
        for (int i = 0; i < 5; i++)
            claim_see(&c, fabs(made[f][i] - table[f][i]), "filter %d, coefficient %d", f, i);
    claim_check(&c, 1);
}

static double of_sine(double freq, double decibels, double from, double to, double seconds, double rate)
{
    int n = (int)(seconds * rate);
    double *x = calloc((size_t)n, sizeof *x);
    for (int i = (int)(from * rate); i < (int)(to * rate); i++)
        x[i] = pow(10, decibels / 20) * sin(2 * M_PI * freq * i / rate);
    double loudness = loudness_momentary(x, n, rate);
    free(x);
    return loudness;
}

/* BS.1770-4: a sine of 997 Hz at full scale in one channel reads -3.01. EBU Tech 3341: one of 1 kHz at -23 dBFS in two
 * channels reads -23, which is 3.01 more than in one. */
TEST(sines_read_as_the_standards_say)
{
    claim c = CLAIM("loudness: LU beside the standards, at 44.1, 48 and 96 kHz", 0.02);
    static const double rates[] = { 44100, 48000, 96000 };
    for (int r = 0; r < 3; r++) {
        claim_see(&c, fabs(of_sine(997, 0, 0, 2, 2, rates[r]) + 3.01), "997 Hz at 0 dBFS");
        claim_see(&c, fabs(of_sine(997, -23, 0, 2, 2, rates[r]) + 26.01), "997 Hz at -23 dBFS");
        claim_see(&c, fabs(of_sine(1000, -23, 0, 2, 2, rates[r]) + 26.01), "1 kHz at -23 dBFS");
    }
    claim_check(&c, 1);
}

/* Of a tone of 100 ms the loudest 400 ms hold a quarter of the power, and a low tone counts less. */
TEST(brief_and_low_tones_read_less)
{
    claim c = CLAIM("loudness: LU beside 6.02 less for a tone of 100 ms", 0.1);
    claim_see(&c, fabs(of_sine(1000, 0, 0.5, 0.6, 2, 48000) + 3.01 + 6.02), "1 kHz");
    claim_check(&c, 1);
    assert_true(of_sine(40, 0, 0, 2, 2, 48000) < of_sine(1000, 0, 0, 2, 2, 48000) - 5);
    assert_true(of_sine(5000, 0, 0, 2, 2, 48000) > of_sine(1000, 0, 0, 2, 2, 48000) + 2);
    assert_true(of_sine(1000, 0, 0, 0, 1, 48000) == -200);
}
