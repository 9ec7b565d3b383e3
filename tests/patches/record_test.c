/* `record`, in every class: the table is what the outlets say, with all digits; the sound stays what it is; what cannot
 * be written is said, and the sound goes on; one file is one recording; ending Pd waits for the file. */
#include <signal.h>
#include <sys/resource.h>

#include "impact.h"
#include "kinds.h"

enum { RATE = 48000, N = 2400, WIDE = 20 };

#define METERS "stored kinetic potential contact dissipated supplied adjusted residual shed position velocity"

static const char head[] = "time,position,velocity,compression,force,endforce,stored,kinetic,potential,contact,"
                           "dissipated,supplied,adjusted,residual,shed,pickup1";
enum {
    TIME,
    POSITION,
    VELOCITY,
    COMPRESSION,
    FORCES,
    ENDFORCE,
    STORED,
    DISSIPATED = 10,
    SUPPLIED,
    ADJUSTED,
    RESIDUAL,
    SHED,
    PICKUP
};

/* Reads a table that an object wrote beside its patch. Returns how many lines of numbers it has. */
static int read_table(const pd_patch *p, const char *name, double rows[][WIDE], int most)
{
    char path[600], line[1000];
    int n = 0;

    snprintf(path, sizeof path, "%s/%s", pd_folder(p), name);
    FILE *f = fopen(path, "r");
    assert_that(f, "%s: there is no %s", its->name, name);
    assert_that(fgets(line, sizeof line, f) && !strncmp(line, head, strlen(head)), "%s: %s begins with %s", its->name,
                name, line);
    for (; n < most && fgets(line, sizeof line, f); n++) {
        char *at = line;
        for (int k = 0; k <= PICKUP; k++)
            rows[n][k] = strtod(at + (k > 0), &at);
        assert_true(*at == ',' || *at == '\n');
    }
    assert_true(n == most || !fgets(line, sizeof line, f));
    fclose(f);
    return n;
}

/* The largest of a column. */
static double most_of(double rows[][WIDE], int n, int column)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(rows[i][column]));
    return most;
}

static double rows[N + 1][WIDE];

/* The books of every line balance to all digits, which no signal of Pd could show. */
static void assert_books(const char *name)
{
    double most = most_of(rows, N, STORED), start = 0; /* J, what was stored when the books were opened */
    assert_that(most > 0 && most_of(rows, N, FORCES) > 0, "%s: nothing happens in %s", its->name, name);
    for (int i = 0; i < N; i++) {
        const double *r = rows[i];
        double left = r[STORED] - (r[SUPPLIED] + r[ADJUSTED] - r[DISSIPATED] - r[SHED] + r[RESIDUAL]);
        start = i ? start : left;
        assert_near(r[TIME] * RATE, i + 1, 1e-12);
        assert_that(fabs(left - start) <= 1e-13 * most && fabs(r[RESIDUAL]) <= 1e-10 * most,
                    "%s: line %d leaves %g and a residual of %g of %g J", its->name, i, left - start, r[RESIDUAL],
                    most);
    }
}

/* Excites the object so that it touches at once: a ball that falls needs its time. */
static const char *blow(void)
{
    return strcmp(its->name, "bounce~") ? its->excite : "throw -1";
}

/* One object records while it is struck; another one, with meters, shows the same as signals. */
TEST_OF_EVERY_CLASS(table_is_what_outlets_say)
{
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/%s %s", its->name, its->plain);
    int other = pd_obj(p, "hertz/%s %s -meters " METERS, its->name, its->plain), audio = its->t.info - 2;
    print_info(p, o, its->t.info);
    int sound[2] = { pd_record(p, o, 0, 100, N), pd_record(p, other, 0, 100, N) };
    int force = pd_record(p, other, audio, 100, N), stored = pd_record(p, other, audio + 1, 100, N);
    pd_at(p, 100, o, "record %g table.csv", N / (double)RATE);
    pd_at(p, 100, o, "%s", blow());
    pd_at(p, 100, other, "%s", blow());
    pd_at(p, 2000, o, "gain 0.1");
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    assert_int_equal(read_table(p, "table.csv", rows, N + 1), N);
    assert_books("table.csv");
    for (int i = 0; i < N; i++) {
        assert_that(pd_samples(p, sound[0])[i] == pd_samples(p, sound[1])[i], "%s: recording changes sample %d",
                    its->name, i);
        assert_that(fabs(rows[i][FORCES] - pd_samples(p, force)[i]) <= 1e-6 * most_of(rows, N, FORCES) &&
                        fabs(rows[i][STORED] - pd_samples(p, stored)[i]) <= 1e-6 * most_of(rows, N, STORED),
                    "%s: line %d has %g N, %g J; the outlets %g, %g", its->name, i, rows[i][FORCES], rows[i][STORED],
                    pd_samples(p, force)[i], pd_samples(p, stored)[i]);
    }
    char wanted[40];
    snprintf(wanted, sizeof wanted, "o%d: record 100 writing", o);
    assert_that(pd_count(p, PD_ALL, wanted) == 1, "%s: it does not say that it writes", its->name);
}

/* A recording goes on when Pd ends, or another message ends it: what there is of it is written. */
TEST_OF_EVERY_CLASS(what_is_cut_off_is_written)
{
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/%s %s", its->name, its->plain), other = pd_obj(p, "hertz/%s %s", its->name, its->plain);
    pd_at(p, 100, o, "record 10 ended.csv");
    pd_at(p, 100, other, "record 10 stopped.csv");
    pd_at(p, 100, o, "%s", blow());
    pd_at(p, 110, other, "record 0");
    pd_until(p, 130);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    int n = read_table(p, "stopped.csv", rows, N + 1);
    assert_that(n >= 480 - 64 && n <= 480 + 64, "%s: %d lines of a hundredth of a second", its->name, n);
    n = read_table(p, "ended.csv", rows, N + 1);
    assert_that(n >= 1440 - 64 && n <= 1440 + 128, "%s: %d lines until Pd ended", its->name, n);
}

/* Each is one error, which says what is wrong and what would be right. */
TEST_OF_EVERY_CLASS(bad_places_are_said)
{
    static const char *const bad[][2] = {
        { "record 0.01 nowhere/table.csv", "No such file" },
        { "record 0.01 /proc/nothing.csv", "a place that can be written to" },
        { "record 0.01 /dev/null", "no regular file" },
        { "record 0.01 .", "folder" },
        { "record 0.01", "<seconds> <file>" },
        { "record 21 table.csv", "allowed seconds (0 to 20 s)" },
        { "record -1 table.csv", "allowed" },
        { "record banana table.csv", "allowed" },
        { "record 1 2", "allowed" },
    };
    enum { BAD = sizeof bad / sizeof *bad };
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/%s %s", its->name, its->plain), reply[BAD];
    for (int k = 0; k < BAD; k++)
        reply[k] = pd_at(p, 10 + k, o, "%s", bad[k][0]);
    int sound = pd_record(p, o, 0, 40, N);
    pd_at(p, 45, o, "%s", blow());
    pd_at(p, 50, o, "record 0.1 one.csv");
    int second = pd_at(p, 51, o, "record 0.1 two.csv");
    pd_run(p);
    for (int k = 0; k < BAD; k++)
        assert_that(pd_count(p, reply[k], "error") == 1 && strstr(pd_line(p, reply[k], "error", 0), bad[k][1]),
                    "%s: %s: %s", its->name, bad[k][0], pd_line(p, reply[k], "error", 0));
    assert_int_equal(pd_count(p, second, "error"), 1);
    assert_true(strstr(pd_line(p, second, "error", 0), "one recording at a time"));
    double peak = 0;
    for (int i = 0; i < N; i++)
        peak = fmax(peak, fabs(pd_samples(p, sound)[i]));
    assert_that(peak > 0, "%s is silent", its->name);
}

/* Of those that would write into one file at once the first does, and its table is whole. Each of the others is one
 * error. */
TEST_OF_EVERY_CLASS(one_file_is_one_recording)
{
    static const char *const bad[] = { "record 0.01 same.csv", "voice 2 record 0.01 same.csv", "save same.csv" };
    enum { BAD = sizeof bad / sizeof *bad };
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/%s %s -voices 2", its->name, its->plain);
    int other = pd_obj(p, "hertz/%s", strcmp(its->name, "impact~") ? "impact~" : "bounce~"), reply[BAD];
    pd_at(p, 100, o, "record %g same.csv", N / (double)RATE);
    pd_at(p, 100, o, "%s", blow());
    for (int k = 0; k < BAD; k++)
        reply[k] = pd_at(p, 110 + k, k == 1 ? o : other, "%s", bad[k]);
    pd_until(p, 200);
    pd_run(p);
    for (int k = 0; k < BAD; k++)
        assert_that(pd_count(p, reply[k], "error") == 1 &&
                        strstr(pd_line(p, reply[k], "error", 0), "same.csv: a recording or something else"),
                    "%s: %s while another one writes: %s", its->name, bad[k], pd_line(p, reply[k], "error", 0));
    assert_int_equal(pd_count(p, PD_ALL, "error"), BAD);
    assert_int_equal(read_table(p, "same.csv", rows, N + 1), N);
    assert_books("same.csv");
}

/* A voice that was never played, and whose blocks are not computed for that, records the silence. */
TEST_OF_EVERY_CLASS(a_silent_voice_records)
{
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/%s %s -voices 3", its->name, its->plain);
    pd_at(p, 100, o, "voice 2 record %g silent.csv", N / (double)RATE);
    pd_until(p, 400);
    pd_run(p);
    assert_int_equal(pd_count(p, PD_ALL, "error"), 0);
    assert_int_equal(read_table(p, "silent.csv", rows, N + 1), N);
}

/* With room for 300 kB, a table of two megabytes is an error, the file is empty, and the sound goes on. */
TEST_OF_EVERY_CLASS(no_room_is_said)
{
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/%s %s", its->name, its->plain), sound = pd_record(p, o, 0, 1500, 2400);
    print_info(p, o, its->t.info);
    pd_at(p, 10, o, "%s", blow());
    pd_at(p, 10, o, "record 0.2 large.csv");
    for (int k = 0; k < 1000; k++) /* The thread needs time that Pd, which runs ahead of the clock, must spend. */
        pd_at(p, 300 + k, o, "get gain");
    pd_at(p, 1500, o, "%s", blow());
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, little = { 300000, 300000 };
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    little.rlim_max = before.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    pd_run(p);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    char late[100];
    snprintf(late, sizeof late, "%s: record: large.csv: File too large", its->name); /* where Pd ends first */
    int told = pd_count(p, PD_ALL, "error") + pd_count(p, PD_ALL, late);
    assert_that(told == 1, "%s: %d errors when there is no room", its->name, told);
    char path[600];
    snprintf(path, sizeof path, "%s/large.csv", pd_folder(p));
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_int_equal(fgetc(f), EOF);
    fclose(f);
    double peak = 0;
    for (int i = 0; i < 2400; i++)
        peak = fmax(peak, fabs(pd_samples(p, sound)[i]));
    assert_that(peak > 0, "%s is silent", its->name);
}
