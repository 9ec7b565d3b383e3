/* help_patch: what there is to click in a help patch, and a copy of it that clicks by itself. */
#include "help_patch.h"

#include <glob.h>

#include "tests/tools/test.h"

enum { LINE = HELP_RECORD };

int help_patch_record(FILE *f, char *text)
{
    int n = 0, c, before = 0;
    while ((c = fgetc(f)) != EOF && !(c == ';' && before != '\\')) {
        if (n == 0 && (c == '\n' || c == '\r'))
            continue;
        if (n < LINE - 1)
            text[n++] = c == '\n' ? ' ' : (char)c;
        before = before == '\\' ? 0 : c;
    }
    text[n] = 0;
    return c != EOF;
}

static int begins(const char *text, const char *with)
{
    while (*with)
        if (*text++ != *with++)
            return 0;
    return 1;
}

int help_patch_is_box(const char *record)
{
    return begins(record, "#X ") && !begins(record, "#X connect") && !begins(record, "#X coords") &&
           !begins(record, "#X declare");
}

const char *help_patch_box(const char *record)
{
    for (int words = 0; words < 4 && record; words++)
        record = strchr(record, ' ') ? strchr(record, ' ') + 1 : NULL;
    return record ? record : "";
}

int help_patch_asks(const char *text)
{
    static const char *const words[] = { "\\;",  "get",   "dump",    "read",   "write",     "save",     "load ",
                                         "help", "print", "presets", "energy", "reference", "settings", "open" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins(text, words[i]))
            return 1;
    return 0;
}

int help_patches(char names[][48], int most)
{
    glob_t found = { 0 };
    int n = 0;
    glob("help/*~-help.pd", 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc && n < most; i++) {
        char record[LINE];
        int has = 0;
        FILE *f = fopen(found.gl_pathv[i], "r");
        while (f && help_patch_record(f, record))
            has |= begins(record, "#X obj") && begins(help_patch_box(record), "hertz/output");
        if (f)
            fclose(f);
        const char *file = strrchr(found.gl_pathv[i], '/') + 1;
        if (has)
            snprintf(names[n++], sizeof *names, "%.*s", (int)(strlen(file) - strlen("-help.pd")), file);
    }
    globfree(&found);
    return n;
}

/* ---- the copy ---- */

/* Something to click in one canvas: a box that gets a bang, or a text, which goes to a box or to a name. */
typedef struct source {
    int id, box; /* the number of the click; -1: the text goes to the name */
    char text[80], name[60];
} source;

/* What is known of a canvas while it is copied. */
typedef struct canvas {
    int boxes, output; /* so many; [hertz/output] is this one */
    int sources;
    source source[HELP_CLICKS];
} canvas;

const char *help_patch_word(const char *text, char *word, int room)
{
    int n = 0;
    for (; *text && !(*text == ' ' && text[-1] != '\\'); text++)
        if (n < room - 1)
            word[n++] = *text;
    word[n] = 0;
    return *text ? text + 1 : text;
}

static void add_click(help_patch *h, canvas *c, int window, const char *what, source its)
{
    if (h->clicks == HELP_CLICKS)
        fail_msg("the help patch has more than %d things to click", HELP_CLICKS);
    its.id = h->clicks;
    h->of[h->clicks] = window;
    snprintf(h->click[h->clicks++], sizeof *h->click, "%s%s%s", what, *its.text && *what ? " " : "", its.text);
    c->source[c->sources++] = its;
}

/* Its ends, and then its middle. */
static void add_slider(help_patch *h, canvas *c, int window, double least, double most, int is_log, source its)
{
    double place[] = { least, most, is_log && least > 0 ? sqrt(least * most) : (least + most) / 2 };
    char begin[40];
    snprintf(begin, sizeof begin, "%.30s", its.text);
    for (int k = 0; k < 3; k++) {
        snprintf(its.text, sizeof its.text, "%s%s%g", begin, *begin ? " " : "", place[k]);
        add_click(h, c, window, *begin ? "" : "slider", its);
    }
}

/* [hertz/slider <id> <set> <parameter> <unit> <least> <most> <scale>] sends the parameter to <id>-<set>. */
static void see_parameter(help_patch *h, canvas *c, int window, const char *text)
{
    char word[8][60];
    source its = { .box = -1 };
    for (int k = 0; k < 8; k++)
        text = help_patch_word(text, word[k], sizeof *word);
    snprintf(its.name, sizeof its.name, "%.25s-%.25s", word[1], word[2]);
    snprintf(its.text, sizeof its.text, "%.60s", word[3]);
    add_slider(h, c, window, atof(word[5]), atof(word[6]), begins(word[7], "log"), its);
}

static void see_box(help_patch *h, canvas *c, int window, const char *record)
{
    const char *text = help_patch_box(record);
    double least, most;
    int is_log, is_object = begins(record, "#X obj"), is_bang = is_object && begins(text, "bng ");
    source its = { .box = c->boxes };
    if (is_object && begins(text, "hertz/output"))
        c->output = c->boxes;
    if (is_bang && (window >= 0 || h->clicks == 0))
        add_click(h, c, window, "bang", its);
    else if (begins(record, "#X msg") && (window >= 0 || h->clicks > 0) && !help_patch_asks(text))
        add_click(h, c, window, text, its);
    else if (is_object && begins(text, "hertz/slider "))
        see_parameter(h, c, window, text);
    else if (is_object && (begins(text, "hsl ") || begins(text, "vsl ")) &&
             sscanf(text, "%*s %*d %*d %lf %lf %d", &least, &most, &is_log) == 3)
        add_slider(h, c, window, least, most, is_log, its);
    else if (is_object && begins(text, "tgl "))
        for (int k = 0; k < 2; k++)
            add_click(h, c, window, k ? "switch again" : "switch", its);
    c->boxes++;
}

/* Adds what lets a number choose a click of this canvas: in the patch the number comes in, and a window gets it, which
 * computes no sound before. */
static void add_choice(FILE *f, const canvas *c, int window)
{
    int number = c->boxes, choice = number + 1, next = number + 2;
    fprintf(f, "#X obj 0 0 %s;\n#X obj 0 0 sel", window < 0 ? "inlet" : "r \\$0-heard-click");
    for (int i = 0; i < c->sources; i++)
        fprintf(f, " %d", c->source[i].id);
    fprintf(f, ";\n#X connect %d 0 %d 0;\n", number, choice);
    if (window >= 0) {
        fputs("#X msg 0 0 1;\n#X obj 0 0 switch~;\n", f);
        fprintf(f, "#X connect %d 0 %d 0;\n", next, next + 1);
    }
    int on = next;
    next += window < 0 ? 0 : 2;
    for (int i = 0; i < c->sources; i++) {
        const source *s = &c->source[i];
        if (window >= 0)
            fprintf(f, "#X connect %d %d %d 0;\n", choice, i, on);
        if (!*s->text) {
            fprintf(f, "#X connect %d %d %d 0;\n", choice, i, s->box);
            continue;
        }
        fprintf(f, "#X msg 0 0 %s;\n#X connect %d %d %d 0;\n", s->text, choice, i, next);
        if (s->box < 0)
            fprintf(f, "#X obj 0 0 s %s;\n", s->name);
        fprintf(f, "#X connect %d 0 %d 0;\n", next, s->box < 0 ? next + 1 : s->box);
        next += 1 + (s->box < 0);
    }
    if (window < 0)
        fprintf(f,
                "#X obj 0 0 s \\$0-heard-click;\n#X obj 0 0 outlet~;\n#X connect %d 0 %d 0;\n#X connect %d 0 %d 0;\n",
                number, next, c->output, next + 1);
}

/* In place of [hertz/output $0]: what goes into it, and what windows throw to it, without its DC. */
static const char heard[] = "#N canvas 0 0 100 100 heard 0;\n#X obj 0 0 inlet~;\n#X obj 0 0 catch~ \\$0-out;\n"
                            "#X obj 0 0 hip~ 5;\n#X obj 0 0 outlet~;\n#X connect 0 0 2 0;\n#X connect 1 0 2 0;\n"
                            "#X connect 2 0 3 0;\n#X restore 0 0 pd heard;\n";

/* Begins a window. Those that only tell have nothing to click. */
static int begin_window(help_patch *h, canvas *c, const char *record)
{
    char name[40] = "";
    sscanf(record, "#N canvas %*d %*d %*d %*d %39s", name);
    c->boxes = c->sources = 0;
    if (strstr(" reference META numbers messages (subpatch) ", name) || h->windows == HELP_WINDOWS)
        return -1;
    snprintf(h->window[h->windows], sizeof *h->window, "%s", name);
    return h->windows++;
}

static void copy_patch(FILE *in, FILE *out, help_patch *h, canvas *patch, canvas *inner)
{
    char record[LINE];
    int window = -1;
    for (int depth = 0; help_patch_record(in, record);) {
        depth += begins(record, "#N canvas") - begins(record, "#X restore");
        int is_box = help_patch_is_box(record);
        int is_output = is_box && begins(help_patch_box(record), "hertz/output");
        if (depth == 2 && begins(record, "#N canvas"))
            window = begin_window(h, inner, record);
        else if (depth == 2 && is_box && window >= 0)
            see_box(h, inner, window, record);
        if (depth == 1 && begins(record, "#X restore") && window >= 0 && inner->sources > 0)
            add_choice(out, inner, window);
        if (depth == 1 && is_box)
            see_box(h, patch, -1, record);
        if (depth == 1 && is_output)
            fputs(heard, out);
        else
            fprintf(out, "%s;\n", record);
    }
}

void help_patch_read(help_patch *h, const char *class_name, const char *folder)
{
    static canvas patch, inner;
    char path[400];
    patch = (canvas){ .output = -1 };
    *h = (help_patch){ 0 };
    snprintf(path, sizeof path, "help/%s-help.pd", class_name);
    FILE *in = fopen(path, "r");
    snprintf(path, sizeof path, "%s/heard.pd", folder);
    FILE *out = fopen(path, "w");
    if (!in || !out)
        fail_msg("the help of %s cannot be copied to %s", class_name, path);
    copy_patch(in, out, h, &patch, &inner);
    add_choice(out, &patch, -1);
    fclose(in);
    fclose(out);
    if (patch.output < 0 || h->clicks == 0)
        fail_msg("the help of %s has no bang, or no output", class_name);
}
