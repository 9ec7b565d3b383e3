/* mount: the object of mount~. */
#include "mount.h"
#include "turn.h"

#include <math.h>
#include <string.h>

#include "pd/class.h"
#include "pd/instrument.h"
#include "pd/parameter.h"

static const double PATIENCE = 3; /* s of silence, and the guest is switched off */

static const hz_param rows[HZ_SETTINGS] = {
    [HZ_LEVEL] = { "level", "dB", 0, HZ_STRIP_SILENCE, HZ_STRIP_MOST, .flags = 0 },
    [HZ_PAN] = { "pan", NULL, 0, -1, 1, .flags = 0 },
    [HZ_SEND] = { "send", "dB", HZ_STRIP_SILENCE, HZ_STRIP_SILENCE, HZ_STRIP_MOST, .flags = 0 },
    [HZ_MUTE] = { "mute", NULL, 0, 0, 1, .flags = HZ_WHOLE },
    [HZ_SOLO] = { "solo", NULL, 0, 0, 1, .flags = HZ_WHOLE },
    [HZ_LOW] = { "low", "midi", 0, 0, 127, .flags = 0 },
    [HZ_HIGH] = { "high", "midi", 127, 0, 127, .flags = 0 },
    [HZ_TRANSPOSE] = { "transpose", "semitones", 0, -60, 60, .flags = 0 },
};

/* ---- words ---- */

void hz_mount_complain(const hz_mount *x, const char *subject, int argc, const t_atom *argv, const char *rest)
{
    hz_text name = { 0 }, given = { 0 };

    hz_text_add_atoms(&given, argc, argv);
    pd_error(x, "%s: %s: %s: got %s, %s", hz_instrument_called(x->guest.canvas, "mount~", &name), x->called->s_name,
             subject, given.s, rest);
}

static void refuse(const hz_mount *x, const hz_param *row, double kept, int argc, const t_atom *argv)
{
    hz_text rest = { 0 };

    hz_text_add(&rest, "allowed ");
    hz_param_allowed(row, &rest);
    hz_text_add(&rest, ", kept %g", kept);
    hz_mount_complain(x, row->name, argc, argv, rest.s);
}

/* ---- the guest ---- */

static void set_awake(hz_mount *x, int awake)
{
    x->strip.silent = 0;
    if (x->is_awake == awake)
        return;
    x->is_awake = awake;
    outlet_float(x->sleep, (t_float)awake);
}

static void pass(hz_mount *x, const t_symbol *selector, int argc, t_atom *argv)
{
    x->busy++;
    if (!strcmp(selector->s_name, "float") && argc == 1)
        outlet_float(x->to_guest, atom_getfloat(argv));
    else
        outlet_anything(x->to_guest, (t_symbol *)selector, argc, argv);
    x->busy--;
}

static void play(hz_mount *x, const char *selector, int argc, t_atom *argv)
{
    set_awake(x, 1);
    pass(x, gensym(selector), argc, argv);
}

/* Asks the guest, and lets its answers go elsewhere meanwhile. */
void hz_mount_ask(hz_mount *x, const char *question, int argc, t_atom *argv, int answers)
{
    int before = x->answers;

    x->answers = answers;
    pass(x, gensym(question), argc, argv);
    x->answers = before;
}

static void take_dump(hz_mount *x)
{
    hz_lines_clear(&x->dumped);
    if (x->guest.of_library)
        hz_mount_ask(x, "dump", 0, NULL, HZ_ANSWERS_DUMP);
}

static void apply(hz_mount *x)
{
    const double *s = x->setting;
    int muted = s[HZ_MUTE] != 0 || (x->others && s[HZ_SOLO] == 0);

    hz_strip_set(&x->strip, s[HZ_LEVEL], s[HZ_PAN], s[HZ_SEND], muted, !x->is_awake);
}

static void forget_keys(hz_mount *x)
{
    for (int k = 0; k < HZ_KEYS; k++)
        x->held[k] = -1;
    x->pedalled = 0;
}

static int is_stereo(int argc, const t_atom *argv)
{
    for (int i = 0; i < argc; i++)
        if (hz_word_list_is(argc, argv, i, "-stereo"))
            return 1;
    return 0;
}

static void forget(hz_mount *x)
{
    hz_knobs_clear(&x->knobs);
    hz_lines_clear(&x->kept);
    hz_lines_clear(&x->dumped);
    hz_lines_clear(&x->typed);
    hz_lines_clear(&x->maps);
    hz_lines_clear(&x->learning);
    forget_keys(x);
    x->is_stereo = x->is_told = 0;
}

static void show(hz_mount *x, int argc, t_atom *argv);

/* An object of the library sleeps until it is played. What is not of it may sound by itself. */
static void load(hz_mount *x, int argc, t_atom *argv)
{
    if (x->busy) {
        hz_mount_complain(x, "load", argc, argv, "allowed none within an answer of the object, kept the present one");
        return;
    }
    if (argc > 0 && !hz_guest_load(&x->guest, argc, argv)) {
        hz_mount_complain(x, "load", argc, argv,
                          x->guest.box ? "allowed a class or an instrument, kept the present one"
                                       : "allowed a class or an instrument, kept it empty");
        show(x, 0, NULL);
        return;
    }
    if (x->is_awake)
        hz_strip_cut(&x->strip);
    forget(x);
    if (argc == 0) {
        hz_guest_drop(&x->guest);
        show(x, 0, NULL);
        return;
    }
    hz_lines_add(&x->typed, gensym("load"), argc, argv, 0);
    if (x->guest.of_library)
        hz_mount_ask(x, "reference", 0, NULL, HZ_ANSWERS_KNOBS);
    x->is_stereo = hz_guest_wire(&x->guest, x->knobs.audio, is_stereo(argc, argv));
    take_dump(x);
    x->fresh = hz_lines_hash(&x->dumped);
    set_awake(x, !x->guest.of_library);
    show(x, 0, NULL);
    if (x->pedal && x->on) {
        t_atom down;
        SETFLOAT(&down, 1);
        x->pedalled = 1;
        pass(x, gensym("sustain"), 1, &down);
    }
}

/* ---- what the guest is told ---- */

static int is_any(const t_symbol *s, const char *words)
{
    return hz_word_list_find(words, s->s_name) >= 0;
}

/* Keeps what an instrument takes itself; what its objects take they tell when they are asked to dump. An object that is
 * not of the library tells nothing. Returns whether the message makes sound by itself. */
static int keep(hz_mount *x, const t_symbol *selector, int argc, const t_atom *argv)
{
    const t_canvas *patch = x->guest.of_library ? hz_guest_patch(&x->guest) : NULL;
    hz_instrument_row row = { 0 };
    int is_own = patch && hz_instrument_takes(patch, selector->s_name, &row);

    if (is_any(selector, "bang list panic reset energy dump presets reference get note damp sustain"))
        return 0;
    x->is_told |= !is_own;
    if (is_own && (argc == 0 || is_any(selector, "preset kind"))) { /* the bare name of a sound */
        hz_lines_forget(&x->kept, gensym("preset"));
        hz_lines_forget(&x->kept, gensym("kind"));
    }
    int is_number = is_any(selector, "float"), drives = row.has_default && row.init == 0 && argc == 1;
    int is_kept = x->guest.of_library ? is_own && (!is_number || drives) : !is_number;
    if (!is_kept && !(is_any(selector, "seed") && argc == 1))
        return 0;
    hz_lines_forget(&x->kept, selector);
    hz_lines_add(&x->kept, selector, argc, argv, is_own && drives);
    return is_own && drives;
}

void hz_mount_tell(hz_mount *x, const t_symbol *selector, int argc, t_atom *argv)
{
    if (!x->guest.box) {
        hz_mount_complain(x, selector->s_name, argc, argv, "allowed none while the slot is empty, nothing done");
        return;
    }
    if (keep(x, selector, argc, argv) && !x->on)
        return;
    play(x, selector->s_name, argc, argv);
}

static int is_driven(const hz_mount *x)
{
    for (int i = 0; i < x->kept.n; i++)
        if (hz_line_is_driving(&x->kept.line[i]))
            return x->on;
    return 0;
}

/* ---- keys ---- */

static void send_note(hz_mount *x, double pitch, double velocity)
{
    t_atom a[2];

    SETFLOAT(&a[0], (t_float)pitch);
    SETFLOAT(&a[1], (t_float)velocity);
    play(x, "list", 2, a);
}

static void lift(hz_mount *x, int key)
{
    float pitch = x->held[key];

    if (pitch < 0)
        return;
    x->held[key] = -1;
    send_note(x, (double)pitch, 0);
}

/* The key that was pressed is lifted, whatever was set or which scene came meanwhile. */
static void note(hz_mount *x, double pitch, double velocity)
{
    int key = (int)fmin(fmax(pitch, 0), HZ_KEYS - 1);
    const double *s = x->setting;

    if (!(velocity > 0)) {
        lift(x, key);
        return;
    }
    if (!x->on || !x->guest.box || floor(pitch) < s[HZ_LOW] || floor(pitch) > s[HZ_HIGH])
        return;
    double sent = fmin(fmax(pitch + s[HZ_TRANSPOSE], 0), HZ_KEYS - 1);
    if (x->held[key] >= 0 && x->held[key] != (float)sent)
        lift(x, key);
    x->held[key] = (float)sent;
    send_note(x, sent, velocity);
}

/* A number or a bang plays as the guest takes it. */
static void number(hz_mount *x, int argc, t_atom *argv)
{
    if (x->on && x->guest.box)
        hz_mount_tell(x, gensym("float"), argc, argv);
}

static void list(hz_mount *x, int argc, t_atom *argv)
{
    if (argc == 1 && argv[0].a_type == A_FLOAT)
        number(x, argc, argv);
    else if (argc == 2 && argv[0].a_type == A_FLOAT && argv[1].a_type == A_FLOAT)
        note(x, hz_number_from(argv[0].a_w.w_float), hz_number_from(argv[1].a_w.w_float));
    else if (x->on && x->guest.box)
        play(x, "list", argc, argv);
}

static void bang(hz_mount *x, int argc, t_atom *argv)
{
    if (x->on && x->guest.box)
        play(x, "bang", argc, argv);
}

static void sustain(hz_mount *x, int argc, t_atom *argv)
{
    x->pedal = argc > 0 && atom_getfloat(argv) != 0;
    if (!x->guest.box || (x->pedal ? !x->on : !x->pedalled))
        return;
    x->pedalled = x->pedal;
    play(x, "sustain", argc, argv);
}

static void panic(hz_mount *x, int argc, t_atom *argv)
{
    forget_keys(x);
    for (int i = x->kept.n - 1; i >= 0; i--)
        if (hz_line_is_driving(&x->kept.line[i]))
            hz_lines_forget(&x->kept, x->kept.line[i].atom[0].a_w.w_symbol);
    if (x->guest.box)
        pass(x, gensym("panic"), argc, argv);
}

/* ---- scenes ---- */

/* What plays by itself stops with its scene and begins with it again. */
static void on(hz_mount *x, int argc, t_atom *argv)
{
    int before = x->on;

    x->on = argc > 0 && atom_getfloat(argv) != 0;
    if (x->on == before)
        return;
    for (int i = 0; i < x->kept.n; i++) {
        const hz_line *l = &x->kept.line[i];
        t_atom a = l->atom[l->n - 1];
        if (!hz_line_is_driving(l))
            continue;
        if (!x->on)
            SETFLOAT(&a, 0);
        play(x, l->atom[0].a_w.w_symbol->s_name, 1, &a);
    }
    if (x->on && x->pedal && !x->pedalled) {
        t_atom a;
        SETFLOAT(&a, 1);
        sustain(x, 1, &a);
    }
}

static void others(hz_mount *x, int argc, t_atom *argv)
{
    x->others = argc > 0 && atom_getfloat(argv) != 0;
    apply(x);
}

static void tell_number(hz_mount *x, const char *as, const char *name, double value)
{
    t_atom a[2];

    SETSYMBOL(&a[0], gensym(name));
    SETFLOAT(&a[1], (t_float)value);
    hz_line_tell(&(hz_line){ .n = 2, .atom = a }, as, NULL, x->info);
}

static void tell_strip(hz_mount *x, const char *as)
{
    t_atom a;

    SETSYMBOL(&a, gensym("load"));
    hz_line_tell(x->typed.n ? x->typed.line : &(hz_line){ .n = 1, .atom = &a }, as, NULL, x->info);
    for (int i = 0; i < HZ_SETTINGS; i++)
        tell_number(x, as, rows[i].name, x->setting[i]);
}

static void show(hz_mount *x, int argc, t_atom *argv)
{
    (void)argc, (void)argv;
    tell_strip(x, HZ_TELL_SHOWN);
}

/* Tells all that makes the slot what it is; of an empty one nothing. The answers of the guest follow only where they
 * are others than those of a fresh one. */
static void tell_all(hz_mount *x, const char *as)
{
    if (!x->guest.box)
        return;
    tell_strip(x, as);
    for (int i = 0; i < x->maps.n; i++)
        hz_line_tell(&x->maps.line[i], as, NULL, x->info);
    for (int i = 0; i < x->kept.n; i++)
        hz_line_tell(&x->kept.line[i], as, "sound", x->info);
    if (x->is_told)
        take_dump(x);
    for (int i = 0; i < x->dumped.n && hz_lines_hash(&x->dumped) != x->fresh; i++)
        if (!hz_line_is_seed(&x->dumped.line[i]))
            hz_line_tell(&x->dumped.line[i], as, "sound", x->info);
    hz_lines_clear(&x->dumped);
}

static void dump(hz_mount *x, int argc, t_atom *argv)
{
    (void)argc, (void)argv;
    tell_all(x, HZ_TELL_LINE);
}

static void save(hz_mount *x, int argc, t_atom *argv)
{
    (void)argc, (void)argv;
    tell_all(x, HZ_TELL_KEPT);
}

/* ---- messages ---- */

static void sound(hz_mount *x, int argc, t_atom *argv)
{
    if (argc > 0 && argv->a_type == A_SYMBOL)
        hz_mount_tell(x, argv->a_w.w_symbol, argc - 1, argv + 1);
    else if (argc > 0)
        hz_mount_tell(x, gensym(argc == 1 ? "float" : "list"), argc, argv);
}

static void played(hz_mount *x, int argc, t_atom *argv)
{
    list(x, argc, argv);
}

static const struct {
    const char *name;
    void (*run)(hz_mount *x, int argc, t_atom *argv);
} commands[] = { { "list", list },
                 { "float", number },
                 { "bang", bang },
                 { "note", played },
                 { "sustain", sustain },
                 { "panic", panic },
                 { "reset", panic },
                 { "on", on },
                 { "others", others },
                 { "load", load },
                 { "show", show },
                 { "dump", dump },
                 { "keep", save },
                 { "knob", hz_turn_knob },
                 { "look", hz_turn_look },
                 { "learn", hz_turn_learn },
                 { "map", hz_turn_map },
                 { "forget", hz_turn_forget },
                 { "control", hz_turn_control },
                 { "sound", sound } };

static int set(hz_mount *x, const t_symbol *selector, int argc, const t_atom *argv)
{
    for (int i = 0; i < HZ_SETTINGS; i++) {
        double value;
        if (strcmp(selector->s_name, rows[i].name) != 0)
            continue;
        if (argc == 1 && hz_param_number(&rows[i], argv, &value))
            x->setting[i] = value;
        else
            refuse(x, &rows[i], x->setting[i], argc, argv);
        apply(x);
        tell_number(x, HZ_TELL_SHOWN, rows[i].name, x->setting[i]);
        return 1;
    }
    return 0;
}

void hz_mount_message(hz_mount *x, t_symbol *selector, int argc, t_atom *argv)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(selector->s_name, commands[i].name)) {
            commands[i].run(x, argc, argv);
            return;
        }
    if (!set(x, selector, argc, argv))
        hz_mount_tell(x, selector, argc, argv);
}

void hz_mount_answer(hz_mount *x, t_symbol *selector, int argc, t_atom *argv)
{
    switch (x->answers) {
    case HZ_ANSWERS_KNOBS:
        hz_knobs_hear(&x->knobs, argc, argv);
        break;
    case HZ_ANSWERS_DUMP:
        hz_lines_add(&x->dumped, selector, argc, argv, 0);
        break;
    case HZ_ANSWERS_GET:
        if (argc > 0 && selector == x->asked)
            x->got = argv[0];
        else if (argc > 1 && hz_word_list_is(argc, argv, 0, x->asked->s_name))
            x->got = argv[1];
        break;
    default:
        x->busy++;
        outlet_anything(x->info, selector, argc, argv);
        x->busy--;
    }
}

/* ---- sound ---- */

/* What is not of the library may sound again by itself, so it is left on. */
static void tick(hz_mount *x)
{
    int may_sleep = !x->guest.box || (x->guest.of_library && !is_driven(x));

    if (x->strip.silent > PATIENCE && may_sleep)
        set_awake(x, 0);
}

void hz_mount_run(hz_mount *x)
{
    hz_strip_run(&x->strip, x->in, x->is_stereo, x->out, x->n, x->h);
    if (x->strip.silent > PATIENCE)
        clock_delay(x->clock, 0);
}

void hz_mount_open(hz_mount *x, t_symbol *called)
{
    x->called = called;
    x->guest = (hz_guest){ .host = &x->pd, .canvas = canvas_getcurrent() };
    x->on = 1;
    x->is_awake = 0; /* as [switch~] is at first */
    for (int i = 0; i < HZ_SETTINGS; i++)
        x->setting[i] = rows[i].init;
    forget_keys(x);
    hz_strip_set(&x->strip, 0, 0, HZ_STRIP_SILENCE, 0, 1);
    x->clock = clock_new(x, (t_method)tick);
}

void hz_mount_close(hz_mount *x)
{
    forget(x);
    clock_free(x->clock);
}
