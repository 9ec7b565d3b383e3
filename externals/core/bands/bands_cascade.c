/* bands_cascade: in a loud thin body energy moves up from band to band. */
#include "internal.h"

#include <limits.h>
#include <math.h>

/* Where a smaller part would move in a stretch, none does; where more would, the modes take small steps down. */
static const double least = 1e-6, slow = 2e-3;

/* What is found of the bands. */
typedef struct flow {
    double part[HZ_BANDS], factor[HZ_BANDS]; /* of the energy that moves up; of the amplitudes that stay */
    double modes[HZ_BANDS];                  /* energy of the explicit modes, J */
    double way;                              /* of the port, m */
} flow;

/* The modes of band k end before this one. */
static int end_of(const hz_bands *b, const hz_bank *m, int k)
{
    return b->below[k + 1] < m->n ? b->below[k + 1] : m->n;
}

/* bands:cascade  Returns the largest part that would move in a stretch. */
static double measure(const hz_bands *b, const hz_bank *m, flow *f)
{
    double strongest = 0, bound = least * b->waits / HZ_BAND_STRETCH;
    f->way = 0;
    for (int k = 0; k < HZ_BANDS; k++) {
        double energy = 0, u = 0;
        int end = end_of(b, m, k);
        for (int i = b->below[k]; i < end; i++) {
            energy += m->mass[i] * m->v[i] * m->v[i] + m->stiffness[i] * m->q[i] * m->q[i];
            u += m->weight[i] * m->q[i];
        }
        double x = b->waits * b->rows->cascade[k] * (0.5 * energy + b->rows->held[k]);
        f->modes[k] = 0.5 * energy;
        f->part[k] = x > bound ? x / (1 + x) : 0;
        f->factor[k] = sqrt(1 - f->part[k]);
        f->way += (f->factor[k] - 1) * u;
        strongest = fmax(strongest, x * HZ_BAND_STRETCH / b->waits);
    }
    return strongest;
}

/* Returns what leaves the highest band, J. */
static double move(hz_bands *b, hz_bank *m, const flow *f)
{
    double up = 0;
    for (int k = 0; k < HZ_BANDS; k++) {
        double held = b->rows->held[k], from_below = up;
        int end = f->part[k] > 0 ? end_of(b, m, k) : 0;
        if (b->rows->tone[0][k] == 0)
            break;
        up = f->part[k] * (f->modes[k] + held);
        b->rows->held[k] = held * (1 - f->part[k]) + from_below;
        for (int i = b->below[k]; i < end; i++) {
            m->q[i] *= f->factor[k];
            m->v[i] *= f->factor[k];
        }
    }
    return up;
}

int hz_bands_cascade(hz_bands *b, hz_bank *body, int n, double room, hz_ledger *ledger)
{
    flow f;
    if (!b->awake || (b->waits += n) < b->strides)
        return 0;
    double strongest = measure(b, body, &f);
    b->waits = 0;
    b->awake = strongest > least;
    b->strides = strongest > slow ? HZ_BAND_STRETCH : HZ_BAND_STRIDE;
    if (!b->awake || !(f.way > room))
        return 0;
    double heat = move(b, body, &f);
    b->sounds = 1;
    if (ledger)
        hz_bands_book(b, ledger, heat);
    return 1;
}

int hz_bands_span(const hz_bands *b)
{
    return b->awake ? b->strides : INT_MAX;
}
