/* The loops of mode_ring, compiled for each width by core/base/simd.h: up to four slabs of eight modes at a time,
 * so many lanes of the eight after the other; a vector of each slab, so that their chains of multiplications and
 * additions overlap. */

#define HELD(row)                                                                                                      \
    const VEC row##0 = AT(r->row, i0), row##1 = AT(r->row, i1), row##2 = AT(r->row, i2), row##3 = AT(r->row, i3)
#define STATE                                                                                                          \
    const int i0 = at + lane, i1 = i0 + 8, i2 = i0 + 16, i3 = i0 + 24;                                                 \
    HELD(qq);                                                                                                          \
    HELD(qv);                                                                                                          \
    HELD(vq);                                                                                                          \
    HELD(vv);                                                                                                          \
    VEC q0 = AT(r->q, i0), q1 = AT(r->q, i1), q2 = AT(r->q, i2), q3 = AT(r->q, i3);                                    \
    VEC v0 = AT(r->v, i0), v1 = AT(r->v, i1), v2 = AT(r->v, i2), v3 = AT(r->v, i3)
#define END                                                                                                            \
    AT(q_end, lane) = q0, AT(q_end, lane + 8) = q1, AT(q_end, lane + 16) = q2, AT(q_end, lane + 24) = q3;              \
    AT(v_end, lane) = v0, AT(v_end, lane + 8) = v1, AT(v_end, lane + 16) = v2, AT(v_end, lane + 24) = v3
#define STEP(j)                                                                                                        \
    VEC next##j = qq##j * q##j + qv##j * v##j;                                                                         \
    v##j = vq##j * q##j + vv##j * v##j;                                                                                \
    q##j = next##j

/* One to four slabs. */
#define STEP_1 STEP(0)
#define STEP_2                                                                                                         \
    STEP_1;                                                                                                            \
    STEP(1)
#define STEP_3                                                                                                         \
    STEP_2;                                                                                                            \
    STEP(2)
#define STEP_4                                                                                                         \
    STEP_3;                                                                                                            \
    STEP(3)
#define HEAR_1(x) weight0 *x##0
#define HEAR_2(x) (HEAR_1(x) + weight1 * x##1)
#define HEAR_3(x) (HEAR_2(x) + weight2 * x##2)
#define HEAR_4(x) (HEAR_2(x) + (weight2 * x##2 + weight3 * x##3))
#define STRETCH(slabs, x)                                                                                              \
    for (int k = 0; k < n; k++) {                                                                                      \
        STEP_##slabs;                                                                                                  \
        AT(sum[k].lane, lane) += HEAR_##slabs(x);                                                                      \
    }
#define HEARD(slabs)                                                                                                   \
    case slabs:                                                                                                        \
        if (displacement) {                                                                                            \
            STRETCH(slabs, q)                                                                                          \
        } else {                                                                                                       \
            STRETCH(slabs, v)                                                                                          \
        }                                                                                                              \
        break

/* Some slabs over a stretch of samples; leaves where they end. The first begins the sums. */
TARGET void EACH(heard)(const hz_mode_ring *r, int at, int slabs, int n, hz_slab *sum, int displacement, double *q_end,
                        double *v_end)
{
    for (int lane = 0; lane < HZ_SIMD_SLAB; lane += LANES) {
        STATE;
        HELD(weight);
        for (int k = 0; k < n && at == 0; k++)
            AT(sum[k].lane, lane) = (VEC){ 0 };
        switch (slabs) {
            HEARD(1);
            HEARD(2);
            HEARD(3);
            HEARD(4);
        }
        END;
    }
}

/* modal:stretch  The same over a whole stretch, by a recurrence of what each mode adds to the sound. The state stays
 * where it is. */
#define BEGUN(j, x)                                                                                                    \
    const VEC trace##j = qq##j + vv##j, area##j = qq##j * vv##j - qv##j * vq##j;                                       \
    VEC odd##j, even##j;                                                                                               \
    {                                                                                                                  \
        STEP(j);                                                                                                       \
        odd##j = weight##j * x##j;                                                                                     \
    }                                                                                                                  \
    {                                                                                                                  \
        STEP(j);                                                                                                       \
        even##j = weight##j * x##j;                                                                                    \
    }
#define BEGUN_1(x) BEGUN(0, x)
#define BEGUN_2(x) BEGUN_1(x) BEGUN(1, x)
#define BEGUN_3(x) BEGUN_2(x) BEGUN(2, x)
#define BEGUN_4(x) BEGUN_3(x) BEGUN(3, x)
#define ODD(j) odd##j = trace##j * even##j - area##j * odd##j
#define EVEN(j) even##j = trace##j * odd##j - area##j * even##j
#define EACH_1(do)                                                                                                     \
    do                                                                                                                 \
    (0)
#define EACH_2(do) EACH_1(do), do(1)
#define EACH_3(do) EACH_2(do), do(2)
#define EACH_4(do) EACH_3(do), do(3)
#define TOLD_1(x) x##0
#define TOLD_2(x) (TOLD_1(x) + x##1)
#define TOLD_3(x) (TOLD_2(x) + x##2)
#define TOLD_4(x) (TOLD_2(x) + (x##2 + x##3))
#define WHOLE(slabs, x)                                                                                                \
    {                                                                                                                  \
        BEGUN_##slabs(x);                                                                                              \
        AT(sum[0].lane, lane) += TOLD_##slabs(odd);                                                                    \
        AT(sum[1].lane, lane) += TOLD_##slabs(even);                                                                   \
        for (int k = 2; k < HZ_MODE_RING_STRETCH; k += 2) {                                                            \
            EACH_##slabs(ODD);                                                                                         \
            AT(sum[k].lane, lane) += TOLD_##slabs(odd);                                                                \
            EACH_##slabs(EVEN);                                                                                        \
            AT(sum[k + 1].lane, lane) += TOLD_##slabs(even);                                                           \
        }                                                                                                              \
    }
#define HEARD_WHOLE(slabs)                                                                                             \
    case slabs:                                                                                                        \
        if (displacement)                                                                                              \
            WHOLE(slabs, q)                                                                                            \
        else                                                                                                           \
            WHOLE(slabs, v)                                                                                            \
        break
TARGET void EACH(whole)(const hz_mode_ring *r, int at, int slabs, hz_slab *sum, int displacement)
{
    for (int lane = 0; lane < HZ_SIMD_SLAB; lane += LANES) {
        STATE;
        HELD(weight);
        for (int k = 0; k < HZ_MODE_RING_STRETCH && at == 0; k++)
            AT(sum[k].lane, lane) = (VEC){ 0 };
        switch (slabs) {
            HEARD_WHOLE(1);
            HEARD_WHOLE(2);
            HEARD_WHOLE(3);
            HEARD_WHOLE(4);
        }
    }
}

/* Under this a state is nothing: it is set to zero before it can become subnormal and slow. */
#if LANES == 1
INLINE VEC EACH(some)(VEC x)
{
    return fabs(x) < nothing ? 0 : x;
}
#else
INLINE VEC EACH(some)(VEC x)
{
    const MASK none = (x < nothing) & (x > -nothing);
    return (VEC)((MASK)x & ~none);
}
#endif

/* Takes some modes over a whole stretch. */
TARGET void EACH(carried)(const hz_mode_ring *r, int at)
{
    for (int i = at; i < at + HZ_MODE_RING_GROUP; i += LANES) {
        const VEC q = AT(r->q, i), v = AT(r->v, i);
        AT(r->q, i) = EACH(some)(AT(r->whole_qq, i) * q + AT(r->whole_qv, i) * v);
        AT(r->v, i) = EACH(some)(AT(r->whole_vq, i) * q + AT(r->whole_vv, i) * v);
    }
}

/* The same with twice the energy after each sample, which goes to the second half of the sums; always of four slabs,
 * which may be zeros. */
#define STORE(j) (AT(r->mass, i##j) * v##j * v##j + AT(r->stiffness, i##j) * q##j * q##j)
#define STORED(x)                                                                                                      \
    for (int k = 0; k < n; k++) {                                                                                      \
        STEP_4;                                                                                                        \
        AT(sum[k].lane, lane) += HEAR_4(x);                                                                            \
        AT(sum[HZ_MODE_RING_STRETCH + k].lane, lane) += (STORE(0) + STORE(1)) + (STORE(2) + STORE(3));                 \
    }
TARGET void EACH(stored)(const hz_mode_ring *r, int at, int n, hz_slab *sum, int displacement, double *q_end,
                         double *v_end)
{
    for (int lane = 0; lane < HZ_SIMD_SLAB; lane += LANES) {
        STATE;
        HELD(weight);
        for (int k = 0; k < n && at == 0; k++)
            AT(sum[k].lane, lane) = AT(sum[HZ_MODE_RING_STRETCH + k].lane, lane) = (VEC){ 0 };
        if (displacement) {
            STORED(q)
        } else {
            STORED(v)
        }
        END;
    }
}

/* The same of a sample's loss and of the energy after it. */
#define BOOK(j)                                                                                                        \
    loss += (AT(r->loss_vv, i##j) * v##j + AT(r->loss_vq, i##j) * q##j) * v##j + AT(r->loss_qq, i##j) * q##j * q##j;   \
    STEP(j);                                                                                                           \
    kinetic += AT(r->mass, i##j) * v##j * v##j;                                                                        \
    potential += AT(r->stiffness, i##j) * q##j * q##j
TARGET void EACH(booked)(const hz_mode_ring *r, int at, int n, hz_slab *sum, double *q_end, double *v_end)
{
    for (int lane = 0; lane < HZ_SIMD_SLAB; lane += LANES) {
        STATE;
        for (int k = 0; k < 3 * n && at == 0; k++)
            AT(sum[k].lane, lane) = (VEC){ 0 };
        for (int k = 0; k < n; k++) {
            VEC loss = { 0 }, kinetic = loss, potential = loss;
            BOOK(0);
            BOOK(1);
            BOOK(2);
            BOOK(3);
            AT(sum[3 * k].lane, lane) += loss;
            AT(sum[3 * k + 1].lane, lane) += kinetic;
            AT(sum[3 * k + 2].lane, lane) += potential;
        }
        END;
    }
}

#undef HELD
#undef STATE
#undef END
#undef STEP
#undef STEP_1
#undef STEP_2
#undef STEP_3
#undef STEP_4
#undef HEAR_1
#undef HEAR_2
#undef HEAR_3
#undef HEAR_4
#undef STRETCH
#undef HEARD
#undef BEGUN
#undef BEGUN_1
#undef BEGUN_2
#undef BEGUN_3
#undef BEGUN_4
#undef ODD
#undef EVEN
#undef EACH_1
#undef EACH_2
#undef EACH_3
#undef EACH_4
#undef TOLD_1
#undef TOLD_2
#undef TOLD_3
#undef TOLD_4
#undef WHOLE
#undef HEARD_WHOLE
#undef STORE
#undef STORED
#undef BOOK
