/* The loops of pole_kernel, compiled for each width by core/base/simd.h: a slab of eight modes in each round.
 * A number in a column is a pair, re + im E, where the square of E is -turn. */

#define SLABS for (int slab = w->from; slab < w->n; slab += HZ_SIMD_SLAB)
#define TELL(name, to)                                                                                                 \
    hz_slab name##_slab;                                                                                               \
    LEAVE(name, name##_slab);                                                                                          \
    (to) = hz_simd_sum(&name##_slab)

/* A mode's polynomial at the point: re + im E. */
#define REAL_MODE_AT                                                                                                   \
    const VEC apart = AT(k->ms, i) - at->ns;                                                                           \
    VEC re = at->ak + 2 * at->c * apart + (AT(k->mx, i) - at->nx);                                                     \
    if (at->near >= 0)                                                                                                 \
    re = re * (1 - AT(k->only, i)) + at->own * AT(k->only, i)
#define MODE_AT                                                                                                        \
    REAL_MODE_AT;                                                                                                      \
    VEC im = at->bk + 2 * at->e * apart

/* poles:secular  the sum of receptances, and the product of all modes' polynomials over all columns'. */
TARGET void EACH(products_in)(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w)
{
    SUM(sum_re);
    SUM(sum_im);
    SUM(pro_re);
    SUM(pro_im);
    for (int j = 0; j < HZ_SIMD_SLAB / LANES; j++)
        pro_re[j] += 1;
    SLABS LANES_OF(slab)
    {
        MODE_AT;
        const VEC out = AT(k->no_mode, i), off_column = AT(k->no_column, i);
        const VEC over = 1 / ((re * re + at->turn * im * im) * (1 - out) + out), in_re = re * over, in_im = -im * over;
        if (w->plain) {
            sum_re[j] += AT(k->g0, i) * in_re;
            sum_im[j] += AT(k->g0, i) * in_im;
        } else {
            const VEC g_re = AT(k->g0, i) + AT(k->g1, i) * at->c, g_im = AT(k->g1, i) * at->e;
            sum_re[j] += g_re * in_re - at->turn * g_im * in_im;
            sum_im[j] += g_re * in_im + g_im * in_re;
        }
        const VEC off = AT(k->near_s, i) - at->ns;
        VEC c_re = at->ak + 2 * at->c * off + (AT(k->near_x, i) - at->nx) - AT(k->a, i) - AT(k->b, i) * at->c;
        VEC c_im = at->bk + 2 * at->e * off - AT(k->b, i) * at->e;
        c_re = c_re * (1 - off_column) + off_column;
        c_im *= 1 - off_column;
        re = re * (1 - out) + out;
        im *= 1 - out;
        const VEC under = 1 / (c_re * c_re + at->turn * c_im * c_im);
        const VEC f_re = (re * c_re + at->turn * im * c_im) * under, f_im = (im * c_re - re * c_im) * under;
        const VEC next = pro_re[j] * f_re - at->turn * pro_im[j] * f_im;
        pro_im[j] = pro_re[j] * f_im + pro_im[j] * f_re;
        pro_re[j] = next;
    }
    TELL(sum_re, w->sum.re);
    TELL(sum_im, w->sum.im);
    hz_slab all_re, all_im;
    LEAVE(pro_re, all_re);
    LEAVE(pro_im, all_im);
    w->product = (hz_pole_ring){ all_re.lane[0], all_im.lane[0] };
    for (int j = 1; j < HZ_SIMD_SLAB; j++)
        w->product = hz_pole_ring_times(w->product, (hz_pole_ring){ all_re.lane[j], all_im.lane[j] }, at->turn);
}

/* poles:parts  The same at a real point, where the roots of split columns are known in two parts. */
TARGET void EACH(real_products_in)(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w)
{
    SUM(sum);
    SUM(product);
    for (int j = 0; j < HZ_SIMD_SLAB / LANES; j++)
        product[j] += 1;
    SLABS LANES_OF(slab)
    {
        REAL_MODE_AT;
        const VEC out = AT(k->no_mode, i), alone = AT(k->alone, i), off_column = AT(k->no_column, i);
        const VEC one = (at->high - AT(k->one_high, i)) + (at->low - AT(k->one_low, i));
        const VEC two = (at->high - AT(k->two_high, i)) + (at->low - AT(k->two_low, i));
        VEC column = at->ak + 2 * at->c * (AT(k->near_s, i) - at->ns) + (AT(k->near_x, i) - at->nx) - AT(k->a, i) -
                     AT(k->b, i) * at->c;
        column = column * (1 - alone) + one * two * alone;
        column = column * (1 - off_column) + off_column;
        re = re * (1 - out) + out;
        sum[j] += (AT(k->g0, i) + AT(k->g1, i) * at->c) / re;
        product[j] *= re / column;
    }
    hz_slab all;
    LEAVE(product, all);
    TELL(sum, w->sum.re);
    w->sum.im = 0;
    w->product = (hz_pole_ring){ all.lane[0], 0 };
    for (int j = 1; j < HZ_SIMD_SLAB; j++)
        w->product.re *= all.lane[j];
}

/* poles:undamped  the sums of g/(x - lambda) and of their slopes over the modes up to one and over those above it. */
TARGET void EACH(undamped_in)(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w)
{
    SUM(below);
    SUM(below1);
    SUM(above);
    SUM(above1);
    SLABS LANES_OF(slab)
    {
        const VEC over = 1 / ((AT(k->mx, i) - at->nx) - w->tau), term = AT(k->g0, i) * over, slope = term * over;
        const VEC low = AT(k->low, i);
        below[j] += low * term;
        below1[j] += low * slope;
        above[j] += (1 - low) * term;
        above1[j] += (1 - low) * slope;
    }
    TELL(below, w->below);
    TELL(below1, w->below1);
    TELL(above, w->above);
    TELL(above1, w->above1);
}

/* The two rows of a column: of each mode 1/P at the point. */
TARGET void EACH(inverse_in)(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w)
{
    SLABS LANES_OF(slab)
    {
        MODE_AT;
        const VEC over = 1 / (re * re + at->turn * im * im);
        AT(w->to_re, i) = re * over;
        AT(w->to_im, i) = -im * over;
    }
}

/* poles:shape  A column's length, from its rows: the sums of the squares of what its unit is in each mode. */
TARGET void EACH(length_in)(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w)
{
    SUM(sum_re);
    SUM(sum_im);
    SLABS LANES_OF(slab)
    {
        const VEC in_re = AT(w->to_re, i), in_im = AT(w->to_im, i);
        const VEC d_re = AT(k->mi2, i) + AT(k->mi1, i) * (at->c + 2 * AT(k->ms, i)), d_im = AT(k->mi1, i) * at->e;
        const VEC x_re = d_re * in_re - at->turn * d_im * in_im, x_im = d_re * in_im + d_im * in_re;
        sum_re[j] += x_re * x_re;
        sum_im[j] += x_im * x_im;
    }
    TELL(sum_re, w->out.re);
    TELL(sum_im, w->out.im);
}

/* poles:product  The sums of a and of b over each of so many rows. */
TARGET void EACH(sums)(const hz_pole_rows *w)
{
    for (int m = w->first; m < w->last; m++) {
        const double *const row = w->rows + (long)m * w->pitch, *const a = w->a, *const b = w->b;
        SUM(sum_a);
        SUM(sum_b);
        SLABS LANES_OF(slab)
        {
            const VEC in = AT(row, i);
            sum_a[j] += AT(a, i) * in;
            sum_b[j] += AT(b, i) * in;
        }
        TELL(sum_a, w->of_a[m]);
        TELL(sum_b, w->of_b[m]);
    }
}

/* poles:product  The other way: each row times its number of a, and of b, added up. */
TARGET void EACH(spread)(const hz_pole_rows *w)
{
    SLABS
    {
        const double *row = w->rows + (long)w->first * w->pitch;
        SUM(sum_a);
        SUM(sum_b);
        for (int m = w->first; m < w->last; m++, row += w->pitch)
            LANES_OF(slab)
            {
                const VEC in = AT(row, i);
                sum_a[j] += w->a[m] * in;
                sum_b[j] += w->b[m] * in;
            }
        LANES_OF(slab)
        {
            AT(w->of_a, i) = sum_a[j];
            AT(w->of_b, i) = sum_b[j];
        }
    }
}

#undef SLABS
#undef TELL
#undef MODE_AT
#undef REAL_MODE_AT
