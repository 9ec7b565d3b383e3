/* The place of the strike slides along the object: by small steps, with the work of the hand in the books. */
#include "tests/tools/test.h"
#include "rig.h"

#include <gsl/gsl_fft_real.h>

enum { MODES = 12, BLOCK = 64, HEARD = 32768, RATE = 44100 };

/* A bar between two bearings, whose modes lie under 5 kHz. */
typedef struct bar {
    int n;
    double mass[MODES], omega[MODES], sigma[MODES], weight[MODES], heard[MODES];
} bar;

static void bar_weigh(bar *b, double place)
{
    for (int i = 0; i < b->n; i++)
        b->weight[i] = sqrt(2) * sin((i + 1) * M_PI * place);
}

static void bar_make(bar *b, int n, double freq, double mass, double decay)
{
    b->n = n;
    for (int i = 0; i < n; i++) {
        b->mass[i] = mass;
        b->omega[i] = 2 * M_PI * freq * (i + 1) * (i + 1);
        b->sigma[i] = decay > 0 ? log(1000) / decay : 0;
        b->heard[i] = sqrt(2) * sin((i + 1) * M_PI * 0.31);
    }
}

static hz_modes bar_modes(const bar *b, const double *const *heard)
{
    return (hz_modes){ .n = b->n,
                       .mass = b->mass,
                       .omega = b->omega,
                       .sigma = b->sigma,
                       .weight = b->weight,
                       .pickups = 1,
                       .heard = heard };
}

/* ---- what is heard ---- */

enum { STAYS, JUMPS, SLIDES };

/* The power of a row above a frequency, as a part of all, in dB. */
static double above(const double *x, double freq)
{
    static double y[HEARD];
    double all = 0, high = 0;
    for (int i = 0; i < HEARD; i++) {
        double w = 0.42 - 0.5 * cos(2 * M_PI * i / HEARD) + 0.08 * cos(4 * M_PI * i / HEARD);
        y[i] = x[i] * w * w;
    }
    gsl_fft_real_radix2_transform(y, 1, HEARD);
    for (int k = 1; k < HEARD / 2; k++) {
        double p = y[k] * y[k] + y[HEARD - k] * y[HEARD - k];
        all += p;
        high += k * (double)RATE / HEARD > freq ? p : 0;
    }
    return 10 * log10(high / all);
}

/* A hammer is pressed on a bar that rings, and drawn along it in a second. */
static double scrape(int way, double press)
{
    static double out[HEARD];
    bar b;
    const double *heard[] = { b.heard };
    hz_collide_params p = rig_params();
    rig r;
    bar_make(&b, 4, 300, 0.1, 3);
    bar_weigh(&b, 0.2);
    hz_modes m = bar_modes(&b, heard);
    rig_init(&r, MODES);
    p.law = (hz_law_params){ 1e6, 1, 0.2 };
    p.mass = 0.02;
    p.quiet = 1e-9;
    hz_collide_prepare(&r.c, &p, &m, 1.0 / RATE);
    rig_start(&r, &p, 1.0 / RATE);
    hz_collide_strike(&r.c, 0.5, 0);
    int skipped = RATE / 8;
    for (int i = 0; i < skipped + HEARD; i++) {
        if (way != STAYS && i % BLOCK == 0) {
            bar_weigh(&b, 0.2 + 0.6 * (i + BLOCK) / RATE);
            if (way == JUMPS)
                hz_collide_prepare(&r.c, &p, &m, 1.0 / RATE);
            else
                hz_collide_slide(&r.c, b.weight, b.n, BLOCK);
        }
        rig_sample(&r, press, 0);
        if (i >= skipped)
            out[i - skipped] = r.motion;
    }
    rig_free(&r);
    return above(out, 10000);
}

/* With 10 N the hammer stays on the bar, and nothing but the steps of the place is heard above 10 kHz; with 2 N it also
 * hops, which is heard there wherever it is. */
LONG_TEST(a_scrape_has_no_steps)
{
    CLAIMS(c, CLAIM("slide: dB above 10 kHz of a scrape, over -150", 0),
           CLAIM("slide: the same in jumps once a block, under -100", 0));
    for (int press = 2; press <= 10; press += 8) {
        double stays = scrape(STAYS, press), jumps = scrape(JUMPS, press), slides = scrape(SLIDES, press);
        print_message("# above 10 kHz, pressed with %d N: at one place %.1f dB, in jumps %.1f, sliding %.1f\n", press,
                      stays, jumps, slides);
        if (press == 10) {
            claim_see(&c[0], fmax(slides + 150, 0), "%g dB", slides);
            claim_see(&c[1], fmax(-100 - jumps, 0), "%g dB", jumps); /* what there is to mend can be heard */
        }
    }
}

/* ---- the books ---- */

static void bar_draw(bar *b, dice *d)
{
    bar_make(b, 1 + dice_of(d, MODES), dice_log(d, 20, 130), dice_log(d, 1e-2, 1),
             dice_once(d, 2) ? dice_log(d, 0.1, 5) : 0);
}

/* Places that go anywhere, also from end to end in a block, under hammers that are pressed, on springs or in flight. */
TEST(the_work_of_the_hand_is_booked)
{
    CLAIMS(c, CLAIM("slide: residual, of the largest energy", 3e-12),
           CLAIM("slide: compression beside the places", 3e-14),
           CLAIM("slide: a weight at the end, beside what was asked for", 0));
    dice d = { claim_seed(61) };
    int worked = 0, contacts = 0;
    for (int t = 0; t < claim_trials(60); t++) {
        bar b;
        const double *heard[] = { b.heard };
        hz_collide_params p = rig_params();
        rig r;
        int strikers = 1 + dice_of(&d, 3), far = dice_once(&d, 3);
        double press = dice_once(&d, 3) ? 0 : dice_log(&d, 0.1, 30), place = 0.3, way = dice_log(&d, 1e-3, 0.2);
        bar_draw(&b, &d);
        bar_weigh(&b, place);
        hz_modes m = bar_modes(&b, heard);
        rig_init(&r, MODES);
        assert_true(strikers == 1 || hz_collide_add_strikers(&r.c, strikers));
        p.law = (hz_law_params){ dice_log(&d, 1e4, 1e9), dice_even(&d, 1, 3), dice_once(&d, 2) ? 0.3 : 0 };
        p.mass = dice_log(&d, 1e-3, 0.1);
        p.suspension = dice_once(&d, 3) ? dice_log(&d, 1, 100) : 0;
        p.gravity = dice_once(&d, 3) ? 9.81 : 0;
        hz_collide_prepare(&r.c, &p, &m, 1.0 / RATE);
        rig_start(&r, &p, 1.0 / RATE);
        for (int i = 0; i < 3000; i++) {
            if (i % 500 == 0)
                hz_collide_strike(&r.c, dice_even(&d, 0.1, 2), 0);
            if (i % BLOCK == 0) {
                place = far ? dice_even(&d, 0, 1) : fmin(fmax(place + dice_even(&d, -way, way), 0), 1);
                bar_weigh(&b, place);
                hz_collide_slide(&r.c, b.weight, b.n, BLOCK);
            }
            double supplied = r.now.value[HZ_SUPPLIED];
            rig_sample(&r, press, 0);
            worked += press == 0 && r.now.value[HZ_SUPPLIED] != supplied;
            if (i % BLOCK == BLOCK - 1)
                for (int k = 0; k < b.n; k++)
                    claim_see(&c[2], r.c.system.object.weight[k] != b.weight[k], "trial %d", t);
        }
        contacts += r.contacts;
        claim_see(&c[0], r.residual, "trial %d", t);
        if (strikers == 1)
            claim_see(&c[1], r.drift, "trial %d", t);
        assert_true(hz_collide_finite(&r.c));
        rig_free(&r);
    }
    print_message("# slide: %d contacts; the hand alone worked in %d samples\n", contacts, worked);
    assert_true(contacts > 3 * claim_trials(60) && worked > 0);
}
