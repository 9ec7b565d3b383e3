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

/* pairs:series  The compression over a step of length d from now on, in powers of the part of the step: adds so many
 * coefficients to `sum`, a slab for each. */
TARGET void EACH(series)(const hz_pole_pairs *b, double d, int terms, hz_slab *sum)
{
    SLABS LANES_OF(slab)
    {
        const VEC whole = AT(b->whole, i), split = 1 - whole, sq = AT(b->split_q, i), sp = AT(b->split_p, i);
        const VEC pull = AT(b->pull_p, i), eta_q = AT(b->eta.q, i), eta_p = AT(b->eta.p, i);
        VEC q = AT(b->q, i), p = AT(b->p, i);
        AT(sum[0].lane, j * LANES) = AT(sum[0].lane, j * LANES) + (eta_q * q + eta_p * p);
        p = p + whole * AT(b->slip, i);
        VEC more_q = split * AT(b->push, i), more_p = whole * AT(b->push, i) + split * AT(b->slip, i);
        for (int k = 1; k < terms; k++) {
            const double part = d / k;
            const VEC next = (whole * p + (sq * q + more_q)) * part;
            p = (pull * q + (sp * p + more_p)) * part;
            q = next;
            more_q = more_q * 0, more_p = more_p * 0;
            AT(sum[k].lane, j * LANES) = AT(sum[k].lane, j * LANES) + (eta_q * q + eta_p * p);
        }
    }
}

#undef SLABS
