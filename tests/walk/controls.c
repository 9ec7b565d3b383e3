/* controls: what a help patch lets one do to its object. */
#include "controls.h"

#include <ctype.h>

#include "tests/tools/test.h"
#include "tests/tools/help_patch.h"

enum { BOXES = 4000, CORDS = 4000, CANVASES = 200, DEEPEST = 12, WORD = 100 };

typedef struct box {
    int canvas, index;
    char *text; /* with its kind: `msg strike 1`, `obj t b a` */
} box;

typedef struct cord {
    int canvas, from, outlet, to, inlet;
} cord;

/* The file that is being read. */
static struct {
    box box[BOXES];
    cord cord[CORDS];
    int boxes, cords;
    controls *page;
    const char *object; /* hertz/<name> */
    control next;       /* what is said of the control on its way, besides its text */
} the;

/* -- the file ------------------------------------------------------------- */

static int begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* Keeps a box without its place and its width. */
static void add_box(const char *record, int canvas, int index)
{
    char kind[20] = "", *end;
    if (the.boxes == BOXES)
        fail_msg("more than %d boxes", BOXES);
    sscanf(record, "#X %19s", kind);
    const char *text = help_patch_box(record);
    box *b = &the.box[the.boxes++];
    *b = (box){ canvas, index, malloc(strlen(kind) + strlen(text) + 2) };
    sprintf(b->text, "%s %s", kind, text);
    for (end = b->text; (end = strstr(end, ", f ")) != NULL; end++)
        if (end[-1] != '\\') {
            *end = 0;
            break;
        }
}

static void add_cord(const char *record, int canvas)
{
    cord c = { .canvas = canvas };
    if (the.cords == CORDS || sscanf(record, "#X connect %d %d %d %d", &c.from, &c.outlet, &c.to, &c.inlet) != 4)
        fail_msg("`%.60s` cannot be kept", record);
    the.cord[the.cords++] = c;
}

static void read_file(FILE *f)
{
    static int number[CANVASES], boxes[CANVASES]; /* of the canvases that are open: which one, and its boxes so far */
    char record[HELP_RECORD];
    int depth = -1, canvases = 0;
    the.boxes = the.cords = 0;
    while (help_patch_record(f, record)) {
        if (begins(record, "#N canvas")) {
            if (canvases == CANVASES)
                fail_msg("more than %d canvases", CANVASES);
            number[++depth] = canvases++;
            boxes[depth] = 0;
            continue;
        }
        if (begins(record, "#X restore"))
            depth--;
        if (begins(record, "#X connect"))
            add_cord(record, number[depth]);
        else if (help_patch_is_box(record))
            add_box(record, number[depth], boxes[depth]++);
    }
}

/* -- where a message goes ------------------------------------------------- */

static void arrive(const box *b, int inlet, const char *text, int deep);

static void follow(const box *from, int outlet, const char *text, int deep)
{
    if (deep > DEEPEST)
        return;
    for (int c = 0; c < the.cords; c++)
        if (the.cord[c].canvas == from->canvas && the.cord[c].from == from->index && the.cord[c].outlet == outlet)
            for (int i = 0; i < the.boxes; i++)
                if (the.box[i].canvas == from->canvas && the.box[i].index == the.cord[c].to)
                    arrive(&the.box[i], the.cord[c].inlet, text, deep + 1);
}

static void send(const char *name, const char *text, int deep);

/* Copies word number k. */
static void word_of(const char *text, int k, char *word)
{
    for (int i = 0; i <= k; i++)
        text = help_patch_word(text, word, WORD);
}

/* A slider of Pd's own hears one name and tells another: `obj hsl w h least most log init tells hears`. */
static void pass_slider(const box *b, const char *text, int deep)
{
    char name[WORD];
    word_of(b->text, 8, name);
    if (strcmp(name, "empty"))
        send(name, text, deep);
    follow(b, 0, text, deep);
}

static int is_slider(const box *b)
{
    return begins(b->text, "obj hsl ") || begins(b->text, "obj vsl ");
}

static void send(const char *name, const char *text, int deep)
{
    char hears[WORD];
    for (int i = 0; i < the.boxes; i++) {
        word_of(the.box[i].text, is_slider(&the.box[i]) ? 9 : 2, hears);
        if (strcmp(hears, name))
            continue;
        if (is_slider(&the.box[i]))
            pass_slider(&the.box[i], text, deep + 1);
        else if (begins(the.box[i].text, "obj r "))
            follow(&the.box[i], 0, text, deep + 1);
    }
}

/* Does a cord lead from what the object sounds like to anywhere? */
static int is_heard(const box *b)
{
    for (int c = 0; c < the.cords; c++)
        if (the.cord[c].canvas == b->canvas && the.cord[c].from == b->index && the.cord[c].outlet < 2)
            return 1;
    return 0;
}

static void keep(const box *b, const char *text, const char *flags)
{
    controls *p = the.page;
    control g = the.next;
    g.is_heard = is_heard(b);
    snprintf(g.text, sizeof g.text, "%s", text);
    snprintf(g.flags, sizeof g.flags, "%s", flags);
    for (int i = 0; i < p->n; i++)
        if (!strcmp(p->g[i].text, g.text) && !strcmp(p->g[i].flags, g.flags))
            return;
    if (p->n == CONTROLS)
        fail_msg("the help of %s has more than %d controls", p->name, CONTROLS);
    p->g[p->n++] = g;
}

/* A message box with `$1` that gets one word. */
static void fill_in(const box *b, const char *text, int deep)
{
    char filled[CONTROL_TEXT], *place;
    const char *gap = strstr(b->text, "\\$1");
    if (!gap || strchr(text, ' ') || strstr(b->text, "\\$2"))
        return;
    snprintf(filled, sizeof filled, "%s", b->text + strlen("msg "));
    place = filled + (gap - b->text) - strlen("msg ");
    snprintf(place, sizeof filled - (size_t)(place - filled), "%s%s", text, gap + 3);
    if (!strchr(filled, '$') && !begins(filled, " \\;"))
        follow(b, 0, filled, deep);
}

static int is_number(const char *text)
{
    char *end;
    strtod(text, &end);
    return end > text && !*end;
}

static void arrive(const box *b, int inlet, const char *text, int deep)
{
    char word[WORD] = "", more[CONTROL_TEXT];
    size_t n = strlen(the.object);
    const char *what = b->text + strlen("obj ");
    if (begins(b->text, "msg ") && inlet == 0) {
        fill_in(b, text, deep);
    } else if (begins(what, the.object) && (!what[n] || what[n] == ' ')) {
        the.next.inlet = inlet;
        keep(b, text, what + n + (what[n] == ' '));
    } else if (!begins(b->text, "obj ") || inlet > 0) {
        return;
    } else if (begins(what, "s ")) {
        send(what + 2, text, deep);
    } else if (is_slider(b)) {
        pass_slider(b, text, deep);
    } else if (begins(what, "t ")) {
        for (int i = 0; word_of(what, i + 1, word), *word; i++)
            if (!strcmp(word, "a") || !strcmp(word, "f"))
                follow(b, i, text, deep);
    } else if (begins(what, "list prepend ") && !strchr(what, '$')) {
        snprintf(more, sizeof more, "%s %s", what + strlen("list prepend "), text);
        follow(b, 0, more, deep);
    } else if (!strcmp(what, "list trim") || (!strcmp(what, "route float") && is_number(text))) {
        follow(b, 0, text, deep);
    } else if (begins(what, "line~")) {
        snprintf(more, sizeof more, "%.*s", (int)strcspn(text, " "), text);
        follow(b, 0, more, deep);
    }
}

/* -- what there is to click ----------------------------------------------- */

/* Its ends, and then its middle. */
static void slide(const box *b, const char *to, const char *parameter, double least, double most, const char *scale)
{
    double place[] = { least, most, begins(scale, "log") && least > 0 ? sqrt(least * most) : (least + most) / 2 };
    for (int k = 0; k < 3; k++) {
        char text[CONTROL_TEXT];
        double x = begins(scale, "int") ? round(place[k]) : place[k];
        snprintf(text, sizeof text, "%s%s%.4g", parameter, *parameter ? " " : "", x);
        the.next = (control){ .at_an_end = k < 2, .is_number = !*parameter };
        if (b)
            pass_slider(b, text, 0);
        else
            send(to, text, 0);
    }
}

/* [hertz/slider <id> <set> <parameter> <unit> <least> <most> <scale>] sends the parameter to <id>-<set>. */
static void slide_parameter(const box *b)
{
    char word[9][WORD], name[2 * WORD + 2];
    for (int k = 0; k < 9; k++)
        word_of(b->text, k, word[k]);
    snprintf(name, sizeof name, "%s-%s", word[2], word[3]);
    slide(NULL, name, word[4], atof(word[6]), atof(word[7]), word[8]);
}

static void click(const box *b)
{
    double least, most;
    int is_log;
    the.next = (control){ 0 };
    if (begins(b->text, "obj bng "))
        follow(b, 0, "bang", 0);
    else if (begins(b->text, "msg ") && !strchr(b->text, '$') && !help_patch_asks(b->text + strlen("msg ")))
        follow(b, 0, b->text + strlen("msg "), 0);
    else if (begins(b->text, "obj hertz/slider "))
        slide_parameter(b);
    else if (is_slider(b) && sscanf(b->text, "obj %*s %*d %*d %lf %lf %d", &least, &most, &is_log) == 3)
        slide(b, NULL, "", least, most, is_log ? "log" : "lin");
}

void controls_read(controls *p, const char *name)
{
    char path[200], object[60];
    snprintf(path, sizeof path, "help/%s-help.pd", name);
    snprintf(object, sizeof object, "hertz/%s", name);
    FILE *f = fopen(path, "r");
    if (!f)
        fail_msg("%s cannot be read", path);
    *p = (controls){ .n = 0 };
    snprintf(p->name, sizeof p->name, "%s", name);
    the.page = p;
    the.object = object;
    read_file(f);
    fclose(f);
    for (int i = 0; i < the.boxes; i++)
        if (the.box[i].canvas == 0)
            click(&the.box[i]);
    for (int i = 0; i < the.boxes; i++)
        if (the.box[i].canvas > 0)
            click(&the.box[i]);
    for (int i = 0; i < the.boxes; i++)
        free(the.box[i].text);
    assert_that(p->n > 0, "%s: nothing leads to %s", path, object);
}

int control_is_kind(const control *g)
{
    static const char *const others[] = { "bang", "panic", "reset", "lift" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(g->text, others[i]))
            return 0;
    return begins(g->text, "preset ") || begins(g->text, "kind ") ||
           (isalpha((unsigned char)*g->text) && !strchr(g->text, ' '));
}
