/* The loops of pole_pairs, compiled for each width by core/base/simd.h: a slab of eight pairs in each round. */

#define SLABS for (int slab = 0; slab < b->n; slab += HZ_SIMD_SLAB)

/* pairs:shears  a step to look at, and the compression and its rate after it. */
TARGET void EACH(shear)(hz_pole_pairs *b, const hz_pole_pair_step *st, hz_slab *sum)
{
    /* The loop writes, so a compiler would look up in each round where these rows are. */
    const double *from_q = b->q, *from_p = b->p, *t2 = st->t2, *s = st->s, *d2 = st->d2, *d1 = st->d1, *t1 = st->t1;
    const double *eta_q = b->eta.q, *eta_p = b->eta.p, *rate_q = b->rate.q, *rate_p = b->rate.p;
    double *next_q = b->next_q, *next_p = b->next_p;
    const int n = b->n;
    SUM(eta);
    SUM(rate);
    for (int slab = 0; slab < n; slab += HZ_SIMD_SLAB)
        LANES_OF(slab)
        {
            VEC p = AT(from_p, i), q = AT(from_q, i) + AT(t2, i) * p;
            p = AT(d2, i) * p - AT(s, i) * q;
            q = AT(d1, i) * q + AT(t1, i) * p;
            AT(next_q, i) = q;
            AT(next_p, i) = p;
            eta[j] += AT(eta_q, i) * q + AT(eta_p, i) * p;
            rate[j] += AT(rate_q, i) * q + AT(rate_p, i) * p;
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

/* The same of a row that reads either q or p alone. */
TARGET void EACH(read_one)(const hz_pole_pairs *b, const double *row, const double *x, hz_slab *sum)
{
    SUM(all);
    SLABS LANES_OF(slab) all[j] += AT(row, i) * AT(x, i);
    LEAVE(all, *sum);
}

/* Adds so much of a row to the state. */
TARGET void EACH(move)(hz_pole_pairs *b, double way, const double *row_q, const double *row_p)
{
    double *q = b->q, *p = b->p;
    const int n = b->n;
    for (int slab = 0; slab < n; slab += HZ_SIMD_SLAB)
        LANES_OF(slab)
        {
            AT(q, i) = AT(q, i) + way * AT(row_q, i);
            AT(p, i) = AT(p, i) + way * AT(row_p, i);
        }
}

/* pairs:bulge  The square of the size of the motion. */
TARGET void EACH(size)(const hz_pole_pairs *b, hz_slab *sum)
{
    SUM(all);
    SLABS LANES_OF(slab) all[j] += AT(b->sized_q, i) * AT(b->q, i) * AT(b->q, i) + AT(b->p, i) * AT(b->p, i);
    LEAVE(all, *sum);
}

/* pairs:series  A step of length t to look at, by so many terms of the series, without what loads push. */
TARGET void EACH(moved)(hz_pole_pairs *b, double t, int terms)
{
    SLABS LANES_OF(slab)
    {
        const VEC whole = AT(b->whole, i), sq = AT(b->split_q, i), sp = AT(b->split_p, i), pull = AT(b->pull_p, i);
        VEC q = AT(b->q, i), p = AT(b->p, i), to_q = q, to_p = p;
        for (int k = 1; k < terms; k++) {
            const double part = t / k;
            const VEC next = (whole * p + sq * q) * part;
            p = (pull * q + sp * p) * part;
            q = next;
            to_q += q;
            to_p += p;
        }
        AT(b->next_q, i) = to_q;
        AT(b->next_p, i) = to_p;
    }
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
