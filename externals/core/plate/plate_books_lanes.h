/* The loop of a plate's books, compiled for each width by core/base/simd.h: a slab of the grid in each round. */

/* dx^2 times the Laplacian at a point of a row. */
#define CURVE(u, i)                                                                                                    \
    ((LOOSE(u, (i)-1) + LOOSE(u, (i) + 1)) + (skew * (AT(u, (i)-pitch) + AT(u, (i) + pitch)) + own * AT(u, i)))

/* plate:books  of all rows. Beyond the edges are zeros. */
TARGET void EACH(sums)(const hz_plate *p, hz_slab *sum)
{
    const hz_plate_kernel *s = &p->sheet;
    const int pitch = hz_plate_kernel_pitch(s), columns = s->columns;
    const double skew = s->steps.skew, own = s->steps.own;
    SUM(moving);
    SUM(rough);
    SUM(bent);
    SUM(even);
    SUM(mixed);
    for (int row = 0; row < s->rows; row++) {
        const int first = hz_plate_kernel_at(s, 0, row);
        const double *now = s->now + first, *change = s->change + first, *older = p->older + first;
        for (int at = 0; at < columns; at += HZ_SIMD_SLAB)
            LANES_OF(at)
            {
                const VEC curve = CURVE(now, i), turn = CURVE(change, i), way = AT(change, i), before = AT(older, i);
                const VEC ways = way + before;
                moving[j] += way * way;
                rough[j] -= way * turn;
                bent[j] += curve * (curve - turn);
                even[j] += ways * ways;
                mixed[j] -= before * turn;
            }
    }
    LEAVE(moving, sum[0]);
    LEAVE(rough, sum[1]);
    LEAVE(bent, sum[2]);
    LEAVE(even, sum[3]);
    LEAVE(mixed, sum[4]);
}

#undef CURVE
