/* share: one body of several hits. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/units.h"

enum { MOST = HZ_LISTEN_MODES, HITS = HZ_LISTEN_HITS, FOUND = MOST * HITS };

typedef struct group {
    const hz_listen_mode *of[HITS]; /* NULL: this hit has it not */
    double freq, sigma, sure;       /* means, and the sum of their weights */
    double energy;
} group;

typedef struct entry {
    const hz_listen_mode *mode;
    int hit;
} entry;

static int by_freq(const void *a, const void *b)
{
    double x = ((const entry *)a)->mode->freq, y = ((const entry *)b)->mode->freq;
    return (x > y) - (x < y);
}

static int by_group_freq(const void *a, const void *b)
{
    double x = ((const group *)a)->freq, y = ((const group *)b)->freq;
    return (x > y) - (x < y);
}

static int by_energy(const void *a, const void *b)
{
    double x = ((const group *)a)->energy, y = ((const group *)b)->energy;
    return (x < y) - (x > y);
}

/* listen:share  How far apart two hits may have found one mode, Hz. */
static double tolerance(double freq, double sigma)
{
    return fmax(fmax(0.4, 0.002 * freq), 0.15 * sigma);
}

static void join(group *g, const entry *e)
{
    const hz_listen_mode *m = e->mode;
    double sure = m->size * m->size / (m->sigma * m->sigma * m->sigma + 1e-6);
    g->of[e->hit] = m;
    g->freq = (g->freq * g->sure + m->freq * sure) / (g->sure + sure);
    g->sigma = (g->sigma * g->sure + m->sigma * sure) / (g->sure + sure);
    g->sure += sure;
    g->energy += m->size * m->size / (m->sigma + 1);
}

/* The group of the last few that an entry belongs to, or a new one. */
static group *home_of(const entry *e, group *list, int *n)
{
    group *best = NULL;
    double nearest = tolerance(e->mode->freq, e->mode->sigma);
    for (int i = *n - 1; i >= 0 && i > *n - 12; i--) {
        double off = fabs(list[i].freq - e->mode->freq);
        if (!list[i].of[e->hit] && off < nearest)
            nearest = off, best = &list[i];
    }
    if (best)
        return best;
    memset(&list[*n], 0, sizeof *list);
    return &list[(*n)++];
}

static int gather(const hz_listen_hit *const *hit, int hits, entry *all, group *list)
{
    int n = 0, groups = 0;
    for (int i = 0; i < hits; i++)
        for (int k = 0; k < hit[i]->n; k++)
            all[n++] = (entry){ &hit[i]->mode[k], i };
    qsort(all, (size_t)n, sizeof *all, by_freq);
    for (int k = 0; k < n; k++)
        join(home_of(&all[k], list, &groups), &all[k]);
    return groups;
}

/* ---- signs: listen:signs ---- */

/* How well phases are 0 or a half turn, where the strike is so much later and all are turned so. */
static double in_line(const group *list, int n, int hit, int other, double late, double turned)
{
    double sum = 0;
    for (int k = 0; k < n; k++) {
        const hz_listen_mode *m = list[k].of[hit], *of = other >= 0 ? list[k].of[other] : NULL;
        if (!m || (other >= 0 && !of))
            continue;
        double phase = m->phase - (of ? of->phase : 0) + 2 * HZ_PI * m->freq * late + turned, c = cos(phase);
        sum += (of ? sqrt(m->size * of->size) : m->size) * c * c;
    }
    return sum;
}

/* Finds the signs of the modes of a hit: against the first, or of the first one by itself. */
static void find_signs(const group *list, int n, int hit, int other, signed char *sign)
{
    static const double most = 0.003, step = 5e-6; /* s */
    double best = -1, late = 0, turned = 0;
    for (double t = -most; t <= most; t += step)
        for (int quarter = 0; quarter < (other >= 0 ? 1 : 2); quarter++) {
            double is = in_line(list, n, hit, other, t, 0.5 * HZ_PI * quarter) * (1 - 0.05 * quarter);
            if (is > best)
                best = is, late = t, turned = 0.5 * HZ_PI * quarter;
        }
    for (int k = 0; k < n; k++) {
        const hz_listen_mode *m = list[k].of[hit], *of = other >= 0 ? list[k].of[other] : NULL;
        sign[k] = 1;
        if (m && (other < 0 || of))
            sign[k] = cos(m->phase - (of ? of->phase : 0) + 2 * HZ_PI * m->freq * late + turned) < 0 ? -1 : 1;
    }
}

/* ---- weights: listen:weights ---- */

static const double shortest = 1e-4; /* s: of a contact whose length cannot be told */

static double middle_contact(const hz_listen_hit *const *hit, int hits)
{
    double sum = 0;
    int n = 0;
    for (int i = 0; i < hits; i++)
        if (hit[i]->contact > 0) {
            sum += log(hit[i]->contact);
            n++;
        }
    return n > 0 ? exp(sum / n) : shortest;
}

static void weigh(const group *list, int hits, const signed char *sign, hz_listen_body *out)
{
    static const double least = 0.01; /* The pulse is taken as no weaker. */
    double largest = 0;
    for (int k = 0; k < out->n; k++) {
        double pulse = fmax(hz_listen_pulse(out->freq[k], out->contact), least), squares = 0;
        for (int i = 0; i < hits; i++) {
            const hz_listen_mode *m = list[k].of[i];
            out->weight[i][k] = m ? (i > 0 ? sign[i * MOST + k] : 1) * m->size / pulse : 0;
            squares += out->weight[i][k] * out->weight[i][k];
        }
        double heard = sqrt(sqrt(squares / hits));
        out->heard[k] = sign[k] * heard;
        for (int i = 0; i < hits; i++) {
            out->weight[i][k] /= heard;
            largest = fmax(largest, fabs(out->weight[i][k]));
        }
    }
    for (int k = 0; k < out->n; k++) {
        out->heard[k] /= largest;
        for (int i = 0; i < hits; i++)
            out->weight[i][k] /= largest;
    }
    out->unit = largest * largest;
}

/* The filters of bands overlap, and what is left has its peaks: chosen on ten recordings. */
static const double crowd_part = 0.3;

static void describe_crowd(const hz_listen_hit *const *hit, int hits, hz_listen_body *out)
{
    for (int b = 0; b < HZ_BANDS; b++) {
        double pulse = fmax(hz_listen_pulse(hz_band_middle(b), out->contact), 0.01), level = 0, loss = 0;
        for (int i = 0; i < hits; i++) {
            level += hit[i]->rest[b] / hits;
            loss += hit[i]->rest[b] * hit[i]->loss[b] / hits;
        }
        out->crowd[b] = crowd_part * 2 * level / (pulse * pulse * out->unit * out->unit);
        out->loss[b] = level > 0 ? loss / level : 0;
    }
}

int hz_listen_share(const hz_listen_hit *const *hit, int hits, int most, hz_listen_body *out)
{
    entry *all = malloc(FOUND * sizeof *all);
    group *list = malloc(FOUND * sizeof *list);
    signed char *sign = malloc(HITS * MOST);
    int good = all && list && sign;
    memset(out, 0, sizeof *out);
    if (good) {
        int n = gather(hit, hits, all, list);
        qsort(list, (size_t)n, sizeof *list, by_energy);
        out->n = n < most ? n : most;
        out->hits = hits;
        qsort(list, (size_t)out->n, sizeof *list, by_group_freq);
        out->contact = middle_contact(hit, hits);
        for (int i = 0; i < hits; i++)
            find_signs(list, out->n, i, i > 0 ? 0 : -1, sign + i * MOST);
        for (int k = 0; k < out->n; k++)
            out->freq[k] = hypot(list[k].freq, list[k].sigma / (2 * HZ_PI)), out->sigma[k] = list[k].sigma;
        weigh(list, hits, sign, out);
        describe_crowd(hit, hits, out);
    }
    free(all);
    free(list);
    free(sign);
    return good;
}
