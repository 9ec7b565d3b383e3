/* The loops of a string's books, compiled for each width by core/base/simd.h: a slab of eight points in each round. */

/* The element after each of AT(row, i). */
#define NEXT(row, i) LOOSE(row, (i) + 1)

/* string:loss and string:energy  of all points. Beyond the end are zeros. */
TARGET void EACH(sums)(const hz_string *s, hz_slab *sum)
{
    const double *d = s->d, *d1 = s->d1, *u1 = s->u1, *force = s->force;
    SUM(even);
    SUM(uneven);
    SUM(moving);
    SUM(rough);
    SUM(bent);
    for (int at = 0; at < s->n; at += HZ_SIMD_SLAB)
        LANES_OF(at)
        {
            const VEC was = AT(d, i), is = AT(d1, i), both = was + is;
            const VEC slope = NEXT(d1, i) - is, slopes = (NEXT(d, i) - was) + slope;
            even[j] += both * both;
            uneven[j] += slopes * slopes;
            moving[j] += is * is;
            rough[j] += slope * slope;
            bent[j] += AT(force, i) * AT(u1, i);
        }
    LEAVE(even, sum[0]);
    LEAVE(uneven, sum[1]);
    LEAVE(moving, sum[2]);
    LEAVE(rough, sum[3]);
    LEAVE(bent, sum[4]);
}

/* string:energy  of a string between two steps, of as many points from the first end on as are whole slabs. `weight`
 * has those of the second difference at a point, and at those one and two points off. */
TARGET void EACH(forms)(const hz_string *s, const double weight[3], hz_slab *sum)
{
    const double *u = s->u, *d = s->d, k0 = weight[0], k1 = weight[1], k2 = weight[2];
    double *row = s->s;
    SUM(moving);
    SUM(rough);
    SUM(bent);
    for (int i = -2; i <= s->n + 2; i += LANES)
        LOOSE(row, i) = (LOOSE(u, i) - LOOSE(u, i - 1)) - (NEXT(u, i) - LOOSE(u, i));
    for (int at = 0; at + HZ_SIMD_SLAB <= s->n; at += HZ_SIMD_SLAB)
        LANES_OF(at)
        {
            const VEC change = AT(d, i), slope = NEXT(d, i) - change;
            moving[j] += change * change;
            rough[j] += slope * slope;
            bent[j] += (AT(u, i) - change) * (k0 * AT(row, i) + k1 * (LOOSE(row, i - 1) + NEXT(row, i)) +
                                              k2 * (LOOSE(row, i - 2) + LOOSE(row, i + 2)));
        }
    LEAVE(moving, sum[0]);
    LEAVE(rough, sum[1]);
    LEAVE(bent, sum[2]);
}

#undef NEXT
