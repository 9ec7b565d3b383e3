/* The step of a plate, compiled for each width by core/base/simd.h: a row at a time. */

/* plate:step  z of a row, from the displacements of it and of the rows beside it. */
INLINE void EACH(bend)(const hz_plate_kernel *s, const double *u, const double *change, double *z)
{
    const hz_plate_kernel_steps w = s->steps;
    const int pitch = hz_plate_kernel_pitch(s), n = s->columns;
#pragma GCC unroll 4
    for (int i = 0; i < n; i += LANES)
        AT(z, i) = w.bend * ((LOOSE(u, i - 1) + LOOSE(u, i + 1)) + w.skew * (AT(u, i - pitch) + AT(u, i + pitch))) +
                   (w.now * AT(u, i) + w.change * AT(change, i));
    z[n] = 0;
}

/* The new changes of a row, perhaps over the old ones, and the displacements with them. */
INLINE void EACH(move)(const hz_plate_kernel *s, double *now, const double *change, double *after, const double *up,
                       const double *z, const double *down)
{
    const hz_plate_kernel_steps w = s->steps;
    const int n = s->columns;
#pragma GCC unroll 4
    for (int i = 0; i < n; i += LANES) {
        const VEC way = w.keep * AT(change, i) +
                        ((LOOSE(z, i - 1) + LOOSE(z, i + 1)) + (w.skew * (AT(up, i) + AT(down, i)) + w.own * AT(z, i)));
        AT(after, i) = way;
        AT(now, i) += way;
    }
    after[n] = now[n] = 0;
}

/* z of a row is found before the row above it moves, and three rows of it are kept in turns; beyond the edges it is
 * zero. */
TARGET void EACH(step)(hz_plate_kernel *s)
{
    const int pitch = hz_plate_kernel_pitch(s);
    double *now = s->now + hz_plate_kernel_at(s, 0, 0), *change = s->change + hz_plate_kernel_at(s, 0, 0),
           *after = s->after ? s->after + hz_plate_kernel_at(s, 0, 0) : change;
    double *zero = s->work + HZ_PLATE_KERNEL_LANES, *z[3] = { zero + pitch, zero + 2 * pitch, zero + 3 * pitch };
    const double *up = zero;
    EACH(bend)(s, now, change, z[0]);
    for (int j = 0; j < s->rows; j++) {
        const double *down = zero;
        if (j + 1 < s->rows) {
            EACH(bend)(s, now + pitch, change + pitch, z[(j + 1) % 3]);
            down = z[(j + 1) % 3];
        }
        EACH(move)(s, now, change, after, up, z[j % 3], down);
        up = z[j % 3];
        now += pitch;
        change += pitch;
        after += pitch;
    }
}
