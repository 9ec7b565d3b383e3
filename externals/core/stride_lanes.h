/* The loops of stride, compiled for each width by lanes.h: a slab of eight modes in each round. */

#define SLABS(m) for (int at = 0; at < (m)->n; at += HZ_LANES_SLAB)
#define LANES_OF(at) for (int j = 0, i = (at); j < HZ_LANES_SLAB / LANES; j++, i += LANES)
#define SUM(name) VEC name[HZ_LANES_SLAB / LANES] = { 0 }
#define LEAVE(name, slab) LANES_OF(0) AT((slab).lane, i) = (name)[j]

/* modal:doubling  the numbers of a step of this length, from those of its half that many times over. */
TARGET void EACH(derive)(const hz_modal *m, hz_stride *st, int halvings)
{
    double t = ldexp(st->length, -halvings);
    SUM(g);
    SUM(g_v);
    SUM(load);
    SUM(load_v);
    SLABS(m) LANES_OF(at)
    {
        const VEC spring = AT(m->spring, i), twice = AT(m->twice, i), weight = AT(m->weight, i);
        const VEC x = twice * -t, y = spring * (-t * t);
        /* modal:series  of b: the term n is x k[n-1]/n + y k[n-2]/(n (n-1)) */
        VEC before = { 0 }, s = before + 1, b = 0.5 * s, last = b;
#define TERM(n)                                                                                      \
    {                                                                                                \
        VEC next = (x * (1.0 / (n))) * last + (y * (1.0 / ((n) * (n - 1)))) * before;                \
        before = last;                                                                               \
        last = next;                                                                                 \
        b += next;                                                                                   \
        s += (double)(n) * next;                                                                     \
    }
        TERM(3)
        TERM(4)
        TERM(5)
        TERM(6)
        TERM(7)
        TERM(8)
        TERM(9)
        TERM(10)
#undef TERM
        b *= t * t;
        s *= t;
        for (int k = 0; k < halvings; k++) {
            VEC stays = 1 - spring * b, both = stays + (stays - twice * s);
            b = b * (1 + stays) + s * s;
            s *= both;
        }
        const VEC push = spring * b, less = twice * s + push, c = 1 - less, moved = weight * b, answer = AT(m->answer, i);
        AT(st->s, i) = s;
        AT(st->b, i) = b;
        AT(st->less, i) = less;
        AT(st->c, i) = c;
        AT(st->du_v, i) = weight * s;
        AT(st->du_q, i) = weight * push;
        AT(st->v_v, i) = weight * c;
        AT(st->v_q, i) = weight * (spring * s);
        g[j] += answer * b;
        g_v[j] += answer * s;
        load[j] += AT(m->load, i) * moved;
        load_v[j] += AT(m->load, i) * (weight * s);
    }
    hz_slab sum[4];
    LEAVE(g, sum[0]);
    LEAVE(g_v, sum[1]);
    LEAVE(load, sum[2]);
    LEAVE(load_v, sum[3]);
    st->g = hz_lanes_sum(&sum[0]);
    st->g_v = hz_lanes_sum(&sum[1]);
    st->load = hz_lanes_sum(&sum[2]);
    st->load_v = hz_lanes_sum(&sum[3]);
}

/* modal:step  as the port sees it, without force. */
TARGET void EACH(look)(const hz_modal *m, const hz_stride *st, hz_slab *sum)
{
    SUM(du);
    SUM(v);
    SLABS(m) LANES_OF(at)
    {
        const VEC q0 = AT(m->q, i), v0 = AT(m->v, i);
        du[j] += AT(st->du_v, i) * v0 - AT(st->du_q, i) * q0;
        v[j] += AT(st->v_v, i) * v0 - AT(st->v_q, i) * q0;
    }
    LEAVE(du, sum[0]);
    LEAVE(v, sum[1]);
}

/* modal:step  and the acceleration that the port has after it. */
TARGET void EACH(move)(hz_modal *m, const hz_stride *st, double force, hz_slab *sum)
{
    SUM(a);
    SLABS(m) LANES_OF(at)
    {
        const VEC s = AT(st->s, i), q0 = AT(m->q, i), v0 = AT(m->v, i);
        const VEC push = force * AT(m->drive, i) + AT(m->load, i) - AT(m->spring, i) * q0;
        const VEC q1 = q0 + (s * v0 + AT(st->b, i) * push);
        const VEC v1 = v0 + (s * push - AT(st->less, i) * v0); /* rounds the change only */
        AT(m->q, i) = q1;
        AT(m->v, i) = v1;
        a[j] += AT(m->a_q, i) * q1 + AT(m->a_v, i) * v1;
    }
    LEAVE(a, sum[0]);
}

/* modal:loss  under this force, with the loads. */
TARGET void EACH(loss)(const hz_modal *m, const hz_stride *st, double force, hz_slab *sum)
{
    SUM(loss);
    SLABS(m) LANES_OF(at)
    {
        const VEC s = AT(st->s, i), v = AT(m->v, i);
        const VEC push = force * AT(m->drive, i) + AT(m->load, i) - AT(m->spring, i) * AT(m->q, i);
        loss[j] += AT(m->lossy, i) * ((AT(st->ivv, i) * v + s * s * push) * v + AT(st->iaa, i) * push * push);
    }
    LEAVE(loss, sum[0]);
}

/* The port's displacement and velocity, twice the kinetic and the potential energy, and whether anything moves. */
TARGET void EACH(survey)(const hz_modal *m, hz_slab *sum)
{
    SUM(u);
    SUM(v);
    SUM(kinetic);
    SUM(potential);
    SLABS(m) LANES_OF(at)
    {
        const VEC q0 = AT(m->q, i), v0 = AT(m->v, i), weight = AT(m->weight, i), mass = AT(m->mass, i);
        u[j] += weight * q0;
        v[j] += weight * v0;
        kinetic[j] += mass * v0 * v0;
        potential[j] += mass * (AT(m->spring, i) * q0 * q0 - 2 * AT(m->load, i) * (q0 + m->origin));
    }
    LEAVE(u, sum[0]);
    LEAVE(v, sum[1]);
    LEAVE(kinetic, sum[2]);
    LEAVE(potential, sum[3]);
}

/* The sum of products of two rows. */
TARGET void EACH(product)(const double *x, const double *y, int n, hz_slab *sum)
{
    SUM(p);
    for (int at = 0; at < n; at += HZ_LANES_SLAB)
        LANES_OF(at) p[j] += AT(x, i) * AT(y, i);
    LEAVE(p, *sum);
}

#undef SLABS
#undef LANES_OF
#undef SUM
#undef LEAVE
