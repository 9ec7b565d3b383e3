/* The loops of phases, compiled for each width by core/base/simd.h: a slab of eight pairs in each round. */

/* What a row reads. */
TARGET void EACH(read)(const hz_pairs *r, const double *row_q, const double *row_p, hz_slab *sum)
{
    SUM(all);
    for (int slab = 0; slab < r->n; slab += HZ_SIMD_SLAB)
        LANES_OF(slab) all[j] += AT(row_q, i) * AT(r->q, i) + AT(row_p, i) * AT(r->p, i);
    LEAVE(all, *sum);
}

/* The same of a row that reads either q or p alone, of the pairs from one place to another. */
TARGET void EACH(read_one)(const hz_pairs *r, const double *row, const double *z, int from, int to, hz_slab *sum)
{
    (void)r;
    SUM(all);
    for (int slab = from; slab < to; slab += HZ_SIMD_SLAB)
        LANES_OF(slab) all[j] += AT(row, i) * AT(z, i);
    LEAVE(all, *sum);
}

/* pairs:shears  a sample of flight to look at, and the compression and its rate after it. */
TARGET void EACH(shear)(const hz_pairs *r, const hz_shears *st, hz_slab *sum)
{
    /* The loop writes, so a compiler would look up in each round where these rows are. */
    const double *from_q = r->q, *from_p = r->p, *t2 = st->t2, *s = st->s, *d2 = st->d2, *d1 = st->d1, *t1 = st->t1;
    const double *eta_q = r->eta_q, *eta_p = r->eta_p, *rate_q = r->rate_q, *rate_p = r->rate_p;
    const double *moved_q = r->moved_q, *moved_p = r->moved_p;
    double *next_q = r->next_q, *next_p = r->next_p;
    const int n = r->n;
    SUM(eta);
    SUM(rate);
    for (int slab = 0; slab < n; slab += HZ_SIMD_SLAB)
        LANES_OF(slab)
        {
            VEC p = AT(from_p, i), q = AT(from_q, i) + AT(t2, i) * p;
            p = AT(d2, i) * p - AT(s, i) * q;
            q = AT(d1, i) * q + AT(t1, i) * p + AT(moved_q, i);
            p = p + AT(moved_p, i);
            AT(next_q, i) = q;
            AT(next_p, i) = p;
            eta[j] += AT(eta_q, i) * q + AT(eta_p, i) * p;
            rate[j] += AT(rate_q, i) * q + AT(rate_p, i) * p;
        }
    LEAVE(eta, sum[0]);
    LEAVE(rate, sum[1]);
}

/* contact:bulge  The square of the size of the motion. */
TARGET void EACH(size)(const hz_pairs *r, hz_slab *sum)
{
    SUM(all);
    for (int slab = 0; slab < r->n; slab += HZ_SIMD_SLAB)
        LANES_OF(slab)
        {
            VEC q = AT(r->q, i), p = AT(r->p, i);
            all[j] += AT(r->sized_q, i) * q * q + AT(r->sized_p, i) * p * p;
        }
    LEAVE(all, *sum);
}
