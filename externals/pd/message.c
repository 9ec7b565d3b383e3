/* message: what the first inlet understands.
 *
 * A message is one of those that all classes share, a verb of the class, or the name of a parameter with values.
 * Anything else is one error and changes nothing.
 *
 * Messages come while sound runs, so they neither allocate memory nor free any, except
 *
 *     read, write     the text of a file
 *     matrices        what GSL needs to find the modes of matrices
 *     store, recall   a sound, which is the values of all parameters
 *     save, load      the text of a file
 *     record          what is recorded
 *     get, dump       the answer of a list of more than FEW values
 *     modes, preset   room for more modes than there was; lists that are longer than they were, and their room
 *     pickupweights   the list of all weights
 *     any             the symbol of a word that Pd meets for the first time
 *
 * tests/patches/realtime_test.c watches this. */
#include "message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "instrument.h"
#include "internal.h"
#include "text.h"
#include "sound.h"
#include "recording.h"
#include "seed.h"
#include "reference.h"

#include "core/base/units.h"

enum { FEW = 100 }; /* An answer of so many atoms needs no allocation. */

/* Returns room for the atoms of an answer: the few, or more. NULL: there is no memory. */
static t_atom *take_room(int n, t_atom *few)
{
    return n <= FEW ? few : malloc((size_t)n * sizeof *few);
}

static void leave_room(t_atom *a, const t_atom *few)
{
    if (a != few)
        free(a);
}

/* Sends `<name> <value...>`, with the prefix of the table before it. As a message this would set the same again. Where
 * another word runs than was asked for, `get` tells it behind that. */
static void tell(hz_object *o, int table, int row, int asked)
{
    int runs = asked && o->cls->model->runs ? o->cls->model->runs(o, table, row) : -1, n;
    t_atom few[FEW], *a = take_room(hz_sound_atoms(o, table, row) + 1, few);

    if (!a)
        return;
    n = hz_sound_say(o, table, row, a);
    if (runs >= 0) {
        SETSYMBOL(&a[n], hz_word_list_symbol(hz_values_row(o, table, row)->choices, runs));
        n++;
    }
    outlet_anything(o->bridge->reports.info, a[0].a_w.w_symbol, n - 1, a + 1);
    leave_room(a, few);
}

int hz_object_is_told(const hz_object *o)
{
    return o->bridge->told;
}

/* Sets a parameter by a message of its own. Returns 0 if the message names none. */
static int set_told(hz_object *o, const t_symbol *name, int argc, const t_atom *argv)
{
    o->bridge->told = 1;
    int table, row, complaints = o->bridge->part.complaints;
    unsigned flags = hz_values_find(o, name, argc, argv, &table, &row) < 0 ? 0 : hz_values_row(o, table, row)->flags;
    if (flags & HZ_MEASURE)
        hz_level_begin(o);
    int named = hz_values_message(o, name, argc, argv);
    o->bridge->told = 0;
    if (!named || o->bridge->part.complaints != complaints)
        return named;
    if (table == hz_common_index(o) && row == HZ_GAIN)
        hz_level_fix(o, 1);
    if (!(flags & HZ_KEPT)) /* It is part of the sound. */
        hz_sound_slots_stop(o);
    return named;
}

static void set(void *part, int argc, const t_atom *argv)
{
    const t_symbol *name = argv[0].a_w.w_symbol;

    if (!set_told(part, name, argc - 1, argv + 1))
        hz_message_unknown(part, "parameter", name, argc - 1, argv + 1);
}

static void get(void *part, int argc, const t_atom *argv)
{
    const t_symbol *name = argv[0].a_w.w_symbol;
    int table, row;

    if (hz_values_find(part, name, argc - 1, argv + 1, &table, &row) != argc - 1) {
        hz_message_unknown(part, "parameter", name, argc - 1, argv + 1);
        return;
    }
    hz_level_end(part);
    hz_values_derive(part);
    tell(part, table, row, 1);
}

static void dump(void *part, int argc, const t_atom *argv)
{
    hz_object *o = part;
    (void)argc, (void)argv;
    hz_level_end(o);
    hz_values_derive(o);
    for (int t = 0; t < hz_values_tables(o); t++)
        for (int r = 0; r < hz_values_table(o, t)->n; r++)
            if (hz_sound_tells(o, t, r))
                tell(o, t, r, 0);
    if (hz_seed_now(o) >= 0)
        hz_object_answer(o, "seed", (const double[]){ hz_seed_now(o) }, 1);
}

static void presets(void *part, int argc, const t_atom *argv)
{
    hz_object *o = part;
    int n = o->cls->n_presets;
    t_atom few[FEW], *a = take_room(n, few);

    (void)argc, (void)argv;
    for (int i = 0; a && i < n; i++)
        SETSYMBOL(&a[i], gensym(o->cls->presets[i].name));
    if (a)
        outlet_anything(o->bridge->reports.info, gensym("presets"), n, a);
    leave_room(a, few);
}

static void preset(void *part, int argc, const t_atom *argv)
{
    hz_object *o = part;
    const hz_preset *found = hz_preset_find(o, argc, argv);

    if (found)
        hz_preset_apply(o, found);
}

static void reset(void *part, int argc, const t_atom *argv)
{
    hz_object *o = part;
    (void)argc, (void)argv;
    hz_verb_clear(o);
    hz_inlets_clear(o);
    o->bridge->part.velocity = o->bridge->part.held = o->bridge->part.waits = o->bridge->part.used = 0;
    hz_block_let_go(o);
    hz_block_rest(o);
    hz_reports_rearm(o);
    hz_seed_restart(o);
    o->cls->model->reset(o);
}

static void energy(void *part, int argc, const t_atom *argv)
{
    hz_object *o = part;
    hz_accounts now;
    double told[HZ_ACCOUNTS + 1];

    (void)argc, (void)argv;
    hz_voices_accounts(o, &now);
    memcpy(told, now.value, sizeof now.value);
    told[HZ_ACCOUNTS] = now.start;
    hz_object_answer(o, "energy", told, HZ_ACCOUNTS + 1);
}

static void bang(void *part, int argc, const t_atom *argv)
{
    hz_object *o = part;
    (void)argc, (void)argv;
    hz_verb_again(o);
}

static const hz_verb_table messages;
static void voice(void *part, int argc, const t_atom *argv);

static void reference(void *part, int argc, const t_atom *argv)
{
    hz_object *o = part;
    (void)argc, (void)argv;
    hz_reference_tell(o, &messages);
}

enum { MOST_PARTIALS = 1000 };

static const hz_param partials_args[] = {
    { "most", NULL, 32, 1, MOST_PARTIALS, .flags = HZ_WHOLE,
      .doc = "Maximum number of partials to report, from the lowest up." },
};

/* A level that no sound has stands for silence. */
static double decibels(double x)
{
    static const double silence = 1e-10;
    return 20 * log10(fmax(x, silence));
}

static void level(void *part, int argc, const t_atom *argv)
{
    hz_object *o = part, *const * voice;
    double wanted = hz_number_from(argv[0].a_w.w_float);
    hz_text given = { 0 };

    if (wanted > 0)
        hz_object_remark(o, "level: it is the peak under full scale, 0 dBFS at most, so 0 is taken");
    for (int i = 1, n = hz_object_voices(o, &voice); i < n; i++)
        hz_level_await(voice[i], fmin(wanted, 0));
    if (hz_level_set(o, fmin(wanted, 0)))
        return;
    if (o->cls->model->loudness(o, 0).peak == 0) {
        hz_object_hint(o, "level: nothing is heard of the object as it is, so gain stays");
        return;
    }
    hz_text_add_atoms(&given, argc, argv);
    hz_complain(o, NULL, "level", given.s, "what gain can reach for a strike or pluck that is heard", NULL);
}

/* Answers what sounds, of the voice that was played last. */
static void partials(void *part, int argc, const t_atom *argv)
{
    const hz_voices *all = &((hz_object *)part)->bridge->voices;
    hz_object *o = hz_voices_is_alone(part) ? part : all->voice[all->latest];
    hz_partial its[MOST_PARTIALS];
    int most = argc > 0 ? (int)argv[0].a_w.w_float : (int)partials_args[0].init, n;

    hz_level_end(o);
    hz_object_update(o);
    n = o->cls->model->partials(o, its, most);
    for (int i = 0; i < n; i++) {
        double omega = 2 * HZ_PI * its[i].freq, unit = hz_object_unit(o), heard = its[i].speed;
        heard *= fabs(hz_object_gain(o)) * (unit == HZ_DISPLACEMENT ? 1 / omega : unit == HZ_ACCELERATION ? omega : 1);
        hz_object_answer(o, "partial", (const double[]){ i + 1, its[i].freq, its[i].decay, decibels(heard) }, 4);
    }
    hz_object_answer(o, "partials", (const double[]){ n }, 1);
}

enum { MANY = 100000 }; /* `set` takes so many values; the parameter says how many it takes. */

static const hz_param set_args[] = {
    { "parameter", .flags = HZ_WORD | HZ_NAMES, .doc = "Name of a parameter, which can be two words, as in b freq." },
    { "values", .most = MANY, .flags = HZ_ANY, .doc = "New values, as many as the parameter takes." },
};
static const hz_param get_args[] = {
    { "parameter", .most = 2, .flags = HZ_WORD | HZ_NAMES,
      .doc = "Name of a parameter, which can be two words, as in b freq." },
};
static const hz_param preset_args[] = {
    { "name", .flags = HZ_WORD, .doc = "One of the names that `presets` lists." },
};
static const hz_param voice_args[] = {
    { "number", NULL, 1, 1, HZ_VOICES_MOST, .flags = HZ_WHOLE, .doc = "Number of the voice, from 1." },
    { "message", .most = MANY, .flags = HZ_ANY, .doc = "Any message of this object." },
};
static const hz_param level_args[] = {
    { "peak", "dBFS", -6, -200, 200, .doc = "Peak level, limited to 0 dBFS, which is full scale." },
};

static const hz_verb verbs[] = {
    { "set", set_args, 2, 1, .now = set,
      .doc = "Sets a parameter. A message of the name and the values does the same, as in mass 0.02." },
    { "get", get_args, 1, 1, .now = get, .answers = 1,
      .doc = "Asks for the value of a parameter. Answers <parameter> <value...> at the info outlet." },
    { "dump", .now = dump, .answers = 2,
      .doc =
          "Answers like get for every parameter except derived ones, and with human or noise also seed <n>, where its "
          "draws are now. Sent to a fresh object as messages, the answers make the same sound." },
    { "presets", .now = presets, .answers = 1, .doc = "Lists the names of all presets. Answers presets <name...>." },
    { "preset", preset_args, 1, 1, .now = preset,
      .doc = "Sets all parameters except ledger and report to their defaults, then loads the preset. At creation, a "
             "preset can be the first argument or follow the flag -preset." },
    { "store", hz_store_args, 1, 1, .now = hz_sound_slots_store,
      .doc = "Stores the values of all parameters under a name or number of your choice, for as long as the object "
             "exists." },
    { "recall", hz_recall_args, 2, 1, .now = hz_sound_slots_recall,
      .doc = "Recalls a stored sound, with a glide if a time is given. Words change at once, with a short fade. "
             "Setting a parameter, level, vary, read or pickupweights stops the glide where it is." },
    { "morph", hz_morph_args, 3, 3, .now = hz_sound_slots_morph,
      .doc = "Mixes two stored sounds. Words and whole numbers change half way: there the ringing sound fades out, and "
             "the new one peaks below full scale." },
    { "save", hz_sound_file_args, 1, 1, .now = hz_sound_file_save, .answers = 1,
      .doc = "Saves the present sound to a text file, as the messages that make it, for the message load." },
    { "load", hz_sound_file_args, 1, 1, .now = hz_sound_file_load, .answers = 1,
      .doc = "Loads a sound from a file written by save." },
    { "record", hz_record_args, 2, 1, .now = hz_record, .answers = 1,
      .doc = "Records the next seconds to a CSV file: a line per sample with time, motion, forces, energies and "
             "pickups, in full precision. Switches the ledger on while recording. Answers record <percent> <state> "
             "<file> as it goes. With several voices, records the first." },
    { "vary", hz_vary_args, 2, 1, .now = hz_vary, .changes = 2, .answers = 1,
      .doc = "Changes the numbers of the sound at random, however often within a factor of four of what they were set "
             "to. While autogain is 1, the loudness stays the same." },
    { "cost", .now = hz_cost_ask, .answers = 1,
      .doc = "Asks what the object takes on this machine, all voices together. Answers cost <now> <worst>: the mean "
             "and the longest block since the last answer, in per cent of a block's time. Measured from the first "
             "cost on, which answers when 0.2 s have sounded." },
    { "seed", hz_seed_args, 1, 0, .now = hz_seed, .answers = 1,
      .doc = "Sets where the random numbers of vary, human and noise begin, which differs each time a patch opens. "
             "Answers "
             "seed <n>." },
    { "sustain", hz_sustain_args, 1, 1, .now = hz_note_sustain, .answers = 1,
      .doc = "Sustain pedal. While down, notes sustain after note-off." },
    { "voice", voice_args, 2, 2, .now = voice, .answers = 1,
      .doc = "Sends a message to one voice alone, as in voice 2 pluck." },
    { "reset", .now = reset,
      .doc = "Stops all motion, zeroes the energy balance, removes damping and bows, and forgets floats sent to signal "
             "inlets. The draws of human and of noise begin at the seed again. Parameters stay." },
    { "panic", .now = reset, .doc = "Same as reset, for a button that silences everything." },
    { "energy", .now = energy, .answers = 1,
      .doc = "Asks for all energies, in J. Answers energy <stored> <kinetic> <potential> <contact> <dissipated> "
             "<supplied> <adjusted> <residual> <shed> <start>, where stored - start = supplied + adjusted - dissipated "
             "- shed + residual. Explained in manual/concepts/energy.md." },
    { "bang", .now = bang,
      .doc = "Plays the last note, strike or pluck again. If nothing was played yet, plays a default one." },
    { "level", level_args, 1, 1, .now = level, .changes = 2, .answers = 1,
      .doc =
          "Sets gain so that a bang with the present parameters peaks at about this level, and turns autogain on. The "
          "peak is estimated from the parameters: within 4 dB for nearly all presets, and for three of four bodies "
          "of any shape." },
    { "partials", partials_args, 1, 0, .now = partials, .answers = 2,
      .doc = "Asks for the partials of the last voice played. Answers partial <number> <freq> <decay> <level> for "
             "each, in Hz, s and dBFS, as the first pickup has them now, then partials <count>." },
    { "reference", .now = reference, .answers = 2,
      .doc = "Answers with everything on this page, one message per row, for programs that write help files." },
};
static const hz_verb_table messages = { .verbs = verbs, .n = sizeof verbs / sizeof *verbs };

/* Asks whether this name was meant, which stands behind the same prefix or none. */
static void guess(hz_text *question, const char *before, const char *typed, const char *prefix, const char *name)
{
    if (prefix && before ? !strcmp(prefix, before) : prefix == before)
        hz_word_list_guess(question, typed, prefix, name);
}

static void guess_verb(hz_text *question, const char *before, const char *typed, const hz_verb_table *t)
{
    for (int i = 0; i < t->n; i++)
        guess(question, before, typed, t->prefix, t->verbs[i].name);
}

/* It quotes what follows `symbol`, `list` and a prefix too, for without that they say nothing. */
void hz_message_unknown(hz_object *o, const char *what, const t_symbol *selector, int argc, const t_atom *argv)
{
    hz_text text = { 0 }, question = { 0 }, name = { 0 };
    int is_prefix = hz_values_is_prefix(o, selector), is_message = !strcmp(what, "message"),
        is_flag = !strcmp(what, "flag");
    const char *before = is_prefix ? selector->s_name : NULL, *typed = selector->s_name;

    hz_text_add(&text, "%.*s", HZ_QUOTED, selector->s_name);
    if (argc > 0 && (selector == gensym("symbol") || selector == gensym("list") || is_prefix))
        hz_text_add_atom(&text, " ", argv);
    if (argc > 0 && is_prefix && argv->a_type == A_SYMBOL)
        typed = argv->a_w.w_symbol->s_name;
    for (int t = 0; t < hz_values_tables(o); t++)
        for (int r = 0; r < hz_values_table(o, t)->n; r++)
            if (is_flag || !(hz_values_row(o, t, r)->flags & HZ_CREATION))
                guess(&question, before, typed, hz_values_table(o, t)->prefix, hz_values_row(o, t, r)->name);
    for (int t = 0; is_message && t < o->cls->n_verbs; t++)
        guess_verb(&question, before, typed, &o->cls->verbs[t]);
    if (is_message)
        guess_verb(&question, before, typed, &messages);
    if (!is_message || !hz_instrument_refuse(o, text.s, argc, argv, &question))
        hz_error(o, "%s: there is no %s '%s%s'; 'dump' lists the parameters%s", hz_instrument_name(o, &name), what,
                 is_flag ? "-" : "", text.s, question.s);
}

/* Sends a message to one voice. */
static void tell_voice(hz_object *o, const t_symbol *selector, int argc, const t_atom *argv)
{
    if (!hz_verb_message(o, &messages, 1, selector, argc, argv) &&
        !hz_verb_message(o, o->cls->verbs, o->cls->n_verbs, selector, argc, argv) &&
        !set_told(o, selector, argc, argv) && !hz_inlets_message(o, selector, argc, argv))
        hz_message_unknown(o, "message", selector, argc, argv);
}

/* The same, notes among them, and it makes its errors itself. */
static void tell_alone(hz_object *o, const t_symbol *selector, int argc, const t_atom *argv)
{
    hz_part *lead = &o->bridge->part.lead->bridge->part;
    int alone = lead->alone;

    lead->alone = o->bridge->part.number;
    if (!hz_note_message(o, selector, argc, argv))
        tell_voice(o, selector, argc, argv);
    lead->alone = alone;
}

static void voice(void *part, int argc, const t_atom *argv)
{
    hz_object *o = part;
    int n = (int)argv[0].a_w.w_float, word = argv[1].a_type == A_SYMBOL;
    hz_text allowed = { 0 };

    if (o->bridge->part.lead->bridge->part.alone) {
        hz_complain(o, NULL, "voice", "a message to a voice within one", "one for the voice itself", NULL);
        return;
    }
    if (n <= o->bridge->voices.n) {
        tell_alone(o->bridge->voices.voice[n - 1], word ? argv[1].a_w.w_symbol : gensym(argc > 2 ? "list" : "float"),
                   argc - 1 - word, argv + 1 + word);
        return;
    }
    hz_text_add(&allowed, "1 to %d, as -voices says", o->bridge->voices.n);
    hz_refuse(o, NULL, "voice", 1, argv, allowed.s);
}

/* Sends a message to the voices that it concerns. */
static void spread(hz_object *o, const t_symbol *selector, int argc, const t_atom *argv)
{
    const hz_voices *all = &o->bridge->voices;
    const hz_verb_table *table;
    int named;
    const hz_verb *v = hz_verb_find(&messages, 1, selector, argc, argv, &table, &named);

    if (!v)
        v = hz_verb_find(o->cls->verbs, o->cls->n_verbs, selector, argc, argv, &table, &named);
    if (v && v->now == bang)
        tell_alone(all->voice[all->latest], selector, argc, argv);
    else if (v && v->excites)
        tell_alone(hz_voices_deal(o, NAN), selector, argc, argv);
    else
        for (int i = 0; i < (v && v->answers ? 1 : all->n); i++)
            tell_voice(all->voice[i], selector, argc, argv);
}

void hz_message(hz_object *o, t_symbol *selector, int argc, t_atom *argv)
{
    int alone = o->bridge->part.alone;

    o->bridge->part.alone = 0; /* What an answer to one voice makes a patch send is a message of its own. */
    if (argc == 0 && !strcmp(selector->s_name, "list")) /* An empty list is a bang, as to any object of Pd. */
        selector = gensym("bang");
    if (!hz_note_message(o, selector, argc, argv))
        (o->bridge->voices.n > 1 ? spread : tell_voice)(o, selector, argc, argv);
    o->bridge->part.alone = alone;
}

void hz_message_float(hz_object *o, t_floatarg x)
{
    t_atom a;

    SETFLOAT(&a, x);
    hz_message(o, gensym("float"), 1, &a);
}
