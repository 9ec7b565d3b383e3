/* listen~: a recorded hit becomes a body that is played.
 *
 *     [hertz/listen~]        its first outlet into the first inlet of [hertz/impact~]
 *     [hertz/listen~ b]      into [hertz/modalcontact~], whose body b it becomes
 *
 * The analysis is core/listen. A thread does it on copies, and its result is taken at a stated time of Pd, so that a
 * patch that is rendered faster than real time does the same: half again as long as the sound, and 0.5 s. While DSP is
 * off it is done at once. */
#include "pd/array.h"
#include "pd/class.h"
#include "pd/file.h"
#include "pd/text.h"
#include "families/listen/ear.h"
#include "families/listen/sound_reader.h"
#include "families/listen/telling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TICK = 100 };
static const double longest = 30, before = 0.05;       /* s */
static const double per_second = 1500, at_least = 500; /* ms */

typedef struct listen {
    t_object pd;
    t_float in;
    t_outlet *body, *info;
    const t_canvas *canvas;
    t_clock *clock;
    double rate;
    /* live sound */
    float *ring; /* of `room` samples, the last ones */
    int room, at, seen, armed, left;
    double threshold, seconds;
    /* the analysis */
    hz_ear *ear; /* NULL: none is under way */
    double begun, ms;
    double told;   /* how far it was told to be */
    hz_ear *known; /* the last one that was good, with the body */
    int talks;     /* what hears an answer may send messages meanwhile */
    double weight[HZ_LISTEN_MODES];
    double here;
    int channel, which, all, most;
    hz_telling telling;
    hz_text source, next; /* what the body comes from, and what is under way */
} listen;

static t_class *listen_tilde_class;

/* ---- words ---- */

static void say(const listen *x, const char *word, double number)
{
    t_atom a;
    SETFLOAT(&a, (t_float)number);
    outlet_anything(x->info, gensym(word), 1, &a);
}

static void complain(listen *x, const char *subject, const char *given, const char *allowed)
{
    pd_error(x, "listen~: %s: got %s, allowed %s, kept the body as it was", subject, given, allowed);
    t_atom a;
    SETSYMBOL(&a, gensym(given));
    outlet_anything(x->info, gensym("failed"), 1, &a);
}

/* Takes a number in a range. Returns 0, with an error, if it is none. */
static int take(listen *x, const char *name, int argc, const t_atom *argv, double min, double max, double *value)
{
    hz_text given = { 0 };
    double to = argc == 1 && argv[0].a_type == A_FLOAT ? hz_number_from(argv[0].a_w.w_float) : NAN;
    if (to >= min && to <= max) {
        *value = to;
        return 1;
    }
    hz_text_add_atoms(&given, argc, argv);
    pd_error(x, "listen~: %s: got %s, allowed %g to %g, kept %g", name, given.s, min, max, *value);
    return 0;
}

/* ---- the analysis ---- */

static void give_up(listen *x)
{
    clock_unset(x->clock);
    if (x->ear)
        hz_ear_leave(x->ear);
    x->ear = NULL;
}

static void forget(listen *x)
{
    if (x->known)
        hz_ear_leave(x->known);
    x->known = NULL;
}

static void send_body(listen *x)
{
    if (!x->known)
        return;
    hz_telling_weights(&x->known->body, x->known->place, x->here, x->weight);
    x->talks++;
    hz_telling_send(x->body, &x->known->body, x->weight, &x->telling);
    x->talks--;
}

/* What is told of a body stands in it, so it stays until all is told. Returns whether that is now, with an error. */
static int is_telling(listen *x, const char *subject)
{
    if (x->talks)
        pd_error(x, "listen~: %s: got it within an answer of listen~, allowed after it, nothing done", subject);
    return x->talks > 0;
}

static void report(listen *x)
{
    const hz_ear *e = x->known;
    const hz_listen_hit *h = &e->hit[e->hits - 1];
    say(x, "modes", e->body.n);
    say(x, "hits", e->hits);
    say(x, "onsets", h->onsets);
    say(x, "contact", 1000 * e->body.contact);
    say(x, "stiffness", hz_telling_stiffness(&e->body, &x->telling));
    if (h->hum > 0)
        say(x, "hum", h->hum);
    if (h->room > 0)
        say(x, "room", h->room);
    if (h->clipped > 0)
        say(x, "clipped", h->clipped);
    if (h->cut)
        say(x, "cut", 1);
    if (e->channels > 1)
        say(x, "channels", e->channels);
}

static const char *why_not(const hz_ear *e)
{
    static const char *const why[] = { [HZ_LISTEN_SILENT] = "silence",
                                       [HZ_LISTEN_SHORT] = "a sound that ends too soon after its onset",
                                       [HZ_LISTEN_NOTHING] = "a sound in which nothing rings",
                                       [HZ_LISTEN_NO_MEMORY] = "more than fits into memory" };
    return e->why ? e->why : why[e->answer];
}

static void adopt(listen *x)
{
    hz_ear *e = x->ear;
    hz_ear_wait(e);
    x->ear = NULL;
    if (e->why || e->answer != HZ_LISTEN_GOOD) {
        complain(x, x->next.s, why_not(e), "a recorded hit of 60 ms and more, as WAV, AIFF, array or live sound");
        hz_ear_leave(e);
        return;
    }
    forget(x);
    x->known = e;
    x->source = x->next;
    x->talks++;
    say(x, "progress", 1);
    report(x);
    send_body(x);
    x->talks--;
    outlet_anything(x->info, gensym("done"), 0, NULL);
}

static void keep(listen *x); /* of live sound, below */

static void tick(listen *x)
{
    if (!x->ear) {
        keep(x);
        return;
    }
    double left = x->ms - clock_gettimesince(x->begun);
    if (left <= 0) {
        adopt(x);
        return;
    }
    clock_delay(x->clock, fmin(left, TICK));
    double part = atomic_load(&x->ear->part) / 1000.;
    if (part == x->told)
        return;
    x->told = part;
    say(x, "progress", part); /* Who hears it may cancel. */
}

/* A new work, which knows the hits before it. */
static hz_ear *prepare(listen *x)
{
    hz_ear *e = hz_ear_new();
    if (!e)
        return NULL;
    e->channel = x->channel, e->which = x->which, e->all = x->all, e->most = x->most, e->here = x->here;
    for (int i = 0; x->known && i < x->known->hits; i++) {
        if (x->known->place[i] == x->here) /* This place is heard anew. */
            continue;
        e->hit[e->before] = x->known->hit[i];
        e->place[e->before++] = x->known->place[i];
    }
    return e;
}

static void begin(listen *x, hz_ear *e, double seconds)
{
    int in_thread = pd_getdspstate() != 0;
    if (e->before >= HZ_LISTEN_HITS) {
        complain(x, x->next.s, "more places than a body may have", "16; clear forgets them");
        hz_ear_leave(e);
        return;
    }
    give_up(x);
    x->armed = 0; /* One sound is listened to. */
    x->ear = e, x->told = -1;
    hz_ear_begin(e, in_thread);
    if (!in_thread) {
        adopt(x);
        return;
    }
    x->begun = clock_getlogicaltime();
    x->ms = at_least + per_second * seconds;
    clock_delay(x->clock, TICK);
}

/* Begins with samples, which the work takes over. */
static void begin_with(listen *x, float *samples, int n, double rate)
{
    hz_ear *e = samples ? prepare(x) : NULL;
    if (!e) {
        complain(x, x->next.s, "more than fits into memory", "less");
        free(samples);
        return;
    }
    e->samples = samples;
    e->sound = (hz_listen_sound){ samples, n, rate };
    begin(x, e, n / rate);
}

/* ---- sources ---- */

static void read_file(listen *x, t_symbol *name)
{
    const char *why;
    size_t n = 0;
    if (is_telling(x, "read"))
        return;
    x->next.n = 0;
    hz_text_add(&x->next, "read %s", name->s_name);
    char *text = hz_file_read(x->canvas, name->s_name, HZ_FILE_MOST, &n, &why);
    hz_sound_read r = { 0 };
    if (text)
        why = hz_sound_reader((unsigned char *)text, n, 0, &r);
    hz_ear *e = text && !why ? prepare(x) : NULL;
    if (!e) {
        complain(x, x->next.s, why ? why : "more than fits into memory", "a WAV or AIFF file that can be read");
        free(text);
        return;
    }
    e->file = (unsigned char *)text;
    e->bytes = n;
    begin(x, e, r.n / r.rate);
}

static void take_array(listen *x, const t_symbol *s, int argc, const t_atom *argv)
{
    t_symbol *name = atom_getsymbolarg(0, argc, (t_atom *)argv);
    double rate = argc > 1 ? (double)atom_getfloatarg(1, argc, (t_atom *)argv) : x->rate;
    int n = 0;
    t_word *words = hz_array_look(name, &n);
    (void)s;
    if (is_telling(x, "array"))
        return;
    x->next.n = 0;
    hz_text_add(&x->next, "array %s", name->s_name);
    if (!words || !(rate >= 4000 && rate <= 200000)) {
        complain(x, x->next.s, words ? "a rate that no sound has" : "no array of this name",
                 "<array> <sample rate, 4000 to 200000 Hz>");
        return;
    }
    n = (int)fmin(n, longest * rate);
    float *samples = malloc((size_t)n * sizeof *samples);
    for (int i = 0; samples && i < n; i++)
        samples[i] = isfinite((double)words[i].w_float) ? (float)words[i].w_float : 0;
    begin_with(x, samples, n, rate);
}

/* What was armed for has come: the ring holds it. */
static void keep(listen *x)
{
    int n = x->seen < x->room ? x->seen : x->room;
    float *samples = malloc((size_t)n * sizeof *samples);
    for (int i = 0; samples && i < n; i++)
        samples[i] = x->ring[(x->at + x->room - n + i) % x->room];
    x->next.n = 0;
    hz_text_add(&x->next, "live sound");
    free(x->ring);
    x->ring = NULL;
    begin_with(x, samples, n, x->rate);
}

static void arm(listen *x, t_symbol *s, int argc, t_atom *argv)
{
    (void)s;
    if (argc > 0 && !take(x, "arm", argc, argv, 0.1, longest, &x->seconds))
        return;
    give_up(x);
    free(x->ring);
    x->room = (int)((x->seconds + before) * x->rate);
    x->ring = calloc((size_t)x->room, sizeof *x->ring);
    x->at = x->seen = 0;
    x->left = (int)(x->seconds * x->rate);
    x->armed = x->ring != NULL;
    say(x, "armed", x->armed);
}

static t_int *perform(t_int *w)
{
    listen *x = (listen *)w[1];
    const t_sample *in = (const t_sample *)w[2];
    int n = (int)w[3];
    if (!x->armed)
        return w + 4;
    for (int i = 0; i < n && x->left > 0; i++) {
        double now = isfinite((double)in[i]) ? (double)in[i] : 0;
        x->ring[x->at] = (float)now;
        x->at = (x->at + 1) % x->room;
        x->seen += x->seen < x->room;
        if (x->armed == 1 && fabs(now) > x->threshold)
            x->armed = 2;
        x->left -= x->armed == 2;
    }
    if (x->left == 0) {
        x->armed = 0;
        clock_delay(x->clock, 0);
    }
    return w + 4;
}

static void dsp(listen *x, t_signal **sp)
{
    if (x->rate != (double)sp[0]->s_sr && x->armed) {
        x->armed = 0;
        complain(x, "arm", "another sample rate", "one; arm again");
    }
    x->rate = (double)sp[0]->s_sr;
    dsp_add(perform, 3, x, sp[0]->s_vec, (t_int)sp[0]->s_n);
}

/* ---- messages ---- */

static void cancel(listen *x)
{
    int was = x->ear || x->armed;
    x->armed = 0;
    give_up(x);
    if (was)
        outlet_anything(x->info, gensym("cancelled"), 0, NULL);
}

static void clear(listen *x)
{
    if (is_telling(x, "clear"))
        return;
    cancel(x);
    forget(x);
}

static void set_position(listen *x, t_symbol *s, int argc, t_atom *argv)
{
    if (!take(x, s->s_name, argc, argv, 0, 1, &x->here) || !x->known)
        return;
    x->talks++;
    if (hz_telling_weights(&x->known->body, x->known->place, x->here, x->weight))
        hz_telling_send_weights(x->body, &x->known->body, x->weight, &x->telling);
    x->talks--;
}

static void set_hit(listen *x, t_symbol *s, int argc, t_atom *argv)
{
    double which = x->which + 1;
    x->all = hz_word_list_is(argc, argv, 0, "all");
    if (!x->all && take(x, s->s_name, argc, argv, 1, HZ_LISTEN_HITS, &which))
        x->which = (int)which - 1;
}

static void set_whole(listen *x, t_symbol *s, int argc, t_atom *argv)
{
    int is_modes = !strcmp(s->s_name, "modes");
    double value = is_modes ? x->most : x->channel;
    if (take(x, s->s_name, argc, argv, 1, is_modes ? HZ_LISTEN_MODES : 64, &value))
        *(is_modes ? &x->most : &x->channel) = (int)value;
}

static void set_telling(listen *x, t_symbol *s, int argc, t_atom *argv)
{
    static const struct {
        const char *name;
        double min, max;
        size_t at;
    } rows[] = { { "mass", 1e-4, 1e3, offsetof(listen, telling.heavy) },
                 { "hammer", 1e-6, 1e3, offsetof(listen, telling.mass) },
                 { "exponent", 1, 6, offsetof(listen, telling.exponent) },
                 { "velocity", 1e-3, 100, offsetof(listen, telling.speed) },
                 { "threshold", 1e-5, 1, offsetof(listen, threshold) } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, s->s_name))
            take(x, s->s_name, argc, argv, rows[i].min, rows[i].max, (double *)((char *)x + rows[i].at));
}

static void write_file(listen *x, t_symbol *name)
{
    hz_text subject = { 0 };
    hz_text_add(&subject, "write %s", name->s_name);
    char *text = x->known ? hz_telling_text(&x->known->body, x->weight, &x->telling, x->source.s) : NULL;
    const char *why = !x->known ? "no body yet" : text ? hz_file_write(x->canvas, name->s_name, text) : "no memory";
    free(text);
    if (why)
        complain(x, subject.s, why, "a body that was listened to, and a place that can be written to");
}

/* Draws the level of the hit, and that of its modes, over the logarithm of frequency from 40 Hz to 20 kHz. */
static void draw(listen *x, t_symbol *level, t_symbol *modes)
{
    t_symbol *name[2] = { level, modes };
    for (int k = 0; k < 2; k++) {
        int n = 0;
        t_word *words = *name[k]->s_name ? hz_array_look(name[k], &n) : NULL;
        if (!words && (k == 0 || *name[k]->s_name))
            complain(x, "draw", "no array of this name", "the names of one or two arrays");
        for (int i = 0; words && i < n && x->known; i++)
            words[i].w_float = (t_float)(k ? x->known->modes : x->known->level)[(long)i * HZ_EAR_POINTS / n];
        if (words)
            hz_array_drawn(name[k]);
    }
}

/* ---- life ---- */

static void *make(const t_symbol *s, int argc, const t_atom *argv)
{
    listen *x = (listen *)pd_new(listen_tilde_class);
    (void)s;
    x->canvas = canvas_getcurrent();
    x->rate = sys_getsr() > 0 ? (double)sys_getsr() : 44100;
    x->threshold = 0.02, x->seconds = 3;
    x->here = 0.5, x->channel = 1, x->most = HZ_LISTEN_MODES;
    x->telling = (hz_telling){ .prefix = "", .heavy = 0.3, .mass = 0.01, .exponent = 1.5, .speed = 0.93 };
    if (argc > 0 && argv[0].a_type == A_SYMBOL)
        x->telling.prefix = argv[0].a_w.w_symbol->s_name;
    if (*x->telling.prefix)
        x->telling.exponent = 1;
    if (argc > 1 || (argc == 1 && argv[0].a_type != A_SYMBOL))
        pd_error(x, "listen~: got other than one word, allowed the prefix of a body, as b, kept none");
    x->clock = clock_new(x, (t_method)tick);
    x->body = outlet_new(&x->pd, gensym("anything"));
    x->info = outlet_new(&x->pd, gensym("anything"));
    return x;
}

static void destroy(listen *x)
{
    give_up(x);
    forget(x);
    free(x->ring);
    clock_free(x->clock);
}

HZ_SETUP(listen)
{
    static const struct {
        const char *name;
        void (*set)(listen *x, t_symbol *s, int argc, t_atom *argv);
    } lists[] = { { "arm", arm },
                  { "array", (void (*)(listen *, t_symbol *, int, t_atom *))(t_method)take_array },
                  { "position", set_position },
                  { "hit", set_hit },
                  { "modes", set_whole },
                  { "channel", set_whole },
                  { "mass", set_telling },
                  { "hammer", set_telling },
                  { "exponent", set_telling },
                  { "velocity", set_telling },
                  { "threshold", set_telling } };
    t_class *c = listen_tilde_class = class_new(gensym("listen~"), (t_newmethod)(t_method)make, (t_method)destroy,
                                                sizeof(listen), CLASS_DEFAULT, A_GIMME, A_NULL);
    class_domainsignalin(c, (int)offsetof(listen, in));
    class_addmethod(c, (t_method)dsp, gensym("dsp"), A_CANT, A_NULL);
    class_addbang(c, (t_method)send_body);
    class_addmethod(c, (t_method)read_file, gensym("read"), A_SYMBOL, A_NULL);
    class_addmethod(c, (t_method)write_file, gensym("write"), A_SYMBOL, A_NULL);
    class_addmethod(c, (t_method)draw, gensym("draw"), A_SYMBOL, A_DEFSYM, A_NULL);
    class_addmethod(c, (t_method)cancel, gensym("cancel"), A_NULL);
    class_addmethod(c, (t_method)clear, gensym("clear"), A_NULL);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        class_addmethod(c, (t_method)lists[i].set, gensym(lists[i].name), A_GIMME, A_NULL);
#ifdef HZ_LIBRARY
    class_addcreator((t_newmethod)(t_method)make, gensym("hertz/listen~"), A_GIMME, A_NULL);
#endif
}
