/* What is found in recorded hits: of bodies that the core renders with noise, every mode that can be told from the
 * noise, as exactly as any method could; a pair half a hertz apart; what no hit is; one body of several hits. */
#include "core/base/units.h"
#include "core/collide/collide.h"
#include "core/listen/linear.h"
#include "core/listen/listen.h"
#include "tests/tools/test.h"

#include <time.h>

enum { MOST = 62, LONGEST = 5 * 48000 };

/* A hit on a body, and what its modes truly are where the analysis begins. */
typedef struct take {
    int n, samples;
    double rate, noise;
    double mass[MOST], omega[MOST], sigma[MOST], weight[MOST], heard[MOST];
    float x[LONGEST];
    double q[MOST], v[MOST];
    int mark; /* the sample of these */
} take;

static take t;
static hz_listen_hit hit;

static double bell(dice *d)
{
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += dice_even(d, -0.5, 0.5);
    return sum;
}

static void draw_body(dice *d, int n)
{
    double slope = dice_even(d, 0, 0.7), longest = dice_log(d, 0.3, 4);
    t.n = n;
    for (int i = 0; i < n; i++) {
        double f = dice_log(d, 80, 9000);
        t.omega[i] = 2 * HZ_PI * f;
        t.sigma[i] = HZ_SIXTY_DB / fmax(longest * pow(f / 80, -slope), 0.08);
        t.mass[i] = 0.5 * n;
        t.weight[i] = dice_even(d, 0.1, 1) * (dice_once(d, 2) ? 1 : -1);
        t.heard[i] = dice_even(d, 0.1, 1) * (dice_once(d, 2) ? 1 : -1);
    }
}

static void render(double stiffness, double before)
{
    const double *row = t.heard;
    hz_collide c;
    hz_collide_params p = { .law = { stiffness, 1.5, 0.3 }, .mass = 0.01, .quiet = 1e-9 };
    hz_modes modes = {
        .n = t.n, .mass = t.mass, .omega = t.omega, .sigma = t.sigma, .weight = t.weight, .pickups = 1, .heard = &row
    };
    assert_true(hz_collide_init(&c, MOST, 1));
    hz_collide_prepare(&c, &p, &modes, 1 / t.rate);
    hz_collide_reset(&c);
    int start = (int)(before * t.rate);
    for (int i = 0; i < t.samples; i++) {
        double in[1] = { 0 }, audio[1] = { 0 }, force[1], *meter[HZ_METERS] = { 0 };
        double *rows[1] = { audio };
        if (i == start)
            hz_collide_strike(&c, 1, 0);
        hz_collide_io io = { .n = 1, .force_a = in, .force_b = in, .audio = rows, .force = force, .meter = meter };
        if (i >= start)
            hz_collide_run(&c, &io);
        t.x[i] = (float)audio[0];
        if (i == start + (int)(0.004 * t.rate)) { /* The contact is over by then. */
            t.mark = i;
            memcpy(t.q, c.system.object.q, sizeof *t.q * (size_t)t.n);
            memcpy(t.v, c.system.object.v, sizeof *t.v * (size_t)t.n);
        }
    }
    hz_collide_free(&c);
}

/* Noise 40 dB under the peak. */
static void add_noise(dice *d)
{
    double peak = 0;
    for (int i = 0; i < t.samples; i++)
        peak = fmax(peak, fabs((double)t.x[i]));
    t.noise = 0.01 * peak;
    for (int i = 0; i < t.samples; i++)
        t.x[i] += (float)(t.noise * bell(d));
}

/* What a mode truly is at a time: its frequency, and its size. */
static double freq_of(int i)
{
    return sqrt(t.omega[i] * t.omega[i] - t.sigma[i] * t.sigma[i]) / (2 * HZ_PI);
}

static hz_complex size_at(int i, double time)
{
    double w = 2 * HZ_PI * freq_of(i), late = time - (t.mark + 1) / t.rate;
    hz_complex a = hz_c(t.v[i], (t.omega[i] * t.omega[i] * t.q[i] + t.sigma[i] * t.v[i]) / w);
    return hz_c_scale(hz_c_mul(a, hz_c_exp(hz_c(-t.sigma[i] * late, w * late))), t.heard[i]);
}

/* ---- how exact anybody can be: the bound of Cramer and Rao for all modes together ---- */

static void geometric(hz_complex s, int n, hz_complex out[3])
{
    hz_complex z = hz_c_exp(s), x = { 1, 0 };
    memset(out, 0, 3 * sizeof *out);
    for (int i = 0; i < n && hz_c_square(x) > 1e-24; i++, x = hz_c_mul(x, z)) {
        out[0] = hz_c_add(out[0], x);
        out[1] = hz_c_add(out[1], hz_c_scale(x, i));
        out[2] = hz_c_add(out[2], hz_c_scale(x, (double)i * i));
    }
}

/* The standard deviations of amplitudes, and behind them those of exponents (1/s), at a coarser rate of samples. */
static int bounds(double from, double until, double *sd)
{
    enum { COARSE = 24, TWO = 2 * MOST };
    static hz_complex f[TWO * TWO];
    int n = t.n, two = 2 * n, length = (int)((until - from) * t.rate / COARSE);
    double h = COARSE / t.rate, power = 0.5 * COARSE / (t.noise * t.noise);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            hz_complex sum[3], ai = hz_c_conj(size_at(i, from)), aj = size_at(j, from);
            geometric(hz_c(-(t.sigma[i] + t.sigma[j]) * h, 2 * HZ_PI * remainder((freq_of(j) - freq_of(i)) * h, 1)),
                      length, sum);
            f[i * two + j] = hz_c_scale(sum[0], power);
            f[(n + i) * two + j] = hz_c_scale(hz_c_mul(ai, sum[1]), power * h);
            f[(n + j) * two + i] = hz_c_scale(hz_c_mul(hz_c_conj(aj), hz_c_conj(sum[1])), power * h);
            f[(n + i) * two + n + j] = hz_c_scale(hz_c_mul(hz_c_mul(ai, aj), sum[2]), power * h * h);
        }
    if (!hz_linear_factor(f, two))
        return 0;
    for (int i = 0; i < two; i++) {
        hz_complex unit[TWO] = { 0 };
        unit[i] = hz_c(1, 0);
        hz_linear_back(f, two, unit);
        sd[i] = sqrt(unit[i].re);
    }
    return 1;
}

/* ---- what was found ---- */

enum { FREQ, DECAY, LEVEL, KINDS };
static const char *const kinds[KINDS] = { "frequency, cents", "decay, per cent", "level, dB" };
static const double allowed[KINDS] = { 0.5, 3, 1 };
static double errors[KINDS][100 * MOST];
static int n_errors, beyond[KINDS], told_apart, missed, invented;

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The mode found that is nearest to mode i, and belongs to no other yet; -1: none within so many Hz. */
static int nearest(int i, double off, const char *taken)
{
    int best = -1;
    for (int k = 0; k < hit.n; k++)
        if (!taken[k] && fabs(hit.mode[k].freq - freq_of(i)) < off) {
            best = k;
            off = fabs(hit.mode[k].freq - freq_of(i));
        }
    return best;
}

static void compare_mode(int i, double sd_size, double sd_rate, const hz_listen_mode *m)
{
    double back = exp(-m->sigma * (hit.from - hit.onset)), true_size = hz_c_abs(size_at(i, hit.from));
    double error[KINDS] = { 1200 * fabs(log2(m->freq / freq_of(i))), 100 * fabs(t.sigma[i] / m->sigma - 1),
                            20 * fabs(log10(m->size * back / true_size)) };
    double sd[KINDS] = { 1731 * sd_rate / (2 * HZ_PI * freq_of(i)), 100 * sd_rate / t.sigma[i],
                         8.7 * sd_size / true_size };
    for (int k = 0; k < KINDS; k++) {
        errors[k][n_errors] = error[k];
        beyond[k] += error[k] > fmax(allowed[k], 4 * sd[k]);
    }
    n_errors++;
}

/* Modes stand in the order of their sizes, so that a weak one is not taken for a strong one. */
static void compare(void)
{
    char taken[HZ_LISTEN_MODES] = { 0 }, done[MOST] = { 0 };
    double sd[2 * MOST], strongest = 0;
    int has = bounds(hit.from, hit.until, sd);
    for (int turn = 0; turn < t.n; turn++) {
        int i = -1;
        for (int k = 0; k < t.n; k++)
            if (!done[k] && (i < 0 || hz_c_square(size_at(k, hit.from)) > hz_c_square(size_at(i, hit.from))))
                i = k;
        double size = hz_c_abs(size_at(i, hit.from));
        done[i] = 1;
        strongest = fmax(strongest, size);
        double off = has ? fmax(0.1, 5 * sd[t.n + i] / (2 * HZ_PI)) : 1;
        int k = nearest(i, off, taken), is_plain = has && size > 10 * sd[i] && size > 0.01 * strongest;
        if (k >= 0)
            taken[k] = 1;
        told_apart += is_plain;
        missed += is_plain && k < 0;
        if (is_plain && k >= 0)
            compare_mode(i, sd[i], sd[t.n + i], &hit.mode[k]);
    }
    for (int k = 0; k < hit.n; k++) {
        int close = 0;
        for (int i = 0; i < t.n; i++)
            close |= fabs(freq_of(i) - hit.mode[k].freq) < 3 + t.sigma[i];
        invented += !taken[k] && !close && hit.mode[k].size > 0.001 * strongest;
    }
}

static void print_errors(void)
{
    for (int k = 0; k < KINDS; k++) {
        qsort(errors[k], (size_t)n_errors, sizeof *errors[k], by_size);
        printf("# %s: median %.3g, nine of ten under %.3g, worst %.3g\n", kinds[k], errors[k][n_errors / 2],
               errors[k][n_errors * 9 / 10], errors[k][n_errors - 1]);
    }
    printf("# of %d modes within 40 dB and 20 dB over what the noise hides %d were missed; invented: %d\n", told_apart,
           missed, invented);
}

TEST(test_bodies)
{
    static claim claims[] = { { "listen: beyond tolerance and bound, part of frequencies", 0.05, 0, 0, "" },
                              { "listen: beyond tolerance and bound, part of decays", 0.05, 0, 0, "" },
                              { "listen: beyond tolerance and bound, part of levels", 0.05, 0, 0, "" },
                              { "listen: modes missed, part", 0.08, 0, 0, "" },
                              { "listen: modes invented, part", 0.01, 0, 0, "" },
                              { "listen: seconds for one of sound", 1, 0, 0, "" } };
    dice d = { claim_seed(37) };
    int draws = claim_whole() ? 100 : 8;
    for (int i = 0; i < draws; i++) {
        int n = 1 + dice_of(&d, 60);
        t.rate = dice_once(&d, 2) ? 44100 : 48000;
        t.samples = (int)(dice_even(&d, 1, 5) * t.rate);
        draw_body(&d, n);
        render(dice_log(&d, 3e7, 3e9), 0.1);
        add_noise(&d);
        clock_t begun = clock();
        hz_listen_sound s = { t.x, t.samples, t.rate };
        assert_int_equal(hz_listen(&s, 0, HZ_LISTEN_MODES, NULL, NULL, &hit), HZ_LISTEN_GOOD);
        claim_see(&claims[5], (double)(clock() - begun) / CLOCKS_PER_SEC * t.rate / t.samples, "draw %d, %d modes", i,
                  n);
        compare();
    }
    print_errors();
    for (int k = 0; k < KINDS; k++)
        claim_see(&claims[k], (double)beyond[k] / n_errors, "all draws");
    claim_see(&claims[3], (double)missed / told_apart, "all draws");
    claim_see(&claims[4], (double)invented / told_apart, "all draws");
    CLAIMS_CHECK(claims);
}

/* ---- single cases ---- */

static void two_modes(double apart, double decay)
{
    t.n = 2;
    t.rate = 48000;
    t.samples = 3 * 48000;
    for (int i = 0; i < 2; i++) {
        t.omega[i] = 2 * HZ_PI * (440 + i * apart), t.sigma[i] = HZ_SIXTY_DB / decay;
        t.mass[i] = 1, t.weight[i] = 1, t.heard[i] = 1 - 0.3 * i;
    }
}

TEST(test_pair)
{
    dice d = { claim_seed(2) };
    two_modes(0.5, 6);
    render(1e8, 0.05);
    add_noise(&d);
    hz_listen_sound s = { t.x, t.samples, t.rate };
    assert_int_equal(hz_listen(&s, 0, HZ_LISTEN_MODES, NULL, NULL, &hit), HZ_LISTEN_GOOD);
    assert_int_equal(hit.n, 2);
    for (int i = 0; i < 2; i++) {
        assert_float_equal(1200 * log2(hit.mode[i].freq / freq_of(i)), 0, 0.5);
        assert_float_equal(hit.mode[i].sigma / t.sigma[i], 1, 0.03);
    }
}

static void fill(double (*sample)(dice *d, double time), dice *d)
{
    t.rate = 48000;
    t.samples = 48000;
    for (int i = 0; i < t.samples; i++)
        t.x[i] = (float)sample(d, i / t.rate);
}

static double nothing(dice *d, double time)
{
    (void)d, (void)time;
    return 0;
}

static double brief(dice *d, double time)
{
    (void)d;
    return time < 0.98 ? 0 : sin(5000 * time);
}

static double steady_noise(dice *d, double time)
{
    return time < 0.2 ? 0 : 0.1 * bell(d);
}

static enum hz_listen_answer answer_to(double (*sample)(dice *d, double time))
{
    dice d = { 1 };
    fill(sample, &d);
    hz_listen_sound s = { t.x, t.samples, t.rate };
    return hz_listen(&s, 0, HZ_LISTEN_MODES, NULL, NULL, &hit);
}

TEST(test_no_hits)
{
    assert_int_equal(answer_to(nothing), HZ_LISTEN_SILENT);
    assert_int_equal(answer_to(brief), HZ_LISTEN_SHORT);
    assert_int_equal(answer_to(steady_noise), HZ_LISTEN_NOTHING);
}

static int stop_half_way(void *who, double part)
{
    *(double *)who = part;
    return part < 0.5;
}

TEST(test_cancel)
{
    double part = 0;
    two_modes(200, 1);
    render(1e8, 0.05);
    hz_listen_sound s = { t.x, t.samples, t.rate };
    assert_int_equal(hz_listen(&s, 0, HZ_LISTEN_MODES, stop_half_way, &part, &hit), HZ_LISTEN_CANCELLED);
    assert_true(part >= 0.5 && part < 0.6);
}

TEST(test_clipping_and_hum)
{
    two_modes(200, 0.5);
    render(1e8, 0.05);
    double peak = 0;
    for (int i = 0; i < t.samples; i++)
        peak = fmax(peak, fabs((double)t.x[i]));
    for (int i = 0; i < t.samples; i++) {
        double x = t.x[i] / peak + 0.01 * sin(2 * HZ_PI * 50 * i / t.rate);
        t.x[i] = (float)fmin(fmax(x, -0.8), 0.8);
    }
    hz_listen_sound s = { t.x, t.samples, t.rate };
    assert_int_equal(hz_listen(&s, 0, HZ_LISTEN_MODES, NULL, NULL, &hit), HZ_LISTEN_GOOD);
    assert_true(hit.clipped > 10);
    assert_float_equal(hit.hum, 50, 0.2);
    for (int k = 0; k < hit.n; k++)
        assert_true(fabs(hit.mode[k].freq - 50) > 1);
}

/* Three places of one body: frequencies are shared, and weights go as those of the places, signs too. */
TEST(test_places)
{
    static hz_listen_hit hits[3];
    static hz_listen_body body;
    static const double at[3] = { 0.13, 0.29, 0.42 };
    const hz_listen_hit *list[3] = { hits, hits + 1, hits + 2 };
    dice d = { claim_seed(3) };
    for (int p = 0; p < 3; p++) {
        t.n = 6, t.rate = 48000, t.samples = 2 * 48000;
        for (int i = 0; i < t.n; i++) {
            t.omega[i] = 2 * HZ_PI * 220 * (i + 1) * (1 + 0.01 * i * i), t.sigma[i] = 4 + i;
            t.mass[i] = 5, t.weight[i] = sin(HZ_PI * (i + 1) * at[p]), t.heard[i] = sin(HZ_PI * (i + 1) * 0.37);
        }
        render(1e9, 0.05 + 0.01 * p);
        add_noise(&d);
        hz_listen_sound s = { t.x, t.samples, t.rate };
        assert_int_equal(hz_listen(&s, 0, HZ_LISTEN_MODES, NULL, NULL, &hits[p]), HZ_LISTEN_GOOD);
    }
    assert_true(hz_listen_share(list, 3, HZ_LISTEN_MODES, &body));
    assert_int_equal(body.n, 6);
    for (int i = 0; i < 6; i++) {
        assert_float_equal(1200 * log2(2 * HZ_PI * body.freq[i] / t.omega[i]), 0, 1);
        for (int p = 1; p < 3; p++)
            assert_float_equal(body.weight[p][i] / body.weight[0][i],
                               sin(HZ_PI * (i + 1) * at[p]) / sin(HZ_PI * (i + 1) * at[0]), 0.25);
    }
}

/* ---- linear algebra ---- */

TEST(test_eigenvalues)
{
    enum { N = 12 };
    dice d = { claim_seed(4) };
    hz_complex a[N * N], root[N], poly[N + 1] = { { 1, 0 } }, value[N];
    for (int i = 0; i < N; i++) {
        root[i] = hz_c(dice_even(&d, -1, 1), dice_even(&d, -1, 1));
        for (int k = i + 1; k > 0; k--)
            poly[k] = hz_c_sub(poly[k], hz_c_mul(root[i], poly[k - 1]));
    }
    for (int i = 0; i < N * N; i++)
        a[i] = i < N ? hz_c_scale(poly[i + 1], -1) : hz_c(i / N - 1 == i % N, 0);
    assert_true(hz_linear_eigenvalues(a, N, value));
    for (int i = 0; i < N; i++) {
        double off = 1;
        for (int k = 0; k < N; k++)
            off = fmin(off, hz_c_abs(hz_c_sub(value[k], root[i])));
        assert_true(off < 1e-8);
    }
}

TEST(test_hermitian)
{
    enum { N = 10 };
    dice d = { claim_seed(5) };
    hz_complex a[N * N], kept[N * N], v[N * N];
    double value[N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            a[i * N + j] = hz_c(dice_even(&d, -1, 1), i == j ? 0 : dice_even(&d, -1, 1));
            a[j * N + i] = hz_c_conj(a[i * N + j]);
        }
    memcpy(kept, a, sizeof a);
    hz_linear_hermitian(a, N, value, v);
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++) {
            hz_complex sum = hz_c_scale(v[i * N + k], -value[k]);
            for (int j = 0; j < N; j++)
                sum = hz_c_add(sum, hz_c_mul(kept[i * N + j], v[j * N + k]));
            assert_true(hz_c_abs(sum) < 1e-12);
            assert_true(k == 0 || value[k] <= value[k - 1]);
        }
}
