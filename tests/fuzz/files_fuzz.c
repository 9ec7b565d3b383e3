/* Any text as a file or a setting. The first line says what it is:
 *
 *     hertz-modes 1          a file of modes: what is accepted is within its bounds and, written again, reads the same
 *     matrices               what follows is a file of matrices, and what is accepted becomes a body that sounds
 *     arrays                 likewise, but each of the next three lines is an array
 *     settings impact~       what follows is read as a preset's settings, by an object of that class */
#include "classes.h"
#include "families/contact/matrix_file.h"
#include "families/modal/mode_file.h"
#include "pd/setting_list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIDE = 128, RUN_SIDE = 10 }; /* of matrices: the most there may be, the most that are tried */

/* ---- modes ---- */

static const hz_mode_file_bounds bounds = {
    .modes = 50,
    .pickups = 3,
    .column = { { "freq", "Hz", 0, 1e6 },
                { "decay", "s", 0, 1e4 },
                { "mass", "kg", 1e-9, 1e6 },
                { "weight", NULL, -1e3, 1e3 } },
};

static void read_modes(const char *text, size_t size)
{
    hz_mode_file m, again;
    hz_mode_file_fault fault;
    if (!hz_mode_file_parse(&m, &bounds, text, size, &fault)) {
        if (!*fault.allowed)
            fuzz_finding("modes are refused without a reason");
        return;
    }
    if (!hz_mode_file_check(&m, &bounds, &fault) || m.n < 1 || m.n > bounds.modes)
        fuzz_finding("modes out of their bounds are taken: %s", fault.given);
    char *written = hz_mode_file_text(&m);
    if (!written || !hz_mode_file_parse(&again, &bounds, written, strlen(written), &fault) || again.n != m.n ||
        again.columns != m.columns || memcmp(m.value, again.value, sizeof *m.value * (size_t)(m.n * m.columns)))
        fuzz_finding("modes that were written read as others");
    free(written);
    hz_mode_file_free(&m);
    hz_mode_file_free(&again);
}

/* ---- matrices ---- */

static void play_block(void)
{
    for (int i = 0; i < standin_inlets(); i++)
        standin_inlet(i);
    standin_block();
    for (int i = 0; i < standin_outlets(); i++)
        for (int k = 0; k < standin_n(); k++)
            if (!isfinite(standin_outlet(i)[k]))
                fuzz_finding("outlet %d is not finite", i);
}

/* Both bodies are made of the matrices, and one falls on the other. */
static void sound(const char *names)
{
    char line[80];
    standin_make(standin_class("modalcontact~"), 0, NULL);
    script_send("ledger 1");
    for (int b = 0; b < 2; b++) {
        snprintf(line, sizeof line, "%c matrices %s", 'a' + b, names);
        script_send(line);
        snprintf(line, sizeof line, "%c object matrices", 'a' + b);
        script_send(line);
    }
    standin_dsp(44100, 64, 0);
    script_send("drop 1e-5");
    play_block();
    script_send("strike 1");
    play_block();
    script_send("energy");
}

static void read_matrices(const char *text, size_t size)
{
    double *values = NULL;
    hz_matrix_file_fault fault = { "", "" };
    int n = hz_matrix_file_parse(text, size, MOST_SIDE, &values, &fault);
    if (n == 0 ? values || !*fault.allowed : !values || n > MOST_SIDE)
        fuzz_finding("matrices of %d rows, refused for '%s'", n, fault.given);
    free(values);
    if (n == 0 || n > RUN_SIDE)
        return;
    char path[MAXPDSTRING];
    standin_path("m", path);
    FILE *f = fopen(path, "w");
    if (!f || fwrite(text, 1, size, f) != size || fclose(f))
        fuzz_finding("no file %s", path);
    sound("m");
}

/* ---- arrays ---- */

static script line_of_array;

static t_float element(int i, const char *kind)
{
    double x;
    (void)kind;
    return (t_float)(script_number(line_of_array.word[i], &x) ? x : 0);
}

static void read_arrays(const char *text, size_t size)
{
    static const char *const names[] = { "m", "k", "c" };
    line_of_array = (script){ .at = text, .end = text + size };
    for (int k = 0; k < 3; k++) {
        int n = script_next(&line_of_array);
        standin_array(names[k], n > 0 ? n : 0, element, "");
    }
    sound("m k c");
}

/* ---- settings ---- */

static void take_setting(void *to, const t_symbol *name, int argc, const t_atom *argv)
{
    t_atom atoms[HZ_SETTING];
    (void)to;
    if (argc > HZ_SETTING)
        fuzz_finding("a setting of %d values", argc);
    for (int i = 0; i < argc; i++)
        atoms[i] = argv[i];
    standin_send(gensym(name->s_name), argc, atoms);
}

static void read_settings(const char *class_name, const char *text, size_t size)
{
    if (class_of(class_name) < 0)
        return;
    char *settings = memcpy(standin_alloc(size + 1), text, size);
    for (size_t i = 0; i < size; i++)
        settings[i] = settings[i] == '\n' ? ' ' : settings[i];
    standin_make(standin_class(class_name), 0, NULL);
    hz_setting_list_read(settings, take_setting, NULL);
    free(settings);
    standin_dsp(44100, 64, 0);
    play_block();
}

/* ---- all ---- */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    script s = { .at = (const char *)data, .end = (const char *)data + size };
    int n = script_next(&s);
    const char *kind = n > 0 ? s.word[0] : "", *rest = s.at < s.end ? s.at : s.end;
    size_t left = (size_t)(s.end - rest);
    if (!strcmp(kind, "matrices"))
        read_matrices(rest, left);
    else if (!strcmp(kind, "arrays"))
        read_arrays(rest, left);
    else if (!strcmp(kind, "settings") && n > 1)
        read_settings(s.word[1], rest, left);
    else {
        read_modes((const char *)data, size);
        return 0;
    }
    standin_end();
    return 0;
}

/* ---- random lines ---- */

static void add_numbers(dice *d, int n, char line[SCRIPT_LINE])
{
    char word[40];
    *line = 0;
    for (int i = 0; i < n; i++) {
        if (dice_once(d, 20))
            snprintf(word, sizeof word, "%s", script_hostile(d));
        else
            script_value(d, -1e3, 1e6, 1, dice_once(d, 2), word, sizeof word);
        if (strlen(line) + strlen(word) + 2 < SCRIPT_LINE)
            strcat(strcat(line, word), " ");
    }
}

/* A symmetric matrix of side n, often a positive one. */
static void add_matrix(dice *d, int n, char line[SCRIPT_LINE])
{
    double x[4][4];
    size_t at = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            x[i][j] = x[j][i] = i == j            ? dice_log(d, 1e-6, 1e9)
                                : dice_once(d, 2) ? 0
                                                  : dice_even(d, -1, 1) * sqrt(x[j][j] * dice_log(d, 1e-6, 1e3));
    for (int i = 0; i < n * n; i++)
        at += (size_t)snprintf(line + at, SCRIPT_LINE - at, "%.6g ", x[i / n][i % n]);
}

void script_line(dice *d, const char *text, char line[SCRIPT_LINE])
{
    static const char *const others[] = { "end", "hertz-modes 1", "# a comment", "", "2", "1" };
    int kind = *text == 0 ? dice_of(d, 4) : -1;
    char more[SCRIPT_LINE - 20];
    if (kind == 0 || (kind < 0 && dice_once(d, 6)))
        snprintf(line, SCRIPT_LINE, "%s", kind == 0 ? "hertz-modes 1" : script_one_of(d, others, 6));
    else if (kind == 1)
        snprintf(line, SCRIPT_LINE, "%s", "matrices");
    else if (kind == 2)
        snprintf(line, SCRIPT_LINE, "%s", "arrays");
    else if (kind == 3)
        snprintf(line, SCRIPT_LINE, "settings %s", class_names[dice_of(d, CLASSES)]);
    else if (!strncmp(text, "settings ", 9)) {
        char name[40] = "";
        sscanf(text + 9, "%39s", name);
        class_settings(d, class_of(name) < 0 ? 0 : class_of(name), more, sizeof more);
        snprintf(line, SCRIPT_LINE, "%s%s", dice_once(d, 4) ? "" : ",", more);
    } else if (!strncmp(text, "matrices", 8) || !strncmp(text, "arrays", 6))
        add_matrix(d, 1 + dice_of(d, 4), line);
    else
        add_numbers(d, 4 + dice_of(d, 3), line);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    standin_loud = getenv("HZ_LOUD") != NULL;
    standin_begin(NULL);
    classes_begin();
    return 0;
}
