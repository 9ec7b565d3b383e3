/* Reports of contacts on grids, against the closed forms of a rigid wall and against what the scheme itself does. */
#include "report_table.h"

#include "core/barrier/barrier.h"
#include "tests/tools/test.h"
#include "tests/tools/page.h"

static const double rates[] = { 44100, 48000, 96000, 192000 };

/* What a contact of the scheme with exponent 1 lasts, in steps: grid:track */
static double own_duration(double steps)
{
    double x = M_PI / steps;
    return M_PI / acos(1 / (1 + 0.5 * x * x));
}

TEST(contacts_are_told_as_the_wall_has_them)
{
    CLAIMS(c, CLAIM("v_in", 1e-6), CLAIM("v_out without damping", 1e-6),
           CLAIM("duration over the scheme's own, from 4 steps on", 0.02),
           CLAIM("duration at exponent 1, from 10.2 steps on", 0.02),
           CLAIM("duration at exponent 1 from 10 steps on, times n^2", 2.15), CLAIM("x_max, from 10 steps on", 0.02),
           CLAIM("f_max, from 6 steps on", 0.02));
    dice d = { 3 };
    for (int i = 0; i < claim_trials(4000); i++) {
        report_case t = { .kind = (enum report_class)(i % REPORT_GRIDS),
                          .method = dice_once(&d, 2) ? HZ_GRID_CLOSED : HZ_GRID_NEWTON,
                          .exponent = 1,
                          .restitution = 1,
                          .steps = dice_log(&d, 4, 100),
                          .rate = rates[dice_of(&d, 4)],
                          .phase = dice_even(&d, 0, 1) };
        report_ratio r = report_trial(&t);
        assert_true(r.told);
        claim_see(&c[0], fabs(r.v_in - 1), "%g steps, phase %g", t.steps, t.phase);
        claim_see(&c[1], fabs(r.v_out - 1), "%g steps, phase %g", t.steps, t.phase);
        claim_near(&c[2], r.duration * t.steps, own_duration(t.steps), "%g steps, phase %g", t.steps, t.phase);
        if (t.steps > 10.2)
            claim_see(&c[3], fabs(r.duration - 1), "%g steps, phase %g", t.steps, t.phase);
        if (t.steps > 10)
            claim_see(&c[4], fabs(r.duration - 1) * t.steps * t.steps, "%g steps, phase %g", t.steps, t.phase);
        if (t.steps > 10)
            claim_see(&c[5], fabs(r.x_max - 1), "%g steps, phase %g", t.steps, t.phase);
        if (t.steps > 6)
            claim_see(&c[6], fabs(r.f_max - 1), "%g steps, phase %g", t.steps, t.phase);
    }
}

/* Any exponent and damping: errors fall with the square of the steps. */
TEST(errors_fall_with_the_square_of_the_steps)
{
    CLAIMS(c, CLAIM("v_out without damping", 1e-6),
           CLAIM("v_out, damped to 0.6 and more, times n^2, from 6 steps on", 1.8),
           CLAIM("duration, times n^2, from 10 steps on", 4), CLAIM("x_max, times n^2, from 10 steps on", 3),
           CLAIM("f_max, times n^2, from 10 steps on", 16));
    dice d = { 4 };
    for (int i = 0; i < claim_trials(4000); i++) {
        int damped = dice_once(&d, 2);
        report_case t = { .kind = (enum report_class)(i % REPORT_GRIDS),
                          .method = HZ_GRID_NEWTON,
                          .exponent = dice_even(&d, 1, 3),
                          .restitution = damped ? dice_even(&d, 0.6, 1) : 1,
                          .steps = dice_log(&d, 6, 100),
                          .rate = rates[dice_of(&d, 4)],
                          .phase = dice_even(&d, 0, 1) };
        report_ratio r = report_trial(&t);
        double n2 = t.steps * t.steps;
        assert_true(r.told);
        if (!damped)
            claim_see(&c[0], fabs(r.v_out - 1), "a %g, %g steps", t.exponent, t.steps);
        else
            claim_see(&c[1], n2 * fabs(r.v_out - 1), "a %g, e %g, %g steps", t.exponent, t.restitution, t.steps);
        if (t.steps < 10)
            continue;
        claim_see(&c[2], n2 * fabs(r.duration - 1), "a %g, e %g, %g steps", t.exponent, t.restitution, t.steps);
        claim_see(&c[3], n2 * fabs(r.x_max - 1), "a %g, e %g, %g steps", t.exponent, t.restitution, t.steps);
        claim_see(&c[4], n2 * fabs(r.f_max - 1), "a %g, e %g, %g steps", t.exponent, t.restitution, t.steps);
    }
}

/* A contact that the grid cannot resolve is counted, once, and not told. */
TEST(what_is_not_resolved_is_counted)
{
    dice d = { 5 };
    for (int i = 0; i < claim_trials(1000); i++) {
        report_case t = { .kind = (enum report_class)(i % REPORT_GRIDS),
                          .method = dice_of(&d, 3),
                          .exponent = 1,
                          .restitution = 1,
                          .steps = dice_log(&d, 0.01, 2),
                          .rate = 48000,
                          .phase = dice_even(&d, 0, 1) };
        report_ratio r = report_trial(&t);
        assert_true(r.counted && !r.told);
    }
}

typedef struct heard {
    int told, counted, positive, unresolved;
} heard;

static void listen(void *owner, const hz_contact *c)
{
    heard *h = owner;
    h->told += c != NULL;
    h->counted += c == NULL;
    h->positive += c && c->v_out >= 0;
    h->unresolved += c && c->duration < HZ_GRID_RESOLVED / 44100.0;
}

/* A string rattles on whatever is below it, by every method: what is told of a contact ends by a parting. */
LONG_TEST(bodies_part_at_a_parting)
{
    static hz_barrier x;
    for (hz_obstacle_kind obstacle = HZ_OBSTACLE_FLAT; obstacle <= HZ_OBSTACLE_STRING; obstacle++)
        for (int method = 0; method < 9; method++) {
            if (obstacle == HZ_OBSTACLE_DRAWN)
                continue;
            double audio[64], force[64], *audios[] = { audio }, *meter[HZ_METERS] = { 0 };
            heard h = { 0 };
            hz_barrier_params p;
            memset(&p, 0, sizeof p);
            p.string = (hz_string_params){ .freq = 110,
                                           .length = 0.65,
                                           .diameter = 8e-4,
                                           .density = 7850,
                                           .young = 2e11,
                                           .sigma0 = 1,
                                           .sigma1 = 1e-3 };
            p.obstacle = obstacle;
            p.method = (hz_grid_method)(method % 3);
            p.law = (hz_law_params){ pow(10, 5 + method / 3 * 2), method % 3 ? 1.4 : 1, method > 5 ? 0.2 : 0 };
            p.height = obstacle == HZ_OBSTACLE_BRIDGE ? 0 : -1e-3;
            p.bridge[1] = 0.08;
            p.bridge[2] = 2;
            p.frets = 2;
            p.fret[0] = 0.45;
            p.fret[1] = 0.55;
            p.mass = p.hammermass = 1e-3;
            p.massfreq = 300;
            p.massplace = 0.35;
            p.floor = 1e-3;
            p.secondfreq = 150;
            p.seconddiameter = 1e-3;
            p.hammer = p.law;
            p.pickups = 1;
            assert_true(hz_barrier_init(&x));
            hz_barrier_prepare(&x, &p, 1 / 44100.0, 0);
            x.ended = listen;
            x.owner = &h;
            hz_barrier_pluck(&x, 0.4, 4e-3, 0.02);
            for (int i = 0; i < 400; i++)
                hz_barrier_run(&x, &(hz_barrier_io){ .n = 64, .audio = audios, .out_force = force, .meter = meter });
            hz_barrier_free(&x);
            print_message("# obstacle %d, method %d, K %g: %d told, %d counted\n", obstacle, p.method, p.law.stiffness,
                          h.told, h.counted);
            assert_true(h.told + h.counted > 0);
            assert_int_equal(h.positive, 0);
            assert_int_equal(h.unresolved, 0);
        }
}

LONG_TEST(manual_has_this_table)
{
    char *table = report_table();
    assert_page_holds("help/manual/measurements/reports.md", table);
    free(table);
}
