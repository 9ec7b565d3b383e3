/* Bad input: each bad thing gets one clear error and changes nothing, and the sound goes on as if it had not been. */

#include "impact.h"
#include "kinds.h"

enum { RATE = 48000, N = 4800 };

/* Messages that mean nothing, and the words that the one error for each must hold. */
static const struct {
    const char *message, *words[4];
} bad[] = {
    { "banana", { "banana" } },
    { "banana 1 2", { "banana" } },
    { "mass", { "mass", "nothing", "allowed", "kept 0.02" } },
    { "mass banana", { "mass", "banana", "allowed", "kept 0.02" } },
    { "mass symbol", { "mass", "symbol", "allowed", "kept 0.02" } },
    { "mass 1 2", { "mass", "1 2", "allowed", "kept 0.02" } },
    { "mass -1", { "mass", "-1", "allowed", "kept 0.02" } },
    { "mass 0", { "mass", "got 0", "allowed", "kept 0.02" } },
    { "mass 1e999", { "mass", "inf", "allowed", "kept 0.02" } },
    { "mass -1e999", { "mass", "-inf", "allowed", "kept 0.02" } },
    { "mass %s%n%d%s%s%s", { "mass", "%s%n%d%s%s%s", "allowed", "kept 0.02" } },
    { "set mass banana", { "mass", "banana", "allowed", "kept 0.02" } },
    { "set", { "parameter" } },
    { "set banana 1", { "banana" } },
    { "set 3 1", { "3" } },
    { "get", { "parameter" } },
    { "get banana", { "banana" } },
    { "get 3", { "3" } },
    { "get mass 3", { "mass" } },
    { "stiffness 0", { "stiffness", "got 0", "allowed" } },
    { "exponent 0.99", { "exponent", "0.99", "1 to 6" } },
    { "exponent 6.01", { "exponent", "6.01", "1 to 6" } },
    { "damping -0.001", { "damping", "-0.001", "0 to 10000" } },
    { "restitution 0", { "restitution", "got 0", "allowed" } },
    { "restitution 1.01", { "restitution", "1.01", "allowed" } },
    { "restitution 0.5 -1", { "restitution", "0.5 -1", "allowed" } },
    { "restitution 0.5 1 1", { "restitution", "0.5 1 1", "allowed" } },
    { "object banana", { "object", "banana", "wall" } },
    { "object 0", { "object", "got 0", "wall" } },
    { "method 1e999", { "method", "inf", "allowed" } },
    { "unit banana", { "unit", "banana", "velocity displacement acceleration" } },
    { "ledger 0.5", { "ledger", "0.5", "0 to 1" } },
    { "ledger 2", { "ledger", "got 2", "0 to 1" } },
    { "report -1", { "report", "-1", "allowed" } },
    { "resolution 1e9", { "resolution", "1e+09", "allowed" } },
    { "resolution 63.5", { "resolution", "63.5", "whole" } },
    { "meters kinetic", { "meters", "kinetic", "creation flag" } },
    { "get", { "get", "nothing", "a parameter's name" } },
    { "get 3", { "get", "got 3", "a parameter's name" } },
    { "preset", { "preset", "nothing" } },
    { "preset banana", { "preset", "banana" } },
    { "preset 1", { "preset", "got 1" } },
    { "level", { "level", "nothing" } },
    { "level banana", { "level", "banana" } },
    { "level 1e999", { "level", "inf" } },
    { "strike", { "strike", "nothing" } },
    { "strike banana", { "strike", "banana" } },
    { "strike 1e999", { "strike", "inf" } },
    { "strike 1 2 3", { "strike", "1 2 3" } },
    { "strike 1001", { "strike", "1001" } },
    { "drop", { "drop", "nothing" } },
    { "drop -1", { "drop", "-1", "0 to 20" } },
    { "throw banana", { "throw", "banana" } },
    { "modes 0", { "modes", "got 0", "allowed" } },
    { "modes -1", { "modes", "-1", "allowed" } },
    { "modes 2.5", { "modes", "2.5", "whole" } },
    { "modes 100000", { "modes", "100000", "allowed" } },
    { "freq -1", { "freq", "-1", "allowed" } },
    { "freq 1e30", { "freq", "1e+30", "allowed" } },
    { "decay -2", { "decay", "-2", "allowed" } },
    { "freqs", { "freqs", "nothing", "allowed" } },
    { "freqs 440 -1 220", { "freqs", "440 -1 220", "allowed" } },
    { "freqs 440 1e30", { "freqs", "1e+30", "allowed" } },
    { "freqs 440 banana", { "freqs", "banana", "allowed" } },
    { "decays 1 -1", { "decays", "1 -1", "allowed" } },
    { "masses 1 0", { "masses", "1 0", "allowed" } },
    { "masses -1", { "masses", "-1", "allowed" } },
    { "weights 1e30", { "weights", "1e+30", "allowed" } },
    { "material banana", { "material", "banana", "steel" } },
    { "material 3", { "material", "got 3", "steel" } },
    { "object modes 3", { "object", "modes 3", "wall" } },
    { "size -1", { "size", "-1", "allowed" } },
    { "size 1 2 3", { "size", "1 2 3", "allowed" } },
    { "thickness 0", { "thickness", "got 0", "allowed" } },
    { "tension -1", { "tension", "-1", "allowed" } },
    { "position 1.1", { "position", "1.1", "allowed" } },
    { "position 0.1 0.2 0.3", { "position", "0.1 0.2 0.3", "allowed" } },
    { "pickups -0.1", { "pickups", "-0.1", "allowed" } },
    { "pickups 0.1 0.2 0.3 0.4", { "pickups", "0.1 0.2 0.3 0.4", "allowed" } },
    { "outs 2", { "outs", "creation" } },
    { "damp 0", { "damp", "got 0", "allowed" } },
    { "damp -1", { "damp", "-1", "allowed" } },
    { "note 60", { "note", "got 60", "allowed" } },
    { "note 60 banana", { "note", "60 banana", "0 to 127" } },
    { "pickupweights 0 1", { "pickupweights", "0 1", "allowed" } },
    { "pickupweights 1", { "pickupweights", "got 1", "allowed" } },
    { "pickupweights 1 banana", { "pickupweights", "banana", "allowed" } },
    { "read nowhere/at/all", { "read", "nowhere/at/all", "nothing done" } },
    { "read 3", { "read", "got 3", "nothing done" } },
    { "write nowhere/at/all", { "write", "nowhere/at/all", "nothing done" } },
    { "symbol banana", { "banana" } },
    { "list banana 1", { "" } },
};
enum { BAD = sizeof bad / sizeof *bad };

/* Makes an object that sounds, with the same parameters whenever it is asked for. */
static int alike(pd_patch *p)
{
    return kind_obj(p, its, "%s%s%s%s -gain 1", its->busy, kind_has(its, "mass") ? " -mass 0.02" : "",
                    kind_has(its, "stiffness") ? " -stiffness 2e6" : "",
                    kind_has(its, "damping") ? " -damping 0.4" : "");
}

/* What a class does not know is an error too, in which the word stands that it does not know. */
static int knows(const char *message)
{
    static const char *const everybody[] = { "get", "set", "preset", "level", "symbol", "list", "banana" };
    char word[64] = "", *at = word;
    sscanf(message, "%63s", word);
    if (!strcmp(word, "set"))
        sscanf(message, "%*s %63s", word);
    for (size_t i = 0; i < sizeof everybody / sizeof *everybody; i++)
        if (!strcmp(at, everybody[i]))
            return 1;
    return kind_has(its, word);
}

static void assert_one_error(const pd_patch *p, int reply, const char *message, const char *const *words)
{
    char prefix[64];
    snprintf(prefix, sizeof prefix, "error: %s: ", its->name);
    const char *line = pd_line(p, reply, prefix, 0);
    assert_that(line && pd_count(p, reply, "error") == 1, "%s: `%s` gave %d errors: %s", its->name, message,
                pd_count(p, reply, "error"), line ? line : "");
    for (int i = 0; i < (knows(message) ? 4 : 1) && words[i]; i++)
        assert_that(strstr(line, words[i]), "%s: the error for `%s` does not say `%s`: %s", its->name, message,
                    words[i], line);
}

static void assert_same_sound(const pd_patch *p, int one, int other, int n)
{
    const float *a = pd_samples(p, one), *b = pd_samples(p, other);
    double loudest = 0;
    for (int i = 0; i < n; i++) {
        loudest = fmax(loudest, fabs(a[i]));
        assert_that(a[i] == b[i], "sample %d is %.9g and not %.9g", i, a[i], b[i]);
    }
    assert_true(loudest > 1e-4);
}

/* Sends all bad messages in one second to an object that sounds; another one beside it is left alone. */
TEST_OF_EVERY_CLASS(bad_messages_change_nothing)
{
    int reply[BAD], o[2], sound[2], dump[2];
    pd_patch *p = pd_open();
    for (int i = 0; i < 2; i++) {
        o[i] = alike(p);
        pd_at(p, 1, o[i], "%s", its->excite);
        sound[i] = pd_record(p, o[i], AUDIO, 0, RATE);
        pd_at(p, 900, o[i], "bang");
        dump[i] = pd_at(p, 990, o[i], "dump");
    }
    for (int i = 0; i < BAD; i++)
        reply[i] = pd_at(p, 100 + 5 * i, o[0], "%s", bad[i].message);
    int nan = pd_at_with(p, 50, o[0], PD_NAN, "gain"), pointer = pd_at_with(p, 55, o[0], PD_POINTER, "gain");
    int pointers = pd_at_with(p, 60, o[0], PD_POINTER, "level"), nans = pd_at_with(p, 65, o[0], PD_NAN, "level");
    pd_run(p);
    for (int i = 0; i < BAD; i++)
        assert_one_error(p, reply[i], bad[i].message, bad[i].words);
    assert_one_error(p, nan, "gain NaN", (const char *[4]){ "gain", "nan", "allowed", "kept 1" });
    assert_one_error(p, pointer, "gain (pointer)", (const char *[4]){ "gain", "pointer", "allowed", "kept 1" });
    assert_one_error(p, pointers, "level (pointer)", (const char *[4]){ "level", "pointer", "allowed" });
    assert_one_error(p, nans, "level NaN", (const char *[4]){ "level", "nan", "allowed" });
    assert_same_sound(p, sound[0], sound[1], RATE);
    assert_true(pd_count(p, dump[0], "") > 10);
    assert_true(pd_count(p, dump[0], "") <= pd_count(p, dump[1], "")); /* a contact may be reported behind the last */
    for (int i = 0; i < pd_count(p, dump[0], ""); i++)
        assert_string_equal(strchr(pd_line(p, dump[0], "o", i), ' '), strchr(pd_line(p, dump[1], "o", i), ' '));
}

TEST_OF_EVERY_CLASS(endless_lists_and_words)
{
    char list[8192] = "gain", word[1000] = "gain ";
    for (int i = 0; i < 2000; i++)
        strcat(list, " 1");
    memset(word + 5, 'x', 900);
    pd_patch *p = pd_open();
    int o = alike(p), reply[3];
    reply[0] = pd_at(p, 1, o, "%s", list);
    reply[1] = pd_at(p, 2, o, "%s", word);
    reply[2] = pd_at(p, 3, o, "%s", word + 5);
    int get = pd_at(p, 4, o, "get gain");
    pd_run(p);
    for (int i = 0; i < 3; i++)
        assert_one_error(p, reply[i], "an endless message", (const char *[4]){ i < 2 ? "gain" : "xxxx" });
    assert_near(answer1(p, get, o, "gain"), 1, 0);
}

/* NaN and infinity at each inlet count as 0 and are told once, not per sample, and so do whole blocks of NaN, which are
 * no absent inlet; then the signal works again. */
TEST_OF_EVERY_CLASS(signals_that_are_not_finite)
{
    static float wild[N], tame[N];
    const float odd[] = { NAN, INFINITY, -INFINITY };
    for (int i = 0; i < N; i++) {
        int block = i / 1000 == 2, none = i % 7 == 3 || block;
        tame[i] = none ? 0 : sinf(i * 0.01f);
        wild[i] = none ? odd[block ? 0 : i / 7 % 3] : tame[i];
    }
    int sound[8][2], o[8], inlets = its->t.inlets;
    pd_patch *p = pd_open();
    for (int inlet = 0; inlet < inlets; inlet++)
        for (int i = 0; i < 2; i++) {
            o[inlet] = alike(p);
            pd_at(p, 1, o[inlet], "%s", its->excite);
            pd_feed(p, o[inlet], inlet, 20, i ? tame : wild, N);
            sound[inlet][i] = pd_record(p, o[inlet], AUDIO, 0, 2 * N);
        }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), inlets);
    for (int inlet = 0; inlet < inlets; inlet++)
        assert_same_sound(p, sound[inlet][0], sound[inlet][1], 2 * N);
}

TEST_OF_EVERY_CLASS(floats_that_are_not_finite)
{
    int sound[2], o[2];
    pd_patch *p = pd_open();
    for (int i = 0; i < 2; i++) {
        o[i] = alike(p);
        pd_at(p, 1, o[i], "%s", its->excite);
        sound[i] = pd_record(p, o[i], AUDIO, 0, N);
    }
    pd_at(p, 30, o[0], "1e999");
    pd_at_with(p, 40, o[0], PD_NAN, its->t.first);
    pd_at(p, 50, o[0], "%s", its->t.first);
    pd_at(p, 60, o[0], "%s 1e999", its->t.first);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 4);
    assert_same_sound(p, sound[0], sound[1], N);
}

/* The largest forces, speeds, ways of a table and hardest bodies at once: whatever comes out is a number, and it ends.
 */
TEST_OF_EVERY_CLASS(extremes_stay_finite)
{
    static const char *const flags[] = {
        "-mass 1e-06 -stiffness 1e17 -exponent 1 -damping 10000 -gravity 1000",
        "-mass 1e-06 -stiffness 1e17 -exponent 6 -damping 0",
        "-mass 1000 -stiffness 1 -exponent 6 -damping 10000",
        "-mass 1000 -stiffness 1e17 -exponent 1 -damping 0",
        "-mass 1e-06 -stiffness 1 -exponent 1 -damping 10000",
    };
    static const char *const wild[] = { "strike 100", "strike 1e-30", "strike 100 1e-9",
                                        "drop 20",    "throw -100",   "drop 1e-9" };
    enum { SETS = sizeof flags / sizeof *flags, WILD = sizeof wild / sizeof *wild };
    const float force[] = { 1e30f, -1e30f, 1e-30f, 3e38f, -3e38f, 1e10f, -1e10f };
    static float push[N];
    int sound[SETS], impulse[SETS], energy[SETS];
    if (!kind_has(its, "mass") || !kind_has(its, "stiffness") || !kind_has(its, "exponent"))
        return;
    pd_patch *p = pd_open();
    for (int i = 0; i < N; i++)
        push[i] = i < 2400 ? 0 : force[i / 100 % 7];
    for (int i = 0; i < SETS; i++) {
        const char *spring = kind_has(its, "suspension") && i % 3 == 0 ? " -suspension 20000" : "";
        int o = kind_obj(p, its, "%s%s -ledger %d", flags[i], spring, i % 2), ms = 1;
        pd_feed(p, o, i == 1 || i == 4, 0, push, N);
        for (int k = 0; k < WILD; k++) {
            char word[16];
            sscanf(wild[k], "%15s", word);
            if (kind_has(its, word))
                pd_at(p, ms += 10, o, "%s", wild[k]);
        }
        assert_true(ms > 1);
        sound[i] = pd_record(p, o, AUDIO, 0, N + 1200);
        impulse[i] = pd_record(p, o, FORCE, 0, N + 1200);
        energy[i] = pd_record(p, o, ENERGY, 0, N + 1200);
    }
    pd_run(p);
    for (int i = 0; i < SETS; i++) {
        double most = 0;
        for (int k = 0; k < N + 1200; k++) {
            double x = pd_samples(p, sound[i])[k];
            most = fmax(most, fabs(x));
            assert_that(isfinite(x) && isfinite(pd_samples(p, impulse[i])[k]) && isfinite(pd_samples(p, energy[i])[k]),
                        "%s %s: sample %d is not finite", its->name, flags[i], k);
        }
        assert_true(most > 0);
    }
}

/* Objects that nobody could make, each legal by its rows: no body at all, no mode under Nyquist, weights of nothing,
 * the lightest, the heaviest, the slowest. They are struck, changed into one another and struck again; what comes out
 * is a number, and where there is no mode it is silence. */
TEST_OF_EVERY_CLASS(objects_that_cannot_be)
{
    static const struct {
        const char *object;
        int silent;
    } odd[] = {
        { "object plate, size 1e-3 1e-3, thickness 1", 1 },
        { "object drum, tension 0", 1 },
        { "object string, thickness 1, size 1e-3, tension 0", 1 },
        { "object modes, freqs 1e5 1e5 1e5", 1 },
        { "object string, freq 1e5", 1 },
        { "object modes, freqs 440, weights 0", 1 },
        { "object modes, freqs 0 0 0, decays 0", 0 },
        { "object modes, freqs 440, masses 1e-6", 0 },
        { "object modes, freqs 440, masses 1e3", 0 },
        { "object modes, freqs 440, weights 1000 -1000", 0 },
        { "object modes, freqs 0.001, decays 1e6", 0 },
        { "object modes, freqs 440, decays 1e-9", 0 },
        { "object bowl, size 20, thickness 1e-6, modes 1000, freq 0.01", 0 },
        { "object freedisc, material rubber, size 1e-3, thickness 1, modes 1000, freq 20", 0 },
        { "object tube, size 20 1e-3, thickness 1, decay 10000", 0 },
    };
    enum { ODD = sizeof odd / sizeof *odd, EACH = 2000 };
    int sound[ODD], first[ODD];
    if (!kind_has(its, "object") || !kind_has(its, "freqs"))
        return;
    pd_patch *p = pd_open();
    int o = kind_obj(p, its, "-gain 1 -report 0");
    for (int k = 0; k < ODD; k++) {
        double ms = 10 + 100 * k;
        char one[200];
        pd_at(p, ms, o, "reset");
        pd_at(p, ms, o, "preset %s", its->t.presets[its->t.n_presets - 1]); /* rows to their defaults, freq too */
        strcpy(one, odd[k].object);
        for (char *at = strtok(one, ","); at; at = strtok(NULL, ","))
            pd_at(p, ms, o, "%s", at + strspn(at, " "));
        pd_at(p, ms + 1.5, o, "%s", its->excite);
        first[k] = pd_record(p, o, AUDIO, ms + 4, EACH);
        pd_at(p, ms + 50, o, "bang");
        pd_at(p, ms + 51.5, o, "%s", odd[(k + 1) % ODD].object[7] == 'm' ? "object bowl" : "object modes");
        sound[k] = pd_record(p, o, AUDIO, ms + 50, EACH);
    }
    pd_run(p);
    assert_that(pd_count(p, PD_ALL, "error") == 0, "%s: %s", its->name, pd_line(p, PD_ALL, "error", 0));
    for (int k = 0; k < ODD; k++)
        for (int i = 0; i < EACH; i++) {
            assert_that(isfinite(pd_samples(p, first[k])[i]) && isfinite(pd_samples(p, sound[k])[i]),
                        "%s: %s: sample %d is not finite", its->name, odd[k].object, i);
            assert_that(!odd[k].silent || pd_samples(p, first[k])[i] == 0, "%s: %s: sample %d is %g", its->name,
                        odd[k].object, i, pd_samples(p, first[k])[i]);
        }
}

/* A list of a hundred thousand modes is one error, and so is a word among its numbers. */
TEST_OF_EVERY_CLASS(a_hundred_thousand_modes)
{
    if (!kind_has(its, "freqs"))
        return;
    pd_patch *p = pd_open();
    int o = kind_obj(p, its, "-object modes -freqs 440 550");
    pd_obj(p, "array define hz-many 100000");
    int many = pd_obj(p, "array get hz-many"), name = pd_obj(p, "list prepend freqs"), trim = pd_obj(p, "list trim");
    pd_chain(p, many, name, trim, o);
    int reply = pd_at(p, 10, many, "bang"), get = pd_at(p, 20, o, "get freqs");
    pd_run(p);
    assert_one_error(p, reply, "freqs of 100000",
                     (const char *[4]){ "freqs", "0 0 0", "up to 1000 values", "kept 440 550" });
    double x[2];
    answer(p, get, o, "freqs", 0, x, 2);
    assert_near(x[1], 550, 0);
}

/* An object takes a thousand excitations in one block, and thousands of settings in a second. */
TEST_OF_EVERY_CLASS(floods)
{
    const row *r = its->t.rows; /* a number that may change while it sounds */
    while (r->kind != PARAMETER || !r->numbers || row_is(r, "creation") || row_has_parts(&its->t, r) || r->most > 1)
        r++;
    double middle = r->min > 0 ? sqrt(r->min * r->max) : 0.5 * (r->min + r->max);
    pd_patch *p = pd_open();
    int o = alike(p);
    for (int i = 0; i < 1000; i++)
        pd_at(p, 10, o, "%s", its->excite);
    for (int i = 0; i < 5000; i++)
        pd_at(p, 20 + i / 100., o, "%s %g", r->name, middle * (1 + i / 5000.));
    char get_it[64];
    snprintf(get_it, sizeof get_it, "get %s", r->name);
    int get = pd_at(p, 80, o, "%s", get_it);
    int sound = pd_record(p, o, AUDIO, 0, N);
    pd_run(p);
    assert_true(pd_count(p, PD_ALL, "error") <= 1);
    assert_near(answer1(p, get, o, r->name), middle * (1 + 4999 / 5000.), 1e-5);
    for (int i = 0; i < N; i++)
        assert_true(isfinite(pd_samples(p, sound)[i]));
}

/* Bodies with as many pickups as there may be, each of which makes an outlet, are heard, tried and changed. */
TEST(as_many_pickups_as_there_may_be)
{
    enum { MOST = 32 };
    static const char *const flags[][2] = {
        { "impact~", "-object bar -pickups%s" },
        { "impact~", "-hammer object bar -hammer pickups%s" },
        { "impact~", "-object bar -pickups%s -hammer object bar -hammer pickups%s" },
        { "modalcontact~", "-a object bar -a pickups%s -b object bar -b pickups%s" }
    };
    char places[400] = "", all[1000];
    for (int i = 0; i < MOST; i++)
        snprintf(places + strlen(places), sizeof places - strlen(places), " %g", 0.02 + 0.03 * i);
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) {
        pd_patch *p = pd_open();
        snprintf(all, sizeof all, flags[k][1], places, places);
        int o = pd_obj(p, "hertz/%s %s", flags[k][0], all), sound = pd_record(p, o, 0, 100, N);
        pd_at(p, 10, o, "strike 1");
        pd_at(p, 20, o, k % 3 ? "hammer size 0.2" : "get gain");
        pd_at(p, 30, o, "level -6");
        pd_at(p, 110, o, "bang");
        pd_run(p);
        double peak = 0;
        for (int i = 0; i < N; i++)
            peak = fmax(peak, fabs(pd_samples(p, sound)[i]));
        assert_that(peak > 0 && isfinite(peak), "%s %s: %g", flags[k][0], flags[k][1], peak);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        pd_close(p);
    }
}
