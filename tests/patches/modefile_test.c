/* Modal data in files: read, write and -read are tried in a real Pd, with every shape and with everything that a file
 * may be. */
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "impact.h"
#include "families/modal/mode_file.h"

enum { N = 4800 };

static void put(const pd_patch *p, const char *name, const char *text, size_t n)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", pd_folder(p), name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    fclose(f);
}

static void put_text(const pd_patch *p, const char *name, const char *text)
{
    put(p, name, text, strlen(text));
}

/* Returns the whole of a file, which the caller frees. */
static char *whole(const pd_patch *p, const char *name)
{
    char path[200], *text = NULL;
    size_t room = 0;
    snprintf(path, sizeof path, "%s/%s", pd_folder(p), name);
    FILE *f = fopen(path, "rb");
    assert_that(f, "%s was not written", name);
    assert_that(getdelim(&text, &room, 0, f) >= 0, "%s is empty", name);
    fclose(f);
    return text;
}

static void assert_quiet(const pd_patch *p, int reply)
{
    assert_that(pd_count(p, reply, "error") == 0, "%s", pd_line(p, reply, "error", 0));
}

static void assert_same(const pd_patch *p, int a, int b, int n, const char *what)
{
    double loudest = 0;
    for (int i = 0; i < n; i++) {
        assert_that(pd_samples(p, a)[i] == pd_samples(p, b)[i], "%s: sample %d is %.9g, not %.9g", what, i,
                    pd_samples(p, b)[i], pd_samples(p, a)[i]);
        loudest = fmax(loudest, fabs(pd_samples(p, a)[i]));
    }
    assert_that(loudest > 1e-6, "%s is silent", what);
}

/* -- there and back --------------------------------------------------------- */

static const char *const shaped[] = {
    "-object string -material steel -size 0.65 -thickness 0.0009 -tension 300",
    "-object bar -material glass -freq 313.7 -decay 0.77 -position 0.31 -pickups 0.2 0.9",
    "-object freebar -material rosewood -size 0.38 0.06 -thickness 0.02 -position 0.2241575",
    "-object cantilever -material nylon -size 0.2 -modes 7 -pickups 1 0.5 0.25",
    "-object membrane -material skin -size 0.3 0.47 -thickness 0.0003 -tension 900 -position 0.3 0.21",
    "-object drum -material skin -size 0.33 -thickness 0.00025 -tension 2000 -modes 150 -decay 0.7",
    "-object plate -decay 0",
    "-object disc -material brass -size 0.2 -pickups 0.1 0.3 0.7 0.11",
    "-object freedisc -material bronze -size 0.4 -thickness 0.001 -modes 300",
    "-object tube -material brass -size 1.3 0.038 -thickness 0.0015 -decay 5",
    "-object bowl -material glass -size 0.08 -thickness 0.0012 -freq 1234.5",
    ("-object modes -freqs 440 100.1 0 30000 5123.4 -decays 1 0 0.333 -masses 0.1 0.0123 -weights 1 -0.7 0.3 -outs 2 "
     "-freq 77.7 -decay 3.3"),
};
enum { SHAPES = sizeof shaped / sizeof *shaped };

static int pickups_of(const char *flags)
{
    if (strstr(flags, "-outs 2") || strstr(flags, "0.2 0.9") || strstr(flags, "0.7 0.11"))
        return 2;
    return strstr(flags, "1 0.5 0.25") ? 3 : 1;
}

/* A body that was written and read sounds the same to the last bit at each pickup; what it writes in turn is the same
 * text; and so for the creation flag. */
TEST(every_shape_goes_there_and_back)
{
    pd_patch *p = pd_open();
    char *text[SHAPES];
    int sound[SHAPES][2][3], reply[SHAPES][3];
    for (int k = 0; k < SHAPES; k++) {
        int n = pickups_of(shaped[k]);
        int a = pd_obj(p, "hertz/impact~ %s", shaped[k]), b = pd_obj(p, "hertz/impact~ -object modes -outs %d", n);
        reply[k][0] = pd_at(p, 10, a, "write there-%d.modes", k);
        reply[k][1] = pd_at(p, 20, b, "read there-%d.modes", k);
        reply[k][2] = pd_at(p, 30, b, "write back-%d.modes", k);
        for (int side = 0; side < 2; side++) {
            pd_at(p, 40, side ? b : a, "strike 1.5");
            for (int i = 0; i < n; i++)
                sound[k][side][i] = pd_record(p, side ? b : a, i, 40, N);
        }
    }
    pd_run(p);
    for (int k = 0; k < SHAPES; k++) {
        char back[40];
        for (int i = 0; i < 3; i++)
            assert_quiet(p, reply[k][i]);
        for (int i = 0; i < pickups_of(shaped[k]); i++)
            assert_same(p, sound[k][0][i], sound[k][1][i], N, shaped[k]);
        snprintf(back, sizeof back, "there-%d.modes", k);
        text[k] = whole(p, back);
        snprintf(back, sizeof back, "back-%d.modes", k);
        char *again = whole(p, back);
        assert_string_equal(text[k], again);
        free(again);
    }
    pd_close(p);
    p = pd_open();
    for (int k = 0; k < SHAPES; k++) {
        char name[40];
        int n = pickups_of(shaped[k]), o[2];
        snprintf(name, sizeof name, "flag-%d.modes", k);
        put_text(p, name, text[k]);
        free(text[k]);
        o[0] = pd_obj(p, "hertz/impact~ %s", shaped[k]);
        o[1] = pd_obj(p, "hertz/impact~ -mass 0.01 -read %s", name);
        for (int side = 0; side < 2; side++) {
            print_info(p, o[side], n + 2); /* the file says how many pickups there are */
            pd_at(p, 40, o[side], "strike 1.5");
            reply[k][side] = pd_at(p, 50, o[side], "get mass");
            sound[k][side][0] = pd_record(p, o[side], n - 1, 40, N);
        }
    }
    pd_run(p);
    assert_quiet(p, PD_ALL);
    for (int k = 0; k < SHAPES; k++) {
        assert_same(p, sound[k][0][0], sound[k][1][0], N, shaped[k]);
        for (int side = 0; side < 2; side++)
            assert_true(pd_count(p, reply[k][side], "o") >= 1);
    }
    pd_close(p);
}

/* -- what a file says --------------------------------------------------------- */

static const char by_hand[] = "\xEF\xBB\xBF# a bell, roughly\r\n\r\n  hertz-modes 1   # the form\r\n"
                              "\t440 1.5 .1 1 0.7 -0.3\r\n1e3\t+0.8 0.1 -0.6 0.2 5e-1# second\r\n"
                              "  2500.5  0  0.25  0.5   0   1  \r\n end # of it\r\n# and a word behind\r\n";

static void assert_list(const pd_patch *p, int reply, int obj, const char *name, const double *expected, int n)
{
    double x[8];
    answer(p, reply, obj, name, 0, x, n);
    for (int i = 0; i < n; i++)
        assert_near(x[i], expected[i], 1e-6);
}

static int said(const pd_patch *p, int reply, int obj, const char *what)
{
    char line[100];
    snprintf(line, sizeof line, "o%d: %s", obj, what);
    return pd_count(p, reply, line) > 0;
}

static const char one_pickup[] = "hertz-modes 1\n440 1 .1 1\n1000 1 .1 .5\nend"; /* no line end behind it */

/* Makes an object of the lists that `by_hand` says, told by messages from 5 ms on. */
static int told_by_lists(pd_patch *p)
{
    int o =
        pd_obj(p, "hertz/impact~ -object modes -outs 3 -freqs 440 1000 2500.5 -decays 1.5 0.8 0 -masses 0.1 0.1 0.25 "
                  "-weights 1 -0.6 0.5");
    pd_at(p, 5, o, "pickupweights 1 0.7 0.2 0");
    pd_at(p, 6, o, "pickupweights 2 -0.3 0.5 1");
    return o;
}

/* The lists answer what was read, whatever tuned the body before, and pickups hear what the file says. */
TEST(a_file_is_what_it_says)
{
    static const char *const lists[] = { "freqs", "decays", "masses", "weights", "object", "freq", "decay" };
    pd_patch *p = pd_open();
    put_text(p, "hand.modes", by_hand);
    int o = pd_obj(p, "hertz/impact~ -object plate -freq 50 -decay 9 -pickups 0.3 0.2 0.4 0.5 0.6 0.7");
    print_info(p, o, 5);
    pd_at(p, 1, o, "damp 0.1");
    int read = pd_at(p, 2, o, "read hand.modes"), get[7], same = told_by_lists(p), sound[2][3];
    for (int i = 0; i < 7; i++)
        get[i] = pd_at(p, 3 + i, o, "get %s", lists[i]);
    for (int side = 0; side < 2; side++) {
        pd_at(p, 20, side ? same : o, "strike 1");
        for (int i = 0; i < 3; i++)
            sound[side][i] = pd_record(p, side ? same : o, i, 20, N);
    }
    pd_run(p);
    assert_quiet(p, PD_ALL);
    assert_quiet(p, read);
    assert_list(p, get[0], o, "freqs", (double[]){ 440, 1000, 2500.5 }, 3);
    assert_list(p, get[1], o, "decays", (double[]){ 1.5, 0.8, 0 }, 3);
    assert_list(p, get[2], o, "masses", (double[]){ 0.1, 0.1, 0.25 }, 3);
    assert_list(p, get[3], o, "weights", (double[]){ 1, -0.6, 0.5 }, 3);
    assert_true(said(p, get[4], o, "object modes"));
    assert_list(p, get[5], o, "freq", (double[]){ 0 }, 1);
    assert_list(p, get[6], o, "decay", (double[]){ -1 }, 1);
    for (int i = 0; i < 3; i++)
        assert_same(p, sound[0][i], sound[1][i], N, "a file by hand");
}

/* After a file, presets, shapes, lists and another file work on; where a file says nothing of a pickup, that hears the
 * strike point again. */
TEST(work_goes_on_after_a_file)
{
    pd_patch *p = pd_open();
    put_text(p, "hand.modes", by_hand);
    put_text(p, "one.modes", one_pickup);
    int o = pd_obj(p, "hertz/impact~ -object plate -freq 50 -decay 9 -pickups 0.3 0.2 0.4 0.5 0.6 0.7");
    print_info(p, o, 5);
    pd_at(p, 2, o, "read hand.modes");
    int same = told_by_lists(p);
    pd_at(p, 20, o, "preset bell");
    int shape = pd_at(p, 21, o, "get object");
    pd_at(p, 22, o, "object modes");
    pd_at(p, 23, o, "freqs 300 700");
    int listed = pd_at(p, 24, o, "get freqs");
    pd_at(p, 25, o, "read one.modes");
    int one = pd_at(p, 26, o, "get freqs");
    pd_at(p, 27, same, "read one.modes");
    pd_at(p, 27, o, "preset lab-case1");
    pd_at(p, 28, o, "object modes");
    pd_at(p, 28, o, "read one.modes");
    for (int side = 0; side < 2; side++) {
        static const char *const alike[] = { "reset",        "mass 0.01",   "stiffness 5e7",
                                             "exponent 1.5", "damping 0.1", "gain 1" };
        for (int i = 0; i < 6; i++)
            pd_at(p, 29, side ? same : o, "%s", alike[i]);
        pd_at(p, 30, side ? same : o, "strike 1");
    }
    int sound[2] = { pd_record(p, o, 1, 30, N), pd_record(p, same, 1, 30, N) };
    pd_run(p);
    assert_quiet(p, PD_ALL);
    assert_true(said(p, shape, o, "object bowl"));
    assert_list(p, listed, o, "freqs", (double[]){ 300, 700 }, 2);
    assert_list(p, one, o, "freqs", (double[]){ 440, 1000 }, 2);
    assert_same(p, sound[0], sound[1], N, "pickups of which the file says nothing");
}

/* -- bad files -------------------------------------------------------------- */

static const struct {
    const char *text, *words[3]; /* what the one error must hold */
} bad[] = {
    { "", { "line 1", "nothing", "hertz-modes 1" } },
    { "\n\n# only a remark\n", { "line 3", "nothing", "hertz-modes 1" } },
    { "hertz-modes 2\n440 1 1 1\nend\n", { "line 1", "got hertz-modes 2", "hertz-modes 1" } },
    { "440 1 1 1\nend\n", { "line 1", "got 440 1 1 1", "hertz-modes 1" } },
    { "hertz-modes 1\nend\n", { "line 2", "0 modes", "1 or more" } },
    { "hertz-modes 1\n", { "line 1", "the end of the file", "end" } },
    { "hertz-modes 1\n440 1 1 1\n550 1 1 1\n", { "line 3", "the end of the file", "end" } },
    { "hertz-modes 1\n440 1 1 1\n550 1 1 0.1", { "line 3", "the end of the file", "end" } },
    { "hertz-modes 1\n440 1 1 1 1\n550 1 1\nend\n", { "line 3", "got 550 1 1", "freq, decay, mass and weight" } },
    { "hertz-modes 1\n440 1 1 1 1\n550 1 1 1\nend\n", { "line 3", "got 550 1 1 1", "5 numbers" } },
    { "hertz-modes 1\n\n440 1 1 1 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2\nend\n",
      { "line 3", "got 2", "at most 20 numbers" } },
    { "hertz-modes 1\nnan 1 1 1\nend\n", { "line 2", "got nan", "freq of 0 to 100000 Hz" } },
    { "hertz-modes 1\n440 NAN 1 1\nend\n", { "line 2", "got NAN", "decay of 0 to 1e+06 s" } },
    { "hertz-modes 1\n440 1 inf 1\nend\n", { "line 2", "got inf", "mass of 1e-06 to 1000 kg" } },
    { "hertz-modes 1\n440 1 1 -infinity\nend\n", { "line 2", "got -infinity", "weight of -1000 to 1000" } },
    { "hertz-modes 1\n440 1 1 1 1e999\nend\n", { "line 2", "got 1e999", "pickup 1" } },
    { "hertz-modes 1\n440 1 1 1 1 1001\nend\n", { "line 2", "got 1001", "pickup 2" } },
    { "hertz-modes 1\n-440 1 1 1\nend\n", { "line 2", "got -440", "freq of 0" } },
    { "hertz-modes 1\n2e6 1 1 1\nend\n", { "line 2", "got 2e6", "to 100000 Hz" } },
    { "hertz-modes 1\n440 -1 1 1\nend\n", { "line 2", "got -1", "decay of 0" } },
    { "hertz-modes 1\n440 1 0 1\nend\n", { "line 2", "got 0", "mass of" } },
    { "hertz-modes 1\n440 1 -2 1\nend\n", { "line 2", "got -2", "mass of" } },
    { "hertz-modes 1\n440,5 1 1 1\nend\n", { "line 2", "got 440,5", "freq of" } },
    { "hertz-modes 1\n0x10 1 1 1\nend\n", { "line 2", "got 0x10", "freq of" } },
    { "hertz-modes 1\n440 banana 1 1\nend\n", { "line 2", "got banana", "decay of" } },
    { "hertz-modes 1\n440 1 1 1%s%n%d\nend\n", { "line 2", "got 1%s%n%d", "weight of" } },
    { "hertz-modes 1\n440 1 1 1\nend\nend\n", { "line 4", "got end", "nothing behind the end" } },
    { "hertz-modes 1\n440 1 1 1\nend\n440 1 1 1\n", { "line 4", "got 440 1 1 1", "nothing behind the end" } },
    { "hertz-modes 1\r440 1 1 1\rend\r", { "line 1", "got hertz-modes 1?440", "hertz-modes 1" } },
};
enum { BAD = sizeof bad / sizeof *bad, ODD = 13 };

/* Files that no text can express. */
static void make_odd(const pd_patch *p, const char *name[ODD], const char *words[ODD][3], void *kept[2])
{
    enum { MANY = 100000, LONG = 5000, BIG = (1 << 24) + 10 };
    static char path[200], folder[200], within[240];
    char *many = malloc(MANY * 20 + 100), *big = malloc(BIG), wild[300];
    size_t n = (size_t)sprintf(many, "hertz-modes 1\n");
    for (int i = 0; i < MANY; i++)
        n += (size_t)sprintf(many + n, "%d 1 0.1 1\n", 100 + i);
    n += (size_t)sprintf(many + n, "end\n");
    put(p, "many.modes", many, n);
    memset(many, '1', LONG);
    memcpy(many, "hertz-modes 1\n", 14);
    put(p, "long.modes", many, LONG);
    memset(many, '#', LONG);
    put(p, "remark.modes", many, LONG);
    memset(big, '\n', BIG);
    put(p, "big.modes", big, BIG);
    for (int i = 0; i < 300; i++)
        wild[i] = (char)(i * 37 % 256);
    put(p, "wild.modes", wild, 300);
    put(p, "null.modes", "hertz-modes 1\n440 1 1\0 1\nend\n", 29);
    snprintf(path, sizeof path, "%s/pipe.modes", pd_folder(p));
    assert_int_equal(mkfifo(path, 0600), 0);
    snprintf(folder, sizeof folder, "%s/folder.modes", pd_folder(p));
    assert_int_equal(mkdir(folder, 0700), 0);
    snprintf(within, sizeof within, "%s/long.modes/x", pd_folder(p));
    static const struct {
        const char *name, *words[3];
    } odd[ODD] = {
        { "many.modes", { "line 1002", "got 1100 1 0.1 1", "1000 modes" } },
        { "long.modes", { "line 2", "a line of 4986 characters", "at most 1000" } },
        { "remark.modes", { "line 1", "a line of 5000 characters", "at most 1000" } },
        { "big.modes", { "read big.modes", "more than 16 MiB", "modes" } },
        { "wild.modes", { "line 1", "?", "hertz-modes 1" } },
        { "null.modes", { "line 2", "got 1?", "mass of" } },
        { "pipe.modes", { "read pipe.modes", "no regular file", "can be read" } },
        { "folder.modes", { "read folder.modes", "a folder", "can be read" } },
        { "missing.modes", { "read missing.modes", "No such file", "can be read" } },
        { within, { "long.modes/x", "got ", "can be read" } },
        { "/proc/self/mem", { "read /proc/self/mem", "Input/output", "can be read" } },
        { "/dev/zero", { "read /dev/zero", "no regular file", "can be read" } },
        { "hertz/README.md", { "read hertz/README.md", "line 3", "hertz-modes 1" } }, /* in Pd's search path */
    };
    for (int i = 0; i < ODD; i++) {
        name[i] = odd[i].name;
        memcpy(words[i], odd[i].words, sizeof odd[i].words);
    }
    kept[0] = many;
    kept[1] = big;
}

static void assert_refused(const pd_patch *p, int reply, const char *name, const char *const words[3])
{
    const char *line = pd_line(p, reply, "error: impact~: read ", 0);
    int good = pd_count(p, reply, "error") == 1 && line && strstr(line, "nothing done");
    for (int i = 0; i < 3 && good; i++) {
        char all[500];
        snprintf(all, sizeof all, "read %s", line);
        good = strstr(all, words[i]) != NULL;
    }
    assert_that(good, "read %s gave %d errors (%s %s %s): %s", name, pd_count(p, reply, "error"), words[0], words[1],
                words[2],
                line                          ? line
                : pd_count(p, reply, "error") ? pd_line(p, reply, "error", 0)
                                              : "");
}

/* Each gives one error with the file and the line, and the body rings on to the last bit. */
TEST(bad_files_change_nothing)
{
    enum { LENGTH = 24000 };
    pd_patch *p = pd_open();
    const char *name[ODD], *words[ODD][3];
    void *kept[2];
    int o[2], sound[2], reply[BAD + ODD], dump[2];
    make_odd(p, name, words, kept);
    for (int i = 0; i < 2; i++) {
        o[i] = pd_obj(p, "hertz/impact~ -object bowl -material glass -decay 9");
        print_info(p, o[i], INFO);
        pd_at(p, 5, o[i], "strike 1");
        sound[i] = pd_record(p, o[i], AUDIO, 0, LENGTH);
        dump[i] = pd_at(p, 490 + 2 * i, o[i], "dump");
    }
    for (int i = 0; i < BAD; i++) {
        char file[40];
        snprintf(file, sizeof file, "bad-%d.modes", i);
        put_text(p, file, bad[i].text);
        reply[i] = pd_at(p, 10 + 5 * i, o[0], "read %s", file);
    }
    for (int i = 0; i < ODD; i++)
        reply[BAD + i] = pd_at(p, 300 + 5 * i, o[0], "read %s", name[i]);
    int number = pd_at(p, 400, o[0], "read 440"), none = pd_at(p, 405, o[0], "read"),
        two = pd_at(p, 410, o[0], "read a b");
    pd_obj(p, "hertz/impact~ -object wall -read missing.modes");
    pd_obj(p, "hertz/impact~ -object wall -read bad-13.modes");
    pd_run(p);
    for (int i = 0; i < BAD; i++)
        assert_refused(p, reply[i], bad[i].text, bad[i].words);
    for (int i = 0; i < ODD; i++)
        assert_refused(p, reply[BAD + i], name[i], words[i]);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pd_count(p, (int[]){ number, none, two }[i], "error: impact~: read"), 1);
    assert_int_equal(pd_count(p, PD_LOADED, "error: impact~: read missing.modes: got No such file"), 1);
    assert_int_equal(pd_count(p, PD_LOADED, "error: impact~: read bad-13.modes: line 2: got inf"), 1);
    assert_int_equal(pd_count(p, PD_LOADED, "error"), 2);
    assert_same(p, sound[1], sound[0], LENGTH, "a body that was sent bad files");
    for (int i = 0; i < pd_count(p, dump[1], "o"); i++)
        assert_string_equal(strchr(pd_line(p, dump[0], "o", i), ' '), strchr(pd_line(p, dump[1], "o", i), ' '));
    char path[200];
    snprintf(path, sizeof path, "%s/folder.modes", pd_folder(p));
    rmdir(path);
    free(kept[0]);
    free(kept[1]);
}

/* Fails unless a file in the patch's folder has this text, or with NULL unless there is none. */
static void assert_holds(const pd_patch *p, const char *name, const char *text)
{
    char path[200], its[200] = "";
    snprintf(path, sizeof path, "%s/%s", pd_folder(p), name);
    FILE *f = fopen(path, "r");
    assert_that(!f == !text, "%s is%s there", name, f ? "" : " not");
    if (f) {
        its[fread(its, 1, sizeof its - 1, f)] = 0;
        fclose(f);
        assert_string_equal(its, text);
        unlink(path);
    }
}

/* With room for 10 kB, a thousand modes are one error, and what was in the file stays in it. */
TEST(what_has_no_room)
{
    static const char *const names[] = { "large.modes", "new.modes", "large.txt" };
    enum { NAMES = sizeof names / sizeof *names };
    static char modes[40000] = "hertz-modes 1\n";
    int reply[NAMES];
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/impact~ -read many.modes");
    for (int k = 0; k < 1000; k++)
        sprintf(modes + strlen(modes), "%.8g %.8g %.8g 1\n", 100 + k / 3.0, 1 + k / 3.0, 1 / (1 + k / 3.0));
    put_text(p, "many.modes", strcat(modes, "end\n"));
    for (int i = 0; i < NAMES; i++)
        reply[i] = pd_at(p, 10 + i, o, "%s %s", strstr(names[i], "txt") ? "save" : "write", names[i]);
    put_text(p, "large.modes", "old modes");
    put_text(p, "large.txt", "old sound");
    struct rlimit before, little = { 10000, 10000 };
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    little.rlim_max = before.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    pd_run(p);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(pd_count(p, PD_ALL, "error"), NAMES);
    for (int i = 0; i < NAMES; i++) {
        char part[40];
        assert_non_null(strstr(pd_line(p, reply[i], "error", 0), "File too large"));
        snprintf(part, sizeof part, "%s.hertz-part", names[i]);
        assert_holds(p, part, NULL);
    }
    char path[200];
    snprintf(path, sizeof path, "%s/many.modes", pd_folder(p));
    unlink(path);
    assert_holds(p, "large.modes", "old modes");
    assert_holds(p, "new.modes", NULL);
    assert_holds(p, "large.txt", "old sound");
}

/* A link stays one, and the file is written to which it leads. What another Pd left half written is no hindrance. */
TEST(links_are_followed)
{
    char path[200], wrote[200];
    struct stat s;
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/impact~ -object modes");
    pd_at(p, 10, o, "write link.modes");
    snprintf(path, sizeof path, "%s/link.modes", pd_folder(p));
    put_text(p, "to.modes", "old modes, and more than the new ones have: ....................................");
    put_text(p, "to.modes.hertz-part", "half");
    assert_int_equal(symlink("to.modes", path), 0);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    assert_true(lstat(path, &s) == 0 && S_ISLNK(s.st_mode));
    FILE *f = fopen(path, "r");
    wrote[fread(wrote, 1, sizeof wrote - 1, f)] = 0;
    fclose(f);
    unlink(path);
    assert_int_equal(strncmp(wrote, "hertz-modes 1\n", 14), 0);
    assert_holds(p, "to.modes", wrote);
    assert_holds(p, "to.modes.hertz-part", NULL);
}

/* What cannot be written is one error, and no file. */

TEST(what_cannot_be_written)
{
    static const struct {
        const char *flags, *name, *words[2];
    } cases[] = {
        { "-object wall", "wall.modes", { "without modes", "nothing done" } },
        { "-object drum -tension 0", "slack.modes", { "without modes", "nothing done" } },
        { "-object plate", "nowhere/x.modes", { "No such file", "can be written" } },
        { "-object plate", "/tmp", { "a folder", "can be written" } },
        { "-object plate", "/dev/full", { "no regular file", "can be written" } },
        { "-object plate", "/proc/self/oom_score_adj", { "No such file", "can be written" } },
        { "-object bar -size 1e-3 1e-3 -thickness 1e-6 -freq 100", "tiny.modes", { "mode 1", "mass of 1e-06" } },
    };
    enum { CASES = sizeof cases / sizeof *cases };
    int reply[CASES];
    pd_patch *p = pd_open();
    for (int i = 0; i < CASES; i++)
        reply[i] = pd_at(p, 10 + 5 * i, pd_obj(p, "hertz/impact~ %s", cases[i].flags), "write %s", cases[i].name);
    pd_until(p, 100);
    pd_run(p);
    for (int i = 0; i < CASES; i++) {
        const char *line = pd_line(p, reply[i], "error: impact~: write ", 0);
        assert_that(pd_count(p, reply[i], "error") == 1 && line && strstr(line, cases[i].words[0]) &&
                        strstr(line, cases[i].words[1]),
                    "write %s: %s", cases[i].name, line ? line : "no error");
        char path[200];
        snprintf(path, sizeof path, "%s/%s", pd_folder(p), cases[i].name);
        assert_true(strstr(cases[i].name, ".modes") == NULL || access(path, F_OK) != 0);
    }
}

/* Pd does not wait on a pipe, neither beside the patch nor in a folder of its search path, whether somebody holds the
 * other end or nobody does; behind a pipe of its name in that path, a file is found. Where it waits, it is killed. */
TEST(pipes_are_not_waited_for)
{
    static const char *const parts[] = { "nobody.modes", "held.modes", "far/nobody2.modes", "far/held2.modes",
                                         "far/behind.modes" };
    enum { PIPES = sizeof parts / sizeof *parts };
    char path[200];
    int end[PIPES], reply[2 * PIPES];
    pd_patch *p = pd_open(.limit = 20);
    snprintf(path, sizeof path, "%s/far", pd_folder(p));
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/farther", pd_folder(p));
    assert_int_equal(mkdir(path, 0700), 0);
    put_text(p, "farther/behind.modes", "hertz-modes 1\n440 1 1 1\nend\n");
    for (int i = 0; i < PIPES; i++) {
        snprintf(path, sizeof path, "%s/%s", pd_folder(p), parts[i]);
        assert_int_equal(mkfifo(path, 0600), 0);
        end[i] = strstr(parts[i], "held") ? open(path, O_RDWR | O_NONBLOCK) : -1;
    }
    pd_at(p, 1, PD_SEND, "pd-patch.pd declare -path %s/far -path %s/farther", pd_folder(p), pd_folder(p));
    int o = pd_obj(p, "hertz/impact~");
    for (int i = 0; i < 2 * PIPES; i++)
        reply[i] = pd_at(p, 10 + 5 * i, o, "%s %s", i < PIPES ? "read" : "write",
                         i < 2 || i >= PIPES ? parts[i % PIPES] : parts[i] + strlen("far/"));
    pd_run(p);
    for (int i = 0; i < 2 * PIPES; i++) {
        const char *line = pd_line(p, reply[i], "error", 0);
        int found = i == PIPES - 1;
        assert_that(found ? line == NULL : line && strstr(line, "no regular file"), "%s %s: %s",
                    i < PIPES ? "read" : "write", parts[i % PIPES], line ? line : "no error");
    }
    for (int i = 0; i < PIPES; i++) {
        if (end[i] >= 0)
            close(end[i]);
        snprintf(path, sizeof path, "%s/%s", pd_folder(p), parts[i]);
        unlink(path);
    }
    const char *const rest[] = { "farther/behind.modes", "farther", "far" };
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", pd_folder(p), rest[i]);
        remove(path);
    }
}

/* -- a file that changes ------------------------------------------------------ */

/* Writes two files in turn over one another, in pieces, for as long as it lives. */
static void rewrite(const char *path)
{
    char text[2][20000];
    for (int k = 0; k < 2; k++) {
        int n = sprintf(text[k], "hertz-modes 1\n");
        for (int i = 0; i < 500; i++)
            n += sprintf(text[k] + n, "%d.5 0.5 0.1 %s\n", 200 + (k ? 7 : 11) * i, k ? "-0.5" : "1");
        sprintf(text[k] + n, "end\n");
    }
    for (int turn = 0;; turn++) {
        const char *at = text[turn % 2];
        int fd = open(path, O_WRONLY | O_CREAT | (turn % 3 ? O_TRUNC : 0), 0600);
        for (size_t left = strlen(at); left > 0;) {
            size_t some = left < 1777 ? left : 1777;
            if (write(fd, at, some) != (ssize_t)some)
                _exit(1);
            at += some;
            left -= some;
            if (turn % 4 == 0)
                usleep(50);
        }
        close(fd);
        usleep(2000); /* whole for a while, or on a busy machine no reader would ever meet it so */
    }
}

/* Whatever is there at that instant is read or refused, with one error; what is taken is a whole list of modes. */
static int reads_taken(void)
{
    enum { TIMES = 300, LENGTH = 48000 };
    pd_patch *p = pd_open();
    char path[200];
    int reply[TIMES], get[TIMES];
    snprintf(path, sizeof path, "%s/live.modes", pd_folder(p));
    int o = pd_obj(p, "hertz/impact~ -object modes -ledger 1");
    print_info(p, o, INFO);
    for (int i = 0; i < TIMES; i++) {
        reply[i] = pd_at(p, 10 + 3 * i, o, "read live.modes");
        get[i] = pd_at(p, 10 + 3 * i, o, "get freqs");
        if (i % 20 == 0)
            pd_at(p, 11 + 3 * i, o, "strike 1");
    }
    int sound = pd_record(p, o, AUDIO, 0, LENGTH), energy = pd_at(p, 995, o, "energy");
    pid_t writer = fork();
    if (writer == 0)
        rewrite(path);
    for (int i = 0; i < 5000 && access(path, F_OK); i++)
        usleep(1000); /* on a busy machine the writer may come late */
    int ran = pd_try(p);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    assert_true(ran);
    int taken = 0;
    for (int i = 0; i < TIMES; i++) {
        int errors = pd_count(p, reply[i], "error");
        assert_true(errors <= 1 && errors == pd_count(p, reply[i], "error: impact~: read live.modes: line "));
        double x[500];
        char prefix[40];
        snprintf(prefix, sizeof prefix, "o%d: freqs ", o);
        int n = pd_numbers(pd_line(p, get[i], prefix, 0), x, 500);
        taken += n > 1;
    }
    for (int i = 0; i < LENGTH; i++)
        assert_true(isfinite(pd_samples(p, sound)[i]));
    accounts a = accounts_of(p, energy, o);
    assert_true(fabs(a.residual) <= 1e-10 * (a.stored + a.dissipated + fabs(a.adjusted)));
    pd_close(p);
    return taken;
}

/* On a busy machine all reads of a run may fall into one pause of the writer, in the middle of the file. */
TEST(a_file_that_changes_while_it_is_read)
{
    int taken = 0;
    for (int run = 0; run < 20 && taken == 0; run++)
        taken = reads_taken();
    assert_true(taken > 0);
}

/* -- numbers ------------------------------------------------------------------ */

/* Every double comes back the same, and with a decimal point where the locale has a comma. */
TEST(numbers_are_those_of_no_locale)
{
    static const double value[] = { 440, 1.0 / 3, 0.1, 1234.5678901234567, 123456.78901234567, 2.5e-7 };
    hz_mode_file_bounds b = { .column = { &(hz_param){ "freqs", "Hz", .max = 1e6 },
                                          &(hz_param){ "decays", "s", .max = 1e6 },
                                          &(hz_param){ "masses", "kg", .min = 1e-9, .max = 1e6 },
                                          &(hz_param){ "weights", .min = -1e3, .max = 1e3 } },
                              .modes = 10,
                              .pickups = 2 };
    char folder[] = "/tmp/hertz-locale-XXXXXX", command[200];
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command, "localedef -c -i de_DE -f UTF-8 %s/de_DE.UTF-8 2>/dev/null", folder);
    assert_that(system(command) <= 256, "no locale: %s", command);
    setenv("LOCPATH", folder, 1);
    int there = setlocale(LC_ALL, "de_DE.UTF-8") != NULL;
    hz_mode_file m, again;
    hz_fault fault;
    assert_true(hz_mode_file_make(&m, 3, 6));
    for (int i = 0; i < 18; i++)
        m.value[i] = value[i % 6] * (i % 6 == 0 ? 1 : 1 + i * 1e-16) / (i % 6 > 2 ? 1e4 : 1);
    char *text = hz_mode_file_text(&m), comma[40];
    snprintf(comma, sizeof comma, "%.1f", 0.5);
    int good = hz_mode_file_parse(&again, &b, text, strlen(text), &fault);
    setlocale(LC_ALL, "C");
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    assert_true(there);
    assert_string_equal(comma, "0,5");
    assert_that(good, "line %d: got %s, allowed %s", fault.line, fault.given, fault.allowed);
    assert_null(strstr(strstr(text, "pickup\n"), ","));
    assert_int_equal(again.n, 3);
    assert_int_equal(again.columns, 6);
    assert_memory_equal(again.value, m.value, 18 * sizeof *m.value);
    free(m.value);
    free(again.value);
    free(text);
}
