/* The step of a plate, compiled for each width by core/base/simd.h. The eight lanes of a row are PARTS vectors,
 * taken one after the other. One row or two neighbouring ones are gone along at a time: of two rows each has the
 * other for a neighbour, which saves a load. */

#define PARTS (HZ_PLATE_KERNEL_LANES / LANES)

/* The neighbours at both ends of a row: the next lane's. */
INLINE void EACH(put_ends)(double *row, long last)
{
    for (int part = 0; part < PARTS; part++) {
        double *first = row + LANES * part, *final = first + last;
        AT(first, -L) = SHIFT(part > 0 ? AT(final, -LANES) : (VEC){ 0 }, AT(final, 0), LANES - 1);
        AT(final, L) = SHIFT(AT(first, 0), part < PARTS - 1 ? AT(first, LANES) : (VEC){ 0 }, 1);
    }
}

/* The vectors that start at k. Those after them are the next ones that stand in the middle: they stay in registers, and
 * the two sets of names take turns, which saves copies. */
#define BEND_HERE(k, here, other, right, next)                                                                         \
    UNROLLED for (int part = 0; part < PARTS; part++)                                                                  \
    {                                                                                                                  \
        long i = (k) + LANES * part;                                                                                   \
        right[part] = AT(a, i + L);                                                                                    \
        next[part] = AT(b, i + L);                                                                                     \
        AT(za, i) = w.bend * ((AT(a, i - L) + right[part]) + w.skew * (AT(a, i - pitch) + other[part])) +              \
                    (w.now * here[part] + w.change * AT(change, i));                                                   \
        if (two)                                                                                                       \
            AT(zb, i) = w.bend * ((AT(b, i - L) + next[part]) + w.skew * (here[part] + AT(b, i + pitch))) +            \
                        (w.now * other[part] + w.change * AT(change, i + pitch));                                      \
    }

#define MOVE_HERE(k, here, other, right, next)                                                                         \
    UNROLLED for (int part = 0; part < PARTS; part++)                                                                  \
    {                                                                                                                  \
        long i = (k) + LANES * part;                                                                                   \
        right[part] = AT(za, i + L);                                                                                   \
        next[part] = AT(zb, i + L);                                                                                    \
        const VEC way = w.keep * AT(change, i) +                                                                       \
                        ((AT(za, i - L) + right[part]) + (w.skew * (AT(up, i) + other[part]) + w.own * here[part]));   \
        AT(after, i) = way;                                                                                            \
        AT(now, i) += way;                                                                                             \
        if (two) {                                                                                                     \
            const VEC below =                                                                                          \
                w.keep * AT(change, i + pitch) +                                                                       \
                ((AT(zb, i - L) + next[part]) + (w.skew * (here[part] + AT(down, i)) + w.own * other[part]));          \
            AT(after, i + pitch) = below;                                                                              \
            AT(now, i + pitch) += below;                                                                               \
        }                                                                                                              \
    }

/* z of one row or two, from the displacements: those of row `a` and, at a pitch from it, `b`. */
INLINE void EACH(bend)(const hz_plate_kernel *s, int two, double *a, const double *change, double *za, double *zb)
{
    const hz_plate_kernel_steps w = s->steps;
    long pitch = hz_plate_kernel_pitch(s), last = (s->stretch - 1) * L;
    double *b = a + pitch;
    EACH(put_ends)(a, last);
    if (two)
        EACH(put_ends)(b, last);
    VEC here[PARTS], other[PARTS];
    for (int part = 0; part < PARTS; part++) {
        here[part] = AT(a, LANES * part);
        other[part] = AT(b, LANES * part);
    }
    VEC right[PARTS], next[PARTS];
    long k = 0;
#pragma GCC unroll 2
    for (; k < last; k += 2 * L) {
        BEND_HERE(k, here, other, right, next)
        BEND_HERE(k + L, right, next, here, other)
    }
    if (k == last)
        BEND_HERE(k, here, other, right, next)
    trim(za, s->edge);
    EACH(put_ends)(za, last);
    if (two) {
        trim(zb, s->edge);
        EACH(put_ends)(zb, last);
    }
}

/* The new changes, perhaps over the old ones, and the displacements with them. The rows of z come in four pieces. */
INLINE void EACH(move)(const hz_plate_kernel *s, int two, double *now, const double *change, const double *up,
                       const double *za, const double *zb, const double *down)
{
    const hz_plate_kernel_steps w = s->steps;
    long pitch = hz_plate_kernel_pitch(s), last = (s->stretch - 1) * L;
    double *after = (s->after ? s->after : s->change) + (change - s->change);
    VEC here[PARTS], other[PARTS];
    for (int part = 0; part < PARTS; part++) {
        here[part] = AT(za, LANES * part);
        other[part] = AT(zb, LANES * part);
    }
    VEC right[PARTS], next[PARTS];
    long k = 0;
#pragma GCC unroll 2
    for (; k < last; k += 2 * L) {
        MOVE_HERE(k, here, other, right, next)
        MOVE_HERE(k + L, right, next, here, other)
    }
    if (k == last)
        MOVE_HERE(k, here, other, right, next)
    trim(after, s->edge);
    trim(now, s->edge);
    if (two) {
        trim(after + pitch, s->edge);
        trim(now + pitch, s->edge);
    }
}

/* Two rows at a time. z is wanted of the rows on both sides of them, so six are kept, in turns; beyond the edges it is
 * zero, as the seventh is. z of rows is found before the rows above them move, since it needs where these are. */
TARGET void EACH(step)(hz_plate_kernel *s)
{
    int pitch = hz_plate_kernel_pitch(s), n = s->rows;
    double *now = s->now + pitch + L, *change = s->change + pitch + L, *zero = s->work + L;
    double *up = zero, *z[4] = { zero + pitch, zero + 2 * pitch, zero + 3 * pitch, zero + 4 * pitch };
    if (n > 1)
        EACH(bend)(s, 1, now, change, z[0], z[1]);
    else
        EACH(bend)(s, 0, now, change, z[0], zero);
    for (int j = 0; j < n; j += 2) {
        if (j + 3 < n)
            EACH(bend)(s, 1, now + 2 * pitch, change + 2 * pitch, z[2], z[3]);
        else if (j + 2 < n)
            EACH(bend)(s, 0, now + 2 * pitch, change + 2 * pitch, z[2], zero);
        if (j + 1 < n)
            EACH(move)(s, 1, now, change, up, z[0], z[1], j + 2 < n ? z[2] : zero);
        else
            EACH(move)(s, 0, now, change, up, z[0], zero, zero);
        double *free_row = j ? up : zero + 5 * pitch, *other = z[0];
        up = z[1];
        z[0] = z[2];
        z[1] = z[3];
        z[2] = free_row;
        z[3] = other;
        now += 2 * pitch;
        change += 2 * pitch;
    }
}

#undef BEND_HERE
#undef MOVE_HERE
#undef PARTS
