/* help_patch: what there is to click in a help patch, and a copy of it that clicks by itself. */
#include "help_patch.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asserted.h"

enum { LINE = 4000, BOXES = 400 };

/* Reads up to the next semicolon that ends something. Returns 0 at the end of the file. */
static int read_record(FILE *f, char *text)
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

/* Returns the text of a box behind its kind and place. */
static const char *box_text(const char *record)
{
    for (int words = 0; words < 4 && record; words++)
        record = strchr(record, ' ') ? strchr(record, ' ') + 1 : NULL;
    return record ? record : "";
}

static int asks(const char *text)
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
        while (f && read_record(f, record))
            has |= begins(record, "#X obj") && begins(box_text(record), "hertz/output");
        if (f)
            fclose(f);
        const char *file = strrchr(found.gl_pathv[i], '/') + 1;
        if (has)
            snprintf(names[n++], sizeof *names, "%.*s", (int)(strlen(file) - strlen("-help.pd")), file);
    }
    globfree(&found);
    return n;
}

/* What is known of a patch while it is copied. */
typedef struct copy {
    int boxes, output;
    int clicked[100];                      /* the box of each click */
    int from[BOXES], outlet[BOXES], heard; /* what is connected to `output` */
} copy;

static void see_box(copy *c, help_patch *h, const char *record)
{
    const char *text = box_text(record);
    int is_bang = begins(record, "#X obj") && begins(text, "bng "), is_message = begins(record, "#X msg");
    if (begins(record, "#X obj") && begins(text, "hertz/output"))
        c->output = c->boxes;
    if ((is_bang && h->clicks == 0) || (is_message && h->clicks > 0 && h->clicks < 100 && !asks(text))) {
        c->clicked[h->clicks] = c->boxes;
        snprintf(h->click[h->clicks++], sizeof *h->click, "%s", is_bang ? "bang" : text);
    }
    c->boxes++;
}

static void see_cord(copy *c, const char *record)
{
    int from, outlet, to, inlet;
    if (sscanf(record, "#X connect %d %d %d %d", &from, &outlet, &to, &inlet) == 4 && to == c->output &&
        c->heard < BOXES) {
        c->from[c->heard] = from;
        c->outlet[c->heard++] = outlet;
    }
}

/* Adds an inlet whose float goes to one of the clicks as a bang, and the outlet. */
static void add_machinery(FILE *f, const copy *c, const help_patch *h)
{
    int inlet = c->boxes, choice = inlet + 1, outlet = inlet + 2;
    fprintf(f, "#X obj 0 0 inlet;\n#X obj 0 0 sel");
    for (int i = 0; i < h->clicks; i++)
        fprintf(f, " %d", i);
    fprintf(f, ";\n#X obj 0 0 outlet~;\n#X connect %d 0 %d 0;\n", inlet, choice);
    for (int i = 0; i < h->clicks; i++)
        fprintf(f, "#X connect %d %d %d 0;\n", choice, i, c->clicked[i]);
    for (int i = 0; i < c->heard; i++)
        fprintf(f, "#X connect %d %d %d 0;\n", c->from[i], c->outlet[i], outlet);
}

void help_patch_read(help_patch *h, const char *class_name, const char *folder)
{
    char path[400], record[LINE];
    copy c = { .output = -1 };
    *h = (help_patch){ 0 };
    snprintf(path, sizeof path, "help/%s-help.pd", class_name);
    FILE *in = fopen(path, "r");
    snprintf(path, sizeof path, "%s/heard.pd", folder);
    FILE *out = fopen(path, "w");
    if (!in || !out)
        fail_msg("the help of %s cannot be copied to %s", class_name, path);
    /* The boxes of the window come first, and its cords are the last records. */
    for (int depth = 0; read_record(in, record);) {
        depth += begins(record, "#N canvas") - begins(record, "#X restore");
        int is_cord = begins(record, "#X connect"), is_frame = begins(record, "#X coords");
        if (depth == 1 && is_cord)
            see_cord(&c, record);
        else if (depth == 1 && begins(record, "#X ") && !is_frame)
            see_box(&c, h, record);
        fprintf(out, "%s;\n", record);
    }
    add_machinery(out, &c, h);
    fclose(in);
    fclose(out);
    if (c.output < 0 || c.heard == 0 || h->clicks == 0)
        fail_msg("the help of %s has no bang, or nothing goes into its output", class_name);
}
