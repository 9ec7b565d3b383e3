/* The audio thread never blocks: while everything happens at once, perform makes no call that could. */
#include <math.h>
#include <stdio.h>

#include "impact.h"

/* Blows, pressing, parameters, presets, wrong messages, wild signals, reports, meters. */
static pd_patch *busy_patch(const char *preload)
{
    static float wild[4800];
    pd_patch *p = pd_open(.preload = preload);
    for (int i = 0; i < 4800; i++)
        wild[i] = i % 100 == 7 ? NAN : 20 * sinf(i * 0.05f);
    const char *flags[] = { "", "-ledger 1", "-meters kinetic dissipated residual position compression",
                            "-gravity 9.81 -stiffness 1e5", "-unit acceleration -report 2" };
    for (int i = 0; i < 5; i++) {
        int o = pd_obj(p, "hertz/impact~ -object wall %s", flags[i]);
        pd_feed(p, o, 0, 300, wild, 4800);
        for (int k = 0; k < 400; k++) {
            pd_at(p, 5 + 2 * k, o, "strike %g %g", 1. + k % 7, k % 3 * 0.001);
            pd_at(p, 6 + 2 * k, o, "%s %g", k % 2 ? "damping" : "stiffness", k % 2 ? k / 200. : 1e4 * pow(1.07, k));
        }
        pd_at(p, 100, o, "gain 0.3");
        pd_at(p, 150, o, "mass banana");
        pd_at(p, 200, o, "level -6");
        pd_at(p, 500, o, "50");
        pd_at(p, 700, o, "reset");
        pd_at(p, 710, o, "bang");
        pd_at(p, 720, o, "suspension 100");
    }
    pd_until(p, 900);
    return p;
}

/* Under the sanitizers, whose malloc is their own, only they watch. */
static void perform_never_blocks(void **state)
{
    (void)state;
    long calls = -1, blocks = 0;
    int sanitized = getenv("HZ_PRELOAD") != NULL;
    pd_patch *p = busy_patch(sanitized ? NULL : "build/tests/nomalloc.so");
    pd_run(p);
    const char *line = pd_line(p, PD_ALL, "nomalloc: ", 0);
    if (sanitized)
        assert_null(line);
    else if (!line || sscanf(line, "%ld calls in perform of %ld blocks", &calls, &blocks) != 2 || calls || !blocks)
        fail_msg("nomalloc: %s", line ? line : "said nothing");
    pd_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perform_never_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
