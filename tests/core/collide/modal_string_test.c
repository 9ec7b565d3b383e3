/* Which methods tell a contact with a string best: a hammer on a modal string, by twopoint and threepoint, beside
 * exact. The methods of strings on grids are three-point ones, which Chatziioannou and van Walstijn would not have
 * chosen. */
#include "tests/tools/test.h"
#include "rig.h"

enum { MODES = 40, PHASES = 20, RATE = 44100 };

/* A string of 110 Hz and 17 g, struck at a fifth of its length, by a hammer of half a gram that is so hard. */
static hz_contact blow(enum hz_method method, double stiffness, double phase)
{
    static double mass[MODES], omega[MODES], sigma[MODES], weight[MODES];
    const double *heard[] = { weight };
    for (int i = 0; i < MODES; i++) {
        mass[i] = 8.5e-3;
        omega[i] = 2 * M_PI * 110 * (i + 1);
        sigma[i] = 1;
        weight[i] = sin((i + 1) * M_PI * 0.2);
    }
    hz_modes string = {
        .n = MODES, .mass = mass, .omega = omega, .sigma = sigma, .weight = weight, .pickups = 1, .heard = heard
    };
    hz_collide_params p = rig_params();
    rig r;
    rig_init(&r, MODES);
    p.law = (hz_law_params){ stiffness, 1, 0 };
    p.mass = 5e-4;
    p.method = method;
    p.resolution = 1024;
    hz_collide_prepare(&r.c, &p, &string, 1.0 / RATE);
    hz_collide_reset(&r.c);
    rig_clear(&r);
    hz_collide_strike(&r.c, 1, phase / RATE);
    assert_true(rig_contact(&r, RATE));
    rig_free(&r);
    return r.last;
}

static double root_mean_square(enum hz_method method, double stiffness, const hz_contact *exact, int speed)
{
    double sum = 0;
    for (int i = 0; i < PHASES; i++) {
        hz_contact got = blow(method, stiffness, (i + 0.5) / PHASES);
        double off = speed ? (got.v_out - exact->v_out) / exact->v_in : got.duration / exact->duration - 1;
        sum += off * off;
    }
    return 100 * sqrt(sum / PHASES);
}

TEST(two_points_tell_more)
{
    claim c = CLAIM("modal string: error of v_out by twopoint, of that by threepoint", 0.6);
    static const double stiffness[] = { 1e5, 3e4, 1e4, 3e3 };
    print_message(
        "# off exact, root mean square over 20 phases, %%: duration by twopoint, threepoint; v_out likewise\n");
    for (int k = 0; k < 4; k++) {
        hz_contact exact = blow(HZ_EXACT, stiffness[k], 0.5);
        double off[2][2]; /* by method; of duration and speed */
        for (int m = 0; m < 2; m++)
            for (int q = 0; q < 2; q++)
                off[m][q] = root_mean_square(m ? HZ_THREEPOINT : HZ_TWOPOINT, stiffness[k], &exact, q);
        print_message("# %g N/m, %.1f samples: %.2f %.2f; %.2f %.2f\n", stiffness[k], exact.duration * RATE, off[0][0],
                      off[1][0], off[0][1], off[1][1]);
        claim_see(&c, off[0][1] / off[1][1], "%g N/m", stiffness[k]);
    }
    claim_check(&c, 1);
}
