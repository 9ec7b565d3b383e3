/* blind: a fuzzer's main where there is no libFuzzer, for a few seconds in `make check`. It runs the cases that are
 * kept in tests/fuzz/<name>.cases, then random changes of them, without looking at coverage, for HZ_FUZZ_SECONDS (2).
 * The seed is another one each time, unless HZ_SAME is set. The input that ends the program is shown as a line of that
 * file, to be kept there with a reason. */
#define _POSIX_C_SOURCE 200809L
#include "script.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 3000, CASES = 3000, HANGS = 100 }; /* an input that takes more seconds of processor hangs */

typedef struct text {
    size_t size;
    uint8_t byte[MOST];
} text;

static text cases[CASES], now;
static int n_cases, said;

/* ---- when it ends ---- */

/* A program without the sanitizers does not have it. */
extern void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

/* Writes the input as the file of cases has it. A signal may be why: nothing is called here but write. */
static void show(void)
{
    static const char head[] = "\n# the input was:\n", digit[] = "0123456789abcdef";
    static char line[4 * MOST + 1];
    size_t n = 0;
    if (said++)
        return;
    for (size_t i = 0; i < now.size; i++) {
        const uint8_t byte = now.byte[i];
        const char code[] = { '\\',
                              byte == '\n'   ? 'n'
                              : byte == '\\' ? '\\'
                                             : 'x',
                              digit[byte >> 4], digit[byte & 15] };
        const int escaped = byte < ' ' || byte > '~' || byte == '\\';
        const size_t length = !escaped ? 1 : code[1] == 'x' ? 4 : 2;
        memcpy(line + n, escaped ? code : (const char *)&byte, length);
        n += length;
    }
    line[n++] = '\n';
    if (write(2, head, sizeof head - 1) < 0 || write(2, line, n) < 0)
        return;
}

/* The undefined-behaviour sanitizer calls nobody, but can be told to abort. */
__attribute__((visibility("default"))) const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void)
{
    return "abort_on_error=1:print_stacktrace=1";
}

static void aborted(int number)
{
    show();
    signal(number, SIG_DFL);
    raise(number);
}

/* ---- inputs ---- */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
    static dice d = { 1 };
    if (size == 0 || (size < most && dice_once(&d, 3)))
        data[size++] = (uint8_t)dice_of(&d, 256);
    else if (dice_once(&d, 3))
        size--;
    for (int n = dice_of(&d, 3); size && n > 0; n--)
        data[dice_of(&d, (int)size)] ^= (uint8_t)(1 << dice_of(&d, 8));
    return size;
}

/* Reads a line's input: what follows its reason and a tab. Returns whether there is one that is no longer than MOST. */
static int read_case(const char *line, text *into)
{
    const char *at = strchr(line, '\t');
    int length;
    unsigned byte;
    into->size = 0;
    if (!at || at == line)
        return 0;
    for (at++; *at && *at != '\n'; at += length) {
        if (into->size == MOST)
            return 0;
        byte = (unsigned char)*at;
        length = 1;
        if (*at == '\\') {
            length = at[1] == 'x' ? 4 : 2;
            byte = at[1] == 'n' ? '\n' : '\\';
            if (at[1] == 'x' ? sscanf(at + 2, "%2x", &byte) != 1 : at[1] != 'n' && at[1] != '\\')
                return 0;
        }
        into->byte[into->size++] = (uint8_t)byte;
    }
    return 1;
}

static void read_cases(const char *path)
{
    char line[4 * MOST + 1000];
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        if (line[0] == '#')
            continue;
        if (n_cases == CASES || !read_case(line, &cases[n_cases])) {
            fprintf(stderr, "%s: %d cases at most, and each a reason, a tab and an input: %s\n", path, CASES, line);
            exit(1);
        }
        n_cases++;
    }
    if (f)
        fclose(f);
}

/* A target of texts brings a mutator of its own (script.c) and one that has to prepare something says how. */
#pragma weak LLVMFuzzerCustomMutator
#pragma weak LLVMFuzzerInitialize

static size_t changed(dice *d)
{
    if (LLVMFuzzerCustomMutator)
        return LLVMFuzzerCustomMutator(now.byte, now.size, MOST, (unsigned)dice_bits(d));
    return LLVMFuzzerMutate(now.byte, now.size, MOST);
}

/* A kept case, changed a few times; or a script from nothing. */
static void invent(dice *d)
{
    now.size = 0;
    if (!dice_once(d, 8))
        now = cases[dice_of(d, n_cases)];
    for (int times = 1 + dice_of(d, now.size ? 8 : 30); times > 0; times--)
        now.size = changed(d);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0], *time_given;
    char path[200];
    /* With HZ_SAME each run throws the same dice, as make check wants it. */
    dice d = { getenv("HZ_SAME") ? 1 : (uint64_t)time(NULL) * 1000003u + (uint64_t)getpid() };
    long runs = 0;
    signal(SIGABRT, aborted);
    signal(SIGVTALRM, aborted);
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(show);
    } else {
        signal(SIGSEGV, aborted);
        signal(SIGFPE, aborted);
    }
    if (LLVMFuzzerInitialize)
        LLVMFuzzerInitialize(&argc, &argv);
    snprintf(path, sizeof path, "tests/fuzz/%.*s.cases", (int)strcspn(name, "_"), name);
    read_cases(path);
    printf("1..2\n");
    for (int i = 0; i < n_cases; i++) {
        now = cases[i];
        LLVMFuzzerTestOneInput(now.byte, now.size);
    }
    printf("%s 1 - %d cases of %s\n", n_cases ? "ok" : "not ok", n_cases, path);
    fflush(stdout);
    time_given = getenv("HZ_FUZZ_SECONDS");
    double end = seconds() + (time_given ? atof(time_given) : 2);
    fprintf(stderr, "# seed %llu\n", (unsigned long long)d.state);
    for (; n_cases && seconds() < end; runs++) {
        invent(&d);
        setitimer(ITIMER_VIRTUAL, &(struct itimerval){ .it_value.tv_sec = HANGS }, NULL);
        LLVMFuzzerTestOneInput(now.byte, now.size);
    }
    printf("%s 2 - %ld random inputs\n", runs ? "ok" : "not ok", runs);
    return runs == 0;
}
