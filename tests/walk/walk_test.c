/* The walk: what people do with the library, as its own help patches lead them. Every preset or kind, then a box or a
 * slider of the help patch at its ends and in its middle, then a note; and drawn sequences of such gestures, also while
 * it sounds, with one voice and with eight. No outlet is over full scale, each note is heard, what lies still costs
 * nothing, nothing fills a core, no box prints an error, and each contact is told.
 *
 *     walk_test                                  a hundredth of it, or all with HZ_ALL=1
 *     walk_test impact~ bells~                   of these
 *     walk_test again <box> <ms> <message> ...   one walk, such as is printed with each finding
 *
 * HZ_SEED says which dice; HZ_SAME has the same ones each time, and without both each run has new ones. */
#include <glob.h>
#include <unistd.h>
#include <time.h>

#include "controls.h"
#include "tests/patches/pdrun.h"
#include "walk.h"

enum {
    MOST_TARGETS = 40,
    MOST_GROUNDS = 24,
    MOST_KINDS = 80,
    PLAYS = 6,
    SEQUENCES = 2000,     /* of each class */
    FEWER_SEQUENCES = 200 /* of each instrument */
};

/* A class or an instrument, with its objects: ground[0] is the one that the help patch is about, ground[1] has eight
 * voices if it is a class, the others stand in windows. */
typedef struct target {
    controls p;
    int is_class;
    ground ground[MOST_GROUNDS];
    const char *flags[MOST_GROUNDS];
    int grounds;
    char kind[MOST_KINDS][CONTROL_TEXT]; /* The first is none: the object as it comes. */
    int kinds;
    control play[PLAYS];
    int plays;
} target;

static target targets[MOST_TARGETS];
static int n_targets;

/* -- what there is to walk on --------------------------------------------- */

static int named(const char *names, const char *name)
{
    char word[60];
    snprintf(word, sizeof word, " %s ", name);
    return strstr(names, word) != NULL;
}

static void add_ground(target *t, const char *flags, const char *more)
{
    if (t->grounds == MOST_GROUNDS)
        fail_msg("%s: more than %d objects", t->p.name, MOST_GROUNDS);
    ground *g = &t->ground[t->grounds];
    t->flags[t->grounds++] = *more ? more : flags;
    strcat(strcat(strcpy(g->box, "hertz/"), t->p.name), *flags ? " " : "");
    strcat(strcat(g->box, flags), more);
    g->takes_notes = t->is_class;
    g->patience = named(" trombamarina~ tromba~ poly~ ", t->p.name)                     ? 200
                  : named(" bounce~ modalcontact~ scatter~ shaker~ steps~ ", t->p.name) ? 700 /* it falls first */
                                                                                        : 50;
    g->tells_contacts = named(" impact~ bounce~ modalcontact~ ", t->p.name);
    g->shaken = named(" phonobump~ ", t->p.name);
}

/* Reads of an abstraction's file how many outlets it has, and whether it takes notes. */
static void read_abstraction(target *t)
{
    char path[100], record[4000];
    snprintf(path, sizeof path, "abstractions/%s.pd", t->p.name);
    FILE *f = fopen(path, "r");
    ground *g = &t->ground[0];
    while (f && fgets(record, sizeof record, f)) {
        g->takes_notes |= strstr(record, "MESSAGE <pitch> <velocity>") != NULL;
    }
    if (f)
        fclose(f);
    g->audio = g->info = signals_before_answers(path);
}

static void add_target(const char *help)
{
    char name[48], path[100];
    snprintf(name, sizeof name, "%s", strrchr(help, '/') + 1);
    *strstr(name, "-help.pd") = 0;
    snprintf(path, sizeof path, "externals/plain/%s.c", name);
    if (access(path, R_OK) == 0) /* What has no model is not played. */
        return;
    target *t = &targets[n_targets++];
    controls_read(&t->p, name);
    snprintf(path, sizeof path, "externals/%s.c", name);
    FILE *source = fopen(path, "r");
    t->is_class = source != NULL;
    if (source)
        fclose(source);
    add_ground(t, t->p.g[0].flags, "");
    if (t->is_class)
        add_ground(t, t->p.g[0].flags, " -voices 8");
    if (!t->is_class)
        read_abstraction(t);
    for (int i = 0; i < t->p.n && t->is_class; i++) {
        int known = 0;
        for (int k = 0; k < t->grounds; k++)
            known |= !strcmp(t->flags[k], t->p.g[i].flags);
        if (!known)
            add_ground(t, t->p.g[i].flags, "");
    }
}

/* Asks the objects of a class which outlets they have and, of the first, which presets there are. */
static void ask_class(target *t, const pd_patch *p, const int *obj, const int *reply)
{
    char prefix[60], word[3][60];
    t->kinds = 1;
    for (int k = 0; k < t->grounds; k++) {
        ground *g = &t->ground[k];
        g->info = -1;
        snprintf(prefix, sizeof prefix, "o%d: reference ", obj[k]);
        for (int i = 0; i < pd_count(p, reply[k], prefix); i++) {
            if (sscanf(pd_line(p, reply[k], prefix, i), "%59s %59s %59s", word[0], word[1], word[2]) < 3)
                continue;
            if (!strcmp(word[0], "outlet")) {
                g->audio += !strcmp(word[2], "audio");
                g->info = !strcmp(word[2], "info") ? atoi(word[1]) : g->info;
            }
            if (k == 0 && !strcmp(word[0], "preset") && t->kinds < MOST_KINDS)
                snprintf(t->kind[t->kinds++], sizeof *t->kind, "preset %s", word[1]);
        }
        assert_that(g->audio > 0 && g->info > 0, "%s does not tell its outlets", g->box);
    }
    assert_that(t->kinds > 1, "%s tells no preset", t->p.name);
}

static void ask_classes(void)
{
    static int obj[MOST_TARGETS][MOST_GROUNDS], reply[MOST_TARGETS][MOST_GROUNDS];
    pd_patch *p = pd_open();
    for (int i = 0; i < n_targets; i++)
        for (int k = 0; k < targets[i].grounds && targets[i].is_class; k++) {
            char name[20];
            int o = obj[i][k] = pd_obj(p, "%s", targets[i].ground[k].box);
            snprintf(name, sizeof name, "o%d", o);
            for (int outlet = 0; outlet < 14; outlet++) /* Pd objects to cords from signal outlets; one is right */
                pd_print(p, o, outlet, name);
            reply[i][k] = pd_at(p, 1, o, "reference");
        }
    pd_run(p);
    for (int i = 0; i < n_targets; i++)
        if (targets[i].is_class)
            ask_class(&targets[i], p, obj[i], reply[i]);
    pd_close(p);
}

/* Kinds of an instrument are boxes of its help patch. What takes no notes is played by its slider. */
static void find_kinds_and_plays(target *t)
{
    static const char *const notes[] = { "60 100", "48 127", "72 127" };
    t->kinds = t->kinds ? t->kinds : 1;
    for (int i = 0; i < t->p.n; i++) {
        const control *g = &t->p.g[i];
        if (!t->is_class && control_is_kind(g) && t->kinds < MOST_KINDS)
            strcpy(t->kind[t->kinds++], g->text);
        int plays = !strcmp(g->text, "bang") || (!t->ground[0].takes_notes && g->is_number && strcmp(g->text, "0"));
        if (plays && t->plays < PLAYS && (t->plays == 0 || strcmp(g->text, "bang")))
            t->play[t->plays++] = *g;
    }
    for (int i = 0; i < 3 && t->ground[0].takes_notes; i++)
        strcpy(t->play[t->plays++].text, notes[i]);
    assert_that(t->plays > 0, "%s: nothing plays it", t->p.name);
}

static int is_wanted(const char *help, int n, char **names)
{
    char file[60];
    for (int i = 0; i < n; i++) {
        snprintf(file, sizeof file, "/%.40s-help.pd", names[i]);
        if (strstr(help, file))
            return 1;
    }
    return n == 0;
}

static void find_targets(int n, char **names)
{
    glob_t found;
    assert_int_equal(glob("help/*~-help.pd", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc && n_targets < MOST_TARGETS; i++)
        if (is_wanted(found.gl_pathv[i], n, names))
            add_target(found.gl_pathv[i]);
    globfree(&found);
    ask_classes();
    for (int i = 0; i < n_targets; i++)
        find_kinds_and_plays(&targets[i]);
}

/* -- walks ---------------------------------------------------------------- */

static dice d;

static void add_step(walk *w, double ms, const char *text, int inlet, int is_note)
{
    if (w->n < WALK_STEPS) {
        w->s[w->n] = (step){ .ms = ms, .inlet = inlet, .is_note = is_note };
        snprintf(w->s[w->n++].text, CONTROL_TEXT, "%s", text);
    }
}

static int begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* The inlet for messages. */
static int inlet_of(const target *t)
{
    return t->p.g[0].inlet;
}

static void add_control(walk *w, double ms, const control *g)
{
    char text[CONTROL_TEXT + 20];
    if (begins(g->text, "vary ") && !strchr(g->text + 5, ' '))
        snprintf(text, sizeof text, "%s %d", g->text, dice_of(&d, 1000000));
    else
        snprintf(text, sizeof text, "%s", g->text);
    add_step(w, ms, text, g->inlet, 0);
    w->at_an_end |= g->at_an_end;
    w->may_be_silent |= !g->is_heard || (begins(g->text, "gain ") && g->at_an_end) || !strcmp(g->text, "0");
}

/* What is recalled was stored before, under any kind. */
static void store_before(const target *t, walk *w)
{
    static const char *const slots[] = { "store a", "store b" };
    for (int i = 0; i < 2; i++) {
        add_step(w, 2 * i, t->kind[1 + dice_of(&d, t->kinds - 1)], inlet_of(t), 0);
        add_step(w, 2 * i + 1, slots[i], inlet_of(t), 0);
    }
}

static int recalls(const control *g)
{
    return begins(g->text, "recall ") || begins(g->text, "morph ");
}

static const ground *ground_of(const target *t, const char *flags)
{
    for (int k = 0; k < t->grounds; k++)
        if (!strcmp(t->flags[k], flags) && k != 1)
            return &t->ground[k];
    return &t->ground[0];
}

/* A kind and what plays it: number i of all there are. Returns 0 behind the last. */
static int plain(const target *t, int i, walk *w)
{
    const char *kind = t->kind[i / t->plays % t->kinds];
    const control *play = &t->play[i % t->plays];
    *w = (walk){ .on = &t->ground[0] };
    snprintf(w->plain, sizeof w->plain, "%.200s%sthen %.200s", kind, *kind ? ", " : "", play->text);
    strcpy(w->kind, w->plain);
    if (*kind)
        add_step(w, 5, kind, inlet_of(t), 0);
    add_step(w, 125, play->text, play->inlet, t->ground[0].takes_notes);
    w->listens = fmax(300, w->on->patience);
    return i < t->kinds * t->plays;
}

/* A kind, a box or a slider, and what plays it. What stands in windows with objects of their own is played in one way.
 */
static int single(const target *t, int i, walk *w)
{
    int k = 0, plays = 0;
    for (; k < t->p.n; k++) {
        plays = strcmp(t->p.g[k].flags, t->flags[0]) ? 1 : t->plays;
        if (i < t->kinds * plays)
            break;
        i -= t->kinds * plays;
    }
    if (k == t->p.n)
        return 0;
    const control *g = &t->p.g[k];
    int kind = i / plays, play = plays == 1 ? (kind + k) % t->plays : i % plays;
    plain(t, kind * t->plays + play, w);
    step last = w->s[--w->n];
    w->n = 0;
    w->on = ground_of(t, g->flags);
    strcpy(w->kind, g->text);
    if (recalls(g))
        store_before(t, w);
    if (kind > 0)
        add_step(w, 5, t->kind[kind], inlet_of(t), 0);
    add_control(w, 25, g);
    w->s[w->n++] = last;
    return 1;
}

/* At once, or up to 600 ms later. */
static double later(double ms)
{
    return dice_once(&d, 6) ? ms : round(ms + dice_even(&d, 0, 600));
}

/* A kind, perhaps a note, two or three gestures, and a note. One in eight goes on until everything should lie still. */
static void sequence(const target *t, walk *w)
{
    const control *g[3];
    int many = 2 + dice_of(&d, 2), kind = dice_of(&d, t->kinds), which = 0, stores = 0;
    if (t->is_class && dice_once(&d, 3))
        which = 1;
    else if (t->is_class && dice_once(&d, 4))
        which = dice_of(&d, t->grounds);
    *w = (walk){ .on = &t->ground[which], .listens = 300, .rests = dice_once(&d, 8) };
    for (int i = 0; i < many; i++) {
        do
            g[i] = &t->p.g[dice_of(&d, t->p.n)];
        while (strcmp(g[i]->flags, t->flags[0]) && strcmp(g[i]->flags, t->flags[which]));
        stores |= recalls(g[i]);
    }
    snprintf(w->kind, sizeof w->kind, "a sequence, last: %.300s", g[many - 1]->text);
    if (stores)
        store_before(t, w);
    double ms = 5;
    if (kind > 0)
        add_step(w, ms, t->kind[kind], inlet_of(t), 0);
    if (dice_once(&d, 2))
        add_step(w, ms += 20, t->play[dice_of(&d, t->plays)].text, t->play[0].inlet, 0);
    for (int i = 0; i < many; i++)
        add_control(w, ms = later(ms), g[i]);
    const control *last = &t->play[dice_of(&d, t->plays)];
    add_step(w, ms = later(ms), last->text, last->inlet, t->ground[0].takes_notes);
    w->listens = fmax(w->listens, w->on->patience);
}

/* What was told to fall takes its time. */
static int falls(const walk *w)
{
    int falling = 0;
    for (int i = 0; i < w->n; i++)
        falling |=
            strstr(w->s[i].text, "bounce") || strstr(w->s[i].text, "gravity") || strstr(w->s[i].text, "strike 0 ");
    return falling;
}

/* Presets of the laboratory are not held: their numbers are read. */
static int is_raw(const walk *w)
{
    int raw = strstr(w->on->box, "hold 0") != NULL;
    for (int i = 0; i < w->n; i++)
        raw |= strstr(w->s[i].text, "preset lab") || strstr(w->s[i].text, "hold 0");
    return raw;
}

/* On a wall a sound is as long as the contact, and over with it. */
static int is_dry(const walk *w)
{
    int dry = 0;
    for (int i = 0; i < w->n; i++) {
        const char *name = strstr(w->s[i].text, "preset ");
        if (name)
            dry = begins(name + 7, "felt") || begins(name + 7, "click") || begins(name + 7, "knock");
    }
    return dry;
}

/* -- what is found -------------------------------------------------------- */

enum finding_kind { LOUD, LOST, LOST_AT_AN_END, CUT, BUSY, RESTLESS, ERROR, UNTOLD, FINDING_KINDS };

typedef struct finding {
    double badness;
    int count; /* of the same box and the same object */
    char group[CONTROL_TEXT], what[400], line[3000];
} finding;

static struct {
    finding *f;
    int n, all;
} found[FINDING_KINDS];

static long walked;

static finding *group_named(const char *group, enum finding_kind kind)
{
    for (int i = 0; i < found[kind].n; i++)
        if (!strcmp(found[kind].f[i].group, group))
            return &found[kind].f[i];
    return NULL;
}

/* What happens without the gesture too belongs to the preset and the note. */
static finding *group_of(const walk *w, enum finding_kind kind, char *group)
{
    snprintf(group, CONTROL_TEXT, "%.80s: %.330s", w->on->box, w->plain);
    finding *f = *w->plain ? group_named(group, kind) : NULL;
    if (f)
        return f;
    snprintf(group, CONTROL_TEXT, "%.80s: %.330s", w->on->box, w->kind);
    return group_named(group, kind);
}

__attribute__((format(printf, 4, 5))) static void find(const walk *w, enum finding_kind kind, double badness,
                                                       const char *format, ...)
{
    finding new = { .badness = badness }, *f = group_of(w, kind, new.group);
    new.count = f ? f->count + 1 : 1;
    va_list args;
    va_start(args, format);
    vsnprintf(new.what, sizeof new.what, format, args);
    va_end(args);
    walk_line(w, new.line, sizeof new.line);
    found[kind].all++;
    if (!f) {
        found[kind].f = realloc(found[kind].f, (size_t)++found[kind].n * sizeof *f);
        found[kind].f[found[kind].n - 1] = new;
    } else if (f->badness < badness) {
        *f = new;
    } else {
        f->count++;
    }
}

static double decibels(double x)
{
    return 20 * log10(x);
}

/* The first cost of a group counts if it comes again when the walk is alone. */
static double cost_again(const walk *w, enum finding_kind kind)
{
    walk alone = *w;
    char group[CONTROL_TEXT];
    if (group_of(w, kind, group))
        return INFINITY;
    walks_run(&alone, 1);
    return kind == BUSY ? alone.cost : alone.rest_cost;
}

static void judge(const walk *w)
{
    walked++;
    if (w->peak > 1 + 1e-6 && !is_raw(w))
        find(w, LOUD, w->peak, "%+.1f dBFS after %.0f ms", decibels(w->peak), w->peak_ms);
    if (w->softest < 3.16e-3 && !w->may_be_silent && !falls(w))
        find(w, w->at_an_end ? LOST_AT_AN_END : LOST, -decibels(w->softest),
             "%.0f dBFS within %g ms of the note at %g ms", decibels(w->softest), w->on->patience, w->softest_ms);
    if (w->cut > 1e-2 && !is_dry(w))
        find(w, CUT, w->cut, "%.0f dBFS, and then nothing", decibels(w->cut));
    if (w->errors)
        find(w, ERROR, w->errors, "%d lines, the first after `%s`: %s", w->errors, w->error_step, w->error);
    if (w->on->tells_contacts && w->untold > 0 && w->told < 200)
        find(w, UNTOLD, w->untold, "%d contacts counted and not told, %d told", w->untold, w->told);
    if (w->cost > 0.3) {
        double cost = fmin(w->cost, cost_again(w, BUSY));
        if (cost > 0.3)
            find(w, BUSY, cost, "%.0f %% of a core until %.0f ms", 100 * cost, w->cost_ms);
    }
    if (w->rests && w->rest_peak < 1e-4 && w->rest_cost > 0.01) {
        double cost = fmin(w->rest_cost, cost_again(w, RESTLESS));
        if (cost > 0.01)
            find(w, RESTLESS, cost, "%.1f %% of a core, at %.0f dBFS", 100 * cost, decibels(w->rest_peak));
    }
}

/* Walks that wait for a Pd. */
static walk waiting[WALK_MOST];
static int n_waiting;
static double waiting_ms;

static void run_and_judge(walk *w, int n)
{
    if (n)
        walks_run(w, n);
    for (int i = 0; i < n; i++)
        judge(&w[i]);
}

/* Who reads Pd's window does what it says: the walk goes on with the message that a remark named. */
static int follow_hint(const walk *told, walk *w)
{
    if (!*told->hint || told->n + 2 > WALK_STEPS)
        return 0;
    const step *last = &told->s[told->n - 1];
    *w = *told;
    strcat(strcpy(w->kind, "what Pd's window says: "), told->hint);
    add_step(w, last->ms + 200, told->hint, told->s[0].inlet, 0);
    add_step(w, last->ms + 400, last->text, last->inlet, last->is_note);
    w->told = w->untold = w->errors = 0;
    *w->hint = 0;
    return 1;
}

static void flush(void)
{
    static walk hinted[WALK_MOST];
    int hints = 0, n = n_waiting;
    n_waiting = 0;
    waiting_ms = 0;
    run_and_judge(waiting, n);
    for (int i = 0; i < n; i++)
        hints += follow_hint(&waiting[i], &hinted[hints]);
    run_and_judge(hinted, hints);
}

static void add_walk(const walk *w)
{
    waiting[n_waiting++] = *w;
    waiting_ms += w->s[w->n - 1].ms + (w->rests ? 2500 : w->listens);
    if (n_waiting == WALK_MOST || waiting_ms > 60000)
        flush();
}

/* One of so many on the average. */
static int some(int part)
{
    return 1 + dice_of(&d, 2 * part - 1);
}

static void walk_on(const target *t, int part)
{
    int sequences = (t->is_class ? SEQUENCES : FEWER_SEQUENCES) / part;
    walk w;
    for (int i = dice_of(&d, part); plain(t, i, &w); i += some(part))
        add_walk(&w);
    for (int i = dice_of(&d, part); single(t, i, &w); i += some(part))
        add_walk(&w);
    for (int i = 0; i < sequences; i++) {
        sequence(t, &w);
        add_walk(&w);
    }
}

static uint64_t seed_given(void)
{
    const char *given = getenv("HZ_SEED");
    return given ? strtoull(given, NULL, 10) : getenv("HZ_SAME") ? 1 : (uint64_t)time(NULL);
}

TEST(walk_everywhere)
{
    uint64_t seed = seed_given();
    int part = claim_whole() ? 1 : 100;
    print_message("# seed %llu, one of %d\n", (unsigned long long)seed, part);
    for (int i = 0; i < n_targets; i++) {
        d = (dice){ seed };
        walk_on(&targets[i], part);
        if (part == 1) {
            flush();
            print_message("# %s: %ld walks so far\n", targets[i].p.name, walked);
        }
    }
    flush();
    print_message("# %ld walks\n", walked);
    assert_that(walked > 0, "nothing was walked");
}

static int worst_first(const void *a, const void *b)
{
    double x = ((const finding *)a)->badness, y = ((const finding *)b)->badness;
    return (x < y) - (x > y);
}

/* At most this part of all walks may have such a finding. Of the few that `make check` takes, chance may draw three
 * standard deviations more. */
static void assert_few(enum finding_kind kind, double part)
{
    const char *most = getenv("HZ_FINDINGS");
    const double allowed = part * (double)walked + 3 * sqrt(part * (double)walked);
    int shown = most ? atoi(most) : 40, n = found[kind].n;
    asserted_add(walked);
    qsort(found[kind].f, (size_t)n, sizeof *found[kind].f, worst_first);
    for (int i = 0; i < n && i < shown; i++) {
        const finding *f = &found[kind].f[i];
        print_message("# %dx %s: %s\n#     again %s\n", f->count, f->group, f->what, f->line);
    }
    if (n > 0)
        print_message("# %d of %ld walks, in %d groups; %g %% may\n", found[kind].all, walked, n, 100 * part);
    assert_that(found[kind].all <= allowed, "%d of %ld walks, in %d groups", found[kind].all, walked, n);
}

static void assert_none(enum finding_kind kind)
{
    assert_few(kind, 0);
}

TEST(no_outlet_is_over_full_scale)
{
    assert_none(LOUD);
}

/* A bow close to the bridge or a finger on a harmonic takes its time to speak, and a contact that a new exponent made
 * soft is soft. */
TEST(each_note_is_heard)
{
    assert_few(LOST, 0.03);
}

TEST(each_note_is_heard_with_a_slider_at_its_end)
{
    assert_few(LOST_AT_AN_END, 0.03);
}

TEST(no_sound_is_cut_off)
{
    assert_none(CUT);
}

/* Eight bodies of hundreds of modes that chatter at once do, for as long as they chatter. */
TEST(nothing_takes_a_third_of_a_core)
{
    assert_few(BUSY, 0.015);
}

TEST(what_lies_still_costs_nothing)
{
    assert_few(RESTLESS, 0.01); /* bodies of modalcontact~ that lie on each other, wires under a drum */
}

TEST(no_box_prints_an_error)
{
    assert_none(ERROR);
}

/* Where work is short, one step may have to cross a contact, which is counted. */
TEST(each_contact_is_told)
{
    assert_few(UNTOLD, 0.0005);
}

/* One walk that is given: prints what came of it. */
static void walk_again(int n, char **words)
{
    static target one;
    char name[48] = "";
    sscanf(words[0], "hertz/%47[^ ]", name);
    n_targets = 0;
    find_targets(1, (char *[]){ name });
    one = targets[0];
    snprintf(one.ground[0].box, sizeof one.ground[0].box, "%.290s", words[0]);
    one.ground[0].audio = 0;
    one.grounds = 1;
    targets[0] = one;
    if (one.is_class)
        ask_classes();
    else
        read_abstraction(&targets[0]);
    walk w = { .on = &targets[0].ground[0], .listens = 700, .rests = 1, .kind = "again" };
    for (int i = 1; i + 1 < n; i += 2)
        add_step(&w, atof(words[i]), words[i + 1], inlet_of(&targets[0]), i + 3 >= n);
    walks_run(&w, 1);
    printf("peak %+.1f dBFS after %.0f ms; last note %.1f dBFS within %g ms; at most %.1f %% of a core, until %.0f ms; "
           "after %d ms %.2f %% at %.0f dBFS; contacts: %d told, %d not; %d errors%s%s\n",
           decibels(w.peak), w.peak_ms, decibels(w.softest), w.on->patience, 100 * w.cost, w.cost_ms, WALK_STILL_AFTER,
           100 * w.rest_cost, decibels(w.rest_peak), w.told, w.untold, w.errors, w.errors ? ": " : "", w.error);
}

int main(int n, char **words)
{
    if (n > 2 && !strcmp(words[1], "again")) {
        walk_again(n - 2, words + 2);
        return 0;
    }
    find_targets(n - 1, words + 1);
    return tests_run();
}
