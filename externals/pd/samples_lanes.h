/* The loops of samples.c, compiled for each width by core/base/simd.h, without branches, so that the compiler makes
 * vectors. */

TARGET void EACH(write)(const double *x, t_sample *out, int n, double from, double slope)
{
    for (int i = 0; i < n; i++) {
        double y = x[i] * (from + slope * (i + 1)), size = fabs(y);
        y = size > LEAST ? y : 0;
        out[i] = (t_sample)(size < GREATEST ? y : 0);
    }
}

TARGET int EACH(read)(const t_sample *in, double *x, int n)
{
    int bad = 0;
    for (int i = 0; i < n; i++) {
        t_sample rest = in[i] - in[i];
        x[i] = rest == 0 ? in[i] : 0;
        bad |= !(rest == 0);
    }
    return bad;
}
