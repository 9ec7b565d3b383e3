/* The golden test: about twenty scripted scenes of each class are played in a real Pd, and what comes out has the
 * same bits as when tests/golden/hashes was written. A change that is meant to change nothing keeps every hash; a
 * change that is meant to change results runs tests/golden/update, and its commit says which scenes changed and why.
 *
 *     golden_test                       compares all scenes with tests/golden/hashes
 *     golden_test <class> [scene]       compares those scenes only
 *     golden_test update                writes tests/golden/hashes; behind it, the same words: only of these
 *
 * Each scene has four hashes. `audio` is of the samples of all audio outlets, `force` of the force outlet, `accounts`
 * of the energy outlet and of all meters, and `messages` of the text that the object prints: contact reports, answers
 * and errors. Every scene asks for the energy eight times, which is part of the messages.
 *
 * The hashes are the same on processors with AVX2 and with AVX-512, since every width of vector gives the same bits
 * (externals/core/base/simd.h), and in the library with sanitizers. They depend on the last bits of the C library's
 * sin, exp and pow: the first line of the file names its version, and it computes them differently on processors
 * without FMA.
 *
 * The storms choose their messages from the table of the class: a new parameter, verb or choice makes another storm of
 * them. */
#include <gnu/libc-version.h>

#include "scenes.h"
#include "tests/patches/kinds.h"
#include "tests/storm/weather.h"

#define HASHES "tests/golden/hashes"

enum { PARTS = 4, ASKED = 8, MOST_SCENES = 400, NAME = 64, TEXT = 512 };
enum part { AUDIO_PART, FORCE_PART, ACCOUNTS_PART, MESSAGES_PART };
static const char *const part_names[PARTS] = { "audio", "force", "accounts", "messages" };
static const char *const meters[] = { "stored",   "kinetic",  "potential", "contact",  "dissipated",
                                      "supplied", "adjusted", "residual",  "position", "compression" };
enum { METERS = sizeof meters / sizeof *meters };

/* A residual is rounding, and Pd's arrays keep nothing under 1e-19: it is recorded times a power of two, 2^40. */
#define MAGNIFIED "*~ 1099511627776"

typedef struct result {
    char class_name[NAME], scene[NAME];
    uint64_t hash[PARTS];
} result;

static const scene_list *const lists[] = { &impact_scenes,   &bounce_scenes,        &modalcontact_scenes,
                                           &friction_scenes, &stringbarrier_scenes, &trombamarina_scenes };
enum { LISTS = sizeof lists / sizeof *lists };

static result known[MOST_SCENES], now[MOST_SCENES];
static int n_known, n_now;
static const char *only_class, *only_scene;

/* -- hashes --------------------------------------------------------------- */

static const uint64_t FNV_BASIS = 0xcbf29ce484222325u;

static void hash_bytes(uint64_t *hash, const void *bytes, size_t n)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < n; i++)
        *hash = (*hash ^ b[i]) * 0x100000001b3u;
}

/* The folder of the patch has another name each time; it is left out. */
static void hash_messages(uint64_t *hash, const pd_patch *p)
{
    const char *line, *folder = pd_folder(p);
    for (int i = 0; (line = pd_line(p, PD_ALL, "", i)) != NULL; i++) {
        if (strncmp(line, "info: ", 6) && strncmp(line, "error", 5))
            continue;
        const char *found = strstr(line, folder);
        hash_bytes(hash, line, found ? (size_t)(found - line) : strlen(line));
        if (found)
            hash_bytes(hash, found + strlen(folder), strlen(found + strlen(folder)));
        hash_bytes(hash, "\n", 1);
    }
}

/* -- playing a scene ------------------------------------------------------ */

/* The message with the number that stands in it as {from:to}, so far on the way from one to the other. */
static void fill(char *to, const char *message, double part)
{
    const char *open = strchr(message, '{');
    double from, until;
    int used = 0;
    if (!open) {
        snprintf(to, TEXT, "%s", message);
        return;
    }
    if (sscanf(open, "{%lf:%lf}%n", &from, &until, &used) != 2 || used == 0)
        fail_msg("a range is not understood: %s", open);
    snprintf(to, TEXT, "%.*s%.6g%s", (int)(open - message), message, from + (until - from) * part, open + used);
}

/* Sends one entry of a script. */
static void send_entry(pd_patch *p, int o, const char *entry)
{
    char *at, text[TEXT];
    double from = strtod(entry, &at), to = from;
    long steps = 0;
    if (at == entry)
        fail_msg("an entry has no time: %s", entry);
    if (*at == '-')
        to = strtod(at + 1, &at);
    if (*at == '/')
        steps = strtol(at + 1, &at, 10);
    at += strspn(at, " ");
    for (long i = 0; i <= steps; i++) {
        double part = steps ? (double)i / (double)steps : 0;
        fill(text, at, part);
        pd_at(p, from + (to - from) * part, *text == '!' ? PD_SEND : o, "%s", text + (*text == '!'));
    }
}

/* Calls a function with each piece of a text that has semicolons between its pieces. */
static void each_piece(pd_patch *p, int o, const char *text, void (*act)(pd_patch *p, int o, const char *piece))
{
    char piece[TEXT];
    while (text && *text) {
        text += strspn(text, " ;");
        size_t n = strcspn(text, ";");
        if (n >= sizeof piece)
            fail_msg("too long: %s", text);
        snprintf(piece, sizeof piece, "%.*s", (int)n, text);
        if (n)
            act(p, o, piece);
        text += n;
    }
}

static void add_array(pd_patch *p, int o, const char *array)
{
    (void)o;
    pd_obj(p, "array define %s", array);
}

/* A wave from -1 to 1; the noise is a shift register's. */
static uint32_t noise;

static double wave(char shape, double phase)
{
    phase -= floor(phase);
    switch (shape) {
    case 't':
        return phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase;
    case 'r':
        return 2 * phase - 1;
    case 's':
        return phase < 0.5 ? -1 : 1;
    default:
        noise ^= noise << 13;
        noise ^= noise >> 17;
        noise ^= noise << 5;
        return noise / 2147483648. - 1;
    }
}

static void feed(pd_patch *p, int o, int inlet, const char *signal, double rate)
{
    double from, to, freq, low, high;
    char shape[16];
    if (sscanf(signal, "%lf %lf %15s %lf %lf %lf", &from, &to, shape, &freq, &low, &high) != 6)
        fail_msg("a signal is not understood: %s", signal);
    int n = (int)((to - from) * rate / 1000);
    float *samples = malloc((size_t)n * sizeof *samples);
    assert_non_null(samples);
    noise = 1;
    for (int i = 0; i < n; i++)
        samples[i] = (float)(low + (high - low) * (0.5 + 0.5 * wave(*shape, freq * i / rate)));
    pd_feed(p, o, inlet, from, samples, n);
    free(samples);
}

/* Random messages a block apart, from the table of the class. */
static void send_storm(pd_patch *p, int o, const scene *s, double ms)
{
    char text[WEATHER_TEXT];
    weather = s->musical ? MUSICAL : WALL;
    weather_seed(s->storm);
    for (double at = 5; at < ms; at += 4 / 3.) {
        if (weather_one_of(6) == 0)
            wrong_message(text);
        else
            right_message(text);
        pd_at(p, at, o, "%s", text);
    }
}

typedef struct taken {
    int record[64];
    enum part part[64];
    int n;
} taken;

static void take(pd_patch *p, taken *t, enum part part, int o, int outlet, int samples)
{
    t->part[t->n] = part;
    t->record[t->n++] = pd_record(p, o, outlet, 0, samples);
}

/* Records every outlet but info, which is printed. */
static void take_outlets(pd_patch *p, taken *t, const scene *s, int o, int samples)
{
    int audio = s->audio ? s->audio : its->t.audio, outlet = 0;
    for (; outlet < audio; outlet++)
        take(p, t, AUDIO_PART, o, outlet, samples);
    take(p, t, FORCE_PART, o, outlet++, samples);
    take(p, t, ACCOUNTS_PART, o, outlet++, samples);
    for (int m = 0; s->meters && m < METERS; m++) {
        int from = o, at = outlet++;
        if (!strcmp(meters[m], "residual")) {
            from = pd_obj(p, MAGNIFIED);
            pd_connect(p, o, at, from, 0);
            at = 0;
        }
        take(p, t, ACCOUNTS_PART, from, at, samples);
    }
    pd_print(p, o, outlet, "info");
}

static int make_object(pd_patch *p, const scene *s)
{
    char flags[2 * TEXT] = "";
    if (s->meters) {
        strcpy(flags, " -meters");
        for (int m = 0; m < METERS; m++)
            strcat(strcat(flags, " "), meters[m]);
    }
    each_piece(p, 0, s->array, add_array);
    if (s->ruler)
        pd_subpatch(p, s->ruler);
    return pd_obj(p, "hertz/%s %s%s -seed 0", its->name, s->flags ? s->flags : "", flags);
}

static result played(const scene *s)
{
    double ms = s->ms > 0 ? s->ms : 1000, rate = s->rate > 0 ? s->rate : 48000;
    taken t = { .n = 0 };
    result r = { .hash = { FNV_BASIS, FNV_BASIS, FNV_BASIS, FNV_BASIS } };
    pd_patch *p = pd_open(.rate = rate);
    int o = make_object(p, s), samples = (int)(ms * rate / 1000);
    take_outlets(p, &t, s, o, samples);
    for (int i = 0; i < 3; i++)
        if (s->in[i])
            feed(p, o, i, s->in[i], rate);
    each_piece(p, o, s->script, send_entry);
    if (s->storm)
        send_storm(p, o, s, ms);
    for (int i = 0; i < ASKED; i++)
        pd_at(p, (i + 0.9) * ms / ASKED, o, "energy");
    pd_until(p, ms + 100); /* large blocks are late */
    pd_run(p);
    for (int i = 0; i < t.n; i++) {
        const float *x = pd_samples(p, t.record[i]);
        for (int k = 0; k < samples; k++)
            assert_that(isfinite(x[k]), "%s %s: %s: sample %d is not finite", its->name, s->name, part_names[t.part[i]],
                        k);
        hash_bytes(&r.hash[t.part[i]], x, (size_t)samples * sizeof *x);
    }
    hash_messages(&r.hash[MESSAGES_PART], p);
    pd_close(p);
    snprintf(r.class_name, NAME, "%s", its->name);
    snprintf(r.scene, NAME, "%s", s->name);
    return r;
}

/* -- the file ------------------------------------------------------------- */

static char libc_then[NAME];

static void read_known(void)
{
    char line[TEXT];
    result r;
    FILE *f = fopen(HASHES, "r");
    for (n_known = 0; f && fgets(line, sizeof line, f);)
        if (sscanf(line, "# glibc %63s", libc_then) == 1 || *line == '#')
            continue;
        else if (sscanf(line, "%63s %63s %lx %lx %lx %lx", r.class_name, r.scene, &r.hash[0], &r.hash[1], &r.hash[2],
                        &r.hash[3]) == 2 + PARTS &&
                 n_known < MOST_SCENES)
            known[n_known++] = r;
        else
            fail_msg(HASHES ": a line is not understood: %s", line);
    if (f)
        fclose(f);
}

static void write_now(void)
{
    FILE *f = fopen(HASHES, "w");
    assert_non_null(f);
    fprintf(f, "# glibc %s\n# class scene audio force accounts messages\n", gnu_get_libc_version());
    for (int i = 0; i < n_now; i++)
        fprintf(f, "%s %s %016lx %016lx %016lx %016lx\n", now[i].class_name, now[i].scene, now[i].hash[0],
                now[i].hash[1], now[i].hash[2], now[i].hash[3]);
    fclose(f);
}

/* Returns what is known of a scene, or NULL. */
static const result *known_of(const char *class_name, const char *name)
{
    for (const result *k = known; k < known + n_known; k++)
        if (!strcmp(k->class_name, class_name) && !strcmp(k->scene, name))
            return k;
    return NULL;
}

/* Prints what differs; returns whether something does. */
static int differs(const result *r)
{
    const result *k = known_of(r->class_name, r->scene);
    if (!k) {
        print_error("%s %s: is not in " HASHES "\n", r->class_name, r->scene);
        return 1;
    }
    if (!memcmp(k->hash, r->hash, sizeof k->hash))
        return 0;
    print_error("%s %s: differs in", r->class_name, r->scene);
    for (int i = 0; i < PARTS; i++)
        if (k->hash[i] != r->hash[i])
            print_error(" %s", part_names[i]);
    print_error("\n");
    return 1;
}

/* -- the tests ------------------------------------------------------------ */

static const kind *kind_named(const char *name)
{
    int n;
    const kind *all = kinds(&n);
    for (int i = 0; i < n; i++)
        if (!strcmp(all[i].name, name))
            return &all[i];
    fail_msg("there is no class %s", name);
    return NULL;
}

static void scenes_are_as_they_were(const void *of)
{
    const scene_list *l = of;
    int bad = 0, first = n_now, in_file = 0;
    its = kind_named(l->class_name);
    for (const scene *s = l->scenes; s < l->scenes + l->n; s++)
        if (!only_scene || !strcmp(only_scene, s->name)) {
            now[n_now] = played(s);
            bad += differs(&now[n_now++]);
        }
    for (int i = 0; i < n_known; i++)
        in_file += !strcmp(known[i].class_name, l->class_name);
    if (bad && strcmp(libc_then, gnu_get_libc_version()))
        print_error("The hashes were made with glibc %s, and this is %s.\n", libc_then, gnu_get_libc_version());
    assert_that(n_now > first, "%s has no scene %s", l->class_name, only_scene);
    assert_that(bad == 0, "%s: %d of %d scenes differ", l->class_name, bad, n_now - first);
    assert_that(only_scene || in_file == l->n, "%s: there are %d scenes, and %d in " HASHES, l->class_name, l->n,
                in_file);
}

/* Does a text hold these words, one after the other, with no letter before or after them? */
static int holds(const char *text, const char *words)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789~";
    size_t n = strlen(words);
    for (const char *at = text; at && (at = strstr(at, words)) != NULL; at++)
        if ((at == text || !strchr(letters, at[-1])) && (!at[n] || !strchr(letters, at[n])))
            return 1;
    return 0;
}

static int some_scene_holds(const scene_list *l, const char *words)
{
    for (const scene *s = l->scenes; s < l->scenes + l->n; s++)
        if (holds(s->flags, words) || holds(s->script, words))
            return 1;
    return 0;
}

static int missing(const scene_list *l, const char *name, const char *word, int n)
{
    char words[TEXT];
    snprintf(words, sizeof words, "%s%s%.*s", name, n ? " " : "", n, word);
    if (some_scene_holds(l, words))
        return 0;
    print_error("%s: no scene has `%s`\n", l->class_name, words);
    return 1;
}

/* A row's name, and each of its words. One body of two may stand for both. */
static int missing_of_row(const scene_list *l, const row *r)
{
    const char *whole = r->kind == ARGUMENT ? r->owner : r->name, *blank = strchr(whole, ' ');
    const char *name = blank ? blank + 1 : whole, *word = r->choices;
    int count = missing(l, name, "", 0);
    while (r->kind == PARAMETER && *word && strcmp(name, "meters")) {
        size_t n = strcspn(word, "|");
        count += missing(l, name, word, (int)n);
        word += n + (word[n] == '|');
    }
    return count;
}

/* Every parameter, choice, verb and preset of a class is in some scene, besides the storms. */
TEST(scenes_name_everything)
{
    int n, count = 0;
    const kind *all = kinds(&n);
    for (its = all; its < all + n; its++) {
        const scene_list *l = NULL;
        for (int i = 0; i < LISTS; i++)
            l = strcmp(lists[i]->class_name, its->name) ? l : lists[i];
        assert_that(l, "%s has no scenes", its->name);
        for (const row *r = its->t.rows; r < its->t.rows + its->t.n; r++)
            if (r->kind != PART && strcmp(r->name, "mc") && strcmp(r->name, "meters")) /* mc needs Pd 0.54 */
                count += missing_of_row(l, r);
        for (int i = 0; i < its->t.n_presets; i++)
            count += missing(l, "preset", its->t.presets[i], (int)strlen(its->t.presets[i]));
    }
    assert_that(count == 0, "%d words are in no scene", count);
}

static int is_asked(const char *class_name, const char *name)
{
    return (!only_class || !strcmp(only_class, class_name)) && (!only_scene || !strcmp(only_scene, name));
}

/* Plays what is asked for; of all else what is known stays. */
static void update(void)
{
    if (only_class)
        read_known();
    for (int i = 0; i < LISTS; i++) {
        its = kind_named(lists[i]->class_name);
        for (int k = 0; k < lists[i]->n; k++) {
            const char *name = lists[i]->scenes[k].name;
            const result *was = is_asked(lists[i]->class_name, name) ? NULL : known_of(lists[i]->class_name, name);
            now[n_now++] = was ? *was : played(&lists[i]->scenes[k]);
        }
    }
    write_now();
    printf("%d scenes written to " HASHES "\n", n_now);
}

int main(int argc, char **argv)
{
    int updates = argc > 1 && !strcmp(argv[1], "update");
    char **asked = argv + 1 + updates;
    only_class = asked[0];
    only_scene = asked[0] ? asked[1] : NULL;
    if (only_class)
        kind_named(only_class);
    if (updates) {
        update();
        return 0;
    }
    read_known();
    for (int i = 0; i < LISTS; i++)
        if (!only_class || !strcmp(only_class, lists[i]->class_name))
            tests_add_of(__LINE__, lists[i]->class_name, scenes_are_as_they_were, lists[i]);
    return tests_run();
}
