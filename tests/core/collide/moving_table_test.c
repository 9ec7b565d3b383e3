/* A table that moves under the object: collide seen from it, its work, and the map of the bouncing ball. */
#include "tests/tools/test.h"
#include "tests/core/law/orbit.h"
#include "rig.h"
#include "storm.h"

static const double h44 = 1 / 44100.0, g = 9.81;

/* ---- frames of reference ---- */

/* Galilei: on a table of constant velocity everything is as on one at rest, with relative speeds. */
TEST(constant_velocity)
{
    CLAIMS(c, CLAIM("table: constant velocity, v_in", 3e-14),
           CLAIM("table: constant velocity, v_out off the closed form", 3e-12),
           CLAIM("table: constant velocity, x_max off the closed form", 1e-13),
           CLAIM("table: constant velocity, duration off the closed form", 1e-3),
           CLAIM("table: constant velocity, residual", 1e-12),
           CLAIM("table: constant velocity, supplied off force times way", 3e-14));
    dice d = { claim_seed(1) };
    rig r;
    rig_init(&r, 0);
    for (int i = 0; i < claim_trials(1000); i++) {
        orbit o = { { 1, dice_exponent(&d), 0 }, dice_log(&d, 1e-4, 10), dice_log(&d, 1e-2, 100) };
        double h = 1 / (dice_once(&d, 2) ? 44100.0 : 96000.0), length = dice_log(&d, 1e-2, 100), work = 0;
        double speed = o.v_in * dice_even(&d, -2, 2), distance = o.v_in * h * dice_even(&d, 0, 3);
        o.law.damping = dice_once(&d, 4) ? 0 : dice_log(&d, 1e-3, 10) / o.v_in;
        o.law.stiffness = orbit_stiffness(&o, length * h);
        hz_collide_params p = rig_params();
        p.law = o.law;
        p.mass = o.mass;
        rig_watch("trial %d speed %g", i, speed);
        rig_start(&r, &p, h);
        r.shaken = 1;
        r.place = 0;
        rig_sample(&r, 0, 0); /* the table takes its place */
        hz_collide_strike(&r.c, o.v_in + speed, distance);
        for (int k = 0; k < 1000 && r.contacts == 0; k++) {
            double before = r.place;
            r.place += speed * h;
            rig_sample(&r, 0, 0);
            work -= r.force * (r.place - before);
        }
        claim_near(&c[0], r.last.v_in, o.v_in, "trial %d", i);
        claim_near(&c[1], r.last.v_out, orbit_v_out(o.law.damping, o.v_in), "trial %d", i);
        claim_near(&c[2], r.last.x_max, orbit_x_max(&o), "trial %d", i);
        claim_near(&c[3], r.last.duration, orbit_tau(&o), "trial %d: %g samples", i, length);
        claim_see(&c[4], r.residual, "trial %d", i);
        claim_see(&c[5], fabs(r.now.value[HZ_SUPPLIED] - work) / r.seen, "trial %d", i);
    }
    rig_free(&r);
}

/* Einstein: on a table that accelerates away by A a ball falls as under gravity less A. The table's way is drawn by
 * straight lines, whose slope is A h/2 off at most: so are the speeds. */
TEST(constant_acceleration)
{
    CLAIMS(c, CLAIM("table: constant acceleration, v_in off that of other gravity, 44.1 kHz, of A h/2", 1.01),
           CLAIM("table: constant acceleration, v_out off that of other gravity, 44.1 kHz, of A h/2", 2),
           CLAIM("table: constant acceleration, v_in off that of other gravity, 705.6 kHz, of A h/2", 1.01),
           CLAIM("table: constant acceleration, v_out off that of other gravity, 705.6 kHz, of A h/2", 2),
           CLAIM("table: constant acceleration, residual", 1e-11));
    static const double pulls[] = { 4, -6, -200 };
    rig r[2];
    rig_init(&r[0], 3);
    rig_init(&r[1], 3);
    for (int i = 0; i < 12; i++) {
        int fine = i & 1, modes = i >> 1 & 1;
        double A = pulls[i >> 2], h = fine ? h44 / 16 : h44;
        hz_collide_params p = rig_params();
        p.law = (hz_law_params){ 1e6, 1.5, 0.3 };
        p.resolution = 1024;
        for (int k = 0; k < 2; k++) {
            r[k].c.system.object.n = 0;
            if (modes)
                rig_modes(&r[k], 0.05, 20);
            p.gravity = 0; /* that what lies on the object has not bent it */
            rig_start(&r[k], &p, h);
            r[k].shaken = k;
            r[k].place = 0;
            rig_sample(&r[k], 0, 0);
            p.gravity = k ? g : g - A;
            hz_collide_prepare(&r[k].c, &p, NULL, h);
            hz_collide_strike(&r[k].c, 0.3, 1e-3);
            for (int n = 1; n < 1e6 && r[k].contacts == 0; n++) {
                r[k].place = 0.5 * A * (n * h) * (n * h) * k;
                rig_sample(&r[k], 0, 0);
            }
        }
        double slope = fabs(A) * h / 2;
        claim_see(&c[2 * fine], fabs(r[1].last.v_in - r[0].last.v_in) / slope, "A %g modes %d", A, modes);
        claim_see(&c[2 * fine + 1], fabs(r[1].last.v_out - r[0].last.v_out) / slope, "A %g modes %d", A, modes);
        claim_see(&c[4], r[1].residual, "A %g modes %d", A, modes);
    }
    rig_free(&r[0]);
    rig_free(&r[1]);
}

/* ---- shaken ---- */

/* A ball lies on a table that swings: it stays on it as long as the table never falls faster than gravity. */
TEST(it_lifts_off_where_gravity_says)
{
    rig r;
    rig_init(&r, 0);
    for (int lifts = 0; lifts < 2; lifts++) {
        hz_collide_params p = rig_params();
        p.law =
            (hz_law_params){ 1e9, 1.5, 2 }; /* so stiff that it follows the load, not so that it feels the corners */
        p.gravity = g;
        double w = 2 * M_PI * 20, A = (lifts ? 1.03 : 0.97) * g / (w * w);
        rig_start(&r, &p, h44);
        r.shaken = 1;
        for (int i = 0; i < 44100; i++) {
            double t = i * h44, slow = fmin(1, t / 0.4); /* it begins gently */
            r.place = A * slow * slow * (3 - 2 * slow) * sin(w * t);
            rig_sample(&r, 0, 0);
        }
        assert_true(lifts ? r.contacts > 5 : r.contacts == 0 && r.c.system.striker->touching);
        assert_true(r.residual < 1e-10);
    }
    rig_free(&r);
}

/* Any way a table may go: the books balance, what it supplies is force times way, and nothing is missed. */
TEST(shaken_books)
{
    CLAIMS(c, CLAIM("table: shaken, residual", 3e-12), CLAIM("table: shaken, supplied off force times way", 3e-14),
           CLAIM("table: shaken, a loss that is a gain", 1e-15),
           CLAIM("table: shaken, force by which the contact pulls", 0),
           CLAIM("table: shaken, compression off the places of the bodies", 1e-13),
           CLAIM("table: shaken, samples over the bound of sub-steps", 0),
           CLAIM("table: shaken, states that are not finite", 0));
    dice d = { claim_seed(3) };
    rig r;
    rig_init(&r, 3);
    int all = 0;
    for (int i = 0; i < (getenv("HZ_SOAK") ? 6000 : 60); i++) {
        hz_collide_params p = rig_params();
        p.law = (hz_law_params){ dice_log(&d, 1e3, 1e13), dice_exponent(&d), dice_log(&d, 1e-3, 10) };
        p.mass = dice_log(&d, 1e-4, 1);
        p.gravity = dice_once(&d, 5) ? -g : g;
        r.c.system.object.n = 0;
        if (i % 2)
            rig_modes(&r, 0.05, 20);
        rig_start(&r, &p, h44);
        r.shaken = 1;
        r.place = dice_even(&d, -1, 1);
        double f = dice_log(&d, 3, 3000), A = dice_log(&d, 1e-6, 1e-2), start = r.place, work = 0, passed = 0, before;
        int kind = dice_of(&d, 4);
        rig_watch("shaken %d kind %d", i, kind);
        rig_sample(&r, 0, 0);
        hz_collide_strike(&r.c, 0, dice_log(&d, 1e-4, 1e-1));
        rig_sample(&r, 0, 0);
        for (int n = 0; n < 2000 && hz_collide_finite(&r.c); n++) {
            double sine = sin(2 * M_PI * f * n * h44);
            before = r.place;
            if (kind == 3 && n % 500 == 499)
                r.place += dice_once(&d, 2) ? 1 : -1; /* a metre within a sample */
            else if (kind < 3)
                r.place = start + A * (kind == 0 ? sine : kind == 1 ? (sine > 0) : dice_even(&d, -1, 1));
            rig_sample(&r, 0, 0);
            double step = -r.force * (r.place - before);
            work += step;
            passed = fmax(passed, fabs(step)); /* within a sample a lot may go in and out */
        }
        all += r.contacts;
        claim_see(&c[0], r.residual * r.seen / fmax(r.seen, passed), "trial %d kind %d", i, kind);
        claim_see(&c[1], fabs(r.now.value[HZ_SUPPLIED] - work) / fmax(r.seen, passed), "trial %d kind %d", i, kind);
        claim_see(&c[2], r.gain, "trial %d kind %d", i, kind);
        claim_see(&c[3], r.pull, "trial %d kind %d", i, kind);
        claim_see(&c[4], r.drift, "trial %d kind %d", i, kind);
        claim_see(&c[5], r.over, "trial %d kind %d", i, kind);
        claim_see(&c[6], !hz_collide_finite(&r.c), "trial %d kind %d", i, kind);
    }
    assert_true(all > 500);
    rig_free(&r);
}

/* In a storm over a table parameters, objects and rates change, strikes and forces come, while it swings, jumps or
 * stands. */
TEST(storms_over_a_table)
{
    claim c[] = AUDIT_CLAIMS("table: musical storms", 1e-12);
    storm_many(c, &storm_musical, NULL, 0, claim_trials(60), 1000, 1e-4);
    CLAIMS_CHECK(c);
}

TEST(hostile_storms_over_a_table)
{
    claim c[] = AUDIT_CLAIMS("table: hostile storms", 1e-10);
    storm_many(c, &storm_hostile, NULL, 0, claim_trials(15), 1000, 1);
    CLAIMS_CHECK(c);
}

/* ---- blocks ---- */

typedef struct strip {
    hz_contact seen[2000];
    int n;
} strip;

static void note(void *owner, const hz_contact *contact)
{
    strip *s = owner;
    if (s->n < 2000)
        s->seen[s->n++] = contact ? *contact : (hz_contact){ 0 };
}

/* Runs blocks over a shaken table; watched, no block is flown at once. */
static void run_shaken(rig *r, strip *s, int modes, int watched, double A, double f)
{
    double place[64], audio[64], force[64], compression[64], *meter[HZ_METERS] = { 0 };
    s->n = 0;
    r->c.system.ended = note;
    r->c.system.owner = s;
    r->c.system.object.n = 0;
    if (modes)
        rig_modes(r, 0.05, 20);
    hz_collide_params p = rig_params();
    p.gravity = g;
    p.law.damping = 0.1;
    meter[HZ_COMPRESSION] = watched ? compression : NULL;
    rig_start(r, &p, h44);
    for (int block = 0; block < 700; block++) {
        for (int i = 0; i < 64; i++)
            place[i] = A * sin(2 * M_PI * f * (block * 64 + i) * h44);
        hz_collide_run(&r->c,
                       &(hz_collide_io){
                           .n = 64, .table = place, .audio = (double *[]){ audio }, .force = force, .meter = meter });
        if (block % 100 == 0)
            hz_collide_strike(&r->c, 0, 0.01);
    }
}

/* What flies a block at once must not fly through a table that comes to meet it. */
TEST(blocks_of_flight_miss_nothing)
{
    claim c = CLAIM("table: contacts of a block flown at once off those of its samples", 3e-13);
    static strip s[2];
    rig r;
    rig_init(&r, 3);
    for (int k = 0; k < 4; k++) {
        double A = k & 1 ? 3e-3 : 3e-4, f = k & 1 ? 37 : 500;
        for (int watched = 0; watched < 2; watched++)
            run_shaken(&r, &s[watched], k >> 1, watched, A, f);
        assert_true(s[0].n > 5);
        for (int i = 0; i < 5; i++) { /* later ones are chaos */
            claim_near(&c, s[0].seen[i].v_in, s[1].seen[i].v_in, "case %d contact %d", k, i);
            claim_near(&c, s[0].seen[i].v_out, s[1].seen[i].v_out, "case %d contact %d", k, i);
        }
    }
    rig_free(&r);
    CLAIMS_CHECK(((claim[]){ c }));
}

/* What flies a block at once knows afterwards where the table is and how fast, and the ball over it, as samples do. */
TEST(blocks_of_flight_know_the_table)
{
    CLAIMS(c, CLAIM("table: its place after a block flown at once, off that of its samples, m", 1e-15),
           CLAIM("table: its velocity likewise, m/s", 1e-9),
           CLAIM("table: the ball's velocity over it likewise, m/s", 1e-9));
    rig r[2];
    for (int k = 0; k < 2; k++) {
        hz_collide_params p = rig_params();
        rig_init(&r[k], 3);
        rig_modes(&r[k], 0.05, 20);
        rig_start(&r[k], &p, h44);
        hz_collide_strike(&r[k].c, -1, 1); /* it flies away */
    }
    for (int block = 0; block < 20; block++) {
        const hz_contact_system *s[] = { &r[0].c.system, &r[1].c.system };
        double place[64], audio[64], force[64], compression[64];
        int n = block % 3 == 0 ? 64 : block % 3, still = block % 5 == 4;
        for (int i = 0; i < n; i++)
            place[i] = 3e-4 * sin(2 * M_PI * 500 * (block * 64 + i) * h44);
        for (int k = 0; k < 2; k++) {
            double *meter[HZ_METERS] = { [HZ_COMPRESSION] = k ? compression : NULL };
            hz_collide_run(&r[k].c, &(hz_collide_io){ .n = n,
                                                      .table = still ? NULL : place,
                                                      .audio = (double *[]){ audio },
                                                      .force = force,
                                                      .meter = meter });
        }
        claim_see(&c[0], fabs(s[0]->object.origin - s[1]->object.origin), "block %d", block);
        claim_see(&c[1], fabs(s[0]->slide - s[1]->slide), "block %d", block);
        claim_see(&c[2], fabs(s[0]->striker->v - s[1]->striker->v), "block %d", block);
    }
    rig_free(&r[0]);
    rig_free(&r[1]);
}

/* ---- the bouncing ball map ---- */

/* Lets the ball fall onto a table that swings at a drive G times gravity, from its orbit of one period, and returns the
 * speeds of its last two landings. */
static void swing(double G, double e, const hz_law_params *law, double last[2])
{
    static strip s;
    double f = 40, w = 2 * M_PI * f, A = G * g / (w * w), u = M_PI * g / w; /* the speed of flights of one period */
    double phase = acos(u * (1 - e) / (1 + e) / (A * w)); /* where the table's own speed makes up for the loss */
    double place[64], audio[64], force[64], *meter[HZ_METERS] = { 0 };
    rig r;
    rig_init(&r, 0);
    r.c.system.ended = note;
    r.c.system.owner = &s;
    hz_collide_params p = rig_params();
    p.law = *law;
    p.gravity = g;
    const double h = h44 / 8; /* the corners of the table's way are noise to the map */
    rig_start(&r, &p, h);
    for (long n = 0, began = 0; n * h < 30; n += 64) {
        for (int i = 0; i < 64; i++)
            place[i] = -A * sin(w * (n + i) * h + phase);
        hz_collide_run(&r.c,
                       &(hz_collide_io){
                           .n = 64, .table = place, .audio = (double *[]){ audio }, .force = force, .meter = meter });
        if (!began) { /* a little off the orbit */
            began = 1;
            hz_collide_strike(&r.c, -1.001 * u, 0);
        }
        if (s.n > 1000)
            s.n = 0;
    }
    assert_true(s.n > 2);
    last[0] = s.seen[s.n - 2].v_in;
    last[1] = s.seen[s.n - 1].v_in;
    rig_free(&r);
}

/* A hammer is let go at the surface in the moment in which the table draws the object away faster than it follows: no
 * contact begins before it has caught up, whoever keeps the books. */
TEST(what_is_drawn_away_is_not_touched)
{
    enum { N = 64, AWAY = 3 };
    for (int ledger = 0; ledger < 2; ledger++) {
        rig r;
        double place[N] = { 0 }, audio[N], force[N], *rows[] = { audio }, *meter[HZ_METERS] = { 0 };
        hz_collide_io io = { .n = N, .table = place, .audio = rows, .force = force, .meter = meter, .ledger = ledger };
        rig_init(&r, 3);
        rig_modes(&r, 0.05, 3);
        hz_collide_params p = rig_params();
        p.gravity = 0;
        rig_start(&r, &p, h44);
        hz_collide_run(&r.c, &io);
        hz_collide_strike(&r.c, 1, 0);
        for (int i = 0; i < N; i++)
            place[i] = 5 * h44 * (i < AWAY ? i + 1 : AWAY);
        hz_collide_run(&r.c, &io);
        assert_true(r.contacts == 1 && r.last.v_in > 0.9);
        for (int i = 0; i < 5 * AWAY - 1; i++)
            assert_true(force[i] == 0);
        rig_free(&r);
    }
}

/* The drive at which one period becomes two. With landing speed V and E(V) the speed out, the map of (phase, speed)
 * from one landing to the next has its eigenvalue -1 there; V' is the slope of E at V. For E = e V it is the
 * textbook's. */
LONG_TEST(period_doubling)
{
    CLAIMS(c, CLAIM("table: 1 % under the first period doubling, alternation of landing speeds", 1e-3),
           CLAIM("table: 1 % over it, how much less than 1 % they alternate", 0),
           CLAIM("table: landing speed of the first period", 0.003));
    double e = 0.8, w = 2 * M_PI * 40, V = 2 * M_PI * g / w / (1 + e), low = 1e-3, high = 1e3;
    for (int i = 0; i < 100; i++) { /* the damping that makes restitution e at V */
        double mu = sqrt(low * high);
        *(-orbit_v_out(mu, V) > e * V ? &low : &high) = mu;
    }
    hz_law_params law = { 1e12, 1.5, low };
    double slope = -(orbit_v_out(low, V * 1.001) - orbit_v_out(low, V * 0.999)) / (0.002 * V), last[2];
    double first = 2 * (1 + slope * e) / ((1 + slope) * (1 + e)), second = M_PI * (1 - e) / (1 + e);
    double G = sqrt(first * first + second * second);
    swing(0.99 * G, e, &law, last);
    claim_near(&c[0], last[0], last[1], "G %g", 0.99 * G);
    claim_near(&c[2], last[1], V, "G %g", 0.99 * G);
    swing(1.01 * G, e, &law, last);
    claim_see(&c[1], 0.01 - fabs(last[0] / last[1] - 1), "G %g: %g and %g", 1.01 * G, last[0], last[1]);
}
