/* The loops of ring, compiled for each width by lanes.h: 32 modes at a time, so many lanes of the eight after the other;
 * four vectors in each, so that their chains of multiplications and additions overlap. */

#define HELD(row) \
    const VEC row##0 = AT(r->row, i0), row##1 = AT(r->row, i1), row##2 = AT(r->row, i2), row##3 = AT(r->row, i3)
#define STATE                                                                                       \
    VEC q0 = AT(r->q, i0), q1 = AT(r->q, i1), q2 = AT(r->q, i2), q3 = AT(r->q, i3);                 \
    VEC v0 = AT(r->v, i0), v1 = AT(r->v, i1), v2 = AT(r->v, i2), v3 = AT(r->v, i3)
#define END                                                                                          \
    AT(q_end, lane) = q0, AT(q_end, lane + 8) = q1, AT(q_end, lane + 16) = q2, AT(q_end, lane + 24) = q3; \
    AT(v_end, lane) = v0, AT(v_end, lane + 8) = v1, AT(v_end, lane + 16) = v2, AT(v_end, lane + 24) = v3
#define STEP(j)                               \
    VEC next##j = qq##j * q##j + qv##j * v##j; \
    v##j = vq##j * q##j + vv##j * v##j;        \
    q##j = next##j
#define STRETCH(x)                                                                                           \
    for (int k = 0; k < n; k++) {                                                                            \
        STEP(0);                                                                                             \
        STEP(1);                                                                                             \
        STEP(2);                                                                                             \
        STEP(3);                                                                                             \
        AT(sum[k].lane, lane) += (weight0 * x##0 + weight1 * x##1) + (weight2 * x##2 + weight3 * x##3);           \
    }

/* A group of 32 modes over a stretch of samples; leaves where they end. */
TARGET void EACH(heard)(const hz_ring *r, int at, int n, hz_slab *sum, int displacement, double *q_end, double *v_end)
{
    for (int lane = 0; lane < HZ_LANES_SLAB; lane += LANES) {
        const int i0 = at + lane, i1 = i0 + 8, i2 = i0 + 16, i3 = i0 + 24;
        HELD(qq);
        HELD(qv);
        HELD(vq);
        HELD(vv);
        HELD(weight);
        STATE;
        if (displacement) {
            STRETCH(q)
        } else {
            STRETCH(v)
        }
        END;
    }
}

/* The same, of a sample's loss and of the energy after it. */
#define BOOK(j)                                                                                   \
    loss += (AT(r->loss_vv, i##j) * v##j + AT(r->loss_vq, i##j) * q##j) * v##j + AT(r->loss_qq, i##j) * q##j * q##j; \
    STEP(j);                                                                                      \
    kinetic += AT(r->mass, i##j) * v##j * v##j;                                                   \
    potential += AT(r->stiffness, i##j) * q##j * q##j
TARGET void EACH(booked)(const hz_ring *r, int at, int n, hz_slab *sum, double *q_end, double *v_end)
{
    for (int lane = 0; lane < HZ_LANES_SLAB; lane += LANES) {
        const int i0 = at + lane, i1 = i0 + 8, i2 = i0 + 16, i3 = i0 + 24;
        HELD(qq);
        HELD(qv);
        HELD(vq);
        HELD(vv);
        STATE;
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

#undef BOOK
#undef STATE
#undef END
#undef HELD
#undef STEP
#undef STRETCH
