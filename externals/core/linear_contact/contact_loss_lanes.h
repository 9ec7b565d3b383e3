/* The loop over a contact's units, compiled for each width by simd.h. */

/* Adds two rows of n numbers, each times a number, to a third. */
TARGET void EACH(add_rows_of)(double *to, const double *one, double times_one, const double *other, double times_other,
                              int n)
{
    int i = 0;
    for (; i + LANES <= n; i += LANES)
        LOOSE(to, i) = LOOSE(to, i) + (times_one * LOOSE(one, i) + times_other * LOOSE(other, i));
    for (; i < n; i++)
        to[i] = to[i] + (times_one * one[i] + times_other * other[i]);
}
