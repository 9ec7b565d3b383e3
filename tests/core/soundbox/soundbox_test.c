/* The soundbox: what it answers to a tone, that it takes no more than a string has lost, its books, and silence. */
#include "core/soundbox/soundbox.h"
#include "core/base/units.h"
#include "core/string/string_grid.h"
#include "tests/core/collide/rig.h"
#include "tests/tools/test.h"

enum { BLOCK = 64, PICKUPS = 2 };
static const double h = 1 / 48000.0;

/* A body on which a force acts that is given, with its books. */
typedef struct driven {
    hz_soundbox box;
    hz_ledger ledger;
    double row[PICKUPS][BLOCK], *audio[PICKUPS], *meter[HZ_METERS];
    double least_loss;
} driven;

static void begin(driven *x, int kind, double least_loss)
{
    *x = (driven){ .least_loss = least_loss };
    assert_true(hz_soundbox_init(&x->box, PICKUPS));
    hz_soundbox_prepare(&x->box, &(hz_soundbox_params){ (enum hz_soundbox_kind)kind, least_loss, 0 }, h);
    hz_ledger_open(&x->ledger, 0);
    for (int p = 0; p < PICKUPS; p++)
        x->audio[p] = x->row[p];
}

static void run(driven *x, const double *force)
{
    memcpy(x->row[0], force, sizeof x->row[0]);
    hz_soundbox_begin(&x->box, x->least_loss);
    hz_soundbox_run(&x->box,
                    &(hz_soundbox_block){
                        .n = BLOCK, .pickups = PICKUPS, .audio = x->audio, .ledger = &x->ledger, .meter = x->meter });
}

/* ---- what it answers ---- */

TEST(a_tone_is_heard_as_the_resonances_say)
{
    CLAIMS(claims, CLAIM("gain of a steady tone", 2e-3));
    enum { SETTLES = 48000, LISTENS = 4800 };
    for (int kind = 1; kind < HZ_SOUNDBOX_KINDS; kind++)
        for (int f = 0; f < 4; f++) {
            driven x;
            double freq = (double[]){ 80, 270, 1010, 3130 }[f], sum[PICKUPS] = { 0 };
            begin(&x, kind, 1e-6);
            for (int at = 0; at < SETTLES + LISTENS; at += BLOCK) {
                double force[BLOCK];
                for (int k = 0; k < BLOCK; k++)
                    force[k] = sin(2 * HZ_PI * freq * (at + k) * h);
                run(&x, force);
                for (int p = 0; p < PICKUPS && at >= SETTLES; p++)
                    for (int k = 0; k < BLOCK; k++)
                        sum[p] += x.row[p][k] * x.row[p][k] * 2 / LISTENS;
            }
            /* What is steady is taken off by a pole at 20 Hz. */
            double lower = freq / hypot(freq, 20);
            for (int p = 0; p < PICKUPS; p++)
                claim_near(&claims[0], sqrt(sum[p]), hz_soundbox_gain(&x.box, p, 2 * HZ_PI * freq) * lower,
                           "body %d, %g Hz, pickup %d", kind, freq, p);
            hz_soundbox_free(&x.box);
        }
}

/* ---- what it takes ---- */

/* Any force: tones, jumps, slow drift. */
typedef struct force {
    double omega, level, drift, jumps, now;
} force;

static force draw_force(dice *d)
{
    return (force){ .omega = 2 * HZ_PI * dice_log(d, 3, 8000),
                    .level = dice_once(d, 3) ? 0 : dice_log(d, 1e-3, 10),
                    .drift = dice_once(d, 2) ? 0 : dice_log(d, 1e-3, 1000),
                    .jumps = dice_once(d, 2) ? 0 : dice_log(d, 1e-3, 10) };
}

static double next_force(force *f, dice *d, int i)
{
    f->now += f->drift * h;
    if (f->jumps > 0 && dice_once(d, 500))
        f->now += dice_even(d, -1, 1) * f->jumps;
    return f->now + f->level * sin(f->omega * i * h);
}

TEST(it_takes_no_more_than_the_string_has_lost)
{
    CLAIMS(claims, CLAIM("taken beyond what is paid, of that", 1e-10), CLAIM("residual, of what is taken", 1e-10));
    dice d = { claim_seed(3) };
    int let_in = 0;
    for (int n = 0; n < claim_trials(200); n++) {
        driven x;
        force f = draw_force(&d);
        double paid = 0, last[2] = { 0 }, most = 0;
        begin(&x, 1 + dice_of(&d, HZ_SOUNDBOX_KINDS - 1), dice_log(&d, 1e-9, 1));
        for (int at = 0; at < claim_length(4800); at += BLOCK) {
            double row[BLOCK];
            for (int k = 0; k < BLOCK; k++) {
                row[k] = next_force(&f, &d, at + k);
                double change = 0.5 * (row[k] - last[1]);
                paid += at == 0 && k < 2 ? 0 : x.least_loss / h * change * change;
                last[1] = last[0];
                last[0] = row[k];
            }
            run(&x, row);
            double held = hz_soundbox_held(&x.box), heat = hz_sum_value(&x.ledger.dissipated);
            most = fmax(most, held);
            claim_see(&claims[0], (held - paid) / (paid + 1e-300), "force %d", n);
            claim_see(&claims[1], fabs(held + heat) / (most + 1e-300), "force %d", n);
        }
        let_in += most > 0;
        hz_soundbox_free(&x.box);
    }
    assert_true(let_in > claim_trials(200) / 2);
}

/* What is heard does not depend on how little it takes, and is the same to the bit in each width of vectors. */
TEST(what_is_heard_is_the_same_whatever_it_takes)
{
    driven few, many;
    begin(&few, HZ_SOUNDBOX_GUITAR, 1e-12);
    for (int lanes = HZ_SIMD_1; lanes <= (int)hz_simd_best(); lanes++) {
        begin(&many, HZ_SOUNDBOX_GUITAR, 1e-3);
        hz_soundbox_rest(&few.box);
        many.box.lanes = (enum hz_simd)lanes;
        for (int at = 0; at < 9600; at += BLOCK) {
            double row[BLOCK];
            for (int k = 0; k < BLOCK; k++)
                row[k] = sin(0.01 * (at + k)) + 0.3 * sin(0.2 * (at + k));
            run(&few, row);
            run(&many, row);
            assert_memory_equal(few.row, many.row, sizeof few.row);
        }
        assert_true(hz_soundbox_held(&many.box) > 1e8 * hz_soundbox_held(&few.box));
        hz_soundbox_free(&many.box);
    }
    hz_soundbox_free(&few.box);
}

TEST(a_silent_string_leaves_it_silent)
{
    driven x;
    double row[BLOCK] = { 0 };
    begin(&x, HZ_SOUNDBOX_PIANO, 1e-3);
    row[3] = 1;
    run(&x, row);
    assert_false(x.box.still);
    row[3] = 0;
    int blocks = 0;
    for (; !x.box.still && blocks < 3000; blocks++)
        run(&x, row);
    assert_true(blocks > 100 && blocks < 3000);
    run(&x, row);
    for (int p = 0; p < PICKUPS; p++)
        assert_memory_equal(x.row[p], row, sizeof row);
    assert_true(fabs(hz_sum_value(&x.ledger.dissipated)) < 1e-14);
    hz_soundbox_free(&x.box);
}

/* ---- strings ---- */

/* A struck string of modes that is heard through it. */
TEST(books_of_a_struck_string_hold)
{
    CLAIMS(claims, CLAIM("string: residual, of the most energy", 1e-10),
           CLAIM("string: rise of what is stored without input", 1e-12), CLAIM("string: losses that shrink", 1e-12));
    enum { MODES = 20 };
    dice d = { claim_seed(8) };
    int sounded = 0;
    for (int n = 0; n < claim_trials(100); n++) {
        rig r;
        double mass[MODES], omega[MODES], sigma[MODES], weight[MODES], heard[MODES], sum = 0;
        const double *rows[1] = { heard };
        double low = 2 * HZ_PI * dice_log(&d, 40, 1000), place = dice_even(&d, 0.05, 0.5);
        for (int i = 0; i < MODES; i++) {
            mass[i] = 0.003;
            omega[i] = low * (i + 1);
            sigma[i] = dice_log(&d, 0.5, 20);
            weight[i] = sqrt(2) * sin((i + 1) * HZ_PI * place);
            heard[i] = omega[i];
            sum += heard[i] * heard[i] / (2 * sigma[i] * mass[i]);
        }
        hz_modes modes = {
            .n = MODES, .mass = mass, .omega = omega, .sigma = sigma, .weight = weight, .pickups = 1, .heard = rows
        };
        hz_collide_params p = rig_params();
        p.box = (hz_soundbox_params){ (enum hz_soundbox_kind)(1 + dice_of(&d, HZ_SOUNDBOX_KINDS - 1)), 1 / sum, 0 };
        p.law = (hz_law_params){ dice_log(&d, 1e4, 1e9), dice_even(&d, 1, 3), dice_even(&d, 0, 1) };
        p.mass = dice_log(&d, 1e-4, 0.01);
        rig_init(&r, MODES);
        hz_collide_prepare(&r.c, &p, &modes, 1 / dice_even(&d, 22050, 96000));
        hz_collide_reset(&r.c);
        hz_collide_strike(&r.c, dice_log(&d, 0.1, 5), 0);
        rig_clear(&r);
        double most = 0;
        for (int i = 0; i < claim_length(3000); i++) {
            rig_sample(&r, 0, 0);
            most = fmax(most, hz_soundbox_held(&r.c.box));
        }
        sounded += most > 0;
        claim_see(&claims[0], r.residual, "string %d", n);
        claim_see(&claims[1], r.rise, "string %d", n);
        claim_see(&claims[2], r.gain, "string %d", n);
        rig_free(&r);
    }
    assert_true(sounded > claim_trials(100) * 0.9);
}

/* What a low sample rate leaves out counts for nothing, whatever the box was before. */
TEST(at_low_rates_nothing_of_the_other_ones_stays)
{
    for (int kind = 1; kind < HZ_SOUNDBOX_KINDS; kind++)
        for (int i = 0; i < 3; i++) {
            double low = 1 / (double[]){ 8000, 500, 50 }[i];
            hz_soundbox_params p = { .kind = (enum hz_soundbox_kind)kind, .least_loss = 1e-6 };
            driven fresh, other;
            begin(&fresh, kind, 1e-6);
            begin(&other, 1 + kind % (HZ_SOUNDBOX_KINDS - 1), 1e-6);
            hz_soundbox_free(&fresh.box);
            assert_true(hz_soundbox_init(&fresh.box, PICKUPS));
            hz_soundbox_prepare(&fresh.box, &p, low);
            hz_soundbox_prepare(&other.box, &p, low);
            assert_true(fresh.box.share == other.box.share && isfinite(fresh.box.share));
            double pulse[BLOCK] = { 1, -1, 1 };
            run(&fresh, pulse);
            assert_true(isfinite(hz_soundbox_held(&fresh.box)));
            hz_soundbox_free(&fresh.box);
            hz_soundbox_free(&other.box);
        }
}

/* string:least-loss */
TEST(a_string_on_a_grid_loses_what_its_pull_says)
{
    CLAIMS(claims, CLAIM("grid: least loss over the loss", 1));
    dice d = { claim_seed(4) };
    for (int n = 0; n < claim_trials(60); n++) {
        hz_string s;
        assert_true(hz_string_init(&s, 1000));
        hz_string_prepare(&s,
                          &(hz_string_params){ .freq = dice_log(&d, 40, 2000),
                                               .length = dice_log(&d, 0.1, 2),
                                               .diameter = dice_log(&d, 2e-4, 2e-3),
                                               .density = 7850,
                                               .young = dice_once(&d, 3) ? 0 : 2e11,
                                               .sigma0 = dice_log(&d, 0.1, 100),
                                               .sigma1 = dice_once(&d, 3) ? 0 : dice_log(&d, 1e-5, 0.1),
                                               .clamped = dice_once(&d, 2) },
                          h, 0);
        double lost = 0, least = 0, last[2] = { 0 }, price = hz_string_least_loss(&s) / h;
        int end = dice_of(&d, 2);
        for (int i = 0; i < claim_length(2000); i++) {
            hz_string_predict_booked(&s);
            hz_string_port at = hz_string_port_at(&s, 0.3);
            if (i < 200 || dice_once(&d, 300))
                hz_string_push(&s, &at, dice_even(&d, -1, 1));
            lost += hz_string_book(&s).loss;
            hz_string_commit(&s);
            double now = hz_string_pull(&s, end), change = 0.5 * (now - last[1]);
            least += i < 2 ? 0 : price * change * change;
            last[1] = last[0];
            last[0] = now;
            claim_see(&claims[0], i < 10 ? 0 : least / lost, "string %d", n);
        }
        assert_true(least > 0);
        hz_string_free(&s);
    }
}
