/* The loops of mode_stride, compiled for each width by core/base/simd.h: a slab of eight modes in each round. */

/* A row of what stands together for a walk, whose slabs of all rows begin at `its`. */
#define OF(row) AT(its, HZ_SIMD_SLAB *(row) + LANES * j)

/* So many whole steps under these forces, and a look at the next step, for which `looks` numbers are asked. What a row
 * hears of q or v after each of them comes to `heard`. */
INLINE void EACH(walked)(hz_bank *m, const double *walk, int looks, int whole, const hz_curve_parts *part,
                         const double *row, int displacement, hz_slab *next, hz_slab *heard)
{
    double *const q = m->q, *const v = m->v;
    const int n = m->n, length = HZ_SIMD_SLAB * (HZ_WALK_LOOKS + 2 * looks);
    for (int j = 0; j < HZ_SIMD_SLAB / LANES; j++) {
        const double *its = walk;
        VEC look[HZ_STRIDE_LOOKS] = { 0 }, hears[HZ_MOST_STRIDE] = { 0 };
        for (int i = LANES * j; i < n; i += HZ_SIMD_SLAB, its += length) {
            VEC q1 = AT(q, i), v1 = AT(v, i);
            if (whole > 0) {
                const VEC drive = OF(HZ_WALK_DRIVE), spring = OF(HZ_WALK_SPRING);
                const VEC s = OF(HZ_WALK_S), b = OF(HZ_WALK_B), less = OF(HZ_WALK_LESS);
                UNROLLED for (int k = 0; k < whole; k++)
                {
                    const VEC push = part->force[k] * drive - spring * q1, lean = part->tilt[k] * drive;
                    const VEC dq = s * v1 + b * push + OF(HZ_WALK_E) * lean;
                    v1 += s * push - less * v1 + OF(HZ_WALK_E_V) * lean;
                    q1 += dq;
                    hears[k] += AT(row, i) * (displacement ? q1 : v1);
                }
                AT(q, i) = q1;
                AT(v, i) = v1;
            }
            UNROLLED for (int r = 0; r < looks; r++) look[r] +=
                OF(HZ_WALK_LOOKS + 2 * r) * v1 - OF(HZ_WALK_LOOKS + 2 * r + 1) * q1;
        }
        for (int r = 0; r < looks; r++)
            AT(next[r].lane, LANES * j) = look[r];
        for (int k = 0; k < whole; k++)
            AT(heard[k].lane, LANES * j) = hears[k];
    }
}

/* The same, compiled for each of what is asked. */
TARGET void EACH(walk)(hz_bank *m, const double *walk, int looks, int whole, const hz_curve_parts *part,
                       const double *row, int displacement, hz_slab *next, hz_slab *heard)
{
#define WALKED(looks, whole)                                                                                           \
    if (displacement)                                                                                                  \
        EACH(walked)(m, walk, looks, whole, part, row, 1, next, heard);                                                \
    else                                                                                                               \
        EACH(walked)(m, walk, looks, whole, part, row, 0, next, heard)
    if (looks == HZ_LINE_LOOKS)
        WALKED(HZ_LINE_LOOKS, 1);
    else if (whole == 4)
        WALKED(HZ_STRIDE_LOOKS, 4);
    else if (whole == 8)
        WALKED(HZ_STRIDE_LOOKS, 8);
    else if (whole == 2)
        WALKED(HZ_STRIDE_LOOKS, 2);
    else if (whole == 1)
        WALKED(HZ_STRIDE_LOOKS, 1);
    else
        EACH(walked)(m, walk, HZ_STRIDE_LOOKS, 0, part, row, 0, next, heard);
#undef WALKED
}

/* modal:stride  What a stride does to each mode that begins with a velocity, or at rest under each of the shapes, of
 * which the first is a constant push. Writes the rows of its look; what a unit of load and the shapes do to the port
 * comes to `sum`, which is zero. */
TARGET void EACH(derive_stride)(const hz_bank *m, double *walk, int samples, const hz_curve_parts *shape,
                                hz_slab (*sum)[HZ_STRIDE_LOOKS])
{
    const hz_mode_step *one = &m->step[HZ_WHOLE_STEP];
    double *its = walk;
    for (int at = 0; at < m->n; at += HZ_SIMD_SLAB, its += HZ_SIMD_SLAB * HZ_WALK_STRIDE_ROWS)
        LANES_OF(at)
    for (int by = -1; by < HZ_CURVE_SHAPES; by++) {
        const VEC spring = AT(m->spring, i), weight = AT(m->weight, i), none = spring - spring;
        VEC q = none, v = none + (by < 0), to[HZ_STRIDE_LOOKS] = { 0 };
        for (int k = 0; k < samples; k++) {
            const double force = by < 0 ? 0 : shape[by].force[k], lean = by < 0 ? 0 : shape[by].tilt[k];
            const VEC push = force - spring * q;
            const VEC dq = AT(one->s, i) * v + AT(one->b, i) * push + AT(one->e, i) * lean;
            const VEC moment = AT(one->k, i) * lean - (AT(one->e_v, i) * v + AT(one->e, i) * push);
            v += AT(one->s, i) * push - AT(one->less, i) * v + AT(one->e_v, i) * lean;
            q += dq;
            to[0] += dq;
            for (int r = 1; r < HZ_CURVE_SHAPES; r++)
                to[1 + r] += shape[r].force[k] * dq + shape[r].tilt[k] * moment;
        }
        to[1] = v;
        for (int r = 0; r < HZ_STRIDE_LOOKS; r++) {
            if (by < 0)
                OF(HZ_WALK_LOOKS + 2 * r) = weight * to[r];
            else
                AT(sum[1 + by][r].lane, LANES * j) += AT(m->answer, i) * to[r];
            if (by == 0) {
                OF(HZ_WALK_LOOKS + 2 * r + 1) = spring * (weight * to[r]);
                AT(sum[0][r].lane, LANES * j) += weight * to[r];
            }
        }
    }
}

#undef OF
