/* The audio thread never blocks: while everything happens at once, perform makes no call that could. */
#include <math.h>
#include <stdio.h>

#include "kinds.h"

/* Excitations, pressing, parameters, presets, wrong messages, wild signals, reports, meters. */
static pd_patch *busy_patch(const kind *k, int sanitized)
{
    static float wild[4800];
    pd_patch *p = pd_open(.preload = sanitized ? NULL : "build/tests/nomalloc.so");
    for (int i = 0; i < 4800; i++)
        wild[i] = i % 100 == 7 ? NAN : 20 * sinf(i * 0.05f);
#define METERS "-meters kinetic dissipated residual position compression"
    const char *each[] = { "", k->busy, "-ledger 1", METERS, "-unit acceleration -report 2" };
    const char *together[] = { k->busy, "-ledger 1 " METERS " -unit acceleration -report 2" };
    for (int i = 0; i < (sanitized ? 2 : 5); i++) {
        int o = kind_obj(p, k, "%s", sanitized ? together[i] : each[i]);
        pd_feed(p, o, 0, 300, wild, 4800);
        for (int j = 0; j < 400; j++) {
            const row *r = &k->t.rows[j % k->t.n];
            pd_at(p, 5 + 2 * j, o, "%s", j % 3 ? k->excite : "bang");
            if (r->kind == PARAMETER && r->numbers && !row_is(r, "creation") && !row_is(r, "whole") &&
                !row_has_parts(&k->t, r))
                pd_at(p, 6 + 2 * j, o, "%s %g", r->name, r->min + (r->max - r->min) * pow(0.1, 1 + j % 9));
        }
        pd_at(p, 100, o, "gain 0.3");
        pd_at(p, 150, o, "gain banana");
        pd_at(p, 200, o, "level -6");
        pd_at(p, 500, o, "50");
        pd_at(p, 700, o, "reset");
        pd_at(p, 710, o, "bang");
        for (int j = 0; j < k->t.n_presets; j++) {
            pd_at(p, 720 + 4 * j, o, "preset %s", k->t.presets[j]);
            pd_at(p, 722 + 4 * j, o, "bang");
        }
    }
    pd_until(p, 900);
    return p;
}

/* Under the sanitizers, whose malloc is their own, only they watch. */
static void perform_never_blocks(void **state)
{
    (void)state;
    int n, sanitized = getenv("HZ_PRELOAD") != NULL;
    const kind *all = kinds(&n);
    for (const kind *k = all; k < all + n; k++) {
        long calls = -1, blocks = 0;
        pd_patch *p = busy_patch(k, sanitized);
        pd_run(p);
        const char *line = pd_line(p, PD_ALL, "nomalloc: ", 0);
        if (sanitized)
            assert_null(line);
        else if (!line || sscanf(line, "%ld calls in perform of %ld blocks", &calls, &blocks) != 2 || calls || !blocks)
            fail_msg("%s: nomalloc: %s", k->name, line ? line : "said nothing");
        pd_close(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perform_never_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
