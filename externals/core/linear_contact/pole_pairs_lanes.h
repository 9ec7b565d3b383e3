/* The loops of pole_pairs, compiled for each width by core/base/simd.h: a slab of eight pairs in each round. */

#define SLABS for (int slab = 0; slab < b->n; slab += HZ_SIMD_SLAB)

/* pairs:shears  a step to look at, and the compression and its rate after it. */
TARGET void EACH(shear)(hz_pole_pairs *b, const hz_pole_pair_step *st, hz_slab *sum)
{
    SUM(eta);
    SUM(rate);
    SLABS LANES_OF(slab)
    {
        VEC p = AT(b->p, i), q = AT(b->q, i) + AT(st->t2, i) * p;
        p = AT(st->d2, i) * p - AT(st->s, i) * q;
        q = AT(st->d1, i) * q + AT(st->t1, i) * p;
        AT(b->next_q, i) = q;
        AT(b->next_p, i) = p;
        eta[j] += AT(b->eta.q, i) * q + AT(b->eta.p, i) * p;
        rate[j] += AT(b->rate.q, i) * q + AT(b->rate.p, i) * p;
    }
    LEAVE(eta, sum[0]);
    LEAVE(rate, sum[1]);
}

/* What a row reads. */
TARGET void EACH(read)(const hz_pole_pairs *b, const hz_pole_pair_row *row, const double *q, const double *p,
                       hz_slab *sum)
{
    SUM(all);
    SLABS LANES_OF(slab) all[j] += AT(row->q, i) * AT(q, i) + AT(row->p, i) * AT(p, i);
    LEAVE(all, *sum);
}

#undef SLABS
