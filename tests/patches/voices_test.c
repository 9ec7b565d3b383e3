/* Several voices in one object: they sound as so many objects do, notes are dealt, a steal makes no click. */

#include "impact.h"
#include "kinds.h"

enum { N = 24000, NOTES = 4 };
static const int keys[NOTES] = { 60, 67, 52, 72 };

static int plain(pd_patch *p, const char *flags)
{
    return pd_obj(p, "hertz/%s %s", its->name, flags);
}

/* A chord on one object is the sum of its notes on objects of their own, and so are its energies. */
TEST_OF_EVERY_CLASS(voices_are_objects)
{
    pd_patch *p = pd_open();
    int chord = plain(p, "-voices 4"), alone[NOTES], sound[NOTES + 1], asked[NOTES + 1];
    for (int k = 0; k < NOTES; k++)
        alone[k] = plain(p, "");
    for (int k = 0; k < NOTES; k++) {
        pd_at(p, 10 + 20 * k, chord, "%d %d", keys[k], 60 + 10 * k);
        pd_at(p, 10 + 20 * k, alone[k], "%d %d", keys[k], 60 + 10 * k);
        sound[k] = pd_record(p, alone[k], its->heard, 0, N);
    }
    sound[NOTES] = pd_record(p, chord, its->heard, 0, N);
    for (int k = 0; k <= NOTES; k++) {
        int o = k < NOTES ? alone[k] : chord;
        print_info(p, o, its->t.info);
        asked[k] = pd_at(p, 200 + k, o, "energy");
    }
    pd_run(p);
    assert_that(pd_count(p, PD_ALL, "error") == 0, "%s: %s", its->name, pd_line(p, PD_ALL, "error", 0));
    double most = 0;
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int k = 0; k < NOTES; k++)
            sum += pd_samples(p, sound[k])[i];
        most = fmax(most, fabs(sum));
        assert_that(fabs(sum - pd_samples(p, sound[NOTES])[i]) <= 1e-6 * (most + 1e-6), "%s: sample %d is %g, not %g",
                    its->name, i, pd_samples(p, sound[NOTES])[i], sum);
    }
    assert_true(most > 1e-4);
    assert_true(accounts_of(p, asked[NOTES], chord).stored > accounts_of(p, asked[0], alone[0]).stored);
}

/* One note on an object of sixteen voices has the bits that it has on one of a single voice. A body at rest may be
 * heard at 1e-21, of which sixteen are more; a Pd of double precision tells that from 0. */
TEST_OF_EVERY_CLASS(one_of_sixteen)
{
    pd_patch *p = pd_open();
    int many = plain(p, "-voices 16 -gain 0.2"), one = plain(p, "-gain 0.2"), sound[2];
    pd_at(p, 10, many, "64 90");
    pd_at(p, 10, one, "64 90");
    sound[0] = pd_record(p, many, its->heard, 0, N);
    sound[1] = pd_record(p, one, its->heard, 0, N);
    pd_run(p);
    for (int i = 0; i < N; i++) {
        double several = pd_samples(p, sound[0])[i], single = pd_samples(p, sound[1])[i];
        assert_that(several == single || (fabs(several) < 1e-19 && fabs(single) < 1e-19),
                    "%s: sample %d is %g with sixteen voices, and %g with one", its->name, i, several, single);
    }
}

/* Parameters reach all voices and are refused once; messages for one voice reach that one; keys let their own go. */
TEST_OF_EVERY_CLASS(messages_find_their_voices)
{
    pd_patch *p = pd_open();
    int o = plain(p, "-voices 3"), gets[4];
    print_info(p, o, its->t.info);
    pd_at(p, 10, o, "gain 0.125");
    for (int k = 0; k < 3; k++)
        gets[k] = pd_at(p, 11 + k, o, "voice %d get gain", k + 1);
    int wrong = pd_at(p, 20, o, "gain banana"), beyond = pd_at(p, 21, o, "voice 4 bang");
    pd_at(p, 22, o, "voice 2 gain 0.5");
    gets[3] = pd_at(p, 23, o, "get gain");
    int second = pd_at(p, 24, o, "voice 2 get gain");
    pd_at(p, 30, o, "sustain 1");
    pd_at(p, 31, o, "60 100");
    pd_at(p, 32, o, "60 0");
    pd_at(p, 33, o, "sustain 0");
    pd_run(p);
    for (int k = 0; k < 4; k++)
        assert_near(answer1(p, gets[k], o, "gain"), 0.125, 0);
    assert_near(answer1(p, second, o, "gain"), 0.5, 0);
    assert_int_equal(pd_count(p, wrong, "error"), 1);
    assert_int_equal(pd_count(p, beyond, "error"), 1);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 2);
}

/* What answers a get by a message of its own to the same object. */
static void answers_go_back(pd_patch *p, int o, const char *parameter, const char *message)
{
    int told = pd_obj(p, "route %s", parameter), list = pd_obj(p, "list prepend %s", message);
    int trim = pd_obj(p, "list trim");
    pd_connect(p, o, INFO, told, 0);
    pd_chain(p, told, list, trim, o);
}

/* `voice` within `voice` is one error, be it once or ten thousand times. What an answer to one voice makes a patch send
 * is no such message: it may name a voice, and without one it goes to all. */
TEST(voice_within_voice)
{
    enum { DEEP = 10000, GETS = 4 };
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/impact~ -voices 2"), deep = pd_obj(p, "text define hz-deep");
    int get = pd_obj(p, "text get hz-deep"), trim = pd_obj(p, "list trim"), gets[GETS];
    char path[600];
    snprintf(path, sizeof path, "%s/hz-deep.txt", pd_folder(p));
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    for (int i = 0; i < DEEP; i++)
        fprintf(f, "voice 1 ");
    fprintf(f, "mass 0.5;\n");
    fclose(f);
    pd_chain(p, get, trim, o);
    print_info(p, o, INFO);
    answers_go_back(p, o, "gain", "voice 2 mass");
    answers_go_back(p, o, "velocity", "restitution");
    pd_at(p, 5, deep, "read hz-deep.txt");
    int wrong[2] = { pd_at(p, 10, get, "0"), pd_at(p, 20, o, "voice 1 voice 2 mass 0.5") };
    pd_at(p, 30, o, "voice 1 gain 0.125");
    pd_at(p, 31, o, "voice 1 velocity 0.25");
    pd_at(p, 32, o, "voice 1 get gain");
    pd_at(p, 33, o, "voice 1 get velocity");
    for (int k = 0; k < GETS; k++)
        gets[k] = pd_at(p, 40 + k, o, "voice %d get %s", 1 + k % 2, k < 2 ? "mass" : "restitution");
    pd_run(p);
    for (int k = 0; k < 2; k++)
        assert_non_null(strstr(pd_line(p, wrong[k], "error", 0), "voice: "));
    assert_int_equal(pd_count(p, PD_ALL, "error"), 2);
    assert_that(answer1(p, gets[0], o, "mass") != 0.5, "a message that was refused was heard");
    assert_near(answer1(p, gets[1], o, "mass"), 0.125, 0);
    for (int k = 2; k < GETS; k++)
        assert_near(answer1(p, gets[k], o, "restitution"), 0.25, 0);
}

/* Voices that keep other sounds under the same names, or in the same places, lie between their own, where only numbers
 * differ and where words do. */
TEST(each_voice_has_its_own_morph)
{
    enum { WAYS = 4, TOLD = 2 };
    static const char *const slots[] = { "a b", "c d" }, *const objects[] = { "drum", "bowl" };
    for (int way = 0; way < WAYS; way++) {
        int words = way & 1, together = way >> 1, masses[TOLD], kinds[TOLD];
        pd_patch *p = pd_open();
        int o = pd_obj(p, "hertz/impact~ -voices 2 -report 0");
        print_info(p, o, INFO);
        for (int v = 0; v < TOLD; v++) {
            const char *names = slots[together ? 0 : v];
            pd_at(p, 5, o, "voice %d mass %g", v + 1, v ? 0.5 : 0.001);
            pd_at(p, 6, o, "voice %d store %c", v + 1, names[0]);
            pd_at(p, 7, o, "voice %d mass %g", v + 1, v ? 2.0 : 0.004);
            pd_at(p, 8, o, "voice %d object %s", v + 1, words ? objects[v] : "plate");
            pd_at(p, 9, o, "voice %d store %c", v + 1, names[2]);
            pd_at(p, 10, o, "voice %d object plate", v + 1);
        }
        for (int v = 0; v < (together ? 1 : TOLD); v++)
            if (together)
                pd_at(p, 50, o, "morph a b 0.5");
            else
                pd_at(p, 50, o, "voice %d morph %s 0.5", v + 1, slots[v]);
        for (int v = 0; v < TOLD; v++) {
            masses[v] = pd_at(p, 900 + v, o, "voice %d get mass", v + 1);
            kinds[v] = pd_at(p, 910 + v, o, "voice %d get object", v + 1);
        }
        pd_run(p);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        for (int v = 0; v < TOLD; v++) {
            char said[40];
            snprintf(said, sizeof said, "o%d: object ", o);
            assert_near(answer1(p, masses[v], o, "mass"), v ? 1 : 0.002, 1e-6);
            assert_string_equal(pd_line(p, kinds[v], said, 0), words ? objects[v] : "plate");
        }
        pd_close(p);
    }
}

/* What is told to voice 1 alone goes to no other, though voice 1 is the one that Pd knows: its level, be it of a blow
 * or of signals, and what vary draws. */
TEST(voice_1_alone_is_as_loud)
{
    enum { BLOW, SIGNAL, VARY, WAYS };
    for (int way = 0; way < WAYS; way++)
        for (int dsp = 0; dsp < (way == SIGNAL ? 1 : 2); dsp++) {
            pd_patch *p = pd_open();
            int o = pd_obj(p, "hertz/impact~ -voices 2 -report 0"), noise = pd_obj(p, "noise~"), gets[2][2], object;
            print_info(p, o, INFO);
            if (way == SIGNAL)
                pd_connect(p, noise, 0, o, 0);
            pd_at(p, 5, o, "voice 1 preset glass");
            pd_at(p, 6, o, "voice 2 preset gong");
            for (int k = 0; k < 2; k++)
                gets[0][k] = pd_at(p, 1000 + k, o, "voice %d get gain", k + 1);
            pd_at(p, 1005, PD_SEND, "pd dsp %d", !dsp);
            pd_at(p, 1010, o, way == VARY ? "voice 1 vary 0.1 3" : "voice 1 level -20");
            for (int k = 0; k < 2; k++)
                gets[1][k] = pd_at(p, 2000 + k, o, "voice %d get gain", k + 1);
            object = pd_at(p, 2010, o, "voice 2 get object");
            pd_run(p);
            char said[40];
            snprintf(said, sizeof said, "o%d: object ", o);
            assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
            assert_that(answer1(p, gets[1][0], o, "gain") != answer1(p, gets[0][0], o, "gain"), "way %d: voice 1", way);
            assert_near(answer1(p, gets[1][1], o, "gain"), answer1(p, gets[0][1], o, "gain"), 0);
            assert_string_equal(pd_line(p, object, said, 0), "freedisc");
            pd_close(p);
        }
}

/* Its notes, its pedal, its energy and its partials are its own too. */
TEST(voice_1_alone_is_played)
{
    enum { VOICES = 3 };
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/impact~ -voices 3 -object plate -decay 5 -release 0.05 -report 0");
    int played[VOICES], held[VOICES], partials[VOICES], freqs[VOICES];
    print_info(p, o, INFO);
    pd_at(p, 10, o, "voice 1 60 100");
    pd_at(p, 20, o, "voice 1 64 100");
    for (int v = 0; v < VOICES; v++)
        played[v] = pd_at(p, 50 + v, o, "voice %d energy", v + 1);
    pd_at(p, 60, o, "reset");
    pd_at(p, 100, o, "voice 1 sustain 1");
    for (int v = 0; v < VOICES; v++)
        pd_at(p, 110 + v, o, "voice %d 60 100", v + 1);
    pd_at(p, 150, o, "voice 1 60 0");
    pd_at(p, 151, o, "voice 2 60 0");
    for (int v = 0; v < VOICES; v++)
        held[v] = pd_at(p, 400 + v, o, "voice %d partials 1", v + 1);
    pd_at(p, 410, o, "panic");
    for (int v = 0; v < VOICES; v++)
        pd_at(p, 420 + v, o, "%d 100", keys[v]);
    for (int v = 0; v < VOICES; v++) {
        partials[v] = pd_at(p, 500 + v, o, "voice %d partials 1", v + 1);
        freqs[v] = pd_at(p, 510 + v, o, "voice %d get freq", v + 1);
    }
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int v = 0; v < VOICES; v++) {
        double told[4], rings[4], stored = accounts_of(p, played[v], o).stored;
        answer(p, partials[v], o, "partial", 0, told, 4);
        answer(p, held[v], o, "partial", 0, rings, 4);
        assert_that(v == 0 ? stored > 0 : stored == 0, "what voice 1 plays gives voice %d %g J", v + 1, stored);
        assert_that(v == 1 ? rings[3] < -100 : rings[3] > -60, "voice %d rings at %g dBFS", v + 1, rings[3]);
        assert_near(told[1], answer1(p, freqs[v], o, "freq"), 0.01);
    }
}

/* Sends a message to a kit and to an object that is a gong, and reads their gains. In the kit the voices 1 and 3 are
 * the same glass, voice 2 is a gong, and voice 4 is a glass with another gain. */
static void gains_of_a_kit(const char *before, const char *message, int dsp, int driven, double gain[5])
{
    enum { VOICES = 4 };
    pd_patch *p = pd_open(.as_played = 1);
    int o = pd_obj(p, "hertz/impact~ -voices 4 -report 0"), gong = pd_obj(p, "hertz/impact~ gong -report 0");
    int noise = pd_obj(p, "noise~"), gets[VOICES + 1];
    print_info(p, o, INFO);
    print_info(p, gong, INFO);
    if (driven)
        pd_connect(p, noise, 0, o, 0);
    for (int v = 0; v < VOICES; v++)
        pd_at(p, 5 + v, o, "voice %d preset %s", v + 1, v == 1 ? "gong" : "glass");
    pd_at(p, 10, o, "voice 4 gain 0.25");
    pd_at(p, 1000, PD_SEND, "pd dsp %d", dsp);
    for (int k = 0; k < 2; k++) {
        pd_at(p, k ? 1005 : 15, o, "%s", k ? message : before);
        pd_at(p, k ? 1005 : 15, gong, "%s", k ? message : before);
    }
    for (int v = 0; v < VOICES; v++)
        gets[v] = pd_at(p, 2500 + v, o, "voice %d get gain", v + 1);
    gets[VOICES] = pd_at(p, 2510, gong, "get gain");
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    for (int v = 0; v <= VOICES; v++)
        gain[v] = answer1(p, gets[v], v < VOICES ? o : gong, "gain");
    pd_close(p);
}

/* Voices that have other objects go each by its own sound when all are told a level, or what is heard of them. A gain
 * that was set by hand stays, but for a level. A gain that voice 1 is told is no other voice's. */
TEST(a_kit_keeps_its_gains)
{
    enum { LEVEL, HEAR, UNIT, CASES };
    static const char *const message[CASES][2] = { { "get gain", "level -20" },
                                                   { "get gain", "hear point" },
                                                   { "hear point", "unit acceleration" } };
    double was[5], now[5];
    for (int k = 0; k < CASES; k++) {
        gains_of_a_kit(message[k][0], "get gain", 1, 0, was);
        for (int way = 0; way < (k == LEVEL ? 3 : 2); way++) {
            gains_of_a_kit(message[k][0], message[k][1], way > 0, way > 1, now);
            printf("# %s: %g %g %g %g, and a gong alone %g\n", message[k][1], now[0], now[1], now[2], now[3], now[4]);
            assert_that(fabs(log(now[0] / was[0])) > 0.1, "%s changes no gain", message[k][1]);
            assert_near(now[2], now[0], 0);
            assert_near(now[3], k == LEVEL ? now[0] : was[3], 1e-5);
            assert_near(now[1], now[4], 1e-5);
        }
    }
    gains_of_a_kit("get gain", "hear point, gain 0.5", 1, 0, now);
    for (int v = 0; v < 5; v++)
        assert_near(now[v], 0.5, 0);
    gains_of_a_kit("get gain", "level -20, voice 1 gain 0.5", 1, 0, now);
    gains_of_a_kit("get gain", "level -20", 1, 0, was);
    for (int v = 0; v < 4; v++)
        assert_near(now[v], v == 0 ? 0.5 : was[v], 0);
}

/* All voices are told a unit, and one voice another one: it gets that one, and the other voices what all were told. */
TEST(a_request_to_all_meets_one_to_one)
{
    static const char *const told[][3] = { { "unit acceleration", "voice 2 unit velocity", "velocity" },
                                           { "unit displacement", "voice 2 unit acceleration", "acceleration" },
                                           { "unit displacement", "voice 1 unit acceleration", "displacement" } };
    for (int k = 0; k < 3; k++) {
        pd_patch *p = pd_open(.as_played = 1);
        int o = pd_obj(p, "hertz/impact~ -voices 3"), alone = pd_obj(p, "hertz/impact~ -unit velocity");
        for (int i = 0; i < 2; i++)
            pd_at(p, 5, i ? alone : o, "strike 1");
        pd_at(p, 100, o, "%s", told[k][0]);
        pd_at(p, 100, o, "%s", told[k][1]);
        pd_at(p, 100, alone, "unit %s", told[k][2]);
        int unit = pd_at(p, 1000, o, "voice 2 get unit"), gain = pd_at(p, 1001, o, "voice 2 get gain"),
            another = pd_at(p, 1002, alone, "get gain");
        pd_print(p, o, 3, "all");
        pd_print(p, alone, 3, "one");
        pd_run(p);
        double all = 0, one = 0;
        char wanted[64];
        snprintf(wanted, sizeof wanted, "all: unit %s", told[k][2]);
        assert_that(pd_count(p, unit, wanted) == 1, "%s, %s: no line %s", told[k][0], told[k][1], wanted);
        assert_true(pd_numbers(pd_line(p, gain, "all: gain ", 0), &all, 1) == 1);
        assert_true(pd_numbers(pd_line(p, another, "one: gain ", 0), &one, 1) == 1);
        assert_that(fabs(log(all / one)) < 0.05, "%s, %s: gain %g, not %g", told[k][0], told[k][1], all, one);
        pd_close(p);
    }
}

/* With the pedal down a key that is let go rings on, and with the pedal up it is damped. */
TEST(pedal)
{
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/impact~ -voices 2 -object plate -decay 5 -release 0.05"), sound;
    pd_at(p, 5, o, "sustain 1");
    pd_at(p, 10, o, "60 100");
    pd_at(p, 100, o, "60 0");
    pd_at(p, 400, o, "sustain 0");
    sound = pd_record(p, o, AUDIO, 0, N);
    pd_run(p);
    double down = 0, up = 0;
    for (int i = 14000; i < 19000; i++)
        down = fmax(down, fabs(pd_samples(p, sound)[i]));
    for (int i = 22000; i < N; i++)
        up = fmax(up, fabs(pd_samples(p, sound)[i]));
    assert_true(down > 0.01 && up < 0.02 * down);
}

/* Has Pd printed a line with this text in it? */
static int says(const pd_patch *p, const char *text)
{
    int found = 0, reply;
    const char *line;
    for (int i = 0; (line = pd_next(p, i, &reply)); i++)
        found |= strstr(line, text) != NULL;
    return found;
}

/* Is this a Pd before 0.54, which has no snake~? */
static int no_channels(const pd_patch *p)
{
    return says(p, "couldn't create");
}

/* Channels beyond the voices are not heard, be they a thousand, and do no harm; one channel is for all voices. A Pd
 * before 0.54 has no channels. */
TEST_OF_EVERY_CLASS(a_thousand_channels)
{
    enum { FEW = 3, MANY = 1000, SOUNDS = 4 };
    static const int voices[SOUNDS] = { FEW, FEW, 1, 1 }, channels[SOUNDS] = { FEW, MANY, 1, MANY };
    pd_patch *p = pd_open();
    int sound[SOUNDS];
    for (int k = 0; k < SOUNDS; k++) {
        int o = pd_obj(p, "hertz/%s -voices %d", its->name, voices[k]), push = pd_obj(p, "+~ 0.02");
        pd_connect(p, pd_obj(p, "snake~ in %d", channels[k]), 0, push, 0);
        for (int inlet = 0; inlet < 2; inlet++)
            pd_connect(p, push, 0, o, inlet);
        pd_at(p, 10, o, "60 100");
        sound[k] = pd_record(p, o, its->heard, 0, N);
    }
    pd_run(p);
    int none = no_channels(p);
    assert_that(none || pd_count(p, PD_ALL, "error") == 0, "%s: %s", its->name, pd_line(p, PD_ALL, "error", 0));
    for (int k = 0; k < SOUNDS && !none; k += 2) {
        double most = 0;
        for (int i = 0; i < N; i++) {
            assert_that(pd_samples(p, sound[k])[i] == pd_samples(p, sound[k + 1])[i],
                        "%s -voices %d: sample %d is %g with %d channels, and %g with %d", its->name, voices[k], i,
                        pd_samples(p, sound[k])[i], channels[k], pd_samples(p, sound[k + 1])[i], MANY);
            most = fmax(most, fabs(pd_samples(p, sound[k])[i]));
        }
        assert_that(most > 1e-6 && isfinite(most), "%s: %g", its->name, most);
    }
    printf("# %s: %s\n", its->name, none ? "this Pd has no channels" : "three channels and a thousand sound the same");
}

/* Copies under [clone] whose outlet has several channels are added channel by channel: each channel is the sum of what
 * the copies play alone. A Pd before 0.54 has no channels. */
TEST_OF_EVERY_CLASS(channels_in_a_clone)
{
    enum { COPIES = 2, MOST = 8 };
    pd_patch *p = pd_open();
    char path[400];
    snprintf(path, sizeof path, "%s/one.pd", pd_folder(p));
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f,
            "#N canvas 0 0 300 200 12;\n#X obj 10 10 inlet;\n#X obj 10 40 hertz/%s -voices 2 -mc;\n"
            "#X obj 10 80 outlet~;\n#X connect 0 0 1 0;\n#X connect 1 0 2 0;\n",
            its->name);
    fclose(f);
    int channels = 2 * its->t.audio, sound[COPIES + 1][MOST];
    assert_true(channels <= MOST);
    for (int copy = 0; copy <= COPIES; copy++) {
        int o = pd_obj(p, "%s", copy < COPIES ? "one" : "clone -s 1 one 2"), out = pd_obj(p, "snake~ out %d", channels);
        pd_connect(p, o, 0, out, 0);
        for (int note = 0; note < COPIES; note++)
            if (copy == COPIES)
                pd_at(p, 10 + 20 * note, o, "%d %d 100", note + 1, keys[note]);
            else if (copy == note)
                pd_at(p, 10 + 20 * note, o, "%d 100", keys[note]);
        for (int c = 0; c < channels; c++)
            sound[copy][c] = pd_record(p, out, c, 0, N);
    }
    pd_run(p);
    int none = no_channels(p);
    assert_that(none || pd_count(p, PD_ALL, "error") == 0, "%s: %s", its->name, pd_line(p, PD_ALL, "error", 0));
    assert_true(!none || says(p, "allowed in Pd 0.54 and newer"));
    double most = 0;
    for (int c = 0; c < channels && !none; c++)
        for (int i = 0; i < N; i++) {
            double sum = pd_samples(p, sound[0][c])[i] + pd_samples(p, sound[1][c])[i];
            double heard = pd_samples(p, sound[COPIES][c])[i];
            most = fmax(most, fabs(heard));
            assert_that(fabs(sum - heard) <= 1e-6 * (most + 1e-6), "%s: channel %d, sample %d is %g, not %g", its->name,
                        c, i, heard, sum);
        }
    assert_true(none || most > 1e-4);
    printf("# %s: %s\n", its->name,
           none ? "this Pd has no channels" : "channels under [clone] are those of its copies");
}

/* A file that all voices read is read once, and so are its errors; one that a single voice reads is its own. */
TEST(files_find_their_voices)
{
    static const char *const text[2] = { "hertz-modes 1\n300 1 0.1 1 1\nend\n", "hertz-modes 1\n500 1 0.1 1 1\nend\n" };
    /* k/m of one mass is (2 pi 100)^2 and (2 pi 200)^2 */
    static const char *const mass[2] = { "1  0.1  39478.4176  0\n", "1  0.1  157913.67  0\n" };
    pd_patch *p = pd_open();
    int modes = pd_obj(p, "hertz/impact~ -voices 3"),
        masses = pd_obj(p, "hertz/modalcontact~ -voices 3 -b object matrices");
    int gets[3], partials[3];
    print_info(p, modes, 3);
    print_info(p, masses, 4);
    for (int k = 0; k < 4; k++) {
        char path[400];
        snprintf(path, sizeof path, "%s/file%d.txt", pd_folder(p), k);
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        fputs(k < 2 ? text[k] : mass[k - 2], f);
        fclose(f);
    }
    pd_at(p, 10, modes, "read file0.txt");
    pd_at(p, 11, masses, "b matrices file2.txt");
    pd_at(p, 12, modes, "voice 2 read file1.txt");
    pd_at(p, 13, masses, "voice 2 b matrices file3.txt");
    int wrong[2] = { pd_at(p, 14, modes, "read nothing.txt"), pd_at(p, 15, masses, "b matrices nothing.txt") };
    for (int k = 0; k < 3; k++) {
        gets[k] = pd_at(p, 20 + 2 * k, modes, "voice %d get freqs", k + 1);
        pd_at(p, 50 + 2 * k, masses, "voice %d bang", k + 1);
        partials[k] = pd_at(p, 60 + 2 * k, masses, "voice %d partials", k + 1);
    }
    pd_run(p);
    for (int k = 0; k < 3; k++) {
        double told[4];
        assert_near(answer1(p, gets[k], modes, "freqs"), k == 1 ? 500 : 300, 1e-9);
        answer(p, partials[k], masses, "partial", 0, told, 4);
        assert_near(told[1], k == 1 ? 200 : 100, 0.01);
    }
    for (int k = 0; k < 2; k++)
        assert_int_equal(pd_count(p, wrong[k], "error"), 1);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 2);
}

/* Voices that all ring with 600 modes take a change one after the other, a block each, as objects would that were told
 * a block later each. The gain goes along, so that one which still is what it was fades away, and comes as what it is.
 */
TEST(large_voices_take_turns)
{
    enum { VOICES = 3, RATE = 48000, BLOCK = 64, TOLD = 200 * BLOCK };
    static const char *const change[] = { "decay 0.5", "preset cymbal", "gain 0.01" };
    for (int k = 0; k < 3; k++) {
        pd_patch *p = pd_open(.rate = RATE);
        int o = pd_obj(p, "hertz/impact~ gong -edition 1 -modes 600 -decaypower 3 -voices 3"), alone[VOICES],
            sound[VOICES + 1];
        double ms = 1000.0 * BLOCK / RATE, most = 0, click = 0, own = 0, before = 0;
        for (int v = 0; v < VOICES; v++) {
            alone[v] = pd_obj(p, "hertz/impact~ gong -edition 1 -modes 600 -decaypower 3");
            pd_at(p, 10 * ms, o, "%d 100", keys[v]);
            pd_at(p, 10 * ms, alone[v], "%d 100", keys[v]);
            pd_at(p, 200 * ms + v * ms, alone[v], "%s", change[k]);
            sound[v] = pd_record(p, alone[v], AUDIO, 0, N);
        }
        pd_at(p, 200 * ms, o, "%s", change[k]);
        sound[VOICES] = pd_record(p, o, AUDIO, 0, N);
        pd_run(p);
        assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
        for (int i = 0; i < N; i++) {
            double x = pd_samples(p, sound[VOICES])[i], sum = 0;
            for (int v = 0; v < VOICES; v++)
                sum += pd_samples(p, sound[v])[i];
            most = fmax(most, fabs(x));
            own = fmax(own, i < TOLD - 20 * BLOCK || i >= TOLD - BLOCK ? 0 : fabs(x - before));
            click = fmax(click, i < TOLD - BLOCK || i > TOLD + 100 * BLOCK ? 0 : fabs(x - before));
            before = x;
            assert_that(k > 0 || fabs(sum - x) <= 1e-6 * (most + 1e-6), "%s: sample %d is %g, not %g", change[k], i, x,
                        sum);
        }
        printf("# %s: a step of %.4f\n", change[k], click);
        assert_that(k == 0 || click < own + 0.01, "%s: a step of %g beside its own of %g", change[k], click, own);
        pd_close(p);
    }
}
