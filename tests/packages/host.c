/* host: plays Pd for a package's binaries, on any platform: host <folder> <extension> [messages]
 *
 * It loads every class from its file as Pd would, with the stand-in of the fuzzers in Pd's place. Each class is struck,
 * played a note, and (modalcontact~) given matrices; what it sounds like is printed as one line an outlet, with all its
 * digits, so that the lines of two platforms may be compared. Then any messages follow. What is not finite, and what a
 * block prints, ends the program.
 *
 * On Windows the stand-in is pd.dll, from which the classes import, and this file is in it. */
#include "tests/fuzz/classes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 64, MESSAGES = 300 };

static const char *folder, *extension;

/* ---- what the stand-in asks of a fuzzer and its sanitizer ---- */

void script_line(dice *d, const char *text, char line[SCRIPT_LINE])
{
    (void)d, (void)text;
    line[0] = 0;
}

void __sanitizer_print_stack_trace(void);
void __sanitizer_print_stack_trace(void)
{
}
int __sanitizer_install_malloc_and_free_hooks(void (*made)(const volatile void *, size_t),
                                              void (*freed)(const volatile void *));
int __sanitizer_install_malloc_and_free_hooks(void (*made)(const volatile void *, size_t),
                                              void (*freed)(const volatile void *))
{
    (void)made, (void)freed;
    return 1;
}
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
    (void)data, (void)most;
    return size;
}

/* ---- binaries ---- */

typedef void (*function)(void);

#ifdef _WIN32
#include <windows.h>

static function find(const char *file, const char *name)
{
    HMODULE binary = LoadLibraryA(file);
    if (!binary)
        fuzz_finding("%s is not loaded: error %lu", file, GetLastError());
    return (function)(uintptr_t)GetProcAddress(binary, name);
}
#else
#include <dlfcn.h>

static function find(const char *file, const char *name)
{
    void *binary = dlopen(file, RTLD_NOW | RTLD_GLOBAL);
    if (!binary)
        fuzz_finding("%s", dlerror());
    return (function)(uintptr_t)dlsym(binary, name);
}
#endif

static void set_up(const char *class)
{
    char file[1000], name[100];
    snprintf(file, sizeof file, "%s/%s~.%s", folder, class, extension);
    snprintf(name, sizeof name, "%s_tilde_setup", class);
    function setup = find(file, name);
    if (!setup)
        fuzz_finding("%s has no %s", file, name);
    setup();
}

#define SET_UP(id)                                                                                                     \
    void id##_tilde_setup(void);                                                                                       \
    void id##_tilde_setup(void)                                                                                        \
    {                                                                                                                  \
        set_up(#id);                                                                                                   \
    }
SET_UP(impact)
SET_UP(bounce)
SET_UP(modalcontact)
SET_UP(stringbarrier)
SET_UP(trombamarina)

/* ---- what is played ---- */

static const char *playing, *part;

/* Runs blocks and adds up what comes out. */
static void run(int blocks, double *square, uint64_t *bits)
{
    for (int b = 0; b < blocks; b++) {
        for (int i = 0; i < standin_inlets(); i++)
            standin_inlet(i);
        standin_block();
        for (int k = 0; k < standin_outlets(); k++)
            for (int i = 0; i < standin_n(); i++) {
                t_sample x = standin_outlet(k)[i];
                if (!isfinite(x))
                    fuzz_finding("%s, %s: outlet %d is not finite", playing, part, k);
                square[k] += (double)x * (double)x;
                uint64_t now = 0;
                memcpy(&now, &x, sizeof x);
                bits[k] = (bits[k] ^ now) * 0x100000001b3u;
            }
    }
}

static void print_sums(const char *when, const double *square, const uint64_t *bits)
{
    for (int k = 0; k < standin_outlets(); k++)
        printf("%s %s%s outlet %d: %.17g %016" PRIx64 "\n", playing, part, when, k, sqrt(square[k]), bits[k]);
}

/* Plays half a second, and says what its first 40 ms were as well. */
static void play(const char *what, const char *message)
{
    enum { BEGINNING = RATE / BLOCK / 25 };
    double square[100] = { 0 };
    uint64_t bits[100] = { 0 };
    part = what;
    script_send(message);
    run(BEGINNING, square, bits);
    print_sums("-begins", square, bits);
    run(RATE / BLOCK / 2 - BEGINNING, square, bits);
    print_sums("", square, bits);
}

/* The numbers of two by two matrices, of which the damping couples the modes. */
static t_float element(int i, const char *kind)
{
    static const t_float m[] = { (t_float)0.1, 0, 0, (t_float)0.2 }, k[] = { 4e5f, -1e5f, -1e5f, 9e5f },
                         c[] = { 2, (t_float)-0.5, (t_float)-0.5, 1 };
    return (kind[0] == 'm' ? m : kind[0] == 'k' ? k : c)[i];
}

static void play_class(int c)
{
    playing = class_names[c];
    standin_make(standin_class(playing), 0, NULL);
    standin_dsp(RATE, BLOCK, 0);
    play("bang", "bang");
    play("note", "67 90");
    if (!strcmp(playing, "modalcontact~")) {
        standin_array("m", 4, element, "m");
        standin_array("k", 4, element, "k");
        standin_array("c", 4, element, "c");
        script_send("b object matrices");
        script_send("b matrices m k c");
        play("matrices", "strike 1");
    }
    standin_free();
    standin_end();
}

static void storm(int c, int messages)
{
    dice d = { (uint64_t)c + 1 };
    double square[100] = { 0 };
    uint64_t bits[100] = { 0 };
    playing = class_names[c];
    part = "storm";
    standin_make(standin_class(playing), 0, NULL);
    standin_dsp(RATE, BLOCK, 0);
    for (int i = 0; i < messages; i++) {
        char text[SCRIPT_LINE];
        class_message(&d, c, text, sizeof text);
        if (strncmp(text, "level", 5)) /* It tries for 15 s of model time. */
            script_send(text);
        run(2, square, bits);
    }
    standin_free();
    standin_end();
}

#ifdef _WIN32
__declspec(dllexport)
#endif
    int host_main(int argc, char **argv);
int host_main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    folder = argv[1];
    extension = argv[2];
    standin_begin(NULL);
    classes_begin();
    for (int c = 0; c < CLASSES; c++)
        play_class(c);
    for (int c = 0; c < CLASSES; c++)
        storm(c, argc > 3 ? atoi(argv[3]) : MESSAGES);
    printf("done\n");
    return 0;
}

#ifndef _WIN32
int main(int argc, char **argv)
{
    return host_main(argc, argv);
}
#endif
