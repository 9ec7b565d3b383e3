/* knot: a few contacts that share bodies, solved together. */
#include "knot.h"

#include <math.h>
#include <string.h>

typedef struct system {
    hz_knot *k;
    int n, at[HZ_KNOT_MOST]; /* those that may exert a force */
    double r[HZ_KNOT_MOST], force[HZ_KNOT_MOST], slope[HZ_KNOT_MOST], off[HZ_KNOT_MOST];
} system;

static int may_touch(const hz_knot *k, int i, double way)
{
    return !k->law[i] || k->touch[i].eta0 > 0 || k->touch[i].eta1 > 0 || k->touch[i].eta0 + way > 0;
}

/* Contacts begin where each would come to by itself; linear ones, without any force. */
static void take_part(system *s, int i, double way)
{
    const hz_knot *k = s->k;
    s->at[s->n] = i;
    s->r[s->n++] = k->law[i] ? hz_gridtouch_alone(&k->touch[i], k->law[i], k->give[i][i], way) : way;
}

/* What is left of the equations at r: its worst part, of what moves there; `merit` weighs it as an energy. */
static double miss(system *s, double *merit)
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
    *merit = 0;
    for (int a = 0; a < s->n; a++) {
        int i = s->at[a];
        double sum = s->r[a] - k->way[i], size = fabs(s->r[a]) + fabs(k->way[i]), c = k->give[i][i];
        for (int b = 0; b < s->n; b++) {
            double part = k->give[i][s->at[b]] * s->force[b];
            sum += part;
            size += fabs(part);
        }
        s->off[a] = sum;
        worst = fmax(worst, fabs(sum) / (size > 0 ? size : 1));
        *merit += sum * sum / (c > 0 ? c : 1);
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

/* Damped Newton: where forces are smooth its direction lowers the merit. Returns what is missing. */
static double approach(system *s)
{
    double merit, now = miss(s, &merit), step[HZ_KNOT_MOST], from[HZ_KNOT_MOST];
    for (int round = 0; round < 60 && now > 1e-11; round++) {
        double part = 1, next = now, lower = merit;
        newton_step(s, step);
        memcpy(from, s->r, sizeof from);
        for (int halving = 0; halving < 30; halving++, part *= 0.5) {
            for (int a = 0; a < s->n; a++)
                s->r[a] = from[a] - part * step[a];
            next = miss(s, &lower);
            if (lower < merit)
                break;
        }
        s->k->rounds++;
        if (!(lower < merit)) /* at a kink, or rounding is all that is left */
            break;
        now = next;
        merit = lower;
    }
    return now;
}

/* knot:sweep  Each contact in turn by itself, the others held: slow where they are stiff and near, but it goes through kinks. */
static void sweep(system *s)
{
    const hz_knot *k = s->k;
    for (int a = 0; a < s->n; a++) {
        int i = s->at[a];
        double way = k->way[i], c = k->give[i][i];
        for (int b = 0; b < s->n; b++)
            way -= b != a ? k->give[i][s->at[b]] * s->force[b] : 0;
        s->r[a] = k->law[i] ? hz_gridtouch_alone(&k->touch[i], k->law[i], c, way) : (way - c * k->pull[i]) / (1 + c * k->drag[i]);
        s->force[a] = c > 0 ? (way - s->r[a]) / c : 0;
    }
}

/* The last step is taken along the tangents without a look at where it ends: what it changes of a stiff contact's place may
 * be lost in rounding, but not what it changes of the force. */
static void solve(system *s)
{
    double merit, step[HZ_KNOT_MOST];
    for (int turn = 0; turn < 20 && approach(s) > 1e-7; turn++) /* less is rounding of a stiff contact's place */
        for (int i = 0; i < 20; i++)
            sweep(s);
    miss(s, &merit);
    newton_step(s, step);
    for (int a = 0; a < s->n; a++) {
        s->r[a] -= step[a];
        s->force[a] -= s->slope[a] * step[a];
        if (s->k->law[s->at[a]] && s->force[a] < 0)
            s->force[a] = 0;
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
        if (taken[i])
            take_part(&s, i, k->way[i]);
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
                take_part(&s, i, r);
            }
        }
    }
    for (int a = 0; a < s.n; a++)
        k->force[s.at[a]] = s.force[a];
    return move(k);
}
