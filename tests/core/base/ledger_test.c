/* ledger: sums that lose nothing, and the balance. */
#include "core/base/ledger.h"
#include "tests/tools/test.h"

/* Multiples of 2^-60 under 2^40 are exact in a double's 53 bits where they are small enough, and always in a
 * whole number of 128 bits: their sum there is exact. */
static double random_flow(dice *d, __int128 *sum)
{
    double x = dice_log(d, 0x1p-60, 0x1p40) * (dice_once(d, 2) ? 1 : -1);
    x = x < 0 ? ceil(x * 0x1p60) : floor(x * 0x1p60);
    *sum += (__int128)x;
    return x * 0x1p-60;
}

static double value_of(__int128 sum)
{
    return ldexp((double)sum, -60);
}

TEST(sums_keep_what_rounding_loses)
{
    CLAIMS(c, CLAIM("ledger: error of a sum", 2.3e-16), CLAIM("ledger: flows that cancel, what is left", 0));
    dice d = { claim_seed(1) };
    for (int i = 0; i < claim_trials(100); i++) {
        hz_sum s = { 0 };
        __int128 exact = 0;
        for (int k = 0; k < 10000; k++)
            hz_sum_add(&s, random_flow(&d, &exact));
        claim_near(&c[0], hz_sum_value(&s), value_of(exact), "sum %d", i);
    }
    hz_sum s = { 0 };
    hz_sum_add(&s, 1e-3);
    for (int k = 0; k < 1000; k++)
        hz_sum_add(&s, 1e17);
    for (int k = 0; k < 1000; k++)
        hz_sum_add(&s, -1e17);
    claim_see(&c[1], fabs(hz_sum_value(&s) - 1e-3), "1e-3 among 1e20");
}

/* Books that balance but for a rounding: that rounding, exactly, is the residual. */
TEST(residual_is_what_is_left)
{
    CLAIMS(c, CLAIM("ledger: error of a residual of 1e-16 of the terms", 1e-10),
           CLAIM("ledger: error of an account", 2.3e-16));
    dice d = { claim_seed(2) };
    for (int i = 0; i < claim_trials(10000); i++) {
        __int128 start = 0, flows[4] = { 0 }, bodies = 0;
        hz_ledger l;
        hz_ledger_open(&l, random_flow(&d, &start));
        hz_sum *sums[4] = { &l.supplied, &l.adjusted, &l.dissipated, &l.shed };
        for (int k = 0; k < 40; k++)
            hz_sum_add(sums[k % 4], random_flow(&d, &flows[k % 4]));
        hz_energy now = { .kinetic = random_flow(&d, &bodies), .potential = random_flow(&d, &bodies) };
        __int128 contact = start + flows[0] + flows[1] - flows[2] - flows[3] - bodies;
        now.contact = value_of(contact);
        hz_accounts a;
        hz_ledger_read(&l, &now, &a);
        claim_near(&c[0], a.value[HZ_RESIDUAL], value_of((__int128)ldexp(now.contact, 60) - contact), "ledger %d", i);
        for (int k = 0; k < 4; k++)
            claim_near(&c[1], a.value[(int[]){ HZ_SUPPLIED, HZ_ADJUSTED, HZ_DISSIPATED, HZ_SHED }[k]],
                       value_of(flows[k]), "ledger %d, account %d", i, k);
        assert_true(a.value[HZ_KINETIC] == now.kinetic && a.value[HZ_POTENTIAL] == now.potential);
        assert_true(a.value[HZ_CONTACT] == now.contact);
        assert_true(a.value[HZ_STORED] == hz_energy_total(&now));
    }
}

TEST(opened_books_are_empty)
{
    hz_ledger l;
    memset(&l, 0x55, sizeof l);
    hz_ledger_open(&l, 3);
    hz_accounts a;
    hz_ledger_read(&l, &(hz_energy){ .kinetic = 1, .contact = 2 }, &a);
    for (int i = HZ_DISSIPATED; i < HZ_ACCOUNTS; i++)
        assert_true(a.value[i] == 0);
}

/* The order and the words are the interface's. */
TEST(meters_have_their_names)
{
    const char *names[] = { "stored",   "kinetic", "potential", "contact",     "dissipated", "supplied", "adjusted",
                            "residual", "shed",    "position",  "compression", "velocity",   "endforce" };
    assert_int_equal(HZ_METERS, sizeof names / sizeof *names);
    for (int i = 0; i < HZ_METERS; i++)
        assert_string_equal(hz_meter_names[i], names[i]);
}
