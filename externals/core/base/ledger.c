/* ledger: the energy accounts of a model. */
#if defined __FAST_MATH__ || (defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__)
#error Please compile hertz without -ffast-math: it takes away checks for NaN and the balance of energies.
#endif

#include "ledger.h"

#include <stddef.h>

const char *const hz_meter_names[HZ_METERS] = {
    [HZ_STORED] = "stored",
    [HZ_KINETIC] = "kinetic",
    [HZ_POTENTIAL] = "potential",
    [HZ_CONTACT] = "contact",
    [HZ_DISSIPATED] = "dissipated",
    [HZ_SUPPLIED] = "supplied",
    [HZ_ADJUSTED] = "adjusted",
    [HZ_RESIDUAL] = "residual",
    [HZ_POSITION] = "position",
    [HZ_COMPRESSION] = "compression",
    [HZ_SHED] = "shed",
    [HZ_SPEED] = "velocity",
    [HZ_ENDFORCE] = "endforce",
};

void hz_ledger_open(hz_ledger *l, double stored)
{
    *l = (hz_ledger){ .start = stored, .open = 1 };
}

void hz_ledger_adjust(hz_ledger *l, const hz_energy *before, const hz_energy *after)
{
    hz_sum_add(&l->adjusted, after->kinetic);
    hz_sum_add(&l->adjusted, after->potential);
    hz_sum_add(&l->adjusted, after->contact);
    hz_sum_add(&l->adjusted, -before->kinetic);
    hz_sum_add(&l->adjusted, -before->potential);
    hz_sum_add(&l->adjusted, -before->contact);
}

void hz_ledger_read(const hz_ledger *l, const hz_energy *now, hz_accounts *out)
{
    double stored = hz_energy_total(now);
    hz_ledger closed = { .start = stored };
    if (!l->open)
        l = &closed;
    /* ledger:balance, summed with compensation: the terms may be large and nearly cancel. */
    hz_sum r = { 0 };
    hz_sum_add(&r, now->kinetic);
    hz_sum_add(&r, now->potential);
    hz_sum_add(&r, now->contact);
    hz_sum_add(&r, -l->start);
    hz_sum_add(&r, -l->supplied.sum);
    hz_sum_add(&r, -l->supplied.rest);
    hz_sum_add(&r, -l->adjusted.sum);
    hz_sum_add(&r, -l->adjusted.rest);
    hz_sum_add(&r, l->dissipated.sum);
    hz_sum_add(&r, l->dissipated.rest);
    hz_sum_add(&r, l->shed.sum);
    hz_sum_add(&r, l->shed.rest);
    out->value[HZ_STORED] = stored;
    out->value[HZ_KINETIC] = now->kinetic;
    out->value[HZ_POTENTIAL] = now->potential;
    out->value[HZ_CONTACT] = now->contact;
    out->value[HZ_DISSIPATED] = hz_sum_value(&l->dissipated);
    out->value[HZ_SUPPLIED] = hz_sum_value(&l->supplied);
    out->value[HZ_ADJUSTED] = hz_sum_value(&l->adjusted);
    out->value[HZ_SHED] = hz_sum_value(&l->shed);
    out->value[HZ_RESIDUAL] = hz_sum_value(&r);
    out->start = l->start;
}

int hz_ledger_is_metered(double *const *meter)
{
    for (int k = 0; k < HZ_ACCOUNTS; k++)
        if (meter[k])
            return 1;
    return 0;
}

int hz_ledger_shows_stored_only(double *const *meter)
{
    for (int k = HZ_STORED + 1; k < HZ_ACCOUNTS; k++)
        if (meter[k])
            return 0;
    return 1;
}

void hz_ledger_show(const hz_ledger *l, const hz_energy *now, double *const *meter, int i)
{
    if (hz_ledger_shows_stored_only(meter)) {
        if (meter[HZ_STORED])
            meter[HZ_STORED][i] = hz_energy_total(now);
        return;
    }
    hz_accounts all;
    hz_ledger_read(l, now, &all);
    for (int k = 0; k < HZ_ACCOUNTS; k++)
        if (meter[k])
            meter[k][i] = all.value[k];
}
