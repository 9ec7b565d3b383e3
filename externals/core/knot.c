/* knot: a few contacts that share bodies, solved together. */
#include "knot.h"

#include <math.h>

typedef struct system {
    hz_knot *k;
    int n, at[HZ_KNOT_MOST]; /* those that may exert a force */
    double r[HZ_KNOT_MOST], force[HZ_KNOT_MOST], slope[HZ_KNOT_MOST], off[HZ_KNOT_MOST];
} system;

static int may_touch(const hz_knot *k, int i, double way)
{
    return !k->law[i] || k->touch[i].eta0 > 0 || k->touch[i].eta1 > 0 || k->touch[i].eta0 + way > 0;
}

/* What is left of the equations at r, as its worst part of what moves there. */
static double miss(system *s)
{
    const hz_knot *k = s->k;
    double worst = 0;
    for (int a = 0; a < s->n; a++) {
        int i = s->at[a];
        hz_slope f = k->law[i] ? hz_gridtouch_force(&k->touch[i], k->law[i], s->r[a])
                               : (hz_slope){ k->pull[i] + k->drag[i] * s->r[a], k->drag[i] };
        s->force[a] = f.value;
        s->slope[a] = f.slope;
    }
    for (int a = 0; a < s->n; a++) {
        int i = s->at[a];
        double sum = s->r[a] - k->way[i], size = fabs(s->r[a]) + fabs(k->way[i]);
        for (int b = 0; b < s->n; b++) {
            double part = k->give[i][s->at[b]] * s->force[b];
            sum += part;
            size += fabs(part);
        }
        s->off[a] = sum;
        worst = fmax(worst, fabs(sum) / (size > 0 ? size : 1));
    }
    return worst;
}

/* knot:newton  (I + C diag F') step = off, by elimination: its matrix times diag F'^(-1) is symmetric and positive, so
 * that pivots on the diagonal do. */
static void newton_step(system *s, double *step)
{
    double m[HZ_KNOT_MOST][HZ_KNOT_MOST];
    int n = s->n;
    for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++)
            m[a][b] = (a == b) + s->k->give[s->at[a]][s->at[b]] * s->slope[b];
        step[a] = s->off[a];
    }
    for (int c = 0; c < n; c++)
        for (int a = c + 1; a < n; a++) {
            double f = m[a][c] / m[c][c];
            for (int b = c + 1; b < n; b++)
                m[a][b] -= f * m[c][b];
            step[a] -= f * step[c];
        }
    for (int a = n - 1; a >= 0; a--) {
        for (int b = a + 1; b < n; b++)
            step[a] -= m[a][b] * step[b];
        step[a] /= m[a][a];
    }
}

/* Damped Newton: its direction always lowers the miss, for the matrix is never singular. */
static void solve(system *s)
{
    double now = miss(s);
    for (int round = 0; round < 60 && now > 4e-16; round++) {
        double step[HZ_KNOT_MOST], from[HZ_KNOT_MOST], part = 1, next = now;
        newton_step(s, step);
        for (int a = 0; a < s->n; a++)
            from[a] = s->r[a];
        for (int halving = 0; halving < 30; halving++) {
            for (int a = 0; a < s->n; a++)
                s->r[a] = from[a] - part * step[a];
            next = miss(s);
            if (next < now || now < 1e-12)
                break;
            part *= 0.5;
        }
        s->k->rounds++;
        if (!(next < now)) { /* rounding is all that is left */
            for (int a = 0; a < s->n; a++)
                s->r[a] = from[a];
            miss(s);
            return;
        }
        now = next;
    }
}

/* All contacts move on by what the forces leave of their ways. */
static int move(hz_knot *k)
{
    int any = 0;
    for (int i = 0; i < k->n; i++) {
        double r = k->way[i];
        for (int j = 0; j < k->n; j++)
            if (k->force[j] != 0)
                r -= k->give[i][j] * k->force[j];
        k->moved[i] = r;
        any |= k->force[i] != 0;
    }
    for (int i = 0; i < k->n; i++)
        if (k->law[i])
            k->lost += hz_gridtouch_take(&k->touch[i], k->law[i], k->moved[i]);
    return any;
}

int hz_knot_step(hz_knot *k)
{
    system s = { .k = k };
    int taken[HZ_KNOT_MOST] = { 0 };
    k->lost = 0;
    k->rounds = 0;
    for (int i = 0; i < k->n; i++) {
        k->force[i] = 0;
        taken[i] = may_touch(k, i, k->way[i]);
        if (taken[i]) {
            s.at[s.n] = i;
            s.r[s.n++] = k->way[i];
        }
    }
    /* Others may be pushed into contact by the forces of these: they then take part, and all is solved anew. */
    for (int more = s.n > 0; more;) {
        more = 0;
        solve(&s);
        for (int i = 0; i < k->n; i++) {
            double r = k->way[i];
            for (int b = 0; b < s.n; b++)
                r -= k->give[i][s.at[b]] * s.force[b];
            if (!taken[i] && may_touch(k, i, r)) {
                taken[i] = more = 1;
                s.at[s.n] = i;
                s.r[s.n++] = r;
            }
        }
    }
    for (int a = 0; a < s.n; a++)
        k->force[s.at[a]] = s.force[a];
    return move(k);
}
