/* table: what a class declares. */
#include "table.h"

#include "pdrun.h"

enum { FIELDS = 16, FIELD = 1024 };

typedef char fields[FIELDS][FIELD];

/* Cuts a printed line at its blanks, but not at those within a symbol, which have a backslash before them. */
static int cut(const char *line, fields f)
{
    int n = 0, at = 0;
    for (; *line && n < FIELDS; line++) {
        if (*line == ' ') {
            f[n++][at] = 0;
            at = 0;
            continue;
        }
        if (*line == '\\' && line[1])
            line++;
        if (at < FIELD - 1)
            f[n][at++] = *line;
    }
    if (n < FIELDS)
        f[n++][at] = 0;
    return n;
}

/* Copies a text; a dash is nothing. */
static void copy(char *to, size_t room, const char *from)
{
    if (strlen(from) >= room)
        fail_msg("reference: longer than a test has room for: %s", from);
    strcpy(to, strcmp(from, "-") ? from : "");
}

static void copy_name(char *to, size_t room, const char *prefix, const char *name)
{
    char both[FIELD];
    snprintf(both, sizeof both, "%s%s%.500s", strcmp(prefix, "-") ? prefix : "", strcmp(prefix, "-") ? " " : "", name);
    copy(to, room, both);
}

/* Reads the fields from <name> on: <name> <unit> <default> <min> <max> <most> <flags> <choices> <doc>. */
static void read_row(row *r, fields f, int at)
{
    copy(r->init, sizeof r->init, f[at + 2]);
    r->numbers = sscanf(f[at + 3], "%lf", &r->min) == 1 && sscanf(f[at + 4], "%lf", &r->max) == 1;
    sscanf(f[at + 5], "%d", &r->most);
    copy(r->flags, sizeof r->flags, f[at + 6]);
    copy(r->choices, sizeof r->choices, f[at + 7]);
    if (!*f[at + 8])
        fail_msg("reference: %s has no line of documentation", r->name);
}

/* Where the default of an argument with a range is a word, the argument takes the parameter of that name, which the
 * class has told before. */
static void follow_parameter(const table *t, row *r)
{
    double x;
    if (!r->numbers || !*r->init || sscanf(r->init, "%lf", &x) == 1)
        return;
    strcpy(r->left_out, r->init);
    for (const row *p = t->rows; p < t->rows + t->n; p++)
        if (p->kind == PARAMETER && !strcmp(p->name, r->left_out)) {
            strcpy(r->init, p->init);
            return;
        }
    fail_msg("reference: %s of %s takes %s, which is no parameter", r->name, r->owner, r->left_out);
}

/* Reads one line. `needed` counts down the arguments that the verb before needs. */
static void read_line(table *t, fields f, int n, int *needed)
{
    row *r = &t->rows[t->n];
    if (!strcmp(f[0], "parameter") && n == 11) {
        *r = (row){ .kind = PARAMETER };
        copy_name(r->name, sizeof r->name, f[1], f[2]);
        read_row(r, f, 2);
        t->n++;
    } else if ((!strcmp(f[0], "part") || !strcmp(f[0], "argument")) && n == 12) {
        *r = (row){ .kind = f[0][0] == 'p' ? PART : ARGUMENT, .needed = f[0][0] == 'a' && (*needed)-- > 0 };
        copy_name(r->owner, sizeof r->owner, f[1], f[2]);
        copy(r->name, sizeof r->name, f[3]);
        read_row(r, f, 3);
        if (r->kind == ARGUMENT)
            follow_parameter(t, r);
        t->n++;
    } else if ((!strcmp(f[0], "verb") || !strcmp(f[0], "message")) && n == 6) {
        sscanf(f[3], "%d", needed);
    } else if (!strcmp(f[0], "preset") && n == 3) {
        copy(t->presets[t->n_presets++], sizeof *t->presets, f[1]);
    } else if (!strcmp(f[0], "inlet") && n == 5) {
        if (t->inlets == 0)
            copy(t->first, sizeof t->first, f[2]);
        t->inlets++;
    } else if (!strcmp(f[0], "outlet") && n == 5) {
        t->audio += !strcmp(f[2], "audio");
        t->info = !strcmp(f[2], "info") ? (int)strtol(f[1], NULL, 10) : t->info;
    } else if (strcmp(f[0], "class") && strcmp(f[0], "meter") && strcmp(f[0], "end")) {
        fail_msg("reference: `%s` with %d fields is unknown", f[0], n);
    }
}

void table_read(table *t, const char *class_name, const char *flags)
{
    static fields f;
    int needed = 0, ended = 0;
    *t = (table){ .n = 0 };
    copy(t->class_name, sizeof t->class_name, class_name);
    pd_patch *p = pd_open();
    int o = pd_obj(p, "hertz/%s %s", class_name, flags);
    for (int outlet = 0; outlet < 10; outlet++) /* Pd objects to cords from signal outlets; one of them is right */
        pd_print(p, o, outlet, "it");
    int reply = pd_at(p, 1, o, "reference");
    pd_run(p);
    for (int i = 0; i < pd_count(p, reply, "it: reference "); i++) {
        int n = cut(pd_line(p, reply, "it: reference ", i), f);
        ended = !strcmp(f[0], "end");
        read_line(t, f, n, &needed);
    }
    if (!ended || t->n < 10)
        fail_msg("%s: no whole answer to `reference`: %d rows", class_name, t->n);
    pd_close(p);
}

int row_is(const row *r, const char *flag)
{
    size_t n = strlen(flag);
    for (const char *at = r->flags; *at; at += strspn(at, "|")) {
        size_t length = strcspn(at, "|");
        if (length == n && !strncmp(at, flag, n))
            return 1;
        at += length;
    }
    return 0;
}

int row_has_parts(const table *t, const row *r)
{
    return r + 1 < t->rows + t->n && r[1].kind == PART;
}

int row_is_number_of_verb(const table *t, const row *r)
{
    if (r->kind != ARGUMENT || !strcmp(r->owner, "level") || strstr(r->owner, "pickupweights"))
        return 0;
    for (const row *other = t->rows; other < t->rows + t->n; other++)
        if (other->kind == ARGUMENT && !strcmp(other->owner, r->owner) && !other->numbers)
            return 0;
    return 1;
}
