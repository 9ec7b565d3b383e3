/* The storms of the old core over the loop of steps: strikes, forces, changes of any parameter, of the object, of the
 * sample rate and of the method, whose books are watched. The rig and the storm are those of tests/core/collide, which
 * see the loop by the names of the core whose place it is to take. */
#include "core/span/span.h"

#define HZ_COLLIDE_H
#define hz_collide hz_span
#define hz_collide_params hz_span_params
#define hz_collide_init hz_span_init
#define hz_collide_grow hz_span_grow
#define hz_collide_add_strikers hz_span_add_strikers
#define hz_collide_let_ring hz_span_let_ring
#define hz_collide_free hz_span_free
#define hz_collide_listen hz_span_listen
#define hz_collide_prepare hz_span_prepare
#define hz_collide_prepare_both hz_span_prepare_both
#define hz_collide_reset hz_span_reset
#define hz_collide_calm hz_span_calm
#define hz_collide_strike hz_span_strike
#define hz_collide_heard hz_span_heard
#define hz_collide_hear_anew hz_span_hear_anew
#define hz_collide_striker_heard hz_span_striker_heard
#define hz_collide_is_exact hz_span_is_exact
#define hz_collide_slide hz_span_slide
#define hz_collide_run hz_span_run
#define hz_collide_energy hz_span_energy
#define hz_collide_accounts hz_span_accounts
#define hz_collide_finite hz_span_finite

#include "tests/core/collide/rig.c"

#include "tests/core/collide/storm.c"

#include "tests/tools/asserted.h"

/* All but the fifth, the bound of steps in a sample, which is another one here. */
static void check(claim *c)
{
    claim_check(c, 4);
    claim_check(c + 5, 3);
}

static void musical_storms(void **state)
{
    (void)state;
    claim c[] = AUDIT_CLAIMS("span: musical storms", 1e-12);
    storm_many(c, &storm_musical, NULL, 0, claim_trials(60), 1000, 0);
    check(c);
}

/* At forces of 1e18 N/m over places of kilometres, rounding is worth more. */
static void hostile_storms(void **state)
{
    (void)state;
    claim c[] = AUDIT_CLAIMS("span: hostile storms", 1e-10);
    storm_many(c, &storm_hostile, NULL, 0, claim_trials(15), 1000, 0);
    check(c);
}

static void storms_over_a_table(void **state)
{
    (void)state;
    claim c[] = AUDIT_CLAIMS("span: storms over a table", 1e-13);
    storm_many(c, &storm_musical, NULL, 0, claim_trials(30), 1000, 1e-4);
    check(c);
}

/* The exact method and the textbook's take turns. */
static void storms_of_methods(void **state)
{
    (void)state;
    static const int methods[] = { HZ_EXACT, HZ_TWOPOINT, HZ_THREEPOINT, HZ_QUADRATISED, -1 };
    claim c[] = AUDIT_CLAIMS("span: storms of methods", 1e-12);
    storm_many(c, &storm_musical, methods, 0, claim_trials(20), 1000, 0);
    check(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(musical_storms),
        cmocka_unit_test(hostile_storms),
        cmocka_unit_test(storms_over_a_table),
        cmocka_unit_test(storms_of_methods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
