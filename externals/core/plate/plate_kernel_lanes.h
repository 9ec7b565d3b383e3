/* plate_kernel_lanes: the two loops of a sheet, over one row or two neighbouring ones, for one width of vector. No
 * guard: sheet.c includes it once for each width, with `lanes` the vector, WIDTH its lanes, FIRST(row, last, part) and
 * FINAL(row, part) what stands before a row's first vector and after its last, and names for the functions. The eight
 * lanes are PARTS vectors. Of two rows each has the other for a neighbour, which saves a load. */

#define AT(row, i) (*(const lanes *)((row) + (i)))
#define PUT(row, i) (*(lanes *)((row) + (i)))
#define PARTS (HZ_PLATE_KERNEL_LANES / WIDTH)

/* The neighbours at both ends of a row: the next lane's. */
static inline __attribute__((always_inline)) void PUT_ENDS(double *row, long last)
{
    for (int part = 0; part < PARTS; part++) {
        PUT(row, WIDTH * part - L) = FIRST(row, last, part);
        PUT(row, WIDTH * part + last + L) = FINAL(row, part);
    }
}

/* The vectors that start at k. Those after them are the next ones that stand in the middle: they stay in registers, and
 * the two sets of names take turns, which saves copies. */
#define BEND_HERE(k, here, other, right, next)                                                                         \
    _Pragma("GCC unroll 2") for (int part = 0; part < PARTS; part++)                                                   \
    {                                                                                                                  \
        long i = (k) + WIDTH * part;                                                                                   \
        right[part] = AT(a, i + L);                                                                                    \
        next[part] = AT(b, i + L);                                                                                     \
        PUT(za, i) = w.bend * ((AT(a, i - L) + right[part]) + w.skew * (AT(a, i - pitch) + other[part])) +             \
                     (w.now * here[part] + w.before * AT(before, i));                                                  \
        if (two)                                                                                                       \
            PUT(zb, i) = w.bend * ((AT(b, i - L) + next[part]) + w.skew * (here[part] + AT(b, i + pitch))) +           \
                         (w.now * other[part] + w.before * AT(before, i + pitch));                                     \
    }

#define MOVE_HERE(k, here, other, right, next)                                                                         \
    _Pragma("GCC unroll 2") for (int part = 0; part < PARTS; part++)                                                   \
    {                                                                                                                  \
        long i = (k) + WIDTH * part;                                                                                   \
        right[part] = AT(za, i + L);                                                                                   \
        next[part] = AT(zb, i + L);                                                                                    \
        PUT(after, i) = (w.keep * AT(now, i) + w.back * AT(before, i)) +                                               \
                        ((AT(za, i - L) + right[part]) + (w.skew * (AT(up, i) + other[part]) + w.own * here[part]));   \
        if (two)                                                                                                       \
            PUT(after, i + pitch) =                                                                                    \
                (w.keep * AT(now, i + pitch) + w.back * AT(before, i + pitch)) +                                       \
                ((AT(zb, i - L) + next[part]) + (w.skew * (here[part] + AT(down, i)) + w.own * other[part]));          \
    }

/* z of one row or two, from the displacements: those of row `a` and, at a pitch from it, `b`. */
static inline __attribute__((always_inline)) void BEND_ROWS(const hz_plate_kernel *s, int two, double *a,
                                                            const double *before, double *za, double *zb)
{
    const hz_plate_kernel_steps w = s->steps;
    long pitch = hz_plate_kernel_pitch(s), last = (s->stretch - 1) * L;
    double *b = a + pitch;
    PUT_ENDS(a, last);
    if (two)
        PUT_ENDS(b, last);
    lanes here[PARTS], other[PARTS];
    for (int part = 0; part < PARTS; part++) {
        here[part] = AT(a, WIDTH * part);
        other[part] = AT(b, WIDTH * part);
    }
    lanes right[PARTS], next[PARTS];
    long k = 0;
#pragma GCC unroll 2
    for (; k < last; k += 2 * L) {
        BEND_HERE(k, here, other, right, next)
        BEND_HERE(k + L, right, next, here, other)
    }
    if (k == last)
        BEND_HERE(k, here, other, right, next)
    trim(za, s->edge);
    PUT_ENDS(za, last);
    if (two) {
        trim(zb, s->edge);
        PUT_ENDS(zb, last);
    }
}

/* The new displacements, perhaps over those of before. The rows of z come in four pieces. */
static inline __attribute__((always_inline)) void MOVE_ROWS(const hz_plate_kernel *s, int two, const double *now,
                                                            const double *before, const double *up, const double *za,
                                                            const double *zb, const double *down)
{
    const hz_plate_kernel_steps w = s->steps;
    long pitch = hz_plate_kernel_pitch(s), last = (s->stretch - 1) * L;
    double *after = (s->after ? s->after : s->before) + (before - s->before);
    lanes here[PARTS], other[PARTS];
    for (int part = 0; part < PARTS; part++) {
        here[part] = AT(za, WIDTH * part);
        other[part] = AT(zb, WIDTH * part);
    }
    lanes right[PARTS], next[PARTS];
    long k = 0;
#pragma GCC unroll 2
    for (; k < last; k += 2 * L) {
        MOVE_HERE(k, here, other, right, next)
        MOVE_HERE(k + L, right, next, here, other)
    }
    if (k == last)
        MOVE_HERE(k, here, other, right, next)
    trim(after, s->edge);
    if (two)
        trim(after + pitch, s->edge);
}

#undef BEND_HERE
#undef MOVE_HERE
#undef AT
#undef PUT
#undef PARTS
