/* Contacts followed on a grid: moments made by hand, whose touch and parting are known. */
#include "core/grid/grid_track.h"
#include "tests/tools/test.h"

static const double h = 1e-3;

/* A contact whose flight crosses the surface 0.3 of a step after the first sample, and again 2/3 of a step after its
 * fifth: 4 + 2/3 - 0.3 steps. */
TEST(touch_and_parting_lie_between_samples)
{
    CLAIMS(c, CLAIM("track: touch and parting, of what is known", 1e-13));
    static const hz_grid_moment moments[] = { { -1.3, -0.3, 0.6, 0.1, 1 },
                                              { -0.3, 0.6, 1.1, 0.4, 1 },
                                              { 0.6, 1.1, 1.1, 0.5, 1 },
                                              { 1.1, 1.1, 0.5, 0.6, 1 },
                                              { 1.1, 0.5, -0.25, 0.15, 1 } };
    hz_grid_track t = { 0 };
    hz_contact report;
    for (int i = 0; i < 5; i++)
        hz_grid_track_step(&t, &moments[i], 0);
    assert_true(hz_grid_track_tell(&t, h, &report));
    claim_near(&c[0], report.v_in, 1 / h, "v_in");
    claim_near(&c[0], report.v_out, -0.75 / h, "v_out");
    claim_near(&c[0], report.duration, (5 - 0.3 - 1 / 3.0) * h, "duration");
    claim_near(&c[0], report.x_max, 1.175, "x_max");
    claim_near(&c[0], report.f_max, 0.6 + 0.35 * 0.35 / (8 * 0.55), "f_max");
    assert_int_equal(t.steps, 0);
}

/* The last force lies outside: the flight after it left the surface a quarter of a step before the last sample. */
TEST(a_flight_is_read_backwards)
{
    CLAIMS(c, CLAIM("track: parting before the last sample, of what is known", 1e-13));
    static const hz_grid_moment moments[] = {
        { -1.5, -0.5, 0.4, 0.1, 1 }, { -0.5, 0.4, 1, 0.3, 1 }, { 0.4, 1, 1, 0.6, 1 },
        { 1, 1, 0.5, 0.5, 1 },       { 1, 0.5, 0.1, -0.1, 1 }, { 0.5, -0.25, -1.5, 0.25, 1 },
    };
    hz_grid_track t = { 0 };
    hz_contact report;
    for (int i = 0; i < 6; i++)
        hz_grid_track_step(&t, &moments[i], 0);
    assert_true(hz_grid_track_tell(&t, h, &report));
    claim_near(&c[0], report.v_out, -1 / h, "v_out");
    claim_near(&c[0], report.duration, (6 - 0.5 - 1.25) * h, "duration");
}

/* What was put inside touches where it was put, with the velocity that it has there: also while it sinks deeper. */
TEST(what_was_put_inside_touches_there)
{
    CLAIMS(c, CLAIM("track: what was put inside, of what is known", 1e-13));
    for (int sinks = 0; sinks < 2; sinks++) {
        double before = 0.2, now = 0.2, next = sinks ? 0.5 : 0.1;
        hz_grid_track t = { 0 };
        hz_contact report;
        hz_grid_track_step(&t, &(hz_grid_moment){ before, now, next, 0.1, 1 }, 0);
        for (int i = 0; i < 3; i++)
            hz_grid_track_step(&t, &(hz_grid_moment){ now, next, next, 0.1, 1 }, 0);
        hz_grid_track_step(&t, &(hz_grid_moment){ next, next, -next, 0.1, 1 }, 0);
        assert_true(hz_grid_track_tell(&t, h, &report));
        claim_near(&c[0], report.v_in, 0.5 * (next + 0.1 - before) / h, "sinks %d", sinks);
        claim_near(&c[0], report.duration, 4.5 * h, "sinks %d", sinks);
    }
}

/* Less than four steps: counted, not told. */
TEST(what_is_brief_is_not_told)
{
    hz_grid_track t = { 0 };
    hz_contact report;
    hz_grid_track_step(&t, &(hz_grid_moment){ -1, -0.5, 0.4, 0.1, 1 }, 0);
    hz_grid_track_step(&t, &(hz_grid_moment){ -0.5, 0.4, 0.4, 0.9, 1 }, 0);
    hz_grid_track_step(&t, &(hz_grid_moment){ 0.4, 0.4, -0.5, 0.9, 1 }, 0);
    assert_false(hz_grid_track_tell(&t, h, &report));
}
