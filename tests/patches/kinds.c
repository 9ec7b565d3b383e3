/* kinds: the classes there are. */
#include "kinds.h"

#include <glob.h>

#include "impact.h"

enum { MOST_KINDS = 16 };

/* This is known of some. The others are asked as they come. */
static const kind known[] = {
    { .name = "impact~",
      .plain = "-object wall",
      .opens = "-hammer ",
      .busy = "-object wall -suspension 50",
      .excite = "strike 1 0.001" },
    { .name = "modalcontact~", .plain = "-b object wall -a hear point", .busy = "", .excite = "strike 1", .heard = 1 },
    { .name = "friction~",
      .plain = "-a freqs 440 -a masses 0.05 -b object wall -report 0",
      .busy = "",
      .excite = "rub 1",
      .heard = 1 },
    { .name = "bounce~", .plain = "-object wall", .busy = "-object wall -gain 1", .excite = "drop 0.1" },
    { .name = "stringbarrier~",
      .plain = "-report 0",
      .busy = "",
      .excite = "pluck" }, /* A barrier that is pushed up reports at once. */
    { .name = "trombamarina~",
      .plain = "-points 40 -bodypoints 60 -report 0",
      .busy = "",
      .excite = "pluck" }, /* Pressed on its body, it comes to rest first. */
};

const kind *its;

static kind all[MOST_KINDS];
static char names[MOST_KINDS][32];
static int n_all;

static void find(const char *path)
{
    kind *k = &all[n_all];
    const char *name = strrchr(path, '/') + 1;
    snprintf(names[n_all], sizeof *names, "%.*s", (int)(strlen(name) - 2), name);
    *k = (kind){ .plain = "", .busy = "", .excite = "bang" };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].name, names[n_all]))
            *k = known[i];
    k->name = names[n_all++];
    table_read(&k->t, k->name, k->plain);
}

const kind *kinds(int *n)
{
    glob_t found = { 0 };
    if (n_all == 0) {
        glob("externals/*~.c", 0, NULL, &found);
        if (found.gl_pathc == 0 || found.gl_pathc > MOST_KINDS)
            fail_msg("%d classes in externals/", (int)found.gl_pathc);
        for (size_t i = 0; i < found.gl_pathc; i++)
            find(found.gl_pathv[i]);
        globfree(&found);
    }
    *n = n_all;
    return all;
}

int kind_obj(pd_patch *p, const kind *k, const char *flags, ...)
{
    char more[1024];
    va_list args;
    va_start(args, flags);
    vsnprintf(more, sizeof more, flags, args);
    va_end(args);
    int o = pd_obj(p, "hertz/%s %s %s%s", k->name, k->plain, more, strstr(more, "-seed") ? "" : " -seed 0");
    print_info(p, o, k->t.info + (k->opens && strstr(more, k->opens)));
    return o;
}

int kind_has(const kind *k, const char *name)
{
    for (const row *r = k->t.rows; r < k->t.rows + k->t.n; r++)
        if (r->kind != PART && !strcmp(r->kind == ARGUMENT ? r->owner : r->name, name))
            return 1;
    return 0;
}

int kind_is_remark(const char *line)
{
    static const char *const said[] = { ": method: some frequencies", ": method: its energy",
                                        ": correct: it needs",        ": duration: it needs",
                                        ": duration: this contact",   ": freq: no grid",
                                        ": freq: a string so stiff",  ": points: there are",
                                        ": array: there is none",     ": array: its numbers",
                                        ": material: decay or",       ": material: freq and",
                                        ": the poles of a contact",   ": vary: the present excitation",
                                        ": switching: naive",         ": hammer object: the contact moves none",
                                        ": hear: a wall radiates",    ": pickups: these are more",
                                        ": bodyyoung: no grid",       ": cascade: it needs",
                                        ": soundbox: it needs",       ": pan: it needs" };
    for (size_t k = 0; k < sizeof said / sizeof *said; k++)
        if (strstr(line, said[k]))
            return 1;
    return 0;
}

int kind_remarks(const pd_patch *p, int reply)
{
    int count = 0;
    const char *line;
    for (int i = 0; (line = pd_line(p, reply, "error", i)) != NULL; i++)
        count += kind_is_remark(line);
    return count;
}
