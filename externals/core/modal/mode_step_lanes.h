/* The loops of mode_step, compiled for each width by core/base/simd.h: a slab of eight modes in each round. */

#define SLABS(m) for (int at = 0; at < (m)->n; at += HZ_SIMD_SLAB)

/* Rows as locals: a store into one of them might change the pointers, for all the compiler knows. */
#define ROW(of, name) double *const name = (of)->name

/* The numbers of a step for a few modes. */
typedef struct {
    VEC s, b, b1, b2;
} EACH(numbers);

/* The integrals of s^2 and b^2 over it. */
typedef struct {
    VEC ss, bb;
} EACH(squares);

/* modal:pade, modal:tilt  those of a brief step of length t. */
TARGET inline EACH(numbers) EACH(brief)(VEC spring, VEC twice, double t)
{
    const VEC r = twice * -t, p = spring * (-t * t), w = p + r * r;
    const VEC k1 = r * (1.0 / 42), k0 = 1 + p * (1.0 / 42);
    const VEC even = 1 + p * (3.0 / 28) - r * p * (1.0 / 84) + p * w * (1.0 / 1680);
    const VEC odd = r * (3.0 / 28) - 0.5 - w * (1.0 / 84) + r * (p + w) * (1.0 / 1680);
    const VEC re = r * even, po = p * odd, scale = t / (even * even + odd * (re - po));
    const VEC m0 = 0.5 + p * (1.0 / 84) - r * p * (1.0 / 1680), m1 = r * (1.0 / 84) - 1.0 / 12 - w * (1.0 / 1680);
    const VEC n0 = 1.0 / 6 + p * (3.0 / 560) - r * p * (1.0 / 3360);
    const VEC n1 = r * (3.0 / 560) - 1.0 / 24 - w * (1.0 / 3360);
    return (EACH(numbers)){ (k0 * even + k1 * (re - po)) * scale, (k1 * even - k0 * odd) * (scale * t),
                            (m1 * even - m0 * odd) * (scale * t * t), (n1 * even - n0 * odd) * (scale * t * t * t) };
}

/* modal:doubling  those of a step twice as long as t; b1 and b2 only where it is to be tilted. */
INLINE EACH(numbers) EACH(twice_as_long)(EACH(numbers) k, VEC spring, VEC twice, double t, int tilted)
{
    const VEC stays = 1 - spring * k.b, both = stays + (stays - twice * k.s);
    EACH(numbers) of = { k.s * both, k.b * (1 + stays) + k.s * k.s, k.b1, k.b2 };
    if (tilted) {
        of.b1 = k.b1 * (1 + stays) + k.b * (t + k.s);
        of.b2 = k.b2 * (1 + stays) + k.b1 * (t + k.s) + k.b * (0.5 * t * t);
    }
    return of;
}

/* modal:loss  The integrals of s^2 and b^2 over a brief step of length t. The coefficient n of s is k[n], of b it is
 * k[n]/(n + 1); beyond these terms nothing is left of a step that turns by a tenth. */
INLINE EACH(squares) EACH(brief_squares)(VEC spring, VEC twice, double t)
{
    const VEC r = twice * -t, p = spring * (-t * t);
    VEC k[12] = { 0 * r, 1 + 0 * r }, ss = 0 * r, bb = 0 * r;
    for (int n = 2; n < 12; n++)
        k[n] = (r * k[n - 1]) * (1.0 / n) + (p * k[n - 2]) * (1.0 / (n * (n - 1)));
    for (int n = 12; n >= 2; n--) {
        VEC of_s = 0 * r, of_b = 0 * r;
        for (int i = 1; i < n; i++) {
            const VEC product = k[i] * k[n - i];
            of_s += product;
            of_b += product * (1.0 / ((i + 1) * (n - i + 1)));
        }
        ss += of_s * (1.0 / (n + 1));
        bb += of_b * (1.0 / (n + 3));
    }
    return (EACH(squares)){ ss * (t * t * t), bb * (t * t * t * t * t) };
}

/* modal:loss  The integral of c^2, from that of s^2 and what a step does. */
INLINE VEC EACH(square_of_c)(VEC s, VEC c, VEC ss, VEC spring, VEC twice)
{
    return s * (c + 0.5 * twice * s) + spring * ss;
}

/* modal:tilt  The integrals over a step twice as long as t. */
INLINE EACH(squares) EACH(squares_twice)(EACH(squares) k, EACH(numbers) of, VEC spring, VEC twice, double t)
{
    const VEC s = of.s, b = of.b, r = 1 - spring * b, c = r - twice * s, more = 1 + r * r;
    const VEC cc = EACH(square_of_c)(s, c, k.ss, spring, twice);
    return (EACH(squares)){ k.ss * more + s * s * (cc + r * s),
                            k.bb * more + b * b * (t + s * (2 + r)) + s * s * k.ss + 2 * b * r * of.b1 };
}

/* What a step of this length loses, from those of its half that many times over. */
TARGET void EACH(derive_loss)(const hz_bank *m, hz_mode_step *st)
{
    const double length = st->length, rate = 1 / length;
    SLABS(m) LANES_OF(at)
    {
        const VEC spring = AT(m->spring, i), twice = AT(m->twice, i);
        double part = brief_part(m, length, at);
        EACH(numbers) k = EACH(brief)(spring, twice, part);
        EACH(squares) of = EACH(brief_squares)(spring, twice, part);
        for (; part < length; part *= 2) {
            of = EACH(squares_twice)(of, k, spring, twice, part);
            k = EACH(twice_as_long)(k, spring, twice, part, 1);
        }
        const VEC s = AT(st->s, i), b = AT(st->b, i);
        AT(st->ivv, i) = EACH(square_of_c)(s, 1 - AT(st->less, i), of.ss, spring, twice);
        AT(st->iaa, i) = of.ss;
        AT(st->ivt, i) = (s * b - of.ss) * rate - 0.25 * s * s;
        AT(st->iat, i) = 0.5 * (b * b * rate - of.ss);
        AT(st->itt, i) = (of.bb * rate - 0.5 * b * b) * rate + 0.25 * of.ss;
    }
}

/* What the port sees of a step: the rows of slab `at`, and the sums over all modes. */
typedef struct {
    VEC g[HZ_SIMD_SLAB / LANES], g_v[HZ_SIMD_SLAB / LANES];
    VEC tilt_u[HZ_SIMD_SLAB / LANES], tilt_v[HZ_SIMD_SLAB / LANES], tilt_m[HZ_SIMD_SLAB / LANES];
} EACH(seen);

INLINE void EACH(see)(const hz_bank *m, hz_mode_step *st, int i, int j, int tilted, EACH(seen) * sum)
{
    const VEC s = AT(st->s, i), b = AT(st->b, i), less = AT(st->less, i), spring = AT(m->spring, i);
    const VEC weight = AT(m->weight, i), answer = AT(m->answer, i), thrown = weight * s;
    AT(st->du_v, i) = thrown;
    AT(st->du_q, i) = weight * (spring * b);
    AT(st->v_v, i) = weight * (1 - less);
    AT(st->v_q, i) = spring * thrown;
    sum->g[j] += answer * b;
    sum->g_v[j] += answer * s;
    if (tilted) {
        const VEC e = AT(st->e, i), e_v = AT(st->e_v, i);
        AT(st->m_v, i) = weight * e_v;
        AT(st->m_q, i) = weight * (spring * e);
        sum->tilt_u[j] += answer * e;
        sum->tilt_v[j] += answer * e_v;
        sum->tilt_m[j] += answer * AT(st->k, i);
    }
}

INLINE void EACH(sum_up)(hz_mode_step *st, int tilted, const EACH(seen) * all)
{
    hz_slab sum[5];
    LEAVE(all->g, sum[0]);
    LEAVE(all->g_v, sum[1]);
    LEAVE(all->tilt_u, sum[2]);
    LEAVE(all->tilt_v, sum[3]);
    LEAVE(all->tilt_m, sum[4]);
    double *const sums[] = { &st->g, &st->g_v, &st->tilt_u, &st->tilt_v, &st->tilt_m };
    for (int i = 0; i < (tilted ? 5 : 2); i++)
        *sums[i] = hz_simd_sum(&sum[i]);
}

/* The numbers of a step of this length, from those of its half that many times over; those of a tilt only where they
 * are wanted. */
INLINE void EACH(derived)(const hz_bank *m, hz_mode_step *st, int tilted)
{
    const double length = st->length, rate = 1 / length;
    ROW(m, spring);
    ROW(m, twice);
    EACH(seen) all = { 0 };
    SLABS(m) LANES_OF(at)
    {
        double part = brief_part(m, length, at);
        EACH(numbers) k = EACH(brief)(AT(spring, i), AT(twice, i), part);
        for (; part < length; part *= 2)
            k = EACH(twice_as_long)(k, AT(spring, i), AT(twice, i), part, tilted);
        AT(st->s, i) = k.s;
        AT(st->b, i) = k.b;
        AT(st->less, i) = AT(twice, i) * k.s + AT(spring, i) * k.b;
        if (tilted) {
            AT(st->e, i) = k.b1 * rate - 0.5 * k.b;
            AT(st->e_v, i) = k.b * rate - 0.5 * k.s;
            AT(st->k, i) = k.b1 * rate - 0.25 * k.b - k.b2 * (rate * rate);
        }
        EACH(see)(m, st, i, j, tilted, &all);
    }
    EACH(sum_up)(st, tilted, &all);
}

/* Weights or masses have changed: the same as if a tilted step had been derived anew. */
TARGET void EACH(weigh)(const hz_bank *m, hz_mode_step *st)
{
    EACH(seen) all = { 0 };
    SLABS(m) LANES_OF(at) EACH(see)(m, st, i, j, 1, &all);
    EACH(sum_up)(st, 1, &all);
}

TARGET void EACH(derive)(const hz_bank *m, hz_mode_step *st)
{
    EACH(derived)(m, st, 1);
}

TARGET void EACH(derive_even)(const hz_bank *m, hz_mode_step *st)
{
    EACH(derived)(m, st, 0);
}

/* modal:step, modal:tilt  as the port sees it, without force. */
TARGET inline void EACH(looked)(const hz_bank *m, const hz_mode_step *st, int tilted, hz_slab *sum)
{
    SUM(du);
    SUM(dv);
    SUM(dm);
    SLABS(m) LANES_OF(at)
    {
        const VEC q = AT(m->q, i), v = AT(m->v, i);
        if (tilted)
            dm[j] += AT(st->m_q, i) * q - AT(st->m_v, i) * v;
        du[j] += AT(st->du_v, i) * v - AT(st->du_q, i) * q;
        dv[j] += AT(st->v_v, i) * v - AT(st->v_q, i) * q;
    }
    LEAVE(du, sum[0]);
    LEAVE(dv, sum[1]);
    if (tilted)
        LEAVE(dm, sum[2]);
}

/* Where the port would come to, and not how fast. */
TARGET void EACH(drift)(const hz_bank *m, const hz_mode_step *st, hz_slab *sum)
{
    SUM(du);
    SLABS(m) LANES_OF(at) du[j] += AT(st->du_v, i) * AT(m->v, i) - AT(st->du_q, i) * AT(m->q, i);
    LEAVE(du, sum[0]);
}

TARGET void EACH(look)(const hz_bank *m, const hz_mode_step *st, hz_slab *sum)
{
    EACH(looked)(m, st, 0, sum);
}

TARGET void EACH(look_tilted)(const hz_bank *m, const hz_mode_step *st, hz_slab *sum)
{
    EACH(looked)(m, st, 1, sum);
}

/* modal:step */
TARGET inline void EACH(moved)(hz_bank *m, const hz_mode_step *st, double force, double tilt, int tilted)
{
    ROW(m, q);
    ROW(m, v);
    ROW(m, drive);
    ROW(m, spring);
    ROW(st, s);
    ROW(st, b);
    ROW(st, less);
    ROW(st, e);
    ROW(st, e_v);
    const int n = m->n;
    for (int at = 0; at < n; at += HZ_SIMD_SLAB)
        LANES_OF(at)
        {
            const VEC q0 = AT(q, i), v0 = AT(v, i);
            const VEC push = force * AT(drive, i) - AT(spring, i) * q0;
            VEC dq = AT(s, i) * v0 + AT(b, i) * push, dv = AT(s, i) * push - AT(less, i) * v0;
            if (tilted) {
                const VEC lean = tilt * AT(drive, i);
                dq += AT(e, i) * lean;
                dv += AT(e_v, i) * lean;
            }
            AT(q, i) = q0 + dq; /* rounds the change only */
            AT(v, i) = v0 + dv;
        }
}

TARGET void EACH(move)(hz_bank *m, const hz_mode_step *st, double force, double tilt)
{
    EACH(moved)(m, st, force, tilt, 0);
}

TARGET void EACH(move_tilted)(hz_bank *m, const hz_mode_step *st, double force, double tilt)
{
    EACH(moved)(m, st, force, tilt, 1);
}

/* modal:loss  under this force, with the load. */
TARGET void EACH(loss)(const hz_bank *m, const hz_mode_step *st, double force, double tilt, hz_slab *sum)
{
    SUM(loss);
    SLABS(m) LANES_OF(at)
    {
        const VEC s = AT(st->s, i), v = AT(m->v, i);
        const VEC push = force * AT(m->drive, i) + m->load - AT(m->spring, i) * AT(m->q, i);
        const VEC lean = tilt * AT(m->drive, i), more = AT(st->ivt, i) * v + AT(st->iat, i) * push;
        loss[j] += AT(m->lossy, i) * ((AT(st->ivv, i) * v + s * s * push) * v + AT(st->iaa, i) * push * push +
                                      (2 * more + AT(st->itt, i) * lean) * lean);
    }
    LEAVE(loss, sum[0]);
}

/* The port's displacement and velocity, twice the kinetic and the potential energy. */
TARGET void EACH(survey)(const hz_bank *m, hz_slab *sum)
{
    SUM(u);
    SUM(du);
    SUM(kinetic);
    SUM(potential);
    SLABS(m) LANES_OF(at)
    {
        const VEC q = AT(m->q, i), v = AT(m->v, i), weight = AT(m->weight, i), mass = AT(m->mass, i);
        u[j] += weight * q;
        du[j] += weight * v;
        kinetic[j] += mass * v * v;
        potential[j] += mass * (AT(m->spring, i) * q * q);
    }
    LEAVE(u, sum[0]);
    LEAVE(du, sum[1]);
    LEAVE(kinetic, sum[2]);
    LEAVE(potential, sum[3]);
}

/* The sum of products of two rows. */
TARGET void EACH(product)(const double *x, const double *y, int n, hz_slab *sum)
{
    SUM(p);
    for (int at = 0; at < n; at += HZ_SIMD_SLAB)
        LANES_OF(at)
    p[j] += AT(x, i) * AT(y, i);
    LEAVE(p, *sum);
}

/* What is so small becomes zero. */
TARGET void EACH(settle)(double *x, int n, double nothing)
{
    for (int i = 0; i < n; i++)
        x[i] = fabs(x[i]) < nothing ? 0 : x[i];
}

/* Whether there is any bit in two rows but the sign of a zero. */
TARGET int EACH(any)(const double *x, const double *y, int n)
{
    uint64_t bits = 0;
    for (int i = 0; i < n; i++) {
        uint64_t of_x, of_y;
        memcpy(&of_x, x + i, sizeof of_x);
        memcpy(&of_y, y + i, sizeof of_y);
        bits |= of_x | of_y;
    }
    return bits << 1 != 0;
}

#undef ROW
#undef SLABS
