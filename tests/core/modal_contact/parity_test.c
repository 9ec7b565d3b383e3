/* parity: modal_contact beside linear_contact, which seeks the poles of a contact: what one does the other does. */
#include "core/linear_contact/linear_contact.h"
#include "core/modal_contact/modal_contact.h"
#include "families/contact/decompose.h"
#include "tests/tools/asserted.h"
#include "tests/tools/claim.h"
#include "tests/tools/dice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, BLOCK = 64, MATRIX = 8, KEPT = 400 };

typedef struct body {
    int n;
    double mass[MOST], omega[MOST], sigma[MOST], weight[MOST];
    const double *heard[1];
    hz_coupled_damping coupling;
    int coupled;
} body;

typedef struct told {
    int n, untold;
    hz_contact of[KEPT];
} told;

/* One draw: what both rooms are given. */
typedef struct scene {
    body b[2];
    hz_linear_contact_params p;
    double rate, excitation, force[2], tone, thick;
    int drops, forced, lifted, ledger, displacement, change;
} scene;

typedef struct output {
    double audio[2][BLOCK], force[BLOCK];
} output;

static void hear_contact(void *owner, const hz_contact *c)
{
    told *t = owner;
    t->untold += c == NULL;
    if (c && t->n < KEPT)
        t->of[t->n] = *c;
    t->n += c != NULL;
}

/* ---- what is drawn ---- */

static void draw_square(dice *d, double *a, int n, int rank, double size, double unit)
{
    memset(a, 0, sizeof(double) * MATRIX * MATRIX);
    for (int r = 0; r < rank; r++) {
        double row[MATRIX];
        for (int i = 0; i < n; i++)
            row[i] = dice_even(d, -1, 1);
        for (int i = 0; i < n * n; i++)
            a[i] += size * row[i / n] * row[i % n];
    }
    for (int i = 0; i < n; i++)
        a[i * n + i] += size * unit;
}

/* Masses, springs and dampers that have nothing to do with each other. */
static void draw_matrices(dice *d, body *b)
{
    double m[MATRIX * MATRIX], k[MATRIX * MATRIX], c[MATRIX * MATRIX], shapes[MATRIX * MATRIX];
    double heavy = dice_log(d, 1e-3, 0.1), stiff = heavy * pow(2 * M_PI * dice_log(d, 200, 4000), 2);
    b->n = 2 + dice_of(d, MATRIX - 1);
    draw_square(d, m, b->n, b->n, 0.3 * heavy, 1);
    draw_square(d, k, b->n, b->n, stiff, 0.02);
    draw_square(d, c, b->n, 1 + dice_of(d, b->n), sqrt(heavy * stiff) * dice_log(d, 1e-3, 3), 0);
    assert_true(hz_coupled_damping_init(&b->coupling));
    const char *wrong = hz_decompose(b->n, m, k, c, b->omega, b->sigma, shapes, &b->coupling);
    assert_that(!wrong, "%s", wrong);
    b->coupled = 1;
    int point = dice_of(d, b->n);
    for (int i = 0; i < b->n; i++) {
        b->mass[i] = 1;
        b->weight[i] = shapes[i * b->n + point];
    }
}

static void draw_body(dice *d, body *b, int drifts, int damped)
{
    double heavy = drifts ? dice_log(d, 1e-3, 0.1) : dice_log(d, 1e-2, 1);
    b->n = dice_once(d, 4) ? 1 : dice_once(d, 3) ? 1 + dice_of(d, MOST) : 1 + dice_of(d, 12);
    for (int i = 0; i < b->n; i++) {
        b->mass[i] = heavy * dice_log(d, 0.3, 3);
        b->omega[i] = 2 * M_PI * dice_log(d, 40, 16000);
        b->sigma[i] = damped && !dice_once(d, 4) ? dice_log(d, 0.1, 3000) : 0;
        b->weight[i] = dice_even(d, -1.4, 1.4);
    }
    if (drifts) {
        b->omega[0] = b->sigma[0] = 0;
        b->weight[0] = 1;
    }
}

static void draw(dice *d, scene *s)
{
    int damped = !dice_once(d, 3);
    *s = (scene){ .rate = dice_once(d, 2) ? 44100 : 96000, .excitation = dice_log(d, 0.05, 5) };
    draw_body(d, &s->b[0], !dice_once(d, 4), damped);
    if (dice_once(d, 5))
        draw_matrices(d, &s->b[1]);
    else
        draw_body(d, &s->b[1], dice_once(d, 6), damped);
    s->drops = dice_once(d, 2);
    s->excitation *= s->drops ? 1e-4 : 1;
    s->p = (hz_linear_contact_params){ .stiffness = dice_log(d, 1e4, 1e9),
                                       .damping = damped && dice_once(d, 2) ? dice_log(d, 0.01, 100) : 0,
                                       .gravity = dice_once(d, 3) ? dice_log(d, 10, 1e4) : 9.81,
                                       .switching = dice_once(d, 4) ? (enum hz_switching)dice_of(d, 3) : 0,
                                       .slackens = dice_once(d, 3) };
    s->forced = dice_once(d, 3);
    s->force[0] = dice_log(d, 1e-2, 10);
    s->force[1] = dice_log(d, 1e-2, 10);
    s->tone = dice_log(d, 1e-4, 1);
    s->lifted = dice_once(d, 4);
    s->thick = dice_log(d, 1e-7, 1e-4);
    s->ledger = dice_once(d, 3);
    s->displacement = dice_once(d, 3);
    s->change = dice_once(d, 3) ? 2 + dice_of(d, 6) : 0;
}

static hz_modes modes_of(body *b)
{
    b->heard[0] = b->weight;
    return (hz_modes){ .n = b->n,
                       .mass = b->mass,
                       .omega = b->omega,
                       .sigma = b->sigma,
                       .weight = b->weight,
                       .pickups = 1,
                       .heard = b->heard,
                       .coupled = b->coupled ? &b->coupling : NULL };
}

static void scene_free(scene *s)
{
    for (int k = 0; k < 2; k++)
        if (s->b[k].coupled)
            hz_coupled_damping_free(&s->b[k].coupling);
}

/* ---- both rooms ---- */

/* A third run, a little off, tells how much a difference grows by itself. */
typedef struct trio {
    hz_linear_contact old;
    hz_modal_contact new[2];
    told told[3];
    output out[3];
    hz_accounts accounts[2];
    int booked; /* the old room booked all losses */
} trio;

static hz_modal_contact_params modal_of(const hz_linear_contact_params *p)
{
    return (hz_modal_contact_params){ p->stiffness, p->damping, p->gravity, (enum hz_modal_switching)p->switching,
                                      p->slackens };
}

static int prepare(trio *x, scene *s)
{
    hz_modes a = modes_of(&s->b[0]), b = modes_of(&s->b[1]);
    hz_modal_contact_params p = modal_of(&s->p);
    for (int k = 0; k < 2; k++)
        hz_modal_contact_prepare(&x->new[k], &p, &a, &b, 1 / s->rate);
    return hz_linear_contact_prepare(&x->old, &s->p, &a, &b, 1 / s->rate);
}

static void excite(trio *x, const scene *s)
{
    const double off = 1e-9;
    for (int k = 0; k < 2; k++)
        (s->drops ? hz_modal_contact_drop : hz_modal_contact_strike)(&x->new[k], s->excitation * (1 + k * off));
    (s->drops ? hz_linear_contact_drop : hz_linear_contact_strike)(&x->old, s->excitation);
}

static int open_trio(trio *x, scene *s)
{
    assert_true(hz_linear_contact_init(&x->old, MOST, 1, MOST, 1));
    x->old.ended = hear_contact;
    x->old.owner = &x->told[0];
    for (int k = 0; k < 2; k++) {
        assert_true(hz_modal_contact_init(&x->new[k], MOST, 1, MOST, 1));
        x->new[k].ended = hear_contact;
        x->new[k].owner = &x->told[k + 1];
    }
    int found = prepare(x, s);
    hz_linear_contact_reset(&x->old);
    for (int k = 0; k < 2; k++)
        hz_modal_contact_reset(&x->new[k]);
    excite(x, s);
    return found;
}

static void close_trio(trio *x)
{
    hz_linear_contact_free(&x->old);
    for (int k = 0; k < 2; k++)
        hz_modal_contact_free(&x->new[k]);
}

static void run(trio *x, const scene *s, int block)
{
    double fa[BLOCK], fb[BLOCK], surface[BLOCK], *meter[HZ_METERS] = { 0 };
    for (int i = 0; i < BLOCK; i++) {
        double t = block * BLOCK + i;
        fa[i] = s->force[0] * sin(s->tone * t);
        fb[i] = s->force[1] * cos(s->tone * t);
        surface[i] = s->thick * sin(0.3 * s->tone * t);
    }
    for (int k = 0; k < 3; k++) {
        double *audio[] = { x->out[k].audio[0], x->out[k].audio[1] };
        hz_linear_contact_io io = { .n = BLOCK,
                                    .force_a = s->forced ? fa : NULL,
                                    .force_b = s->forced ? fb : NULL,
                                    .surface = s->lifted ? surface : NULL,
                                    .audio = audio,
                                    .displacement = s->displacement,
                                    .force = x->out[k].force,
                                    .meter = meter,
                                    .ledger = s->ledger };
        if (k == 0)
            x->booked = hz_linear_contact_run(&x->old, &io);
        else
            hz_modal_contact_run(&x->new[k - 1],
                                 &(hz_modal_contact_io){ io.n, io.force_a, io.force_b, io.surface, io.audio,
                                                         io.displacement, io.force, io.meter, io.ledger });
    }
    hz_linear_contact_accounts(&x->old, &x->accounts[0]);
    hz_modal_contact_accounts(&x->new[0], &x->accounts[1]);
}

/* ---- the comparison ---- */

/* How far two outputs are from each other, as a part of the loudest so far. */
static double apart(const output *a, const output *b, const double *loudest)
{
    double most = 0;
    for (int i = 0; i < BLOCK; i++) {
        for (int k = 0; k < 2; k++)
            if (loudest[k] > 0)
                most = fmax(most, fabs(a->audio[k][i] - b->audio[k][i]) / loudest[k]);
        if (loudest[2] > 0)
            most = fmax(most, fabs(a->force[i] - b->force[i]) / loudest[2]);
    }
    return most;
}

static void raise(const output *a, double *loudest)
{
    for (int i = 0; i < BLOCK; i++) {
        for (int k = 0; k < 2; k++)
            loudest[k] = fmax(loudest[k], fabs(a->audio[k][i]));
        loudest[2] = fmax(loudest[2], fabs(a->force[i]));
    }
}

/* rad in a sample: a contact that is stiffer goes on by its force curve, which has the right energy. */
enum { RESOLVED = 100 };

enum { SOUND, REPORT, BOOKS, RESIDUAL, CLAIMS };

/* Contacts that both have reported. */
static void compare_told(const trio *x, claim *c, int *seen, int exact, double growth, int t)
{
    const told *old = &x->told[0], *new = &x->told[1];
    for (; *seen < old->n && *seen < new->n &&*seen < KEPT && old->untold == 0 && new->untold == 0; ++*seen) {
        const hz_contact *a = &old->of[*seen], *b = &new->of[*seen];
        double v = fabs(a->v_in) + fabs(a->v_out), off = fabs(a->duration - b->duration) / (a->duration + 1e-7);
        off = fmax(off, (fabs(a->v_in - b->v_in) + fabs(a->v_out - b->v_out)) / (v + 1e-3));
        /* The old one looks at samples only where a surface jumps or switching is at samples. */
        double beyond = (b->x_max - a->x_max) / (a->x_max + 1e-9);
        off = fmax(off, exact ? fabs(beyond) : -beyond);
        claim_see(&c[REPORT], off / growth, "trial %d, contact %d: T %g %g, v %g %g, x %g %g, sw %d k %g n %d %d", t,
                  *seen, a->duration, b->duration, a->v_out, b->v_out, a->x_max, b->x_max, x->old.params.switching,
                  x->old.params.stiffness, x->old.a.n, x->old.b.n);
    }
}

/* Books of the same flows, and a residual that is rounding. */
static void compare_books(const trio *x, const scene *s, claim *c, double growth, int t)
{
    const double *old = x->accounts[0].value, *new = x->accounts[1].value;
    double most = 0;
    if (!s->ledger || !x->booked || s->change) /* the old books begin anew with a change */
        return;
    for (int k = 0; k < HZ_ACCOUNTS; k++)
        most = fmax(most, k == HZ_RESIDUAL ? 0 : fmax(fabs(old[k]), fabs(new[k])));
    for (int k = 0; k < HZ_ACCOUNTS; k++)
        if (k != HZ_RESIDUAL) {
            claim_see(&c[BOOKS], fabs(old[k] - new[k]) / (most * growth), "trial %d, account %d: %g %g", t, k, old[k],
                      new[k]);
        }
    claim_see(&c[RESIDUAL], fabs(new[HZ_RESIDUAL]) / most, "trial %d", t);
}

/* Returns whether a small change grew so much that no two computations would agree to the end. */
static int follow(dice *d, int t, claim *c, int *left_out)
{
    static trio x;
    static scene s;
    double loudest[3] = { 0 }, growth = 1;
    int seen = 0, blocks = claim_length(1600) / 100;
    x = (trio){ 0 };
    draw(d, &s);
    /* Where a surface jumps, the old room overlooks a force that begins and ends within the sample. */
    int followed = open_trio(&x, &s) && x.new[0].fastest[1] / s.rate < RESOLVED && !(s.lifted && s.p.slackens);
    *left_out += !followed;
    for (int block = 0; block < blocks && followed && growth < 1e4; block++) {
        if (s.change && block % s.change == s.change - 1) {
            s.p.stiffness *= dice_log(d, 0.5, 2);
            s.b[1].weight[dice_of(d, s.b[1].n)] *= dice_even(d, 0.8, 1.2);
            followed = prepare(&x, &s);
        }
        run(&x, &s, block);
        raise(&x.out[1], loudest);
        growth = fmax(growth, apart(&x.out[1], &x.out[2], loudest) / 1e-9);
        if (growth > 1e4 || x.told[0].untold || x.told[1].untold)
            break;
        claim_see(
            &c[SOUND], apart(&x.out[0], &x.out[1], loudest) / growth,
            "trial %d, block %d, k %g c %g, %d + %d modes, switching %d, pull %d, coupled %d, growth %g, lifted %d", t,
            block, s.p.stiffness, s.p.damping, s.b[0].n, s.b[1].n, s.p.switching, !s.p.slackens, s.b[1].coupled, growth,
            s.lifted);
        compare_told(&x, c, &seen, s.p.switching == HZ_SWITCH_EXACT && !s.lifted, growth, t);
        compare_books(&x, &s, c, growth, t);
    }
    close_trio(&x);
    scene_free(&s);
    return growth > 1e4;
}

/* HZ_PARITY=<n>: so many draws. */
static int draws(int usual)
{
    const char *asked = getenv("HZ_PARITY");
    return asked ? atoi(asked) : claim_trials(usual);
}

static void both_rooms_do_the_same(void **state)
{
    (void)state;
    claim c[CLAIMS] = {
        [SOUND] = { .name = "parity: sound and force, of the loudest and of the growth of a change", .allowed = 1e-7 },
        [REPORT] = { .name = "parity: reports, of themselves and of the growth", .allowed = 1e-6 },
        [BOOKS] = { .name = "parity: accounts, of the largest and of the growth", .allowed = 1e-8 },
        [RESIDUAL] = { .name = "parity: residual, of the largest account", .allowed = 1e-10 },
    };
    dice d = { claim_seed(320) };
    int trials = draws(100), chaotic = 0, left_out = 0;
    for (int t = 0; t < trials; t++) {
        dice own = { dice_bits(&d) };
        chaotic += follow(&own, t, c, &left_out);
    }
    print_message("# parity: %d draws, %d of them chaotic, %d left out\n", trials, chaotic, left_out);
    assert_true(chaotic < 0.3 * trials && left_out < 0.2 * trials);
    CLAIMS_CHECK(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(both_rooms_do_the_same) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
