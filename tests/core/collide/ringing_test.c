/* Hammers that ring, and several hammers on one object, against GSL's eighth-order integrator. */
#include "tests/tools/test.h"
#include "blow.h"
#include "ode.h"
#include "rig.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 10 };
static const double h44 = 1 / 44100.0, two_pi = 6.283185307179586;

/* ---- draws ---- */

typedef struct body {
    int n;
    double mass[MOST], omega[MOST], sigma[MOST], weight[MOST];
} body;

/* Two bodies that ring, the mass between them, and how fast it comes. */
typedef struct draw {
    hz_collide_params p;
    double v;
    body object, hammer;
    char text[200];
} draw;

static body body_of(dice *d, int lossless)
{
    body b = { .n = 1 + dice_of(d, MOST) };
    for (int i = 0; i < b.n; i++) {
        b.mass[i] = dice_log(d, 5e-3, 0.2);
        b.omega[i] = two_pi * dice_log(d, 100, 8000);
        b.sigma[i] = lossless ? 0 : dice_log(d, 1, 1e3);
        b.weight[i] = dice_even(d, 0.1, 1) * (dice_once(d, 2) ? -1 : 1);
    }
    return b;
}

static draw draw_of(uint64_t number)
{
    dice d = { claim_seed(1000003 * number + 29) };
    draw k = { .p = rig_params() };
    k.p.law =
        (hz_law_params){ dice_log(&d, 1e6, 1e10), dice_even(&d, 1, 3), dice_once(&d, 3) ? 0 : dice_log(&d, 0.01, 2) };
    k.p.mass = dice_log(&d, 1e-3, 5e-2);
    k.v = dice_log(&d, 0.1, 5);
    int lossless = dice_once(&d, 3);
    k.object = body_of(&d, lossless);
    k.hammer = body_of(&d, lossless);
    snprintf(k.text, sizeof k.text, "draw %d: %d and %d modes, m %g K %g a %g mu %g v %g", (int)number, k.object.n,
             k.hammer.n, k.p.mass, k.p.law.stiffness, k.p.law.exponent, k.p.law.damping, k.v);
    return k;
}

static hz_modes modes_of(const body *b)
{
    return (hz_modes){ .n = b->n, .mass = b->mass, .omega = b->omega, .sigma = b->sigma, .weight = b->weight };
}

static void rig_ringing(rig *r, int hammers)
{
    rig_init(r, MOST);
    assert_true(hz_collide_add_strikers(&r->c, hammers) && hz_collide_let_ring(&r->c, MOST, 1));
}

static void prepare(rig *r, const draw *k, int resolution, double h)
{
    hz_collide_params p = k->p;
    hz_modes object = modes_of(&k->object), hammer = modes_of(&k->hammer);
    p.resolution = resolution;
    rig_watch("%s", k->text);
    hz_collide_prepare_both(&r->c, &p, &object, &hammer, h);
    hz_collide_reset(&r->c);
    rig_clear(r);
    r->fresh = 1;
}

static hz_contact solve(rig *r, const draw *k, int resolution, double h)
{
    prepare(r, k, resolution, h);
    hz_collide_strike(&r->c, k->v, 0);
    return blow_first(r);
}

static hz_contact reference(rig *r, const draw *k)
{
    prepare(r, k, 64, h44);
    hz_collide_strike(&r->c, k->v, 0);
    return blow_exact(r, k->text);
}

/* ---- two bodies that ring ---- */

enum { V_OUT, X_MAX, TAU, QUANTITIES };

/* v_out is measured by the speed of impact. */
static void errors(double e[QUANTITIES], const draw *k, const hz_contact *got, const hz_contact *exact)
{
    e[V_OUT] = fabs(got->v_out - exact->v_out) / k->v;
    e[X_MAX] = fabs(got->x_max / exact->x_max - 1);
    e[TAU] = fabs(got->duration / exact->duration - 1);
}

TEST(two_bodies)
{
    static const int resolution[2] = { 0, 1024 };
    claim c[2][QUANTITIES] = {
        {
            CLAIM("two ringing bodies: v_out, of the speed of impact, resolution auto", 1e-2),
            CLAIM("two ringing bodies: x_max, resolution auto", 1e-2),
            CLAIM("two ringing bodies: contact time, resolution auto", 1e-2),
        },
        {
            CLAIM("two ringing bodies: v_out, of the speed of impact, resolution 1024", 5e-5),
            CLAIM("two ringing bodies: x_max, resolution 1024", 1e-6),
            CLAIM("two ringing bodies: contact time, resolution 1024", 1e-7),
        },
    };
    CLAIMS(books, CLAIM("two ringing bodies: residual", 3e-12),
           CLAIM("two ringing bodies: rise of stored energy", 1e-13));
    int n = getenv("HZ_ALL") ? 15000 : claim_trials(150);
    rig r;
    rig_ringing(&r, 1);
    for (int i = 0; i < n; i++) {
        draw k = draw_of((uint64_t)i);
        hz_contact exact = reference(&r, &k);
        for (int l = 0; l < 2; l++) {
            double e[QUANTITIES];
            hz_contact got = solve(&r, &k, resolution[l], h44);
            errors(e, &k, &got, &exact);
            for (int q = 0; q < QUANTITIES; q++)
                claim_see(&c[l][q], e[q], "%s", k.text);
            claim_see(&books[0], r.residual, "%s", k.text);
            claim_see(&books[1], r.rise, "%s", k.text);
        }
    }
    rig_free(&r);
    claim_check(c[0], QUANTITIES);
    claim_check(c[1], QUANTITIES);
}

static void errors_of_draw(rig *r, int i, double e[BLOW_LEVELS][BLOW_ERRORS])
{
    draw k = draw_of(50000 + (uint64_t)i);
    hz_contact exact = reference(r, &k);
    for (int l = 0; l < BLOW_LEVELS; l++) {
        hz_contact got = solve(r, &k, 8 << l, exact.duration);
        errors(e[l], &k, &got, &exact);
    }
}

/* As with one body (random_objects_test). */
TEST(order)
{
    rig r;
    rig_ringing(&r, 1);
    blow_order("two ringing bodies", 3.5, 101, errors_of_draw, &r);
    rig_free(&r);
}

/* Bodies without loss and hammers on springs of none, ten seconds of contacts. */
LONG_TEST(energy_is_kept)
{
    CLAIMS(c, CLAIM("two ringing bodies: change of energy over 10 s without loss", 1e-11),
           CLAIM("two ringing bodies: contacts in 10 s fewer than 100", 0),
           CLAIM("two ringing bodies: compression off the places", 1e-13));
    rig r;
    rig_ringing(&r, 1);
    for (int i = 0; i < (getenv("HZ_SOAK") ? 100 : 1); i++) {
        draw k = draw_of(9000 + (uint64_t)i);
        k.p.law.damping = 0;
        k.p.suspension = 40;
        k.p.rest = -1e-5;
        memset(k.object.sigma, 0, sizeof k.object.sigma);
        memset(k.hammer.sigma, 0, sizeof k.hammer.sigma);
        prepare(&r, &k, 64, h44);
        hz_collide_strike(&r.c, k.v, 0);
        rig_sample(&r, 0, 0);
        double begin = r.now.value[HZ_STORED];
        for (int s = 0; s < 441000; s++) {
            if (s % 44100 == 0)
                rig_watch("%s, second %d", k.text, s / 44100);
            rig_sample(&r, 0, 0);
            claim_see(&c[0], fabs(r.now.value[HZ_STORED] / begin - 1), "%s, sample %d", k.text, s);
        }
        claim_see(&c[1], 100 - r.contacts, "%s", k.text);
        claim_see(&c[2], r.drift, "%s", k.text);
    }
    rig_free(&r);
}

/* ---- several hammers ---- */

typedef struct blow {
    double v, distance;
} blow;

static void strike_all(rig *r, const draw *k, int resolution, const blow *b, const int *order_of, int n)
{
    prepare(r, k, resolution, h44);
    for (int i = 0; i < n; i++)
        hz_collide_strike(&r->c, b[order_of[i]].v, b[order_of[i]].distance);
}

enum { SAMPLES = 40 };

/* Runs and says how fast each hammer is at last. Returns whether the limit of work was never reached. */
static int run_all(rig *r, double *v, int n)
{
    int resolved = 1;
    for (int i = 0; i < SAMPLES; i++) {
        rig_sample(r, 0, 0);
        resolved &= hz_contact_system_work(&r->c.system) == HZ_WORK_RESOLVED;
    }
    for (int m = 0; m < n; m++)
        v[m] = r->c.system.strikers[m].body.v[0];
    return resolved;
}

/* The largest difference of velocities, of the fastest blow. */
static double apart(const double *a, const double *b, const int *order_of, int n, double fastest)
{
    double most = 0;
    for (int m = 0; m < n; m++)
        most = fmax(most, fabs(a[order_of[m]] - b[m]) / fastest);
    return most;
}

/* By how much a small difference of the blows has grown at the end, by the integrator; 1 where it has not. */
static double growth(rig *r, const draw *k, const blow *b, const int *order_of, int n, const double *exact,
                     double fastest)
{
    const double little = 1e-7;
    double most = 1;
    for (int m = 0; m < n; m++) {
        blow other[HZ_MOST_STRIKERS];
        double v[HZ_MOST_STRIKERS];
        memcpy(other, b, sizeof other);
        other[m].v *= 1 + little;
        strike_all(r, k, 0, other, order_of, n);
        ode_run(&r->c, SAMPLES * h44, v);
        most = fmax(most, apart(v, exact, order_of, n, fastest) / little);
    }
    return most;
}

/* Two to eight hammers, all at once or one shortly after the other, for so long that all have met the object, most of
 * them more than once. Each blow of one that another has met grows errors: in three of 2000 draws, which have 21 to 58
 * contacts, a difference grows 200 to 3700 times. That is true of the motion itself and of no method, so an error
 * counts by what it would be without. */
TEST(several)
{
    CLAIMS(c, CLAIM("several hammers: velocities off the integrator's, of the fastest blow and what grows", 1e-2),
           CLAIM("several hammers: the same, resolution 1024", 5e-5), CLAIM("several hammers: residual", 1e-12),
           CLAIM("several hammers: rise of stored energy", 1e-13),
           CLAIM("several hammers: velocities that the order of blows changes, of the fastest", 1e-10),
           CLAIM("several hammers: contacts that were not resolved while there was work left", 0),
           CLAIM("several hammers: velocities where the limit of work was reached", 5e-2));
    int n = getenv("HZ_ALL") ? 2000 : claim_trials(40), ill = 0, short_of = 0;
    claim_see(&c[6], 0, "none, which is the rule");
    rig r;
    rig_ringing(&r, HZ_MOST_STRIKERS);
    for (int i = 0; i < n; i++) {
        draw k = draw_of(70000 + (uint64_t)i);
        dice d = { claim_seed(177 * (uint64_t)i + 3) };
        int hammers = 2 + dice_of(&d, 7), forth[HZ_MOST_STRIKERS], back[HZ_MOST_STRIKERS];
        if (dice_once(&d, 2))
            k.hammer.n = 0;
        blow b[HZ_MOST_STRIKERS];
        double fastest = 0, grows = 0, exact[HZ_MOST_STRIKERS], got[HZ_MOST_STRIKERS], again[HZ_MOST_STRIKERS];
        for (int m = 0; m < hammers; m++) {
            b[m].v = dice_log(&d, 0.1, 5);
            b[m].distance = i % 3 ? b[m].v * dice_even(&d, 0, 20) * h44 : 0;
            fastest = fmax(fastest, b[m].v);
            forth[m] = m;
            back[m] = hammers - 1 - m;
        }
        strike_all(&r, &k, 0, b, forth, hammers);
        ode_run(&r.c, SAMPLES * h44, exact);
        for (int l = 0; l < 2; l++) {
            strike_all(&r, &k, l ? 1024 : 0, b, forth, hammers);
            int resolved = run_all(&r, got, hammers), missed = r.unresolved;
            double off = apart(got, exact, forth, hammers, fastest), residual = r.residual, rise = r.rise;
            if (off > c[l].allowed && grows == 0)
                grows = growth(&r, &k, b, forth, hammers, exact, fastest);
            ill += grows > 1 && l == 0;
            short_of += !resolved && l == 0;
            claim_see(&c[resolved || l ? l : 6], off / fmax(grows, 1), "%s, %d hammers", k.text, hammers);
            claim_see(&c[2], residual, "%s, %d hammers", k.text, hammers);
            claim_see(&c[3], rise, "%s, %d hammers", k.text, hammers);
            claim_see(&c[5], resolved ? missed : 0, "%s, %d hammers", k.text, hammers);
        }
        strike_all(&r, &k, 1024, b, back, hammers);
        run_all(&r, again, hammers);
        double swapped = apart(again, got, back, hammers, fastest);
        if (swapped > c[4].allowed && grows == 0)
            grows = growth(&r, &k, b, forth, hammers, exact, fastest);
        claim_see(&c[4], swapped / fmax(grows, 1), "%s, %d hammers", k.text, hammers);
    }
    print_message(
        "# several hammers: %d of %d draws whose motion itself grows differences, %d that reach the limit of work\n",
        ill, n, short_of);
    rig_free(&r);
}

/* A hammer that touches alone does what it does without the others, to the last bit. */
TEST(alone)
{
    claim c = CLAIM("several hammers: samples that differ where one touches alone", 0);
    for (int i = 0; i < claim_trials(40); i++) {
        draw k = draw_of(80000 + (uint64_t)i);
        rig one, two;
        int differs = 0;
        rig_ringing(&one, 1);
        rig_ringing(&two, 2);
        prepare(&one, &k, 0, h44);
        prepare(&two, &k, 0, h44);
        hz_collide_strike(&one.c, k.v, 0);
        hz_collide_strike(&two.c, k.v, 0);
        hz_collide_strike(&two.c, -k.v, 100);
        for (int s = 0; s < 400; s++) {
            rig_sample(&one, 0, 0);
            rig_sample(&two, 0, 0);
            differs += one.motion != two.motion || one.force != two.force;
        }
        claim_see(&c, differs, "%s", k.text);
        rig_free(&one);
        rig_free(&two);
    }
    claim_check(&c, 1);
}

/* On a wall that a table carries each of several hammers goes as if it were alone. */
TEST(a_moving_wall)
{
    claim c = CLAIM("several hammers: on a moving wall, off one alone, m", 1e-15);
    dice d = { claim_seed(19) };
    rig all, one[3];
    rig_init(&all, 0);
    assert_true(hz_collide_add_strikers(&all.c, 3));
    hz_collide_params p = rig_params();
    p.gravity = 98.1;
    rig_start(&all, &p, h44);
    for (int k = 0; k < 3; k++) {
        double v = dice_even(&d, 0.1, 1);
        rig_init(&one[k], 0);
        rig_start(&one[k], &p, h44);
        hz_collide_strike(&one[k].c, v, 1e-3 * k);
        hz_collide_strike(&all.c, v, 1e-3 * k);
        one[k].shaken = 1;
    }
    all.shaken = 1;
    for (int i = 0; i < 4000; i++) {
        all.place = one[0].place = one[1].place = one[2].place = 1e-3 * sin(0.02 * i);
        rig_sample(&all, 0, 0);
        for (int k = 0; k < 3; k++) {
            rig_sample(&one[k], 0, 0);
            claim_see(&c, fabs(all.c.system.strikers[k].body.q[0] - one[k].c.system.striker->body.q[0]), "%d", i);
        }
    }
    assert_true(all.contacts > 5 && all.contacts == one[0].contacts + one[1].contacts + one[2].contacts);
    rig_free(&all);
    for (int k = 0; k < 3; k++)
        rig_free(&one[k]);
    claim_check(&c, 1);
}

/* A force in flight pushes the hammer that was struck last, and no other. */
TEST(a_force_pushes_the_last)
{
    enum { N = 64 };
    for (int hammers = 2; hammers <= 4; hammers++) {
        rig r;
        double motion[N], force[N], push[N], *audio[] = { motion }, *meter[HZ_METERS] = { 0 };
        rig_init(&r, 3);
        rig_modes(&r, 0.05, 3);
        assert_true(hz_collide_add_strikers(&r.c, hammers));
        hz_collide_params p = rig_params();
        p.gravity = 0;
        rig_start(&r, &p, h44);
        for (int k = 0; k < hammers; k++)
            hz_collide_strike(&r.c, 0.1 * (k + 1), 0.5);
        for (int i = 0; i < N; i++)
            push[i] = 0.5;
        hz_collide_run(&r.c,
                       &(hz_collide_io){ .n = N, .force_a = push, .audio = audio, .force = force, .meter = meter });
        for (int k = 0; k < hammers; k++) {
            double gains = k == r.c.system.last ? 0.5 / p.mass * N * h44 : 0;
            double v = r.c.system.strikers[k].body.v[0] - gains;
            assert_true(fabs(10 * v - round(10 * v)) < 1e-12 && v > 0);
        }
        rig_free(&r);
    }
}

/* What is left of a contact that is over takes no search: it ends in the sample, is reported, and the hammer flies on
 * as fast as it was, while the other one still presses. */
TEST(what_is_left_of_a_contact_ends)
{
    for (int t = 0; t < 8; t++) {
        rig r;
        rig_init(&r, 3);
        rig_modes(&r, 0.05, 3);
        assert_true(hz_collide_add_strikers(&r.c, 2));
        hz_collide_params p = rig_params();
        p.gravity = 0;
        p.law.stiffness = 1e6;
        rig_start(&r, &p, h44);
        hz_contact_system *s = &r.c.system;
        hz_collide_strike(&r.c, 1, 0);
        hz_collide_strike(&r.c, 0.8, 0);
        for (int i = 0; i < 10; i++)
            rig_sample(&r, 0, 0);
        assert_true(s->strikers[0].touching && s->strikers[1].touching && r.contacts == 0);
        hz_contact_system_turn(s, t % 2);
        double deepest = s->striker->record.x_max, left = 9e-9 * deepest, v = -0.1 * (1 + t);
        hz_contact_system_put(s, left, v);
        hz_contact_system_hold(s, hz_law_potential(&s->law, left));
        double from = s->striker->body.q[0], speed = s->striker->body.v[0];
        rig_sample(&r, 0, 0);
        assert_int_equal(r.contacts, 1);
        assert_int_equal(r.unresolved, 0);
        assert_float_equal(r.last.x_max, deepest, 1e-9 * deepest);
        assert_true(r.last.v_out < 0);
        assert_float_equal(s->strikers[t % 2].body.v[0], speed, 1e-6);
        assert_float_equal(s->strikers[t % 2].body.q[0] - from, speed * h44, 1e-2 * left);
        assert_true(s->strikers[1 - t % 2].touching);
        rig_free(&r);
    }
}

/* Where the object is at the place of the contact, m. */
static double surface(const rig *r)
{
    const hz_bank *b = &r->c.system.object;
    double sum = 0;
    for (int i = 0; i < b->n; i++)
        sum += b->weight[i] * b->q[i];
    return sum;
}

/* How often two hammers that wait before a swinging object, at rest, are met by its crests in little more than a
 * period. A crest reaches beyond them for less than a third of a sample. */
static int contacts_with_crests(int t, int resolution)
{
    enum { PERIOD = 5, AFTER = 2 };
    rig r;
    double mass = 1, omega = 2 * M_PI * (8800 + 20 * t), sigma = 0, one = 1;
    const double *heard[] = { &one };
    hz_modes m = {
        .n = 1, .mass = &mass, .omega = &omega, .sigma = &sigma, .weight = &one, .pickups = 1, .heard = heard
    };
    rig_init(&r, 1);
    assert_true(hz_collide_add_strikers(&r.c, 2));
    hz_collide_params p = rig_params();
    p.mass = 1e-4;
    p.resolution = resolution;
    hz_collide_prepare(&r.c, &p, &m, h44);
    rig_start(&r, &p, h44);
    for (int k = 0; k < 2; k++)
        hz_collide_strike(&r.c, 0, 1);
    rig_sample(&r, 0, 1e4);
    for (int i = 0; i < t % PERIOD; i++)
        rig_sample(&r, 0, 0);
    const hz_bank *b = &r.c.system.object;
    double crest = hypot(b->q[0], b->v[0] / omega);
    for (int k = 0; k < 2; k++)
        hz_collide_strike(&r.c, 0, surface(&r) + (0.98 - 0.002 * k) * crest);
    for (int i = 0; i < PERIOD + AFTER; i++)
        rig_sample(&r, 0, 0);
    rig_free(&r);
    return r.contacts;
}

TEST(a_crest_is_not_missed)
{
    for (int t = 0; t < 20; t++) {
        int contacts = contacts_with_crests(t, 0);
        assert_true(contacts > 0 && contacts == contacts_with_crests(t, 1024));
    }
}

/* Two hammers that are alike and do the same press as one of twice their mass and stiffness: with loss, from the blow
 * to lying there by their weight, on an object that is shaken. */
TEST(two_alike_are_one_of_twice)
{
    CLAIMS(c,
           CLAIM("several hammers: two alike, the object off what one of twice moves it, of its way",
                 1e-5), /* 4.5e-7: steps are chosen in other ways */
           CLAIM("several hammers: two alike, samples without contact", 0));
    dice d = { claim_seed(23) };
    for (int t = 0; t < claim_trials(6); t++) {
        rig both[2];
        hz_collide_params p = rig_params();
        p.mass = 0.02;
        p.law = (hz_law_params){ dice_log(&d, 1e4, 1e6), 1.5, dice_log(&d, 3, 30) };
        p.resolution = t % 2 ? 0 : 64;
        double v = 1e-3, worst = 0, most = 0;
        int apart = 0;
        for (int twice = 0; twice < 2; twice++) {
            rig *r = &both[twice];
            rig_init(r, 3);
            assert_true(twice || hz_collide_add_strikers(&r->c, 2));
            rig_modes(r, 0.05, 20);
            p.mass *= 1 + twice;
            p.law.stiffness *= 1 + twice;
            p.gravity = 0; /* until all have been struck */
            rig_start(r, &p, h44);
            for (int k = 0; k < 2 - twice; k++)
                hz_collide_strike(&r->c, v, 0);
            p.gravity = 200;
            hz_collide_prepare(&r->c, &p, NULL, h44);
        }
        for (int i = 0; i < 4000; i++) {
            double force = dice_even(&d, -1, 1);
            for (int twice = 0; twice < 2; twice++)
                rig_sample(&both[twice], 0, force);
            worst = fmax(worst, fabs(surface(&both[0]) - surface(&both[1])));
            most = fmax(most, fabs(surface(&both[1])));
            apart += !both[0].touched;
        }
        claim_see(&c[0], worst / most, "trial %d, %g N/m", t, 0.5 * p.law.stiffness);
        claim_see(&c[1], apart, "trial %d", t);
        rig_free(&both[0]);
        rig_free(&both[1]);
    }
}

/* In a process that gets memory for some of the hammers' modes only. Returns what went wrong. */
static const char *ring_without_memory(void)
{
    enum { HAMMERS = 4, FEW = 10, TOO_MANY = 40000 };
    hz_collide c;
    if (!hz_collide_init(&c, FEW, 1) || !hz_collide_add_strikers(&c, HAMMERS))
        return "no memory at all";
    struct rlimit most;
    getrlimit(RLIMIT_AS, &most);
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld", &pages) != 1)
        return "the size of the process is not known";
    fclose(f);
    most.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + 500000000; /* one takes 200 MB */
    setrlimit(RLIMIT_AS, &most);
    if (hz_collide_let_ring(&c, TOO_MANY, 1))
        return "there was memory enough";
    for (int k = 0; k < HAMMERS; k++)
        if (c.system.strikers[k].ringing.room != 0 || c.system.strikers[k].ringing.memory)
            return "a hammer kept its modes";
    if (!hz_collide_let_ring(&c, FEW, 1) || c.system.strikers[HAMMERS - 1].ringing.room != FEW)
        return "the others do not fit any more";
    hz_collide_free(&c);
    return NULL;
}

NATIVE_TEST(without_memory_nothing_rings)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        const char *wrong = ring_without_memory();
        if (wrong)
            fprintf(stderr, "# %s\n", wrong);
        _exit(wrong ? 1 : 0);
    }
    int status = -1;
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
