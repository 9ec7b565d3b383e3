/* listen~ in Pd: a hit from an array, from sound files of every coding, and from live sound becomes the body that was
 * hit, which impact~ plays and reads from a file; places; cancelling; whatever is no hit leaves the body as it was. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "pdrun.h"

enum { RATE = 48000, LENGTH = RATE, START = 2400 };
static const double freqs[3] = { 440, 1213.8, 2950 }, decays[3] = { 0.9, 0.5, 0.3 };

/* A hit: three modes behind 50 ms of silence. */
static double sample_of(int i)
{
    double sum = 0, t = (i - START) / (double)RATE;
    for (int k = 0; k < 3 && i >= START; k++)
        sum += 0.2 * (k == 1 ? -1 : 1) * exp(-6.9078 * t / decays[k]) * cos(2 * M_PI * freqs[k] * t);
    return sum;
}

static void put(unsigned char *to, uint64_t x, int bytes, int is_big)
{
    for (int i = 0; i < bytes; i++)
        to[is_big ? bytes - 1 - i : i] = (unsigned char)(x >> 8 * i);
}

static uint64_t code(double x, int bytes, int is_float)
{
    float four = (float)x;
    uint32_t bits;
    memcpy(&bits, &four, sizeof bits);
    return is_float ? bits : (uint64_t)(int64_t)lrint(x * ldexp(1, 8 * bytes - 1)) + (bytes == 1 ? 128 : 0);
}

/* Writes the hit into the right one of two channels, beside the patch. */
static void write_wav(const pd_patch *p, const char *name, int bytes, int is_float)
{
    static unsigned char data[44 + 2 * 4 * LENGTH];
    unsigned char *at = data + 44;
    char path[600];
    int size = 2 * bytes * LENGTH;
    memcpy(data, "RIFF....WAVEfmt ....", 20);
    memcpy(data + 36, "data", 4);
    put(data + 4, 36 + (unsigned)size, 4, 0), put(data + 16, 16, 4, 0), put(data + 20, is_float ? 3 : 1, 2, 0);
    put(data + 22, 2, 2, 0), put(data + 24, RATE, 4, 0), put(data + 34, 8 * (unsigned)bytes, 2, 0);
    put(data + 40, (unsigned)size, 4, 0);
    for (int i = 0; i < LENGTH; i++, at += 2 * bytes) {
        put(at, code(0, bytes, is_float), bytes, 0);
        put(at + bytes, code(sample_of(i), bytes, is_float), bytes, 0);
    }
    snprintf(path, sizeof path, "%s/%s", pd_folder(p), name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fwrite(data, 1, 44 + (size_t)size, f);
    fclose(f);
}

static void write_aiff(const pd_patch *p, const char *name)
{
    static unsigned char data[54 + 3 * LENGTH];
    static const unsigned char rate[10] = { 0x40, 0x0e, 0xbb, 0x80 }; /* 48000 in eighty bits */
    char path[600];
    memcpy(data, "FORM....AIFFCOMM", 16);
    put(data + 4, sizeof data - 8, 4, 1), put(data + 16, 18, 4, 1), put(data + 20, 1, 2, 1);
    put(data + 22, LENGTH, 4, 1), put(data + 26, 24, 2, 1);
    memcpy(data + 28, rate, sizeof rate);
    memcpy(data + 38, "SSND", 4);
    put(data + 42, 8 + 3 * LENGTH, 4, 1);
    for (int i = 0; i < LENGTH; i++)
        put(data + 54 + 3 * i, code(sample_of(i), 3, 0), 3, 1);
    snprintf(path, sizeof path, "%s/%s", pd_folder(p), name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fwrite(data, 1, sizeof data, f);
    fclose(f);
}

static pd_patch *open_ear(int *ear)
{
    pd_patch *p = pd_open(.rate = RATE);
    *ear = pd_obj(p, "hertz/listen~");
    pd_print(p, *ear, 0, "body");
    pd_print(p, *ear, 1, "info");
    return p;
}

/* The body of a reply has the three modes, within so much of their frequencies and decays. */
static void assert_body(const pd_patch *p, int reply, double close)
{
    double f[4] = { 0 }, d[4] = { 0 };
    assert_int_equal(pd_count(p, reply, "body: freqs "), 1);
    assert_int_equal(pd_numbers(pd_line(p, reply, "body: freqs ", 0), f, 4), 3);
    assert_int_equal(pd_numbers(pd_line(p, reply, "body: decays ", 0), d, 4), 3);
    for (int k = 0; k < 3; k++) {
        assert_float_equal(f[k] / freqs[k], 1, 1e-4 * close);
        assert_float_equal(d[k] / decays[k], 1, 1e-2 * close);
    }
    assert_int_equal(pd_count(p, reply, "body: contacttime "), 1);
    assert_int_equal(pd_count(p, reply, "info: done"), 1);
}

/* Each report of progress says more than the one before, and the last one 1. */
static void assert_progress(const pd_patch *p, int reply)
{
    double last = -1, now = 0;
    for (int i = 0; i < pd_count(p, reply, "info: progress "); i++, last = now) {
        assert_int_equal(pd_numbers(pd_line(p, reply, "info: progress ", i), &now, 1), 1);
        assert_true(now > last);
    }
    assert_float_equal(last, 1, 0);
}

static void test_files(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int bytes, is_float;
    } kinds[] = { { "a.wav", 2, 0 }, { "b.wav", 3, 0 }, { "c.wav", 4, 0 }, { "d.wav", 4, 1 }, { "e.aiff", 3, 0 } };
    enum { KINDS = sizeof kinds / sizeof *kinds };
    int ear, reply[KINDS];
    pd_patch *p = open_ear(&ear);
    for (int i = 0; i < KINDS; i++) {
        if (strstr(kinds[i].name, ".wav"))
            write_wav(p, kinds[i].name, kinds[i].bytes, kinds[i].is_float);
        else
            write_aiff(p, kinds[i].name);
    }
    pd_at(p, 10, ear, "channel 2");
    for (int i = 0; i < KINDS; i++)
        reply[i] = pd_at(p, 100 + 2500 * i, ear, "read %s", kinds[i].name);
    pd_until(p, 100 + 2500 * KINDS);
    pd_run(p);
    for (int i = 0; i < KINDS; i++) {
        assert_body(p, reply[i], 1);
        assert_progress(p, reply[i]);
    }
    assert_int_equal(pd_count(p, reply[0], "info: channels 2"), 1);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    pd_close(p);
}

static void test_live(void **state)
{
    (void)state;
    static float x[LENGTH];
    int ear;
    pd_patch *p = open_ear(&ear);
    for (int i = 0; i < LENGTH; i++)
        x[i] = (float)sample_of(i);
    pd_feed(p, ear, 0, 500, x, LENGTH);
    int reply = pd_at(p, 100, ear, "arm 0.8");
    pd_until(p, 3500);
    pd_run(p);
    assert_body(p, reply, 1);
    pd_close(p);
}

/* What was heard is played: the file reads back as the same modes, and the blow sounds at their pitch. */
static void test_played(void **state)
{
    (void)state;
    int ear;
    pd_patch *p = open_ear(&ear);
    write_wav(p, "hit.wav", 3, 0);
    int body = pd_obj(p, "hertz/impact~"), copy = pd_obj(p, "hertz/impact~ -outs 1");
    pd_connect(p, ear, 0, body, 0);
    pd_print(p, body, 3, "played");
    pd_at(p, 10, ear, "channel 2");
    pd_at(p, 20, ear, "read hit.wav");
    pd_at(p, 2600, ear, "write hit.modes");
    pd_at(p, 2700, copy, "read hit.modes");
    pd_at(p, 2710, copy, "crowd 0");
    pd_at(p, 2720, body, "crowd none");
    int played = pd_at(p, 2800, body, "get freqs");
    pd_at(p, 2810, copy, "stiffness 1e9");
    pd_at(p, 2820, body, "stiffness 1e9");
    pd_at(p, 3000, body, "strike 1");
    pd_at(p, 3000, copy, "strike 1");
    int a = pd_record(p, body, 0, 3000, 4800), b = pd_record(p, copy, 0, 3000, 4800);
    pd_run(p);
    double f[4];
    assert_int_equal(pd_numbers(pd_line(p, played, "played: freqs ", 0), f, 4), 3);
    assert_float_equal(f[0], freqs[0], 0.05);
    double peak = 0, off = 0;
    for (int i = 0; i < 4800; i++) {
        peak = fmax(peak, fabs((double)pd_samples(p, a)[i]));
        off = fmax(off, fabs((double)pd_samples(p, a)[i] - (double)pd_samples(p, b)[i]));
    }
    assert_true(peak > 0.01);
    assert_true(off < 0.02 * peak);
    pd_close(p);
}

/* Two places, and the weights between them. */
static void test_places(void **state)
{
    (void)state;
    int ear;
    double w[3][4];
    pd_patch *p = open_ear(&ear);
    write_wav(p, "hit.wav", 3, 0);
    pd_at(p, 10, ear, "channel 2");
    pd_at(p, 20, ear, "position 0.2");
    pd_at(p, 30, ear, "read hit.wav");
    pd_at(p, 2500, ear, "position 0.8");
    int second = pd_at(p, 2510, ear, "read hit.wav");
    int moved = pd_at(p, 5000, ear, "position 0.5");
    pd_until(p, 5100);
    pd_run(p);
    assert_int_equal(pd_count(p, second, "info: hits 2"), 1);
    assert_int_equal(pd_count(p, moved, "body: "), 1);
    assert_int_equal(pd_numbers(pd_line(p, moved, "body: weights ", 0), w[0], 4), 3);
    assert_int_equal(pd_numbers(pd_line(p, second, "body: weights ", 0), w[1], 4), 3);
    for (int k = 0; k < 3; k++)
        assert_float_equal(w[0][k], w[1][k], 1e-3);
    pd_close(p);
}

static void test_bad_input(void **state)
{
    (void)state;
    static const char *const bad[] = { "read none.wav",  "read bad.wav", "array nowhere", "array silent",
                                       "array hits 100", "arm 1000",     "write",         "position 2",
                                       "modes 0",        "mass no",      "draw nowhere" };
    enum { BAD = sizeof bad / sizeof *bad };
    char path[600];
    int ear, reply[BAD];
    pd_patch *p = open_ear(&ear);
    write_wav(p, "hit.wav", 3, 0);
    snprintf(path, sizeof path, "%s/bad.wav", pd_folder(p));
    FILE *f = fopen(path, "w");
    fprintf(f, "RIFF....WAVEno sound at all");
    fclose(f);
    pd_obj(p, "table silent 48000");
    pd_obj(p, "table hits 1000");
    pd_at(p, 10, ear, "channel 2");
    pd_at(p, 20, ear, "read hit.wav");
    for (int i = 0; i < BAD; i++)
        reply[i] = pd_at(p, 2500 + 2200 * i, ear, "%s", bad[i]);
    int again = pd_at(p, 2500 + 2200 * BAD, ear, "bang");
    pd_run(p);
    for (int i = 0; i < BAD; i++)
        assert_that(pd_count(p, reply[i], "error") == 1 && pd_count(p, reply[i], "body: ") == 0, "%s", bad[i]);
    assert_int_equal(pd_count(p, again, "body: freqs 44"), 1);
    pd_close(p);
}

static void test_cancel(void **state)
{
    (void)state;
    int ear;
    pd_patch *p = open_ear(&ear);
    write_wav(p, "hit.wav", 3, 0);
    pd_at(p, 10, ear, "read hit.wav");
    int cancelled = pd_at(p, 200, ear, "cancel");
    int none = pd_at(p, 4000, ear, "bang");
    pd_run(p);
    assert_int_equal(pd_count(p, cancelled, "info: cancelled"), 1);
    assert_int_equal(pd_count(p, PD_ALL, "body: "), 0);
    assert_int_equal(pd_count(p, none, "error"), 0);
    pd_close(p);
}

/* What hears an answer may send a message at once: cancel ends the work there, clear waits until all is told. A file
 * that is read meanwhile is listened to, and live sound no more. */
static void test_answers_that_answer(void **state)
{
    (void)state;
    static float x[LENGTH];
    int ear;
    pd_patch *p = open_ear(&ear);
    for (int i = 0; i < LENGTH; i++)
        x[i] = (float)sample_of(i);
    write_wav(p, "hit.wav", 3, 0);
    static const char *const heard[2] = { "progress", "modes" }, *const sent[2] = { "cancel", "clear" };
    int open[2];
    for (int k = 0; k < 2; k++) {
        int route = pd_obj(p, "route %s", heard[k]), list = pd_obj(p, "list prepend %s", sent[k]);
        open[k] = pd_obj(p, "spigot 1");
        pd_connect(p, ear, 1, route, 0);
        pd_chain(p, route, open[k], list, pd_obj(p, "list trim"), ear);
    }
    pd_feed(p, ear, 0, 200, x, LENGTH);
    pd_at(p, 10, ear, "channel 2");
    int live = pd_at(p, 20, ear, "arm 0.5");
    pd_connect(p, pd_obj(p, "r shut"), 0, open[0], 1);
    int shut = pd_at(p, 3500, PD_SEND, "shut 0");
    int read = pd_at(p, 4000, ear, "read hit.wav"), bang = pd_at(p, 6500, ear, "bang");
    pd_at(p, 6510, ear, "arm 0.5");
    int meanwhile = pd_at(p, 6520, ear, "read hit.wav");
    pd_feed(p, ear, 0, 6600, x, LENGTH);
    pd_until(p, 10000);
    pd_run(p);
    assert_int_equal(pd_count(p, live, "info: cancelled"), 1);
    assert_int_equal(pd_count(p, live, "error") + pd_count(p, shut, "error"), 0);
    assert_int_equal(pd_count(p, read, "error: listen~: clear: got it within an answer"), 1);
    assert_body(p, read, 1);
    assert_int_equal(pd_count(p, bang, "body: freqs 44"), 1);
    assert_int_equal(pd_count(p, meanwhile, "info: done"), 1);
    pd_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_live),
        cmocka_unit_test(test_played),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_answers_that_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
