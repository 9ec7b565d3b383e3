/* loudness: how loud a sound is, after ITU-R BS.1770-4, as one channel that is heard alone. A sine of 997 Hz at full
 * scale has -3.01 LUFS. */
#ifndef HZ_TEST_LOUDNESS_H
#define HZ_TEST_LOUDNESS_H

/* The two filters of the K-weighting at a sample rate, first the shelf and then the high pass: b0 b1 b2 a1 a2. */
void loudness_filters(double rate, double shelf[5], double high_pass[5]);

/* Returns the greatest momentary loudness (LUFS): of all stretches of 400 ms, 10 ms apart, the loudest. What is outside
 * of the samples counts as silence. Silence has -200. */
double loudness_momentary(const double *x, int n, double rate);

#endif
