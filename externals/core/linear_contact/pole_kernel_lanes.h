/* The loops of pole_kernel, compiled for each width by core/base/simd.h: a slab of eight modes in each round.
 * A number in a column is a pair, re + im E, where the square of E is -turn. */

#define SLABS for (int slab = w->from; slab < w->n; slab += HZ_SIMD_SLAB)
#define TELL(name, to)                                                                                                 \
    hz_slab name##_slab;                                                                                               \
    LEAVE(name, name##_slab);                                                                                          \
    (to) = hz_simd_sum(&name##_slab)

/* A mode's polynomial at the point: re + im E. */
#define MODE_AT                                                                                                        \
    const VEC apart = AT(k->ms, i) - at->ns;                                                                           \
    VEC re = at->ak + 2 * at->c * apart + (AT(k->mx, i) - at->nx);                                                     \
    if (at->near >= 0)                                                                                                 \
        re = re * (1 - AT(k->only, i)) + at->own * AT(k->only, i);                                                     \
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

/* What a unit of the column's state is in a mode: x in its q, y in its p (poles:shape). */
#define COLUMN_IN_MODE                                                                                                 \
    MODE_AT;                                                                                                           \
    const VEC over = 1 / (re * re + at->turn * im * im), in_re = re * over, in_im = -im * over;                        \
    VEC x_re, x_im, y_re, y_im;                                                                                        \
    if (w->plain) {                                                                                                    \
        x_re = -AT(k->mi2, i) * in_re;                                                                                 \
        x_im = -AT(k->mi2, i) * in_im;                                                                                 \
        y_re = at->c * x_re - at->turn * at->e * x_im;                                                                 \
        y_im = at->c * x_im + at->e * x_re;                                                                            \
    } else {                                                                                                           \
        const VEC d_re = AT(k->mi2, i) + AT(k->mi1, i) * (at->c + 2 * AT(k->ms, i)), d_im = AT(k->mi1, i) * at->e;     \
        const VEC v_re = AT(k->mi2, i) * at->c - AT(k->mx, i) * AT(k->mi1, i), v_im = AT(k->mi2, i) * at->e;           \
        x_re = -(d_re * in_re - at->turn * d_im * in_im);                                                              \
        x_im = -(d_re * in_im + d_im * in_re);                                                                         \
        y_re = -(v_re * in_re - at->turn * v_im * in_im);                                                              \
        y_im = -(v_re * in_im + v_im * in_re);                                                                         \
    }

/* Adds a column's state (y, r = E y) to the modes'. */
TARGET void EACH(leave_in)(const hz_contact_poles *poles, const hz_pole_point *point, hz_pole_work *work)
{
    /* Copies, which stay in registers: a store below might change the originals, for all the compiler knows. */
    const struct {
        const double *ms, *mx, *only, *mi1, *mi2;
    } rows = { poles->ms, poles->mx, poles->only, poles->mi1, poles->mi2 }, *const k = &rows;
    const hz_pole_point here = *point, *const at = &here;
    const hz_pole_work given = *work, *const w = &given;
    double *const to_q = work->to_q, *const to_p = work->to_p;
    SLABS LANES_OF(slab)
    {
        COLUMN_IN_MODE
        AT(to_q, i) += x_re * w->y + x_im * w->r;
        AT(to_p, i) += y_re * w->y + y_im * w->r;
    }
}

/* A row over the modes, as the column's element; without rows the column's length. */
TARGET void EACH(row_in)(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w)
{
    SUM(sum_re);
    SUM(sum_im);
    SLABS LANES_OF(slab)
    {
        COLUMN_IN_MODE
        if (w->q) {
            sum_re[j] += AT(w->q, i) * x_re + AT(w->p, i) * y_re;
            sum_im[j] += AT(w->q, i) * x_im + AT(w->p, i) * y_im;
        } else {
            sum_re[j] += x_re * x_re;
            sum_im[j] += x_im * x_im;
        }
    }
    TELL(sum_re, w->out.re);
    TELL(sum_im, w->out.im);
}

/* poles:enter  what the modes' free motion says to the contact: the transform of eta', or in the second form of eta. */
#define ENTER(name, numerator)                                                                                         \
    TARGET void EACH(name)(const hz_contact_poles *k, const hz_pole_point *at, hz_pole_work *w)                        \
    {                                                                                                                  \
        SUM(sum_re);                                                                                                   \
        SUM(sum_im);                                                                                                   \
        SLABS LANES_OF(slab)                                                                                           \
        {                                                                                                              \
            MODE_AT;                                                                                                   \
            const VEC over = 1 / (re * re + at->turn * im * im), in_re = re * over, in_im = -im * over;                \
            const VEC q = AT(w->q, i), p = AT(w->p, i), o = AT(k->mo, i), x = AT(k->mx, i);                            \
            VEC n_re, n_im;                                                                                            \
            numerator sum_re[j] += n_re * in_re - at->turn * n_im * in_im;                                             \
            sum_im[j] += n_re * in_im + n_im * in_re;                                                                  \
        }                                                                                                              \
        TELL(sum_re, w->out.re);                                                                                       \
        TELL(sum_im, w->out.im);                                                                                       \
    }

#define OF_RATE                                                                                                        \
    if (w->plain) {                                                                                                    \
        n_re = o * (at->c * p - x * q);                                                                                \
        n_im = at->e * o * p;                                                                                          \
    } else {                                                                                                           \
        const VEC o2 = AT(k->mo2, i), less = o - 2 * AT(k->ms, i) * o2;                                                \
        n_re = (less * at->c - o2 * x) * p - x * (o + o2 * at->c) * q;                                                 \
        n_im = at->e * (less * p - x * o2 * q);                                                                        \
    }
ENTER(enter_in, OF_RATE)

#define OF_ETA                                                                                                         \
    const VEC o2 = AT(k->mo2, i);                                                                                      \
    n_re = (o * (at->c + 2 * AT(k->ms, i)) - x * o2) * q + (o + o2 * at->c) * p;                                       \
    n_im = at->e * (o * q + o2 * p);
ENTER(direct_in, OF_ETA)

#undef SLABS
#undef TELL
#undef MODE_AT
#undef COLUMN_IN_MODE
#undef ENTER
#undef OF_RATE
#undef OF_ETA
