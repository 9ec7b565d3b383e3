/* What the number of sub-steps that a contact takes by itself (resolution auto) must not cost: objects of many modes
 * against the same contact at resolution 1024, which random_objects_test holds against an ODE solver; bodies that part
 * and meet again within what one may take for a single contact; and contacts that damping makes long. */
#include "tests/tools/test.h"
#include "ode.h"
#include "rig.h"

enum { MOST = 300 };
static const double h44 = 1 / 44100.0, two_pi = 6.283185307179586;

/* A hammer, what it hits, and how fast. */
typedef struct draw {
    hz_collide_params p;
    double v, mass[MOST], omega[MOST], sigma[MOST], weight[MOST];
    int modes;
    char text[200];
} draw;

static void describe(draw *k, int number)
{
    snprintf(k->text, sizeof k->text, "draw %d: %d modes, m %g K %g a %g mu %g v %g", number, k->modes, k->p.mass,
             k->p.law.stiffness, k->p.law.exponent, k->p.law.damping, k->v);
}

/* Modes from 100 Hz to `highest`, of so many hammers together. */
static void draw_modes(draw *k, dice *d, int modes, double highest)
{
    double all = k->p.mass * dice_log(d, 0.3, 30);
    k->modes = modes;
    for (int i = 0; i < modes; i++) {
        k->mass[i] = all / modes * dice_log(d, 0.5, 2);
        k->omega[i] = two_pi * dice_log(d, 100, highest);
        k->sigma[i] = dice_log(d, 1, 100);
        k->weight[i] = dice_even(d, 0.1, 1) * (dice_once(d, 2) ? -1 : 1) / sqrt(modes);
    }
}

static draw draw_of(int number, int modes, double highest)
{
    dice d = { claim_seed(700001u * (uint64_t)number + 13u * (uint64_t)modes) };
    draw k = { .p = rig_params() };
    k.p.mass = dice_log(&d, 1e-3, 5e-2);
    k.p.law =
        (hz_law_params){ dice_log(&d, 1e6, 1e9), dice_even(&d, 1, 3), dice_once(&d, 3) ? 0 : dice_log(&d, 0.01, 1) };
    k.v = dice_log(&d, 0.1, 3);
    draw_modes(&k, &d, modes, highest);
    describe(&k, number);
    return k;
}

/* The contacts of a run. */
typedef struct run_of {
    int n, room;
    struct {
        hz_contact of;
        double end; /* s */
    } contact[8];
    double now;
} run_of;

static void keep(void *owner, const hz_contact *contact)
{
    run_of *r = owner;
    if (contact && r->n < r->room) {
        r->contact[r->n].of = *contact;
        r->contact[r->n].end = r->now;
    }
    r->n++;
}

/* Strikes, and runs until so many contacts have ended, at most so long; books are kept if that is asked for. */
static run_of strike(rig *r, const draw *k, int resolution, double h, int contacts, double most)
{
    run_of f = { .room = contacts < 8 ? contacts : 8 };
    hz_collide_params p = k->p;
    p.resolution = resolution;
    hz_bank_describe(
        &r->c.system.object,
        &(hz_modes){ .n = k->modes, .mass = k->mass, .omega = k->omega, .sigma = k->sigma, .weight = k->weight });
    rig_watch("%s", k->text);
    rig_start(r, &p, h);
    hz_collide_strike(&r->c, k->v, 0);
    r->c.system.ended = keep;
    r->c.system.owner = &f;
    double audio = 0, force = 0, *rows[] = { &audio }, *meter[HZ_METERS] = { 0 };
    hz_collide_io io = { .n = 1, .audio = rows, .force = &force, .meter = meter };
    for (f.now = h; f.n < contacts && f.now < most; f.now += h)
        hz_collide_run(&r->c, &io);
    r->c.system.owner = r;
    return f;
}

/* ---- many modes ---- */

TEST(many_modes)
{
    CLAIMS(c, CLAIM("many modes: v_out of the speed of impact, resolution auto", 1e-2),
           CLAIM("many modes: x_max, resolution auto", 1e-2), CLAIM("many modes: contact time, resolution auto", 1e-2));
    rig r;
    rig_init(&r, MOST);
    for (int i = 0; i < claim_trials(50); i++) {
        draw k = draw_of(i, i % 10 ? 30 : MOST, 18e3);
        run_of got = strike(&r, &k, 0, h44, 1, 0.5), exact = strike(&r, &k, 1024, h44, 1, 0.5);
        const hz_contact *a = &got.contact[0].of, *b = &exact.contact[0].of;
        if (got.n < 1 || exact.n < 1 || b->duration == 0 || a->duration == 0)
            continue; /* pressed by what rings, and not followed step by step */
        claim_see(&c[0], fabs(a->v_out - b->v_out) / k.v, "%s", k.text);
        claim_see(&c[1], fabs(a->x_max / b->x_max - 1), "%s", k.text);
        claim_see(&c[2], fabs(a->duration / b->duration - 1), "%s", k.text);
    }
    rig_free(&r);
}

/* ---- grazes ---- */

/* The bodies part and meet again: the gap between the first two contacts is longer than a twentieth of all three
 * together in the reference, whose samples are so short that both ends of the gap are known. The default must not take
 * it for one contact. */
TEST(a_second_touch_is_seen)
{
    enum { SHORTER = 64 };
    claim c = CLAIM("grazes: second touches that the default does not see", 0);
    int grazes = 0, missed = 0, n = claim_trials(1000);
    rig r;
    rig_init(&r, MOST);
    for (int i = 0; i < n; i++) {
        draw k = draw_of(1000000 + i, 1 + i % 10, 8e3);
        run_of two = strike(&r, &k, 256, h44, 2, 0.01);
        double first = two.contact[0].of.duration;
        if (two.n < 2 ||
            !(two.contact[1].end < 6 * first + 3 * h44)) /* far behind the first: nobody takes it for one */
            continue;
        two = strike(&r, &k, 256, h44 / SHORTER, 2, 0.01);
        first = two.contact[0].of.duration;
        double again = two.contact[1].end - two.contact[1].of.duration, gap = again - first;
        if (two.n < 2 || !(gap > two.contact[1].end / 20 && gap > 2 * h44 / SHORTER))
            continue;
        run_of got = strike(&r, &k, 0, h44, 1, 0.01);
        int is_missed = !(got.n >= 1 && got.contact[0].of.duration < first + 0.5 * gap);
        grazes++;
        missed += is_missed;
        claim_see(&c, is_missed, "%s, gap %g of %g s", k.text, gap, two.contact[1].end);
    }
    printf("# grazes: %d of %d draws, %d missed\n", grazes, n, missed);
    rig_free(&r);
    claim_check(&c, 1);
}

/* ---- whole samples ---- */

enum { RUN = 64, PRESSED = 2048 };

/* Presses the hammer with noise that stays the same for so many samples, on a table that moves or not, and writes the
 * force of each sample; watched or not. */
static void press(rig *r, const draw *k, dice d, int stays, int moves, int watched, double *force)
{
    static double outer[RUN], speed[RUN], table[RUN];
    double audio[RUN], *rows[] = { audio }, *meter[HZ_METERS] = { [HZ_SPEED] = watched ? speed : NULL };
    draw slow = *k;
    slow.v = 0.01;
    strike(r, &slow, 0, h44, 0, 0);
    r->c.system.ended = NULL;
    for (int at = 0; at < PRESSED; at += RUN) {
        for (int i = 0; i < RUN; i++)
            table[i] = 1e-6 * sin(0.03 * (at + i)) + dice_even(&d, 0, 1e-8);
        for (int i = 0; i < RUN; i++)
            outer[i] = i % stays ? outer[i - 1] : 30 + dice_even(&d, -5, 5);
        hz_collide_run(&r->c, &(hz_collide_io){ .n = RUN,
                                                .force_a = outer,
                                                .table = moves ? table : NULL,
                                                .audio = rows,
                                                .force = force + at,
                                                .meter = meter });
    }
}

/* A contact that takes whole samples and strides goes many samples at once, unless its speed is metered: then each
 * sample goes by itself, and until the bodies part nothing may be another number (a flight at once is rounded
 * otherwise). */
TEST(samples_at_once_are_the_same)
{
    static double at_once[PRESSED], singly[PRESSED];
    CLAIMS(c, CLAIM("whole samples: forces that differ where the speed is metered", 0),
           CLAIM("whole samples: 10 over the longest contact in samples", 0.02));
    int longest = 0;
    rig r;
    rig_init(&r, MOST);
    for (int i = 0; i < claim_trials(20); i++) {
        draw k = draw_of(3000000 + i, i % 5 ? 1 + i % 10 : 40, 8e3);
        dice d = { claim_seed(7919u * (uint64_t)i) };
        int differ = 0, n = 0;
        int stays = (int[]){ 1, 2, 3, 4, RUN }[i / 2 % 5];
        press(&r, &k, d, stays, i % 2, 0, at_once);
        press(&r, &k, d, stays, i % 2, 1, singly);
        for (; n < PRESSED && at_once[n] > 0; n++)
            differ += !(at_once[n] == singly[n]);
        longest = n > longest ? n : longest;
        claim_see(&c[0], differ, "%s", k.text);
    }
    claim_see(&c[1], 10.0 / longest, "all");
    rig_free(&r);
}

/* ---- what long steps leave out ---- */

enum { EVEN = 30, HEARD = 128 };

/* A hammer of 10 g on 30 modes of 200 Hz to 18 kHz, of 100 g in all, as tests/bench/counts.sh has them. */
static draw even_modes(double stiffness, double damping, double v)
{
    draw k = { .p = rig_params(), .v = v, .modes = EVEN };
    k.p.law = (hz_law_params){ stiffness, 1.5, damping };
    for (int i = 0; i < EVEN; i++) {
        k.mass[i] = 0.1 / EVEN;
        k.weight[i] = 1.0 / EVEN;
        k.omega[i] = two_pi * 200 * pow(90, i / (EVEN - 1.0));
        k.sigma[i] = 6.907755278982137;
    }
    snprintf(k.text, sizeof k.text, "K %g mu %g v %g", stiffness, damping, v);
    return k;
}

/* Strikes, and leaves the object as it rings after so many samples that are run at once. Returns the contact time. */
static double ring_after(rig *r, const draw *k, int resolution, double distance)
{
    double audio[HEARD], *rows[] = { audio }, force[HEARD], *meter[HZ_METERS] = { 0 };
    strike(r, k, resolution, h44, 0, 0);
    hz_collide_reset(&r->c);
    r->c.system.ended = keep;
    run_of f = { .room = 1 };
    r->c.system.owner = &f;
    hz_collide_strike(&r->c, k->v, distance);
    hz_collide_run(&r->c, &(hz_collide_io){ .n = HEARD, .audio = rows, .force = force, .meter = meter });
    r->c.system.owner = r;
    return f.n == 1 ? f.contact[0].of.duration : 0;
}

/* What a mode misses of what it has at resolution 1024, as a velocity: of its velocity, and of its place times its
 * frequency. */
typedef struct missing {
    double hz, level, of_itself, of_loudest;
} missing;

/* Of each mode, at the same time after the strike. Returns the contact time, or 0 where one lasts too long. */
static double miss(rig *r, const draw *k, double distance, missing *of)
{
    double v[EVEN], place[EVEN], most = 0, lasts = ring_after(r, k, 0, distance);
    const hz_bank *b = &r->c.system.object;
    memcpy(v, b->v, sizeof v);
    memcpy(place, b->q, sizeof place);
    if (lasts == 0 || ring_after(r, k, 1024, distance) == 0)
        return 0;
    for (int i = 0; i < EVEN; i++)
        most = fmax(most, hypot(b->v[i], b->omega[i] * b->q[i]));
    for (int i = 0; i < EVEN; i++) {
        double has = hypot(b->v[i], b->omega[i] * b->q[i]);
        double off = hypot(b->v[i] - v[i], b->omega[i] * (b->q[i] - place[i]));
        of[i] = (missing){ b->omega[i] / two_pi, 20 * log10(has / most), off / has, off / most };
    }
    return lasts / h44;
}

/* A step that lasts several samples follows the contact's force by a curve of fourth degree. What that leaves out of
 * the force is missing in the modes that are much faster than the contact, and soft. */
TEST(long_steps_leave_little_out)
{
    CLAIMS(c, CLAIM("a strike of 39 samples: what a mode misses of the loudest", 2e-4),
           CLAIM("a strike of 39 samples: what a mode under 5 kHz misses of itself", 5e-3),
           CLAIM("a strike of 39 samples: what a mode under 9 kHz misses of itself", 2.5e-2),
           CLAIM("a strike of 39 samples: what a mode under 14 kHz misses of itself", 5e-2));
    missing of[EVEN];
    rig r;
    rig_init(&r, MOST);
    draw k = even_modes(1e7, 1, 1);
    double lasts = miss(&r, &k, 0, of);
    for (int i = 0; i < EVEN; i++) {
        claim_see(&c[0], of[i].of_loudest, "%.0f Hz", of[i].hz);
        for (int range = 1; range < 4; range++)
            if (of[i].hz < (double[]){ 0, 5e3, 9e3, 14e3 }[range])
                claim_see(&c[range], of[i].of_itself, "%.0f Hz", of[i].hz);
        if (i % 3 == 0)
            printf("# %.0f samples: %5.0f Hz, at %5.1f dB, misses %.2g of itself, at %.0f dB\n", lasts, of[i].hz,
                   of[i].level, of[i].of_itself, 20 * log10(of[i].of_loudest));
    }
    rig_free(&r);
}

/* The same of harder and softer strikes, damped or not, which begin anywhere in a sample. */
TEST(strikes_leave_little_out)
{
    CLAIMS(c, CLAIM("strikes of under 16 samples: what a mode misses of the loudest", 2e-3),
           CLAIM("strikes of 16 to 120 samples: what a mode misses of the loudest", 5e-3));
    missing of[EVEN];
    rig r;
    rig_init(&r, MOST);
    for (int i = 0; i < claim_trials(200); i++) {
        dice d = { claim_seed(104729u * (uint64_t)i) };
        draw k = even_modes(dice_log(&d, 1e5, 1e8), dice_once(&d, 2), dice_log(&d, 0.1, 5));
        double lasts = miss(&r, &k, dice_even(&d, 0, k.v * h44), of);
        for (int m = 0; m < EVEN && lasts > 0; m++)
            claim_see(&c[lasts >= 16], of[m].of_loudest, "%s, %.0f samples, %.0f Hz at %.0f dB", k.text, lasts,
                      of[m].hz, of[m].level);
    }
    rig_free(&r);
}

/* Presses a hammer that came slowly, for so many samples. Returns how many of the blocks end in a stride of eight. */
static int hold(rig *r, const draw *k, int resolution, double newtons, double *force)
{
    static double outer[RUN];
    double audio[RUN], *rows[] = { audio }, *meter[HZ_METERS] = { 0 };
    int eights = 0;
    for (int i = 0; i < RUN; i++)
        outer[i] = newtons;
    strike(r, k, resolution, h44, 0, 0);
    r->c.system.ended = NULL;
    for (int at = 0; at < PRESSED; at += RUN) {
        hz_collide_run(
            &r->c, &(hz_collide_io){ .n = RUN, .force_a = outer, .audio = rows, .force = force + at, .meter = meter });
        eights += r->c.touch[0].next > 15 * h44; /* twice its length is allowed after it */
    }
    return eights;
}

/* A stride of eight samples is taken where a contact is pressed and swings slowly. The force of each sample, and each
 * mode at the end, are those that short steps find. What nothing damps swings on, and ends at another phase. */
TEST(presses_leave_little_out)
{
    static double force[PRESSED], exact[PRESSED];
    CLAIMS(c, CLAIM("presses: what the force of a sample misses of the press", 3e-3),
           CLAIM("presses: what a mode misses of the loudest", 1e-3),
           CLAIM("presses: 2.5 over the blocks of a press with strides of eight samples", 0.5));
    int eights = 0, trials = claim_trials(40);
    rig r;
    rig_init(&r, MOST);
    for (int i = 0; i < trials; i++) {
        double v[EVEN], place[EVEN], most = 0;
        dice d = { claim_seed(86028121u * (uint64_t)i) };
        draw k = even_modes(dice_log(&d, 1e5, 1e8), dice_log(&d, 0.3, 3), dice_log(&d, 1e-3, 1e-1));
        double newtons = dice_log(&d, 2, 50);
        int long_ones = hold(&r, &k, 0, newtons, force);
        const hz_bank *b = &r.c.system.object;
        memcpy(v, b->v, sizeof v);
        memcpy(place, b->q, sizeof place);
        hold(&r, &k, 1024, newtons, exact);
        eights += long_ones;
        for (int n = RUN; n < PRESSED; n++) /* the touch takes short steps */
            claim_see(&c[0], fabs(force[n] - exact[n]) / newtons, "%s, %g N, %d, sample %d", k.text, newtons, long_ones,
                      n);
        for (int m = 0; m < EVEN; m++)
            most = fmax(most, hypot(b->v[m], b->omega[m] * b->q[m]));
        for (int m = 0; m < EVEN; m++)
            claim_see(&c[1], hypot(b->v[m] - v[m], b->omega[m] * (b->q[m] - place[m])) / most, "%s, %g N, %d, %.0f Hz",
                      k.text, newtons, long_ones, b->omega[m] / two_pi);
    }
    claim_see(&c[2], 2.5 * trials / eights, "%d in %d presses", eights, trials);
    rig_free(&r);
}

/* ---- heavy damping ---- */

/* Contacts whose damping alone would keep the bodies together: mu v_in from 100 to 1000. They creep out at the velocity
 * that the modes leave them, and v_out is judged by itself, or by a thousandth of the speed of impact where the bodies
 * hardly part. Where they part while the object swings away from the hammer nearly as fast as it leaves, v_out is what
 * is left of a difference, and may be off by as much as itself: so it is told in how many of the draws that is so. */
NATIVE_TEST(long_contacts)
{
    CLAIMS(c, CLAIM("mu v_in from 100: part of the draws with v_out off by 2 % of itself, resolution auto", 1e-2),
           CLAIM("mu v_in from 100: part of the draws with a contact time off by 1 %", 1e-3));
    int n = 0, off = 0, late = 0, worst = 0;
    double most = 0;
    rig r;
    rig_init(&r, MOST);
    for (int i = 0; i < claim_trials(300); i++) {
        draw k = draw_of(2000000 + i, 1 + i % 10, 8e3);
        hz_contact exact;
        k.p.law.damping = (i % 2 ? 100 : 1000) / k.v;
        describe(&k, i);
        run_of got = strike(&r, &k, 0, h44, 1, 0.5);
        strike(&r, &k, 0, h44, 0, 0); /* at the touch again */
        if (got.n < 1 || got.contact[0].of.duration == 0 || !ode_contact(&r.c, 0, 0, 0.5, &exact))
            continue;
        const hz_contact *a = &got.contact[0].of;
        double miss = fabs(a->v_out - exact.v_out) / fmax(fabs(exact.v_out), 1e-3 * k.v);
        n++;
        off += !(miss < 2e-2);
        late += !(fabs(a->duration / exact.duration - 1) < 1e-2);
        worst = miss > most ? i : worst;
        most = fmax(most, miss);
    }
    printf("# long contacts: v_out of %d of %d draws off by 2 %% of itself, at most by %g (draw %d)\n", off, n, most,
           worst);
    claim_see(&c[0], (double)off / n, "%d of %d draws", off, n);
    claim_see(&c[1], (double)late / n, "%d of %d draws", late, n);
    rig_free(&r);
}
