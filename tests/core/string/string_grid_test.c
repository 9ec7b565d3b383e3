/* The string: energy, ports, tuning against the theory of the stiff string, retuning. */
#include "core/string/string_grid.h"
#include "tests/tools/test.h"

#include <complex.h>
#include <float.h>
#include <time.h>

enum { ROOM = 2048 };
static const double rate = 44100;

static hz_string make(const hz_string_params *p, double fs)
{
    hz_string s;
    assert_true(hz_string_init(&s, ROOM));
    hz_string_prepare(&s, p, 1 / fs, 0);
    return s;
}

static hz_string_params steel(double freq)
{
    return (hz_string_params){
        .freq = freq, .length = 0.65, .diameter = 5e-4, .density = 7850, .young = 2e11, .room = 1.06
    };
}

/* Parameters with this fundamental and inharmonicity B, f_m = m f_0 sqrt(1 + B m^2). */
static hz_string_params bent(double freq, double inharmonic)
{
    hz_string_params p = steel(freq);
    /* (pi/L)^2 E d^2/(16 rho) is the part B/(1 + B) of (2 L f)^2 */
    p.young = inharmonic / (1 + inharmonic) * 4 * p.length * p.length * freq * freq * 16 * p.density /
              (p.diameter * p.diameter) * p.length * p.length / (M_PI * M_PI);
    return p;
}

static double stored(const hz_string *s)
{
    hz_energy e = { 0 };
    hz_string_energy(s, &e);
    return hz_energy_total(&e);
}

static void hump(hz_string *s, double height, double place, double width)
{
    double shape[ROOM];
    for (int i = 1; i < s->n; i++) {
        double x = (double)i / s->n, z = (x - place) / width;
        shape[i] = height * exp(-z * z) * 4 * x * (1 - x);
    }
    hz_string_displace(s, shape);
}

/* ---- energy ---- */

static hz_string_params any_string(dice *d)
{
    hz_string_params p = steel(dice_log(d, 20, 3000));
    p.length = dice_log(d, 0.2, 2);
    p.diameter = dice_log(d, 1e-4, 2e-3);
    p.density = dice_log(d, 1000, 12000);
    p.young = dice_once(d, 4) ? 0 : dice_log(d, 1e9, 3e11);
    p.sigma0 = dice_once(d, 3) ? 0 : dice_log(d, 0.1, 1e5);
    p.sigma1 = dice_once(d, 3) ? 0 : dice_log(d, 1e-5, 1);
    p.clamped = dice_once(d, 2);
    p.points = dice_once(d, 4) ? 4 + dice_of(d, 100) : 0;
    return p;
}

/* Forces at moving places, plucks, and every parameter set anew while it sounds. */
TEST(energy_is_kept)
{
    CLAIMS(c, CLAIM("string: ledger residual, of the energy that passed", 1e-12),
           CLAIM("string: rise of stored energy without input, likewise", 1e-13),
           CLAIM("string: negative loss, likewise", 0), CLAIM("string: negative stored energy, likewise", 0),
           CLAIM("string: energy that a step's books say, off, likewise", 3e-13));
    dice d = { claim_seed(5) };
    for (int trial = 0; trial < claim_trials(60); trial++) {
        double fs = dice_log(&d, 8000, 192000);
        hz_string_params p = any_string(&d);
        hz_string s = make(&p, fs);
        double passed = 1e-300, balance = 0, frequency = dice_log(&d, 1e-4, 1);
        for (int t = 0; t < 4000; t++) {
            int driven = dice_once(&d, 2), quiet = 1;
            double before = stored(&s);
            if (dice_once(&d, 500)) {
                hump(&s, dice_even(&d, -1e-3, 1e-3), dice_even(&d, 0, 1), 0.1);
                quiet = 0;
            }
            if (dice_once(&d, 400)) {
                hz_string_params other = any_string(&d);
                if (dice_once(&d, 2)) {
                    other = p;
                    other.freq *= dice_even(&d, 0.9, 1.1);
                }
                p = other;
                hz_string_prepare(&s, &p, 1 / fs, dice_once(&d, 2) ? 64 : 0);
                quiet = 0;
            }
            double adjusted = stored(&s) - before, supplied = 0;
            passed += fabs(adjusted);
            hz_string_predict_booked(&s);
            for (int k = 0; driven && k < 3; k++) {
                hz_string_port port = hz_string_port_at(&s, 0.5 + 0.6 * sin(t * frequency + k));
                hz_string_push(&s, &port, sin(0.1 * t * k));
            }
            for (int k = 0; driven && k < 3; k++) {
                hz_string_port port = hz_string_port_at(&s, 0.5 + 0.6 * sin(t * frequency + k));
                supplied += 0.5 * sin(0.1 * t * k) * hz_string_way(&s, &port);
            }
            hz_string_books books = hz_string_book(&s);
            double lost = books.loss;
            hz_string_commit(&s);
            double glided = hz_string_glide(&s, 1), after = stored(&s);
            passed += fabs(supplied) + fabs(glided);
            balance += after - before - adjusted - supplied - glided + lost;
            claim_see(&c[0], fabs(balance) / passed, "trial %d sample %d", trial, t);
            if (!driven && quiet && glided == 0)
                claim_see(&c[1], (after - before) / passed, "trial %d sample %d", trial, t);
            claim_see(&c[2], -lost / passed, "trial %d sample %d", trial, t);
            claim_see(&c[3], -after / passed - 1e-15, "trial %d sample %d", trial, t);
            claim_see(&c[4], fabs(books.kinetic + books.potential + glided - after) / passed, "trial %d sample %d",
                      trial, t);
        }
        hz_string_free(&s);
    }
}

/* Ten seconds: rounding must not add up. */
LONG_TEST(energy_is_kept_for_long)
{
    CLAIMS(c, CLAIM("string: energy of a lossless string after 10 s, off", 1e-12));
    static const double freq[] = { 30, 110, 1000 };
    for (int i = 0; i < 3; i++) {
        hz_string_params p = steel(freq[i]);
        hz_string s = make(&p, rate);
        hump(&s, 1e-3, 0.2, 0.05);
        double start = stored(&s);
        for (int t = 0; t < 441000; t++) {
            hz_string_predict(&s);
            hz_string_commit(&s);
        }
        claim_near(&c[0], stored(&s), start, "%g Hz", freq[i]);
        hz_string_free(&s);
    }
}

/* ---- ports ---- */

TEST(a_port_reads_and_pushes)
{
    CLAIMS(c, CLAIM("port: a shape of second degree, off", 3e-15),
           CLAIM("port: displacement by a newton, off its give", 1e-12), CLAIM("port: mutual give, off", 1e-12),
           CLAIM("port: jump between neighbouring places, of the slope's", 1e-7));
    dice d = { claim_seed(6) };
    for (int trial = 0; trial < claim_trials(300); trial++) {
        hz_string_params p = any_string(&d);
        hz_string s = make(&p, rate);
        double x = dice_even(&d, 0, 1), y = dice_even(&d, fmax(x - 3.0 / s.n, 0), fmin(x + 3.0 / s.n, 1));
        hz_string_port a = hz_string_port_at(&s, x), b = hz_string_port_at(&s, y);
        double shape[ROOM];
        for (int i = 1; i < s.n; i++)
            shape[i] = (double)i / s.n * (1 - (double)i / s.n);
        hz_string_displace(&s, shape);
        if (x * s.n > 2 && (1 - x) * s.n > 2)
            claim_see(&c[0], fabs(hz_string_now(&s, &a) - x * (1 - x)), "n %d x %g", s.n, x);
        hz_string_port c1 = hz_string_port_at(&s, floor(x * s.n) / s.n - 1e-9),
                       c2 = hz_string_port_at(&s, floor(x * s.n) / s.n + 1e-9);
        claim_see(&c[3], fabs(hz_string_now(&s, &c1) - hz_string_now(&s, &c2)), "n %d x %g", s.n, x);
        hz_string_predict(&s);
        double free_a = hz_string_port_sum(&a, s.u1), free_b = hz_string_port_sum(&b, s.u1),
               own = hz_string_compliance(&s, &a, &a);
        hz_string_push(&s, &a, 2);
        claim_see(&c[1], fabs(hz_string_port_sum(&a, s.u1) - free_a - 2 * own) / (own + 1e-3 * s.compliance + 1e-3),
                  "n %d x %g", s.n, x);
        claim_see(&c[2],
                  fabs(hz_string_port_sum(&b, s.u1) - free_b - 2 * hz_string_compliance(&s, &a, &b)) /
                      (s.compliance + 1e-3),
                  "n %d x %g y %g", s.n, x, y);
        hz_string_free(&s);
    }
}

/* ---- tuning ---- */

/* The frequency at which mode m of a lossless supported string steps: its shape stays, so three samples tell it. */
static double stepped(hz_string *s, int m)
{
    double shape[ROOM], u0 = 0, u1 = 0, u2 = 0;
    hz_string_reset(s);
    for (int i = 1; i < s->n; i++)
        shape[i] = sin(M_PI * m * i / s->n);
    hz_string_displace(s, shape);
    for (int t = 0; t < 2; t++) { /* the first from rest, then a whole one */
        for (int i = 1; i < s->n; i++) {
            u0 += t == 1 ? (s->u[i] - s->d[i]) * shape[i] : 0;
            u1 += t == 1 ? s->u[i] * shape[i] : 0;
        }
        hz_string_predict(s);
        hz_string_commit(s);
    }
    for (int i = 1; i < s->n; i++)
        u2 += s->u[i] * shape[i];
    double half = (2 * u1 - u0 - u2) / u1; /* 4 sin^2(W/2) */
    return 2 * asin(0.5 * sqrt(half)) / (2 * M_PI * s->h);
}

static double cents(double f, double g)
{
    return 1200 * log2(f / g);
}

TEST(tuning_is_the_theorys)
{
    CLAIMS(c, CLAIM("tuning: fundamental, cents", 1e-5),
           CLAIM("tuning: partials up to 5 kHz, B <= 1e-4 from 200 Hz, cents", 5),
           CLAIM("tuning: partials up to 2 kHz elsewhere, cents", 5));
    static const double freq[] = { 30, 41, 55, 82, 110, 130, 200, 300, 440, 700, 1000, 1500 };
    static const double inharmonic[] = { 0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2 };
    printf(
        "worst partial in cents (up to 5 kHz where B <= 1e-4 and f >= 200 Hz, else 2 kHz), and spaces of the grid\n%8s",
        "B");
    for (int j = 0; j < 6; j++)
        printf("%16g", inharmonic[j]);
    for (int i = 0; i < 12; i++) {
        printf("\n%5g Hz", freq[i]);
        for (int j = 0; j < 6; j++) {
            double B = inharmonic[j], worst = 0;
            int strict = B <= 1e-4 && freq[i] >= 200;
            hz_string_params p = bent(freq[i], B);
            hz_string s = make(&p, rate);
            for (int m = 1; m < s.n; m++) {
                double wanted = freq[i] * m * sqrt((1 + B * m * m) / (1 + B));
                if (m > 1 && wanted > (strict ? 5000 : 2000))
                    break;
                double off = cents(stepped(&s, m), wanted);
                claim_see(m == 1 ? &c[0] : strict ? &c[1] : &c[2], fabs(off), "%g Hz B %g partial %d", freq[i], B, m);
                worst = fmax(worst, fabs(off));
            }
            printf("%10.3f (%3d)", worst, s.n);
            hz_string_free(&s);
        }
    }
    printf("\n");
}

/* The frequency near f of a signal, by the peak of its spectrum under Hann's window. */
static double heard(const double *x, int n, double f, double h)
{
    double best = 0, at = f;
    for (double step = 0.02; step > 1e-6; step /= 8) {
        double middle = at;
        for (int k = -12; k <= 12; k++) {
            double g = middle * (1 + k * step / 8);
            double complex turn = cexp(-2 * M_PI * I * g * h), z = 1, sum = 0;
            for (int i = 0; i < n; i++) {
                sum += x[i] * (1 - cos(2 * M_PI * (i + 0.5) / n)) * z;
                z *= turn;
            }
            if (cabs(sum) > best) {
                best = cabs(sum);
                at = g;
            }
        }
    }
    return at;
}

/* The theory of clamped ends, of its own: with b and q the two wave numbers of one frequency, the even modes have
 * b tan(b L/2) + q tanh(q L/2) = 0. Bisection of the fundamental's b. */
static double clamped_theory(const hz_string_wave *w)
{
    double low = M_PI / w->length, high = 2 * low * (1 - 1e-12);
    for (int i = 0; i < 100; i++) {
        double b = 0.5 * (low + high), q = sqrt(b * b + w->speed2 / w->bending2);
        if (b * tan(0.5 * b * w->length) + q * tanh(0.5 * q * w->length) < 0)
            low = b;
        else
            high = b;
    }
    return low * sqrt(w->speed2 + w->bending2 * low * low) / (2 * M_PI);
}

LONG_TEST(clamped_ends_are_in_tune)
{
    CLAIMS(c, CLAIM("tuning: theory of clamped ends, cents", 1e-11),
           CLAIM("tuning: fundamental of clamped ends, cents", 1));
    static const double freq[] = { 60, 220, 800, 1500 }, inharmonic[] = { 1e-5, 1e-4, 1e-3, 1e-2 };
    enum { LONG = 30000 };
    static double x[LONG];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            hz_string_params p = bent(freq[i], inharmonic[j]);
            p.clamped = 1;
            hz_string s = make(&p, rate);
            claim_see(&c[0], fabs(cents(clamped_theory(&s.wave), freq[i])), "%g Hz B %g", freq[i], inharmonic[j]);
            double shape[ROOM];
            for (int k = 1; k < s.n; k++)
                shape[k] = pow(sin(M_PI * k / s.n), 1.5);
            hz_string_displace(&s, shape);
            for (int t = 0; t < LONG; t++) {
                x[t] = 0;
                for (int k = 1; k < s.n; k++)
                    x[t] += s.u[k] * shape[k];
                hz_string_predict(&s);
                hz_string_commit(&s);
            }
            claim_see(&c[1], fabs(cents(heard(x, LONG, freq[i], s.h), freq[i])), "%g Hz B %g, %d spaces", freq[i],
                      inharmonic[j], s.n);
            hz_string_free(&s);
        }
}

/* ---- retuning ---- */

/* The energy (dB) above 10 kHz of a plucked string's velocity, with a vibrato of a semitone at 6 Hz or without. */
static double above_ten_kilohertz(int bent_too)
{
    enum { LONG = 1 << 16 };
    static double x[LONG];
    hz_string_params p = steel(220);
    p.sigma0 = 2;
    p.sigma1 = 1e-3;
    hz_string s = make(&p, rate);
    double shape[ROOM];
    for (int i = 1; i < s.n; i++) { /* plucked with a point */
        double place = (double)i / s.n;
        shape[i] = 1e-3 * fmin(place / 0.21, (1 - place) / 0.79);
    }
    hz_string_displace(&s, shape);
    hz_string_port pickup = hz_string_port_at(&s, 0.13);
    for (int t = 0; t < LONG; t++) {
        if (bent_too && t % 64 == 0) {
            p.freq = 220 * exp2(sin(2 * M_PI * 6 * t / rate) / 12);
            assert_int_equal(hz_string_prepare(&s, &p, 1 / rate, 64), 0);
        }
        hz_string_predict(&s);
        hz_string_commit(&s);
        hz_string_glide(&s, 0);
        x[t] = hz_string_change(&s, &pickup) * (1 - cos(2 * M_PI * t / LONG));
    }
    hz_string_free(&s);
    double sum = 0;
    for (int k = 0; k < 400; k++) { /* enough places to tell a level */
        double complex turn = cexp(-2 * M_PI * I * (10000 + 12000.0 * (k + 0.5) / 400) / rate), z = 1, y = 0;
        for (int t = 0; t < LONG; t++) {
            y += x[t] * z;
            z *= turn;
        }
        sum += creal(y * conj(y));
    }
    return 10 * log10(sum);
}

static double momentum(const hz_string *s)
{
    double sum = 0;
    for (int i = 1; i < s->n; i++)
        sum += s->d[i];
    return sum * s->mass / s->h;
}

/* string:pull  The momentum of the string is what forces, its ends and its losses make of it; and one partial pulls as
 * the theory of the stiff string says. */
TEST(ends_are_pulled)
{
    CLAIMS(c, CLAIM("string: change of momentum less force, of the greatest force", 1e-13),
           CLAIM("string: force of a partial on an end, up to 2.4 kHz, off the theory", 0.06));
    dice d = { claim_seed(77) };
    for (int trial = 0; trial < claim_trials(60); trial++) {
        hz_string_params p = any_string(&d);
        double fs = dice_log(&d, 8000, 192000), most = 1e-300, off = 0;
        hz_string s = make(&p, fs);
        hump(&s, dice_even(&d, -1e-3, 1e-3), dice_even(&d, 0, 1), 0.1);
        hz_string_moved(&s);
        for (int t = 0; t < 500; t++) {
            double pull = hz_string_pull(&s, 0) + hz_string_pull(&s, 1), before = momentum(&s);
            double push = dice_even(&d, -1, 1), lost = 2 * p.sigma0 * 0.5 * before;
            hz_string_port port = hz_string_port_at(&s, 0.5);
            hz_string_predict(&s);
            hz_string_push(&s, &port, push);
            hz_string_commit(&s);
            double after = momentum(&s), share = 0;
            lost += 2 * p.sigma0 * 0.5 * after;
            for (int k = 0; k < 4; k++)
                share += port.w[k] * push;
            most = fmax(most, fabs(pull) + fabs(push) + fabs(lost) + (fabs(after) + fabs(before)) * fs);
            off = fmax(off, fabs((after - before) * fs - share + pull + lost));
        }
        claim_see(&c[0], off / most, "trial %d", trial);
        hz_string_free(&s);
    }
    for (int k = 1; k <= 20; k++) {
        hz_string_params p = bent(110, 1e-4);
        hz_string s = make(&p, rate);
        double shape[ROOM], b = k * M_PI / p.length, f = 110 * k * sqrt((1 + 1e-4 * k * k) / (1 + 1e-4));
        for (int i = 1; i < s.n; i++)
            shape[i] = 1e-3 * sin(M_PI * k * i / s.n);
        hz_string_displace(&s, shape);
        hz_string_moved(&s);
        double area = 0.25 * M_PI * p.diameter * p.diameter;
        double force = p.density * area * pow(2 * M_PI * f, 2) * 1e-3 / b;
        claim_near(&c[1], hz_string_pull(&s, 0), force, "partial %d", k);
        claim_near(&c[1], hz_string_pull(&s, 1), k % 2 ? force : -force, "partial %d, at the last end", k);
        hz_string_free(&s);
    }
}

/* A string that is a mixture of partials is told as that: how far each is out, how fast it moves, its frequency and its
 * decay. Held, its first part has partials of its own. */
TEST(partials_are_told_apart)
{
    enum { PARTIALS = 12 };
    CLAIMS(c, CLAIM("partials: displacement, off what it was made of, of the largest", 1e-13),
           CLAIM("partials: velocity, likewise", 1e-12), CLAIM("partials: frequency off the theory's", 1e-14),
           CLAIM("partials: decay off the theory's", 3e-14));
    dice d = { claim_seed(41) };
    for (int held = 1; held <= 4; held++) {
        hz_string_params p = bent(110, 1e-4);
        p.sigma0 = 2;
        p.sigma1 = 1e-3;
        hz_string s = make(&p, rate);
        double out[PARTIALS + 1], speed[PARTIALS + 1], part = (double)(s.n / held) / s.n;
        for (int k = 1; k <= PARTIALS; k++) {
            out[k] = dice_even(&d, -1e-3, 1e-3);
            speed[k] = dice_even(&d, -1, 1);
            for (int i = 1; i < s.n; i++) {
                double shape = sin(M_PI * k * i / (part * s.n));
                s.u[i] += out[k] * shape;
                s.d[i] += speed[k] * shape / rate;
            }
        }
        for (int k = 1; k <= PARTIALS; k++) {
            hz_string_partial got;
            assert_int_equal(hz_string_partials(&s, k, part, HUGE_VAL, &got, 1), 1);
            double m = k / part, b = m * M_PI / p.length;
            claim_see(&c[0], fabs(got.displacement - out[k]) / 1e-3, "partial %d of a part of 1/%d", k, held);
            claim_see(&c[1], fabs(got.velocity - speed[k]), "partial %d of a part of 1/%d", k, held);
            claim_near(&c[2], got.freq, 110 * m * sqrt((1 + 1e-4 * m * m) / (1 + 1e-4)), "partial %d", k);
            claim_near(&c[3], got.sigma, 2 + 1e-3 * b * b, "partial %d", k);
        }
        hz_string_free(&s);
    }
}

/* Hundreds of partials at once, as `partials 1000` asks for them, are those that come one by one. */
TEST(many_partials_are_those_of_each)
{
    enum { MANY_PARTIALS = 1000 };
    static hz_string_partial all[MANY_PARTIALS];
    CLAIMS(c, CLAIM("partials: displacement of one of many, off its own, of the largest", 1e-12),
           CLAIM("partials: velocity, likewise", 1e-12),
           CLAIM("partials: time of hundreds, of that of as many by themselves", 0.5));
    hz_string_params p = bent(30, 0);
    hz_string s = make(&p, rate);
    dice d = { claim_seed(42) };
    for (int i = 1; i < s.n; i++) {
        s.u[i] = dice_even(&d, -1e-3, 1e-3);
        s.d[i] = dice_even(&d, -1, 1) / rate;
    }
    clock_t began = clock();
    int n = hz_string_partials(&s, 1, 0.9, 0.45 * rate, all, MANY_PARTIALS);
    double at_once = (double)(clock() - began);
    assert_in_range(n, 400, 0.9 * s.n);
    assert_true(all[n - 1].freq <= 0.45 * rate);
    began = clock();
    for (int k = 1; k <= n; k++) {
        hz_string_partial one;
        assert_int_equal(hz_string_partials(&s, k, 0.9, HUGE_VAL, &one, 1), 1);
        assert_true(one.freq == all[k - 1].freq);
        claim_see(&c[0], fabs(one.displacement - all[k - 1].displacement) / 1e-3, "partial %d", k);
        claim_see(&c[1], fabs(one.velocity - all[k - 1].velocity), "partial %d", k);
    }
    claim_see(&c[2], at_once / (double)(clock() - began), "%d partials", n);
    hz_string_free(&s);
}

TEST(vibrato_adds_nothing_high)
{
    claim c[] = { { "retuning: vibrato above 10 kHz, dB over the unbent tone", 3, -999, 0, "" } };
    claim_see(&c[0], above_ten_kilohertz(1) - above_ten_kilohertz(0), "220 Hz");
    CLAIMS_CHECK(c);
}

TEST(what_no_grid_carries_is_said)
{
    hz_string s;
    assert_true(hz_string_init(&s, 200));
    hz_string_params p = steel(440);
    assert_int_equal(hz_string_prepare(&s, &p, 1 / rate, 0), HZ_STRING_REBUILT);
    int n = s.n;
    p.freq = 460;
    assert_int_equal(hz_string_prepare(&s, &p, 1 / rate, 64), 0);
    assert_int_equal(s.n, n);
    assert_int_equal(s.gliding, 64);
    p.freq = 880;
    assert_int_equal(hz_string_prepare(&s, &p, 1 / rate, 64), HZ_STRING_REBUILT);
    assert_true(s.n < n && s.gliding == 0);
    p.freq = 30000;
    assert_true(hz_string_prepare(&s, &p, 1 / rate, 0) & HZ_STRING_HIGH);
    p.freq = 1;
    p.diameter = 0.01;
    assert_true(hz_string_prepare(&s, &p, 1 / rate, 0) & HZ_STRING_LOW);
    p = steel(20);
    p.young = 0;
    assert_int_equal(hz_string_prepare(&s, &p, 1 / rate, 0) & ~HZ_STRING_REBUILT,
                     0); /* 1050 spaces wanted, 200 there */
    assert_int_equal(s.n, 200);
    p.points = 190;
    assert_int_equal(hz_string_prepare(&s, &p, 1 / rate, 0), HZ_STRING_REBUILT);
    assert_int_equal(s.n, 190);
    p = steel(440);
    p.points = 190;
    assert_true(hz_string_prepare(&s, &p, 1 / rate, 0) & HZ_STRING_COARSE);
    assert_true(s.n < 190);
    hz_string_free(&s);
}

/* ---- the sweep ---- */

/* string:step  one point after the other, which `volatile` holds the compiler to. */
static void step_by_points(const hz_string_kernel *w)
{
    const double *u = w->u, *d = w->d, *s = w->s, s0 = w->c[0] + 2 * w->c[1] + 6 * w->c[2], s1 = -w->c[1] - 4 * w->c[2],
                 s2 = w->c[2];
    for (int i = -2; i <= w->n + 2; i++) {
        double before = u[i] - u[i - 1], after = u[i + 1] - u[i];
        *(volatile double *)&w->s[i] = before - after;
    }
    for (volatile int k = 1; k < w->n; k = k + 1) {
        int i = k;
        double force = s0 * s[i] + s1 * (s[i - 1] + s[i + 1]) + s2 * (s[i - 2] + s[i + 2]);
        double bend = (d[i] - d[i - 1]) - (d[i + 1] - d[i]);
        double way = (w->keep * d[i] - w->loss * bend) - force;
        w->force[i] = force;
        w->d1[i] = way;
        w->u1[i] = u[i] + way;
    }
}

TEST(vectors_are_the_scalar_form)
{
    dice d = { claim_seed(7) };
    enum { MOST = 100, ROW = 136 };
    static _Alignas(64) double rows[10][ROW];
    for (int trial = 0; trial < claim_trials(300); trial++) {
        int n = 4 + dice_of(&d, MOST - 4);
        for (int r = 0; r < 10; r++)
            for (int i = 0; i < ROW; i++)
                rows[r][i] = r < 2 ? dice_even(&d, -1, 1) : 0;
        hz_string_kernel a = { .n = n,
                               .u = rows[0] + 8,
                               .d = rows[1] + 8,
                               .s = rows[2] + 8,
                               .u1 = rows[3] + 8,
                               .d1 = rows[4] + 8,
                               .c = { dice_even(&d, 0, 1), dice_even(&d, -0.1, 0.1), dice_even(&d, -0.01, 0.01) },
                               .keep = dice_even(&d, 0, 1),
                               .loss = dice_even(&d, 0, 0.1) };
        hz_string_kernel b = a;
        b.s = rows[5] + 8, b.u1 = rows[6] + 8, b.d1 = rows[7] + 8, b.force = rows[9] + 8;
        step_by_points(&b);
        for (a.lanes = HZ_SIMD_1; a.lanes <= hz_simd_best(); a.lanes++) {
            memset(rows[3], 0, 2 * sizeof rows[3]);
            a.force = dice_once(&d, 2) ? rows[8] + 8 : NULL;
            hz_string_kernel_run(&a);
            for (int i = 1; i < n; i++) {
                assert_true(!a.force || a.force[i] == b.force[i]);
                assert_memory_equal(&a.u1[i], &b.u1[i], sizeof(double));
                assert_memory_equal(&a.d1[i], &b.d1[i], sizeof(double));
            }
            for (int i = n + 9; i < ROW - 8; i++)
                assert_true(a.u1[i] == 0 && a.d1[i] == 0);
        }
    }
}

TEST(what_dies_out_becomes_zero)
{
    hz_string_params p = steel(200);
    p.sigma0 = 3000;
    hz_string s = make(&p, rate);
    hump(&s, 1e-3, 0.3, 0.1);
    assert_false(hz_string_is_silent(&s) || hz_string_is_moving(&s));
    for (int t = 0; t < 40000; t++) {
        hz_string_predict(&s);
        hz_string_commit(&s);
        assert_true(t > 0 || hz_string_is_moving(&s));
        if (t % 64 == 0)
            hz_string_settle(&s);
    }
    assert_true(hz_string_is_silent(&s) && !hz_string_is_moving(&s));
    assert_true(hz_string_finite(&s));
    s.u[3] = NAN;
    assert_false(hz_string_finite(&s));
    hz_string_reset(&s);
    assert_true(hz_string_is_silent(&s) && hz_string_finite(&s));
    hz_string_free(&s);
}
