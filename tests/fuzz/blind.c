/* blind: a fuzzer's main where there is no libFuzzer, for a few seconds in `make check`. It runs the cases that are
 * kept in tests/fuzz/<name>/, then random changes of them, without looking at coverage, for HZ_FUZZ_SECONDS (2). The
 * seed is another one each time, unless HZ_SAME is set. The input that ends the program is shown, so that it may be
 * kept as a case. */
#define _POSIX_C_SOURCE 200809L
#include "script.h"

#include <dirent.h>
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

static void show(void)
{
    static const char head[] = "\n# the input was:\n";
    if (said++ || write(2, head, sizeof head - 1) < 0 || write(2, now.byte, now.size) < 0)
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

static void read_cases(const char *folder)
{
    DIR *d = opendir(folder);
    struct dirent *e;
    while (d && (e = readdir(d)) != NULL) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        FILE *f = e->d_name[0] == '.' ? NULL : fopen(path, "r");
        if (!f)
            continue;
        if (n_cases == CASES) {
            fprintf(stderr, "%s has more than %d cases: raise CASES\n", folder, CASES);
            abort();
        }
        cases[n_cases].size = fread(cases[n_cases].byte, 1, MOST, f);
        n_cases++;
        fclose(f);
    }
    if (d)
        closedir(d);
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
    char folder[200];
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
    snprintf(folder, sizeof folder, "tests/fuzz/%.*s", (int)strcspn(name, "_"), name);
    read_cases(folder);
    printf("1..2\n");
    for (int i = 0; i < n_cases; i++) {
        now = cases[i];
        LLVMFuzzerTestOneInput(now.byte, now.size);
    }
    printf("%s 1 - %d cases of %s\n", n_cases ? "ok" : "not ok", n_cases, folder);
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
