/* The bands: they take nothing that was not lost, their books, what a steady force and a stroke bring them, what is
 * heard of them, and that silence costs nothing. */
#include "core/bands/bands.h"
#include "core/bands/internal.h"
#include "core/base/units.h"
#include "tests/core/collide/rig.h"
#include "tests/tools/test.h"

enum { LOW = 12, ROOM = LOW + HZ_BANDS };

/* A body with the modes of its description, broad ones behind them. */
typedef struct body {
    double mass[ROOM], omega[ROOM], sigma[ROOM], weight[ROOM], heard[ROOM];
    const double *row;
    double band_heard[HZ_BANDS], stroke_heard;
    const double *band_row;
    hz_modes modes;
    hz_bands_params bands;
} body;

static void add_broad_modes(body *b)
{
    b->bands.first = b->modes.n;
    for (int k = 0; k < HZ_BANDS; k++)
        if (b->bands.mobility[k] > 0) {
            int i = b->modes.n++;
            hz_band_mode(k, b->bands.mobility[k], &b->mass[i], &b->omega[i], &b->sigma[i]);
            b->weight[i] = 1;
            b->heard[i] = 0;
        }
}

static void point(body *b)
{
    b->row = b->heard;
    b->band_row = b->band_heard;
    b->modes.mass = b->mass, b->modes.omega = b->omega, b->modes.sigma = b->sigma, b->modes.weight = b->weight;
    b->modes.heard = &b->row;
    b->modes.pickups = 1;
    b->bands.heard = &b->band_row;
    b->bands.stroke_heard = &b->stroke_heard;
}

static void count_below(body *b)
{
    for (int k = 0; k <= HZ_BANDS; k++)
        for (int i = b->bands.below[k] = 0; i < b->modes.n; i++)
            b->bands.below[k] += b->omega[i] < 2 * HZ_PI * hz_band_edge(k);
}

/* Any body, with any bands. */
static void draw(body *b, dice *d)
{
    *b = (body){ .stroke_heard = 1 };
    point(b);
    double mass = dice_log(d, 0.01, 10);
    b->modes.n = 1 + dice_of(d, LOW);
    for (int i = 0; i < b->modes.n; i++) {
        b->mass[i] = mass;
        b->omega[i] = (i > 0 ? b->omega[i - 1] : 2 * HZ_PI * 30) * dice_log(d, 1, 5);
        b->sigma[i] = dice_once(d, 5) ? 0 : dice_log(d, 0.1, 1000);
        b->weight[i] = dice_even(d, -2, 2);
        b->heard[i] = 1;
    }
    for (int k = 0; k < HZ_BANDS; k++) {
        b->bands.mobility[k] = dice_once(d, 3) ? 0 : dice_log(d, 1e-4, 1) / mass;
        b->bands.sigma[k] = dice_once(d, 5) ? 0 : dice_log(d, 0.1, 1000);
        b->bands.stroke[k] = dice_once(d, 3) ? 0 : dice_log(d, 1e-5, 0.1);
        b->band_heard[k] = 1;
    }
    int cascades = dice_once(d, 2);
    for (int k = 0; k < HZ_BANDS; k++)
        b->bands.cascade[k] = cascades ? dice_log(d, 1e-2, 1e6) : 0;
    count_below(b);
    add_broad_modes(b);
}

/* ---- what it takes ---- */

TEST(any_body_is_passive_and_its_books_hold)
{
    CLAIMS(claims, CLAIM("residual, of the most energy", 1e-10), CLAIM("rise of what is stored without input", 1e-12),
           CLAIM("losses that shrink", 1e-12));
    const int bodies = claim_trials(300), samples = claim_length(3000);
    dice d = { claim_seed(5) };
    int filled = 0;
    for (int n = 0; n < bodies; n++) {
        rig r;
        body b;
        draw(&b, &d);
        rig_init(&r, ROOM);
        hz_collide_params p = rig_params();
        double damping = dice_once(&d, 4) ? 0 : dice_log(&d, 0.01, 2);
        p.law = (hz_law_params){ dice_log(&d, 1e4, 1e10), dice_even(&d, 1, 3), damping };
        p.mass = dice_log(&d, 0.001, 0.1);
        p.gravity = dice_once(&d, 2) ? 9.81 : 0;
        p.bands = &b.bands;
        hz_collide_prepare(&r.c, &p, &b.modes, 1 / dice_even(&d, 22050, 96000));
        hz_collide_reset(&r.c);
        double speed = dice_log(&d, 0.05, 5), most = 0;
        hz_collide_strike(&r.c, speed, 0);
        rig_clear(&r);
        for (int i = 0; i < samples; i++) {
            rig_sample(&r, 0, 0);
            most = fmax(most, hz_bands_held(&r.c.bands));
        }
        filled += most > 0;
        claim_see(&claims[0], r.residual, "body %d", n);
        claim_see(&claims[1], r.rise, "body %d", n);
        claim_see(&claims[2], r.gain, "body %d", n);
        rig_free(&r);
    }
    assert_true(filled > bodies * 0.8);
}

/* A body on which a force acts that is given. */
typedef struct driven {
    body b;
    hz_bank bank;
    hz_bands bands;
    double out[64], force[64], *row, *meter[HZ_METERS];
    double v_in, elastic;
} driven;

static const double h = 1 / 48000.0;

static void begin(driven *x, double mobility, double sigma)
{
    *x = (driven){ .b = { .stroke_heard = 1 } };
    point(&x->b);
    x->row = x->out;
    for (int k = 0; k < HZ_BANDS; k++) {
        x->b.bands.mobility[k] = mobility;
        x->b.bands.sigma[k] = sigma;
        x->b.band_heard[k] = 1;
    }
    add_broad_modes(&x->b);
    assert_true(hz_bank_init(&x->bank, ROOM, 1) && hz_bands_init(&x->bands, 1));
    hz_bank_describe(&x->bank, &x->b.modes);
    hz_bank_prepare(&x->bank, h);
    hz_bands_prepare(&x->bands, &x->b.bands, h);
}

static void end(driven *x)
{
    hz_bank_free(&x->bank);
    hz_bands_free(&x->bands);
}

/* One sample under this force. */
static double go(driven *x, double force)
{
    x->out[0] = 0;
    x->force[0] = force;
    hz_bank_take(&x->bank, hz_bank_step(&x->bank, h), force, 0);
    hz_bands_run(&x->bands, &(hz_bands_chunk){ .body = &x->bank,
                                               .n = 1,
                                               .force = x->force,
                                               .v_in = x->v_in,
                                               .elastic = x->elastic,
                                               .audio = &x->row,
                                               .rows = 1,
                                               .meter = x->meter });
    return x->out[0];
}

/* bands:tail  Under a tone in the middle of a band its reservoir holds Y F^2/2 over the rate at which it decays, and
 * bands:filter  that is not clamped by what the broad mode loses. */
TEST(a_tone_fills_its_band)
{
    CLAIMS(claims, CLAIM("energy under a tone", 0.02), CLAIM("in other bands than its neighbours", 0.02),
           CLAIM("energy under a tone so high that the force is coarse", 0.5));
    for (int k = 3; k < HZ_BANDS; k++) {
        driven x;
        begin(&x, 0.01, 10);
        for (int i = 0; i < 24000; i++)
            go(&x, 3 * sin(2 * HZ_PI * hz_band_middle(k) * i * h));
        const hz_band_rows *r = x.bands.rows;
        claim_near(&claims[k < 7 ? 0 : 2], r->held[k], 0.01 * 3 * 3 / 2.0 / (2 * 10), "band %d", k);
        for (int j = 0; j < HZ_BANDS; j++)
            if (j < k - 1 || j > k + 1)
                claim_see(&claims[1], r->held[j] / r->held[k], "band %d under a tone in %d", j, k);
        end(&x);
    }
}

/* bands:load  The broad modes together let the port move as so much resistance, between the edges of the lowest and
 * the highest band. */
TEST(the_load_is_a_resistance)
{
    CLAIMS(claims, CLAIM("mobility of the load, dB", 1.5));
    driven x;
    begin(&x, 0.01, 10);
    for (double f = 100; f < 9000; f *= 1.17) {
        double re = 0, w = 2 * HZ_PI * f;
        for (int i = 0; i < x.bank.n; i++) {
            double real = x.bank.spring[i] - w * w, imaginary = x.bank.twice[i] * w;
            re += x.bank.answer[i] * w * imaginary / (real * real + imaginary * imaginary);
        }
        claim_see(&claims[0], fabs(10 * log10(re / 0.01) - 2), "at %.0f Hz", f);
    }
    end(&x);
}

/* A blow, then it decays as the body does. */
TEST(reservoirs_decay_as_they_are_told)
{
    CLAIMS(claims, CLAIM("energy after half a second", 1e-3));
    driven x;
    begin(&x, 0.01, 7);
    for (int i = 0; i < 24000; i++)
        go(&x, i < 20 ? 10 : 0);
    double held[HZ_BANDS];
    memcpy(held, x.bands.rows->held, sizeof held);
    for (int i = 0; i < 24000; i++)
        go(&x, 0);
    for (int k = 0; k < HZ_BANDS; k++)
        claim_near(&claims[0], x.bands.rows->held[k], held[k] * exp(-2 * 7 * 0.5), "band %d", k);
    end(&x);
}

/* ---- what is heard ---- */

/* Sets off the noise of one band, at a level that stays. */
static void ring(driven *x, int band, double energy)
{
    begin(x, 0, 0);
    x->bands.sounds = 2;
    x->bands.rows->held[band] = energy;
    for (int i = 0; i < 64; i++)
        go(x, 0);
}

/* bands:sound  The mean square is the energy, and it lies in its band. */
LONG_TEST(noise_has_the_level_and_the_band_of_its_energy)
{
    enum { LONG = 480000 };
    CLAIMS(claims, CLAIM("level of the noise, dB", 0.5), CLAIM("crossings of zero, of the middle", 0.2));
    for (int k = 3; k < HZ_BANDS; k++) {
        driven x;
        double sum = 0, last = 0;
        int crossings = 0;
        ring(&x, k, 0.04);
        for (int i = 0; i < LONG; i++) {
            double y = go(&x, 0);
            sum += y * y;
            crossings += (y > 0) != (last > 0);
            last = y;
        }
        claim_see(&claims[0], fabs(10 * log10(sum / LONG / 0.04)), "band %d", k);
        claim_near(&claims[1], 0.5 * crossings / (LONG * h), hz_band_middle(k), "band %d", k);
        end(&x);
    }
}

/* bands:sound  Two bands are two noises: neighbours correlate by no more than chance. */
TEST(bands_have_numbers_of_their_own)
{
    enum { LONG = 96000 };
    CLAIMS(claims, CLAIM("correlation of the numbers of two bands", 0.02));
    driven x;
    begin(&x, 0, 0);
    double sums[HZ_BANDS][HZ_BANDS] = { { 0 } };
    uint64_t state[HZ_BAND_ROW];
    memcpy(state, x.bands.rows->dice, sizeof state);
    for (int i = 0; i < LONG; i++) {
        double y[HZ_BANDS];
        for (int k = 0; k < HZ_BANDS; k++) { /* as bands_lanes.h has it */
            state[k] ^= state[k] << 13, state[k] ^= state[k] >> 7, state[k] ^= state[k] << 17;
            y[k] = (double)(state[k] >> 12) * 0x1p-52 - 0.5;
        }
        for (int k = 0; k < HZ_BANDS; k++)
            for (int j = 0; j < k; j++)
                sums[k][j] += 12 * y[k] * y[j] / LONG;
    }
    for (int k = 0; k < HZ_BANDS; k++)
        for (int j = 0; j < k; j++)
            claim_see(&claims[0], fabs(sums[k][j]), "bands %d and %d", k, j);
    end(&x);
}

/* The same blow on bands of every width of vectors, and with this seed. */
static void strike(driven *x, enum hz_simd lanes, double seed, double *out, int n)
{
    begin(x, 0.01, 7);
    x->bands.lanes = lanes;
    hz_bands_seed(&x->bands, seed);
    for (int i = 0; i < n; i++)
        out[i] = go(x, i < 20 ? 10 * sin(i * HZ_PI / 20) : 0);
    end(x);
}

TEST(all_widths_and_replays_are_the_same_to_the_bit)
{
    enum { LONG = 4000 };
    static double one[LONG], other[LONG];
    driven x;
    strike(&x, HZ_SIMD_1, 3, one, LONG);
    assert_true(one[LONG - 1] != 0);
    for (int lanes = HZ_SIMD_1; lanes <= (int)hz_simd_best(); lanes++) {
        strike(&x, (enum hz_simd)lanes, 3, other, LONG);
        assert_memory_equal(one, other, sizeof one);
    }
    strike(&x, hz_simd_best(), 4, other, LONG);
    int differ = 0;
    for (int i = 1000; i < LONG; i++)
        differ += one[i] != other[i];
    assert_int_equal(differ, LONG - 1000);
}

/* When all is quiet nothing is computed: what is inside stays what it is to the bit. */
TEST(silence_costs_nothing)
{
    driven x;
    begin(&x, 0.01, 100);
    for (int i = 0; i < 20; i++)
        go(&x, 10);
    int lasts = 0;
    while ((!x.bands.still || x.bands.sounds) && lasts < 48000) {
        go(&x, 0);
        lasts++;
    }
    assert_in_range(lasts, 4000, 24000);
    assert_true(hz_bands_held(&x.bands) == 0);
    hz_bands was = x.bands;
    static hz_band_rows rows;
    memcpy(&rows, x.bands.rows, sizeof rows);
    for (int i = 0; i < 100; i++)
        assert_true(go(&x, 0) == 0);
    assert_memory_equal(&was, &x.bands, sizeof was);
    assert_memory_equal(&rows, x.bands.rows, sizeof rows);
    end(&x);
}

/* ---- what moves up ---- */

static double mode_energy(const hz_bank *m, int i)
{
    return 0.5 * (m->mass[i] * m->v[i] * m->v[i] + m->stiffness[i] * m->q[i] * m->q[i]);
}

/* A body with a mode in each of the lowest bands; all bands move energy up at the same pace. */
static void begin_cascade(driven *x, double pace)
{
    begin(x, 0, 0);
    x->b.modes.n = 6;
    for (int i = 0; i < x->b.modes.n; i++) {
        x->b.mass[i] = 1;
        x->b.omega[i] = 2 * HZ_PI * hz_band_middle(i);
        x->b.sigma[i] = 0;
        x->b.weight[i] = 1;
        x->b.heard[i] = 1;
    }
    for (int k = 0; k < HZ_BANDS; k++)
        x->b.bands.cascade[k] = pace;
    count_below(&x->b);
    x->b.bands.first = x->b.modes.n;
    hz_bank_describe(&x->bank, &x->b.modes);
    hz_bank_prepare(&x->bank, h);
    hz_bands_prepare(&x->bands, &x->b.bands, h);
}

/* bands:cascade  Alone, a band's energy falls as E0/(1 + pace E0 t). What it has no more is above it, or heat. */
TEST(energy_moves_up_and_none_is_made)
{
    enum { LONG = 3000 };
    CLAIMS(claims, CLAIM("energy of the lowest band", 1e-12),
           CLAIM("fall of what is above an edge, heat included", 1e-13),
           CLAIM("energy and heat, of what there was", 1e-13));
    const double pace = 4000, start = 2;
    driven x;
    hz_ledger books = { .open = 1 };
    begin_cascade(&x, pace);
    x.bank.v[0] = sqrt(start); /* half as potential energy */
    x.bank.q[0] = sqrt(start) / x.b.omega[0];
    double above[HZ_BANDS] = { 0 }, all = 0, heat = 0;
    for (int i = 1; i <= LONG; i++) {
        assert_int_equal(hz_bands_cascade(&x.bands, &x.bank, 1, -1, &books), i % HZ_BAND_STRETCH == 0);
        heat = all = hz_sum_value(&books.dissipated);
        for (int k = HZ_BANDS - 1; k >= 0; k--) {
            all += x.bands.rows->held[k] + (k < x.b.modes.n ? mode_energy(&x.bank, k) : 0);
            claim_see(&claims[1], k > 0 ? above[k] - all : 0, "band %d", k);
            above[k] = all;
        }
        double t = i / HZ_BAND_STRETCH * HZ_BAND_STRETCH * h;
        claim_near(&claims[0], mode_energy(&x.bank, 0), start / (1 + pace * start * t), "sample %d", i);
        claim_near(&claims[2], all, start, "sample %d", i);
    }
    assert_true(heat > 0.01 * start && x.bands.sounds);
    end(&x);
}

/* Nothing is touched where it is too little, where the port would meet what is before it, and without a cascade. */
TEST(a_quiet_body_is_left_alone)
{
    driven x;
    begin_cascade(&x, 40);
    x.bank.q[2] = 1e-2;
    assert_false(hz_bands_cascade(&x.bands, &x.bank, HZ_BAND_STRETCH, -1e-12, NULL));
    assert_true(x.bank.q[2] == 1e-2 && x.bands.awake);
    assert_int_equal(hz_bands_span(&x.bands), HZ_BAND_STRETCH);
    assert_true(hz_bands_cascade(&x.bands, &x.bank, HZ_BAND_STRETCH, -1, NULL));
    assert_true(x.bank.q[2] < 1e-2);
    memset(x.bands.rows->held, 0, sizeof x.bands.rows->held);
    x.bank.q[2] = 1e-9;
    assert_false(hz_bands_cascade(&x.bands, &x.bank, HZ_BAND_STRETCH, -1, NULL));
    assert_true(x.bank.q[2] == 1e-9 && !x.bands.awake && hz_bands_span(&x.bands) > 1 << 20);
    end(&x);
    begin_cascade(&x, 0);
    x.bank.q[2] = 1;
    assert_false(hz_bands_cascade(&x.bands, &x.bank, HZ_BAND_STRETCH, -1, NULL));
    assert_true(x.bank.q[2] == 1 && x.bands.rows->held[3] == 0);
    end(&x);
}
