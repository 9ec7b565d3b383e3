/* kept: the cases of messages.cases, played in a real Pd.
 *
 *     @new impact~ -object plate     makes an object; one that is there is deleted
 *     @dsp 192000 64                 its canvas has this sample rate, or the nearest that block~ makes, and this block
 *     @in 0 noise 1e20               what inlet 0 carries: off, const, noise, tiny, mixed, osc, step, spike, pole, nan
 *     @float 1 0.5                   a float to inlet 1
 *     @run 3                         so many blocks; then `energy`
 *     @answer 5 strike 1             sent from inside the info outlet, the next five times that it tells something
 *     @many 1000 freqs 440           a message whose last atom comes so many times more
 *     @array a 100 sine              an array of sine, noise, nan, huge or ones; @size, @name and @end change or end it
 *     @to a 0 1 2                    a message to anybody
 *     @file m 1 2 3                  a file beside the patch
 *     @off, @free                    DSP off; the object is deleted
 *     strike 1                       anything else is a message to the object
 *
 * Pd reaches the end; no sample of any outlet and no number of the info outlet is not finite. */
#ifndef HZ_TEST_KEPT_H
#define HZ_TEST_KEPT_H

/* Plays all of them, one after the other in one Pd. */
void kept_messages(void);

#endif
