/* host: plays Pd for a package's binaries, on any platform: host <folder> <extension> [file]
 *
 * It loads every class from its file as Pd would, with the stand-in in Pd's place. Each class is struck, played a note,
 * and (modalcontact~) given matrices; what it sounds like is printed as one line an outlet, with all its digits, so
 * that the lines of two platforms may be compared. Then come the messages of the file, whose lines are a class and a
 * message. What is not finite, and what a block prints, ends the program.
 *
 * On Windows the stand-in is pd.dll, from which the classes import, and this file is in it. */
#include "hosts/standin/standin.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RATE = 48000, BLOCK = 64, CLASSES = 6, WORDS = 200, LINE = 4000 };

static const char *folder, *extension;

void standin_finding(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("FINDING: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    abort();
}

/* ---- binaries ---- */

typedef void (*function)(void);

#ifdef _WIN32
#include <windows.h>

static function find(const char *file, const char *name)
{
    HMODULE binary = LoadLibraryA(file);
    if (!binary)
        standin_finding("%s is not loaded: error %lu", file, GetLastError());
    return (function)(uintptr_t)GetProcAddress(binary, name);
}
#else
#include <dlfcn.h>

static function find(const char *file, const char *name)
{
    void *binary = dlopen(file, RTLD_NOW | RTLD_GLOBAL);
    if (!binary)
        standin_finding("%s", dlerror());
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
        standin_finding("%s has no %s", file, name);
    setup();
}

/* ---- what is played ---- */

static const char *const classes[CLASSES] = { "impact",   "bounce",        "modalcontact",
                                              "friction", "stringbarrier", "trombamarina" };
static const char *part;
static char playing[40]; /* the class */

/* Sends a text to the object, and spoils it. */
static void send(char *text)
{
    t_atom a[WORDS];
    int n = 0;
    for (char *word = strtok(text, " \r\n"), *end; word && n < WORDS; word = strtok(NULL, " \r\n"), n++) {
        double x = strtod(word, &end);
        if (*end)
            SETSYMBOL(&a[n], gensym(word));
        else
            SETFLOAT(&a[n], (t_float)x);
    }
    if (n > 0 && a[0].a_type == A_SYMBOL)
        standin_send(a[0].a_w.w_symbol, n - 1, a + 1);
    else if (n > 0)
        standin_send(n == 1 ? &s_float : &s_list, n, a);
}

/* The same with a text that stays. */
static void say(const char *text)
{
    char copy[LINE];
    snprintf(copy, sizeof copy, "%s", text);
    send(copy);
}

static void make(int c)
{
    snprintf(playing, sizeof playing, "%s~", classes[c]);
    standin_make(standin_class(playing), 0, NULL);
    standin_dsp(RATE, BLOCK);
}

static void end(void)
{
    standin_free();
    standin_end();
}

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
                    standin_finding("%s, %s: outlet %d is not finite", playing, part, k);
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
    say(message);
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
    make(c);
    play("bang", "bang");
    play("note", "67 90");
    if (!strcmp(playing, "modalcontact~")) {
        standin_array("m", 4, element, "m");
        standin_array("k", 4, element, "k");
        standin_array("c", 4, element, "c");
        say("b object matrices");
        say("b matrices m k c");
        play("matrices", "strike 1");
    }
    end();
}

/* The messages of the file that are for this class. */
static void play_file(int c, const char *path)
{
    char line[LINE];
    double square[100] = { 0 };
    uint64_t bits[100] = { 0 };
    FILE *f = fopen(path, "r");
    int n = 0;
    if (!f)
        standin_finding("no file %s", path);
    part = "messages";
    make(c);
    while (fgets(line, sizeof line, f))
        if (!strncmp(line, playing, strlen(playing))) {
            send(line + strlen(playing));
            run(2, square, bits);
            n++;
        }
    fclose(f);
    if (n == 0)
        standin_finding("%s has no message for %s", path, playing);
    end();
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
    standin_begin();
    for (int c = 0; c < CLASSES; c++)
        set_up(classes[c]);
    for (int c = 0; c < CLASSES; c++)
        play_class(c);
    for (int c = 0; c < CLASSES && argc > 3; c++)
        play_file(c, argv[3]);
    printf("done\n");
    return 0;
}

#ifndef _WIN32
int main(int argc, char **argv)
{
    return host_main(argc, argv);
}
#endif
