/* The loops of a plate's books, compiled for each width by core/base/simd.h: a vector of the grid in each round. */

/* The Laplacian at a point of a row: `along`, `across` and `own` are the weights of its neighbours and of itself. */
#define CURVE(u, i)                                                                                                    \
    ((along * (AT(u, i - HZ_PLATE_KERNEL_LANES) + AT(u, i + HZ_PLATE_KERNEL_LANES)) +                                  \
      across * (AT(u, i - pitch) + AT(u, i + pitch))) -                                                                \
     own * AT(u, i))

/* plate:energy  of all rows, whose ends are filled. */
TARGET void EACH(energies)(const hz_plate *p, hz_slab *sum)
{
    const hz_plate_kernel *s = &p->sheet;
    const int pitch = hz_plate_kernel_pitch(s);
    const double along = 1 / (p->dx * p->dx), across = 1 / (p->dy * p->dy), own = 2 * (along + across);
    SUM(moving);
    SUM(rough);
    SUM(bent);
    for (int row = 0; row < s->rows; row++) {
        const int first = (row + 1) * pitch + HZ_PLATE_KERNEL_LANES;
        const double *now = s->now + first, *change = s->change + first;
        for (int at = 0; at < s->stretch * HZ_PLATE_KERNEL_LANES; at += HZ_PLATE_KERNEL_LANES)
            LANES_OF(at)
            {
                const VEC way = AT(change, i), curve = CURVE(now, i), turn = CURVE(change, i);
                moving[j] += way * way;
                rough[j] -= way * turn;
                bent[j] += curve * (curve - turn);
            }
    }
    LEAVE(moving, sum[0]);
    LEAVE(rough, sum[1]);
    LEAVE(bent, sum[2]);
}

/* plate:books  of all rows, whose ends are filled. The Laplacian of `now` is found and kept. */
TARGET void EACH(sums)(const hz_plate *p, hz_slab *sum)
{
    const hz_plate_kernel *s = &p->sheet;
    const int pitch = hz_plate_kernel_pitch(s);
    const double along = 1 / (p->dx * p->dx), across = 1 / (p->dy * p->dy), own = 2 * (along + across);
    SUM(moving);
    SUM(rough);
    SUM(even);
    SUM(uneven);
    SUM(bent);
    for (int row = 0; row < s->rows; row++) {
        const int first = (row + 1) * pitch + HZ_PLATE_KERNEL_LANES;
        const double *now = s->now + first, *change = s->change + first, *older = p->older + first;
        const double *curve_before = p->curve[1] + first, *curve_older = p->curve[2] + first;
        double *curve_now = p->curve[0] + first;
        for (int at = 0; at < s->stretch * HZ_PLATE_KERNEL_LANES; at += HZ_PLATE_KERNEL_LANES)
            LANES_OF(at)
            {
                const VEC curve = CURVE(now, i), was = AT(curve_before, i);
                const VEC way = AT(change, i), ways = way + AT(older, i);
                AT(curve_now, i) = curve;
                moving[j] += way * way;
                rough[j] += way * (was - curve);
                even[j] += ways * ways;
                uneven[j] += ways * (AT(curve_older, i) - curve);
                bent[j] += curve * was;
            }
    }
    LEAVE(moving, sum[0]);
    LEAVE(rough, sum[1]);
    LEAVE(even, sum[2]);
    LEAVE(uneven, sum[3]);
    LEAVE(bent, sum[4]);
}

#undef CURVE
