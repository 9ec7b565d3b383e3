/* collide_energy: the energy of a collision, its accounts, and whether all of it are numbers. */
#include <math.h>
#include <stddef.h>

#include "collide.h"

void hz_collide_energy(const hz_collide *c, hz_energy *out)
{
    if (c->params.method != HZ_EXACT) {
        hz_textbook_energy(c, out);
        return;
    }
    *out = (hz_energy){ .contact = c->touching ? c->touch.elastic : 0 };
    hz_bank_energy(&c->a, out);
    hz_bank_energy(&c->b, out);
}

void hz_collide_accounts(const hz_collide *c, hz_accounts *out)
{
    hz_energy now;
    hz_ledger blank;
    hz_collide_energy(c, &now);
    hz_ledger_open(&blank, hz_energy_total(&now));
    hz_ledger_read(c->booked ? &c->ledger : &blank, &now, out);
}

int hz_collide_finite(const hz_collide *c)
{
    if (c->flown || c->asleep) /* the object's energy was a number, or there had been none of it; ringing adds none */
        return isfinite(c->a.q[0]) && isfinite(c->a.v[0]);
    hz_energy now;
    hz_collide_energy(c, &now);
    return isfinite(hz_energy_total(&now)) && isfinite(c->eta) && isfinite(c->v);
}

void hz_collide_show(const hz_collide *c, const hz_energy *now, const hz_collide_io *io, int i)
{
    double *const *meter = io->meter;
    int flows = 0;
    for (int k = HZ_CONTACT; k < HZ_ACCOUNTS; k++)
        flows |= meter[k] != NULL;
    if (flows || meter[HZ_KINETIC] || meter[HZ_POTENTIAL]) {
        hz_accounts all;
        hz_ledger_read(&c->ledger, now, &all);
        for (int k = 0; k < HZ_ACCOUNTS; k++)
            if (meter[k])
                meter[k][i] = all.value[k];
    } else if (meter[HZ_STORED]) {
        meter[HZ_STORED][i] = hz_energy_total(now);
    }
}
