/* friction~ is played in a patch: what sticks and slips is told, the inlets are a hand, glass sings at its mode, a door
 * creaks as fast as it moves, and what cannot be is said. */

#include "tests/tools/loudness.h"
#include "tests/tools/spectrum.h"
#include "impact.h"
#include "kinds.h"

enum { RATE = 48000, N = 48000 };

static double rms_of(const float *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (double)x[i] * x[i];
    return sqrt(sum / n);
}

static double peak_of(const float *x, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

/* Of two rigid bodies: nothing sounds, friction is its coefficient times the force, and one stretch of sticking and
 * one of slipping are told, whose times and losses are those of the hand. */
TEST(what_happens_is_told)
{
    pd_patch *p = pd_open(.rate = RATE);
    int o = pd_obj(p, "hertz/friction~ -b object wall -ledger 1 -stribeck 0.01 -static 0.8 -dynamic 0.5"),
        force = pd_obj(p, "sig~ 4"), speed = pd_obj(p, "sig~ 0.25");
    pd_print(p, o, 4, "info");
    pd_connect(p, force, 0, o, 0);
    pd_connect(p, speed, 0, o, 1);
    int sound = pd_record(p, o, 1, 0, N), friction = pd_record(p, o, 2, 0, N);
    int energy = pd_at(p, 1000, o, "energy"), lifted = pd_at(p, 1001, force, "0");
    pd_at(p, 1010, o, "get press");
    pd_run(p);
    double stick[2], slip[2], told[9];
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    assert_true(peak_of(pd_samples(p, sound), N) == 0);
    assert_true(fabs(pd_samples(p, friction)[N - 1] - 4 * 0.5) < 1e-3);
    assert_int_equal(pd_numbers(pd_line(p, PD_ALL, "info: stick ", 0), stick, 2), 2);
    assert_int_equal(pd_numbers(pd_line(p, lifted, "info: slip ", 0), slip, 2), 2);
    assert_true(stick[0] > 0 && stick[0] < 1e-3 && slip[0] > 0.99 && slip[0] < 1.01);
    assert_true(fabs(slip[1] - 4 * 0.5 * 0.25) < 0.01);
    assert_int_equal(pd_numbers(pd_line(p, energy, "info: energy ", 0), told, 9), 9);
    assert_true(fabs(told[5] - 0.5) < 0.01 && fabs(told[7]) < 1e-10 * told[5]);
}

/* Without force, or with a hand that stands still, nothing sounds; with one inlet the parameter is the other. */
TEST(inlets_are_a_hand)
{
    static const char *const sent[][2] = { { "5", "0.125" }, { "0", "0.125" }, { "5", "0" }, { "-5", "0.125" } };
    pd_patch *p = pd_open(.rate = RATE);
    int sound[6];
    for (int k = 0; k < 6; k++) {
        int o = pd_obj(p, "hertz/friction~ -gain 1 -report 0 -press 5 -speed 0.125");
        for (int i = 0; i < 2; i++)
            if (k < 4 || k - 4 == i)
                pd_connect(p, pd_obj(p, "sig~ %s", sent[k < 4 ? k : 0][i]), 0, o, i);
        sound[k] = pd_record(p, o, 1, 0, N);
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    assert_true(peak_of(pd_samples(p, sound[0]), N) > 0.02);
    for (int k = 1; k < 4; k++)
        assert_true(peak_of(pd_samples(p, sound[k]), N) == 0);
    for (int k = 4; k < 6; k++)
        assert_memory_equal(pd_samples(p, sound[k]), pd_samples(p, sound[0]), N * sizeof(float));
}

/* The level of a sound where it is strongest, in hundredths of a second. */
static double loudest_of(const float *x, int n)
{
    enum { STEP = RATE / 100 };
    double most = 0;
    for (int i = 0; i + STEP <= n; i += STEP)
        most = fmax(most, rms_of(x + i, STEP));
    return most;
}

/* How much the level of a sound swings at a rate, of its mean. */
static double tremolo(const float *x, int n, double rate)
{
    enum { STEP = RATE / 100 };
    double mean = 0, c = 0, s = 0;
    for (int i = 0; i + STEP <= n; i += STEP) {
        double level = rms_of(x + i, STEP), turn = 2 * M_PI * rate * i / RATE;
        mean += level;
        c += 2 * level * cos(turn);
        s += 2 * level * sin(turn);
    }
    return hypot(c, s) / mean;
}

/* The glass sings at its lowest mode, grows from -40 dB to -3 dB of its strongest tone in 0.3 to 1 s, and swells four
 * times in a round of the finger, for its mode has four quiet places on the rim. */
TEST(a_glass_sings)
{
    CLAIMS(c, CLAIM("friction~ wineglass: tone off the lowest mode, cents", 5),
           CLAIM("friction~ wineglass: seconds to grow beside 0.65", 0.35),
           CLAIM("friction~ wineglass: tremolo with the finger's round under a tenth", 0));
    enum { LONG = 8 * RATE, STEP = RATE / 100 };
    static double tone[RATE];
    for (int k = 0; k < 3; k++) {
        double freq = 440 * pow(2, k / 2.0);
        pd_patch *p = pd_open(.rate = RATE);
        int o = pd_obj(p, "hertz/friction~ -preset wineglass -report 0");
        pd_at(p, 1, o, "b freq %g", freq);
        pd_at(p, 10, o, "rub 0");
        int sound = pd_record(p, o, 1, 10, LONG);
        pd_run(p);
        const float *x = pd_samples(p, sound);
        double steady = loudest_of(x + 3 * RATE, 5 * RATE), from = 0, to = 0;
        for (int i = 0; i < LONG - STEP; i += STEP) {
            double now = rms_of(x + i, STEP) / steady;
            from = now < 0.01 ? (double)i / RATE : from;
            if (to == 0 && now > 0.7)
                to = (double)i / RATE;
        }
        for (int i = 0; i < RATE; i++)
            tone[i] = x[2 * RATE + i];
        spectrum s = spectrum_of(tone, RATE, RATE);
        double found = spectrum_peak(&s, 100, 20000);
        claim_see(&c[0], fabs(1200 * log2(found / freq)), "%g Hz", freq);
        claim_see(&c[1], fabs(to - from - 0.65), "%g Hz: from %g to %g s", freq, from, to);
        double swells = tremolo(x + 3 * RATE, 5 * RATE, 4 * 0.6);
        claim_see(&c[2], fmax(0.1 - swells, 0), "%g Hz: %g", freq, swells);
        printf("# %g Hz: tremolo %g\n", freq, swells);
        spectrum_free(&s);
        pd_close(p);
    }
}

/* A creak begins with a slip that ends at least 3 ms of sticking. Then the door rings, and may slip in its rhythm. */
static int creaks(const pd_patch *p, int from)
{
    int count = 0, n = pd_count(p, from, "info: stick ");
    for (int i = 0; i < n; i++) {
        double seconds = 0;
        pd_numbers(pd_line(p, from, "info: stick ", i), &seconds, 1);
        count += seconds > 0.003;
    }
    return count;
}

/* A door creaks as many times a second as it is fast. */
TEST(a_door_creaks_as_fast_as_it_moves)
{
    static const double speeds[] = { 0.005, 0.00125, 0.0025, 0.01, 0.02, 0.03, 0.05 };
    CLAIMS(c, CLAIM("friction~ door: creaks over speed, 1.25 to 50 mm/s, off those at 5 mm/s", 0.25));
    double first = 0;
    for (size_t k = 0; k < sizeof speeds / sizeof *speeds; k++) {
        double speed = speeds[k];
        pd_patch *p = pd_open(.rate = RATE);
        int o = pd_obj(p, "hertz/friction~ -preset door -roughness 0 -rise 0.1 -report 10000");
        pd_print(p, o, 4, "info");
        pd_at(p, 10, o, "rub 0 30 %g", speed);
        int from = pd_at(p, 1000, o, "get press");
        pd_until(p, speed > 0.005 ? 3000 : 9000);
        pd_run(p);
        double rate = creaks(p, from) / (speed > 0.005 ? 2.0 : 8.0);
        first = k == 0 ? rate / speed : first;
        printf("# %g mm/s: %g creaks a second, %g slips\n", 1000 * speed, rate,
               pd_count(p, from, "info: slip ") / (speed > 0.005 ? 2.0 : 8.0));
        claim_near(&c[0], rate / speed, first, "%g m/s", speed);
        pd_close(p);
    }
}

/* Friction that falls with the speed feeds a tone only where it falls: how fast hands may be for theirs. */
TEST(presets_sound_over_a_range_of_speeds)
{
    static const struct {
        const char *name;
        double from, usual, to;
    } all[] = { { "wineglass", 0.05, 0.15, 0.17 }, { "bowedbar", 0.05, 0.2, 0.4 }, { "brake", 1. / 3, 1, 3 } };
    CLAIMS(c, CLAIM("friction~ wineglass, bowedbar, brake: dB softer at the ends of their range", 18));
    for (int k = 0; k < 3; k++) {
        pd_patch *p = pd_open(.rate = RATE);
        const double speed[] = { all[k].usual, all[k].from, all[k].to };
        int sound[3];
        for (int i = 0; i < 3; i++) {
            int o = pd_obj(p, "hertz/friction~ -preset %s -report 0", all[k].name);
            pd_at(p, 10, o, "speed %g, rub 0", speed[i]);
            sound[i] = pd_record(p, o, 1, 2500, N);
        }
        pd_until(p, 3600);
        pd_run(p);
        double usual = rms_of(pd_samples(p, sound[0]), N);
        for (int i = 1; i < 3; i++) {
            double softer = -20 * log10(rms_of(pd_samples(p, sound[i]), N) / usual);
            printf("# %s at %g m/s: %.1f dB\n", all[k].name, speed[i], -softer);
            claim_see(&c[0], fmax(softer, 0), "%s at %g m/s", all[k].name, speed[i]);
        }
        pd_close(p);
    }
}

/* A note is as high as its key, and a soft one sounds as a loud one does, only softer. */
TEST(notes_have_their_pitch)
{
    static double tone[RATE];
    double rms[2], found[2];
    pd_patch *p = pd_open(.rate = RATE);
    int sound[2];
    for (int k = 0; k < 2; k++) {
        int o = pd_obj(p, "hertz/friction~ -preset bowedbar -report 0 -autogain 0");
        pd_at(p, 10, o, "note 69 %d", k ? 32 : 127);
        sound[k] = pd_record(p, o, 1, 1000, RATE);
    }
    pd_run(p);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < RATE; i++)
            tone[i] = pd_samples(p, sound[k])[i];
        spectrum s = spectrum_of(tone, RATE, RATE);
        found[k] = spectrum_peak(&s, 100, 20000);
        rms[k] = rms_of(pd_samples(p, sound[k]), RATE);
        spectrum_free(&s);
    }
    CLAIMS(c, CLAIM("friction~ bowedbar: a note off its key, cents", 12),
           CLAIM("friction~ bowedbar: velocity 32 beside 127, off 32/127", 0.05));
    for (int k = 0; k < 2; k++)
        claim_see(&c[0], fabs(1200 * log2(found[k] / 440)), "note %d", k);
    claim_near(&c[1], rms[1] / rms[0], 32.0 / 127, "%g of %g", rms[1], rms[0]);
}

/* A bang plays at full speed, 2.1 dB over velocity 100, at which the sounds of the library have -18 LUFS. Two bangs in
 * a row are two of the same. */
TEST(presets_are_as_loud_as_those_of_others)
{
    enum { MOST = 32, HALF = 7 * RATE / 2 };
    claim c[] = { CLAIM("friction~ presets: LU beside -16.5 of a bang", 3),
                  { "friction~ presets: peak of a bang, dBFS", -2, -99, 0, "" },
                  CLAIM("friction~ presets: mean of a bang, over its peak", 1e-3) };
    static double y[HALF];
    int n, out[MOST][2];
    const kind *k = kinds(&n);
    while (strcmp(k->name, "friction~"))
        k++;
    pd_patch *p = pd_open(.rate = RATE, .limit = 300);
    for (int i = 0; i <= k->t.n_presets; i++) {
        int o = pd_obj(p, "hertz/friction~ -report 0 -hold 0 %s%s", i ? "-preset " : "", i ? k->t.presets[i - 1] : "");
        pd_at(p, 10, o, "bang");
        pd_at(p, 10 + 3500, o, "bang");
        for (int j = 0; j < 2; j++)
            out[i][j] = pd_record(p, o, j, 0, 2 * HALF);
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int i = 0; i <= k->t.n_presets; i++)
        for (int half = 0; half < 2; half++) {
            const char *name = i ? k->t.presets[i - 1] : "default";
            double peak = 0, mean = 0;
            for (int s = 0; s < HALF; s++) {
                y[s] = pd_samples(p, out[i][0])[half * HALF + s] + pd_samples(p, out[i][1])[half * HALF + s];
                peak = fmax(peak, fabs(y[s]));
                mean += y[s] / HALF;
            }
            double loud = loudness_momentary(y, HALF, RATE);
            print_message("# %s: %.1f LUFS, peak %.1f dBFS\n", name, loud, 20 * log10(peak));
            claim_see(&c[0], fabs(loud + 16.5), "%s, bang %d: %.1f LUFS", name, half, loud);
            claim_see(&c[1], 20 * log10(peak), "%s, bang %d", name, half);
            claim_see(&c[2], fabs(mean) / peak, "%s, bang %d", name, half);
        }
    pd_close(p);
    CLAIMS_CHECK(c);
}

/* From c to c''' each glass and bowl is as loud as the instruments of the library, and eight at once do not clip. */
TEST(a_glassharp_is_even)
{
    enum { LONG = 4 * RATE, NOTES = 4 };
    CLAIMS(c, CLAIM("glassharp~: LU beside -18 at velocity 100", 3),
           CLAIM("glassharp~: peak of eight notes at full velocity", 1));
    static double y[LONG];
    static const char *const kinds_of[] = { "glass", "bowl" };
    pd_patch *p = pd_open(.rate = RATE, .limit = 300);
    int out[2][NOTES + 1];
    for (int k = 0; k < 2; k++)
        for (int i = 0; i <= NOTES; i++) {
            int o = pd_obj(p, "hertz/glassharp~ %s", kinds_of[k]);
            for (int n = 0; n < (i < NOTES ? 1 : 8); n++)
                pd_at(p, 10 + n, o, "%d %d", i < NOTES ? 48 + 12 * i : 52 + 4 * n, i < NOTES ? 100 : 127);
            out[k][i] = pd_record(p, o, 0, 0, LONG);
        }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < NOTES; i++) {
            for (int s = 0; s < LONG; s++)
                y[s] = pd_samples(p, out[k][i])[s];
            claim_see(&c[0], fabs(loudness_momentary(y, LONG, RATE) + 18), "%s %d", kinds_of[k], 48 + 12 * i);
        }
        claim_see(&c[1], peak_of(pd_samples(p, out[k][NOTES]), LONG), "%s", kinds_of[k]);
    }
}

/* Each kind is as loud as other instruments with the slider in the middle, and a note of the middle velocity is. */
TEST(what_scrapes_and_squeaks_is_as_loud)
{
    enum { LONG = 5 * RATE / 2 };
    static const struct {
        const char *name, *kind;
    } all[] = { { "scrape~", "guiro" },     { "scrape~", "washboard" }, { "scrape~", "file" },  { "scrape~", "comb" },
                { "scrape~", "sandpaper" }, { "squeak~", "door" },      { "squeak~", "chalk" }, { "squeak~", "window" },
                { "squeak~", "brake" },     { "squeak~", "balloon" },   { "squeak~", "cork" } };
    enum { ALL = sizeof all / sizeof *all };
    claim c[] = { CLAIM("scrape~ and squeak~: LU beside -18", 3),
                  { "scrape~ and squeak~: peak, dBFS", -1, -99, 0, "" } };
    static double y[LONG];
    pd_patch *p = pd_open(.rate = RATE, .limit = 300);
    int out[ALL];
    for (int k = 0; k < ALL; k++) {
        int o = pd_obj(p, "hertz/%s -kind %s", all[k].name, all[k].kind), scrapes = !strcmp(all[k].name, "scrape~");
        pd_at(p, 10, o, scrapes ? "60 100" : "0.5");
        if (scrapes)
            pd_at(p, 10 + 1000, o, "60 100");
        out[k] = pd_record(p, o, 0, 0, LONG);
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int k = 0; k < ALL; k++) {
        for (int s = 0; s < LONG; s++)
            y[s] = pd_samples(p, out[k])[s];
        double loud = loudness_momentary(y, LONG, RATE), peak = 20 * log10(peak_of(pd_samples(p, out[k]), LONG));
        claim_see(&c[0], fabs(loud + 18), "%s %s: %.1f LUFS", all[k].name, all[k].kind, loud);
        claim_see(&c[1], peak, "%s %s", all[k].name, all[k].kind);
    }
    pd_close(p);
    CLAIMS_CHECK(c);
}

/* How sharp the sharpest corner of a sound is. */
static double sharpest_of(const float *x, int n)
{
    double most = 0;
    for (int i = 2; i < n; i++)
        most = fmax(most, fabs(x[i] - 2.0 * x[i - 1] + x[i - 2]));
    return most;
}

/* A second click while it rubs takes over from the first: the hand does not let go, which would pluck what it holds. */
TEST(a_second_click_does_not_pluck)
{
    enum { MOST = 32, SECOND = 800 * RATE / 1000, AROUND = RATE / 20 };
    claim c[] = { CLAIM("friction~: sharpest corner after a second rub, over that before", 3) };
    int n, out[MOST][2];
    const kind *k = kinds(&n);
    while (strcmp(k->name, "friction~"))
        k++;
    pd_patch *p = pd_open(.rate = RATE, .limit = 300);
    for (int i = 0; i < k->t.n_presets; i++) {
        int o = pd_obj(p, "hertz/friction~ -report 0 -hold 0 -preset %s", k->t.presets[i]);
        pd_at(p, 10, o, "rub 0");
        pd_at(p, 800, o, "rub 0");
        for (int j = 0; j < 2; j++)
            out[i][j] = pd_record(p, o, j, 0, SECOND + AROUND);
    }
    pd_run(p);
    for (int i = 0; i < k->t.n_presets; i++) {
        double before = 0, after = 0;
        for (int j = 0; j < 2; j++) {
            const float *x = pd_samples(p, out[i][j]) + SECOND;
            before = fmax(before, sharpest_of(x - AROUND, AROUND - 64));
            after = fmax(after, sharpest_of(x - 64, AROUND));
        }
        claim_see(&c[0], after / before, "%s: %g, %g before", k->t.presets[i], after, before);
    }
    pd_close(p);
    CLAIMS_CHECK(c);
}

/* Dynamic friction over static counts as static; an array that is not there is a smooth surface, and one that comes is
 * read. */
TEST(what_cannot_be_is_said)
{
    pd_patch *p = pd_open(.rate = RATE);
    pd_obj(p, "table hz-rough 100");
    int o[4], sound[4];
    static const char *const flags[] = { "-static 0.3 -dynamic 0.6", "-static 0.6 -dynamic 0.6",
                                         "-roughness 1 -profile array -array hz-none", "-roughness 0" };
    for (int k = 0; k < 4; k++) {
        o[k] = pd_obj(p, "hertz/friction~ -b modes 8 -report 0 %s", flags[k]);
        pd_at(p, 10, o[k], "rub 0.4");
        sound[k] = pd_record(p, o[k], 1, 0, N / 2);
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 1);
    assert_true(strstr(pd_line(p, PD_ALL, "error: friction~: ", 0), "array: there is none of this name") != NULL);
    for (int k = 0; k < 4; k += 2)
        assert_memory_equal(pd_samples(p, sound[k]), pd_samples(p, sound[k + 1]), N / 2 * sizeof(float));
}
