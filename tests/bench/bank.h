/* bank: the object that the benches strike: modes spread over the spectrum, of both signs; none of them: a wall. */
#ifndef HZ_BENCH_BANK_H
#define HZ_BENCH_BANK_H

#include "core/collide/collide.h"

enum { BANK_MOST = 1000 };

static int bank_make(hz_collide *c, int n)
{
    static double mass[BANK_MOST], omega[BANK_MOST], sigma[BANK_MOST], weight[BANK_MOST];
    const double *rows[] = { weight };
    for (int i = 0; i < n; i++) {
        mass[i] = 0.1;
        omega[i] = 6.283185307179586 * (100 + 18000.0 * (i + 0.5) / n);
        sigma[i] = 3;
        weight[i] = i & 1 ? -1 : 1;
    }
    if (!hz_collide_init(c, n, 1))
        return 0;
    hz_collide_params p = { .law = { 1e8, 1.5, 0.3 }, .mass = 0.01, .quiet = 1e-6 };
    hz_modes m = {
        .n = n, .mass = mass, .omega = omega, .sigma = sigma, .weight = weight, .pickups = 1, .heard = rows
    };
    hz_collide_prepare(c, &p, &m, 1 / 44100.0);
    hz_collide_reset(c);
    return 1;
}

#endif
