/* class: what a Pd class of hertz declares, and the object that the bridge makes of it.
 *
 * A class file fills one hz_class: tables of parameters, verbs and presets, the meaning of the inlets, and a few
 * functions of the model. Everything that a patch can see follows from this declaration: creation flags, messages,
 * range errors, `get`, `dump`, `presets`, the `reference` text, outlets, meters, reports, units and gain. A name or a
 * default is written once, in the row of a table.
 *
 * Classes and families include this header; which others of the bridge they may include says externals/README.md. */
#ifndef HZ_PD_CLASS_H
#define HZ_PD_CLASS_H

#include <stddef.h>

#include "m_pd.h"

#include "core/base/contact_report.h"
#include "core/base/ledger.h"
#include "core/base/loudness.h"

typedef struct hz_object hz_object;
typedef struct hz_class hz_class;

/* The struct of a class begins with this. The rest of the bridge stands behind one pointer. */
struct hz_object {
    t_object pd;
    t_float in; /* The first inlet carries this while no signal is connected. */
    const hz_class *cls;
    int n_audio; /* There are so many pickups. `init` may set it; otherwise it is 1. With -stereo they are pairs, and
                  * the first ones of all go to the left outlet. */
    struct hz_bridge *bridge;
};

/* The audio outlets carry one of these. They are the words of `unit`, in its order. */
enum hz_unit { HZ_VELOCITY, HZ_DISPLACEMENT, HZ_ACCELERATION };

/* How a row behaves where it is not a plain number. */
enum {
    HZ_CREATION = 1,   /* It is a creation flag only, for it fixes outlets or memory. */
    HZ_GLIDES = 2,     /* It is a factor of what is heard: it glides over the block, and glide_test sweeps it. */
    HZ_KEPT = 4,       /* A preset leaves it as it is. */
    HZ_WORD = 8,       /* It takes any symbol: the name of an array, a file. */
    HZ_WHOLE = 16,     /* It takes whole numbers only. */
    HZ_SWITCH = 32,    /* It is a creation flag without values: it is there or not. */
    HZ_WORDS = 64,     /* It takes a list of the words in `choices`: -meters kinetic potential. */
    HZ_ANY = 128,      /* It is an argument of a verb and takes any atom. */
    HZ_STEADY = 512,   /* `vary` leaves it: its values rise, or it decides how something must be played. */
    HZ_EMPTY = 1024,   /* It is a list of numbers that may be empty, which is written as a dash, and is so at first. */
    HZ_MEASURE = 2048, /* It says what rings or what is heard. Where it changes, gain follows: pd/level.h. */
    /* When it is read. Without one of these it is taken at the edge of the next block. live_test holds them. */
    HZ_SIGNAL = 4096, /* A signal inlet of the same meaning moves it at every sample. */
    HZ_NEXT = 8192,   /* It is read at the next excitation, or when the next key is let go. */
    HZ_DRAWS = 16384, /* Unless it is 0, or its word, excitations draw by hz_object_draw, and the sound has a seed. */
    HZ_NAMES = 256    /* It is a word that names a parameter, behind the prefix of its table where that has one. */
};

/* One parameter. A table writes it as
 *
 *     [MASS] = { "mass", "kg", 0.01, 1e-6, 1e3, .doc = "Mass of the hammer." },
 *
 * with its name, unit, default, smallest and largest value, both of which are allowed. A row with `choices` takes one
 * of these words, and its value is the index of the word. In a list (most > 1) every element is checked, and a shorter
 * list repeats its last value when it is read beyond its end. */
typedef struct hz_param {
    const char *name, *unit; /* Without a unit it is a pure number. */
    double init, min, max;
    const char *choices; /* words with blanks between them, or NULL */
    int most;            /* The longest list has so many values; 0 means 1. */
    unsigned flags;
    const char *doc; /* one line */
    /* A tuple (`bridge <start> <length> <curvature>`) has `most` parts with their own names, units, defaults and
     * ranges. A part that is left out takes its default. NULL: all elements are alike. */
    const struct hz_param *parts;
    /* An argument of a verb may take the value of this parameter, which has no prefix, where it is left out. NULL: it
     * takes `init`. */
    const char *left_out;
    /* A word that may be written for one number, which has a meaning of its own: "auto" for 0. Where this number is out
     * of the range, only the word may be written. NULL: there is none. */
    const char *word;
    double means;
    /* hz_object_fill puts the value there, as HZ_FIELD says, and the length of a list to `count`. */
    size_t field, count;
} hz_param;

/* The field of a struct that has a row's value: an int of choices and of whole numbers, the text of a word, else a
 * double, or as many doubles as the row has values. */
#define HZ_FIELD(type, member) .field = 1 + offsetof(type, member)
#define HZ_COUNT(type, member) .count = 1 + offsetof(type, member)

/* A table of rows. With a prefix its rows are written `a mass 0.01`, `-a mass 0.01`, `get a mass`. The same rows may
 * serve several tables of one class. */
typedef struct hz_table {
    const char *prefix; /* NULL: none */
    const hz_param *rows;
    int n;
    const hz_param *first; /* The class has this row in place of the first one; NULL: it has rows[0]. */
    /* Where the class has other defaults than the rows, they stand here as in a preset, without the prefix. */
    const char *initial;
} hz_table;

/* A preset: its name and its parameters, written as a user would write messages, with commas between them:
 * "stiffness 1e9, exponent 1.5". Behind a plus stand those that -edition 1 leaves out. */
typedef struct hz_preset {
    const char *name, *settings;
} hz_preset;

enum { HZ_ARGS = 8 }; /* An act takes so many arguments at most. */

/* What a verb does to its part of the object, which its table names. `act` and `sets` get all arguments that the verb
 * has, those that were left out too; `now` gets the atoms as they were sent. */
typedef void (*hz_act)(void *part, const double *args);
typedef void (*hz_now)(void *part, int argc, const t_atom *argv);

/* A verb: a message that does something rather than set something. A table writes it as
 *
 *     { "strike", strike_args, 2, 1, .act = impact_strike, .excites = 1, .doc = "Strikes from the surface." },
 *
 * with its name, its arguments, how many there are, and how many of them are needed. */
typedef struct hz_verb {
    const char *name;
    const hz_param *args; /* An argument that is left out takes `init`. */
    int n_args, n_needed;
    /* Runs at the start of the next block, after `update`, when the bridge has checked the ranges. It must not
     * allocate. */
    hz_act act;
    /* Or runs at once, for files and arrays. The atoms are checked by `args` too, whose last one may have `most`
     * values. Where the verb excites, `act` is what it lets happen later, for `level`. */
    hz_now now;
    /* With 1 `bang` repeats the verb, and with 2 unless its last argument is 0, for a note-off excites nothing. */
    int excites;
    const char *doc;
    /* What the verb sets is set when the message comes, so that a preset or a parameter that comes behind it in the
     * same block has its way. NULL: it sets nothing. */
    hz_act sets;
    /* With 1 it sets parameters, as `read` does: unless it makes an error, a recall that glides ends, and gain follows
     * what rings. With 2 it sees to gain itself. */
    int changes;
    /* With 1 it asks something, or sees to all voices itself: of several voices the first is sent it. With 2 its answer
     * is many messages, and none of these may ask for such an answer again. */
    int answers;
} hz_verb;

/* Verbs that act on one part of the object: on the object itself, or on a member of its struct that begins `part`
 * bytes behind it, such as offsetof(modalcontact, body[1]). So the same verbs serve several bodies of one class, each
 * with its prefix: `b read <file>`. */
typedef struct hz_verb_table {
    const char *prefix; /* NULL: none */
    const hz_verb *verbs;
    int n;
    size_t part;
} hz_verb_table;

/* One block of signals. The inputs are finite, the outputs are to be filled. The input of an inlet to which neither a
 * signal nor a float came is NULL. A meter that nobody asked for is NULL. With ledger 0 no meter but position and
 * compression is asked for. */
typedef struct hz_io {
    int n;
    const double *const *in;
    double *const *audio; /* displacement or velocity of each pickup, as `displacement` says */
    double *force;        /* N, the mean over the sample */
    double *const *meter; /* HZ_METERS of them */
    int displacement;     /* With 1 audio is displacement (m), with 0 velocity (m/s). */
    int ledger;           /* With 1 every account is kept at every sample. */
    int anew;             /* With 1 audio begins as it is now: nothing of what was heard before a change fades in it. */
} hz_io;

/* One partial of what sounds: its frequency, Hz, the time in which it falls by 60 dB, s (0: never), and the velocity
 * with which it moves the first pickup that hears it, m/s. */
typedef struct hz_partial {
    double freq, decay, speed;
} hz_partial;

/* What the objects of a family do, beside what hz_class has. */
typedef struct hz_model {
    /* Runs after an `init` that failed too; the struct begins as zeros. */
    void (*free)(hz_object *o);
    /* Says how many values a message may give to a row whose room was fixed at creation; 0: as many as the row says.
     * May be NULL. */
    int (*most)(const hz_object *o, int table, int row);
    /* Runs after a parameter was accepted, for rows that set another one (restitution). For flags it runs after
     * `init`. May be NULL. */
    void (*changed)(hz_object *o, int table, int row);
    /* Runs when a preset has put the rows to their defaults and before its settings follow. It forgets what is kept
     * beside the rows. May be NULL. */
    void (*defaults)(hz_object *o);
    /* Fills in the rows that are derived from others, before get and dump read them. May be NULL. */
    void (*derive)(hz_object *o);
    /* Says whether a row follows from others at present, so that `dump` leaves it out. May be NULL. */
    int (*derived)(const hz_object *o, int table, int row);
    /* A number over 0 beside the rows that belongs to the sound (bigger). May be NULL. */
    double *(*beside)(hz_object *o);
    /* Says which word of a row runs in place of the one that was asked for; `get` answers with both. -1: the row says
     * what runs. May be NULL. */
    int (*runs)(const hz_object *o, int table, int row);
    /* Derives the coefficients from the parameters, for the time step h. It runs before the first block, and at the
     * first block after any change. */
    void (*update)(hz_object *o, double h);
    /* Says how many thousands of instructions the next `update` takes, about: of several voices that are marked, some
     * wait for the blocks that follow. */
    int (*cost)(const hz_object *o);
    /* Begins jobs for what the next `update` of any voice needs and what takes long (pd/job.h). It runs behind the
     * messages of a moment, for the first voice. May be NULL. */
    void (*ahead)(hz_object *o);
    /* Runs when DSP starts. What has a name in Pd may be looked up here. May be NULL. */
    void (*dsp)(hz_object *o);
    /* Puts motion and totals to zero. Like `accounts` it may come before the first `update`. */
    void (*reset)(hz_object *o);
    void (*accounts)(hz_object *o, hz_accounts *out);
    /* Finds up to so many partials of what sounds, the lowest first, and returns how many. Only messages ask, when
     * nothing is marked. */
    int (*partials)(const hz_object *o, hz_partial *out, int most);
    /* Says whether the state is all finite numbers. */
    int (*finite)(const hz_object *o);
    /* The velocity of a pickup as it stands. It is asked for after a verb, so that the acceleration outlet carries what
     * the model does, and not the jump of a hammer that was put in motion. NULL: the jump is heard. */
    double (*velocity)(const hz_object *o, int pickup);
    /* Says whether the audio outlets carry what a body radiates, or a force, which have no `unit`. NULL: never. */
    int (*radiates)(const hz_object *o);
    /* Estimates how loud the reference blow is with a gain of 1, over all audio outlets: what a bang plays at first,
     * with the present parameters, at the pitch that was set by itself, or with `noted` 1 at that of the last note.
     * Nothing is played, and no hand damps it. */
    hz_loudness (*loudness)(hz_object *o, int noted);
    /* Puts what moves to rest, and the books go on. It runs when another preset or another note takes the object over.
     * NULL: excitations begin from rest by themselves. */
    hz_act calm;
} hz_model;

struct hz_class {
    const char *name, *summary;
    size_t size; /* of the object's struct, which begins with an hz_object */
    const hz_table *tables;
    int n_tables;
    const hz_verb_table *verbs;
    int n_verbs; /* how many tables of verbs there are */
    const hz_preset *presets;
    int n_presets;
    const hz_param *inlets; /* Name, unit and doc of each signal inlet. The first takes messages too. */
    int n_inlets;
    const char *audio; /* What the audio outlets carry, in one line. NULL: each carries a pickup. */
    double gain;       /* The default of `gain`, with which a bang is loud but not too loud. 0 means 1. */
    double release;    /* The default of `release`, s. 0: what a key has struck rings on when the key is let go. */

    /* Runs once, when all creation flags are read and before outlets are made. It sets o->n_audio and allocates. It
     * returns 0 if there is no memory. */
    int (*init)(hz_object *o);
    const hz_model *model;
    void (*run)(hz_object *o, const hz_io *io);
    /* Makes the documented default excitation. It runs when the act of a verb would. */
    void (*bang)(hz_object *o);
    /* A new parameter may make a step in what is heard, which `velocity` tells; the bridge lets it fade. */
    int steps;
    double plain; /* So many dB beside presets is that of a box without flags. */
};

/* The arguments of two verbs that every class has: `damp <seconds>` and `note <pitch> <velocity>`. */
extern const hz_param hz_damp_args[1], hz_note_args[2];

/* ---- what a class may ask of its object ---- */

/* A parameter: its number, how many values it was given, value i (behind the end it is the last one), its word (which
 * is "" where there is none), and word i. */
double hz_object_number(const hz_object *o, int table, int row);
int hz_object_count(const hz_object *o, int table, int row);
double hz_object_element(const hz_object *o, int table, int row, int i);
const char *hz_object_word(const hz_object *o, int table, int row);
const char *hz_object_nth_word(const hz_object *o, int table, int row, int i);

/* Fills in the fields that the rows of a table name. */
void hz_object_fill(const hz_object *o, int table, void *fields);
/* Says whether a row of a table has this name, and finds it. */
int hz_object_is_row(const hz_object *o, int table, int row, const char *name);
int hz_object_row(const hz_object *o, int table, const char *name);

/* The voices that the message under way goes to: this one alone, or all of them, the first one first. A verb that sees
 * to all voices itself asks for them. Returns how many there are. */
int hz_object_voices(hz_object *o, hz_object *const **voice);

/* The same, whomever a message goes to. */
int hz_object_all_voices(hz_object *o, hz_object *const **voice);

/* The same part of another voice as this one is of its own. */
void *hz_object_part_of(const hz_object *o, const void *part, hz_object *voice);

/* Whether a parameter is being set by a message of its own, and not by a flag, a preset, a file, or a stored sound. */
int hz_object_is_told(const hz_object *o);

/* Whether a flag or a message has set the parameter, and value i of its default. */
int hz_object_given(const hz_object *o, int table, int row);
double hz_object_default(const hz_object *o, int table, int row, int i);

/* How hard the reference blow is: the size of a parameter, and that of its default where it is 0, since silence tells
 * nothing of how loud a body is. */
double hz_object_effort(const hz_object *o, int table, int row);

/* The parameters that all classes have. Where a body is heard by what it radiates, the unit counts as velocity. */
enum hz_unit hz_object_unit(const hz_object *o);
int hz_object_is_stereo(const hz_object *o);
double hz_object_gain(const hz_object *o);
int hz_object_ledger(const hz_object *o);

/* How many times what is heard is the derivative of a displacement, and the time step of the signals, s. */
int hz_object_order(const hz_object *o);
double hz_object_step(const hz_object *o);

/* Puts a value as a message would, with as many digits, but checks no range, does not call `changed`, and makes no
 * error. It marks the object. Only messages may put a list, for the row makes room for it. */
void hz_object_put(hz_object *o, int table, int row, double value);
void hz_object_put_list(hz_object *o, int table, int row, const double *values, int n);

/* Marks the object: its coefficients are older than what it was told, and the next block derives them. */
void hz_object_mark(hz_object *o);

/* Derives the coefficients now if the object is marked, as the next block would. Only messages may call it. */
void hz_object_update(hz_object *o);

/* Lets `act` run on the object at the start of the next block, after `update`, behind the verbs that wait already. It
 * is for a verb that reads its atoms `now` and moves the model later. There are at most HZ_ARGS arguments. */
void hz_object_later(hz_object *o, hz_act act, const double *args, int n);

/* The running seed of the object, from which its next excitation draws; and sets where it begins. */
int hz_object_seed(const hz_object *o);
void hz_object_sow(hz_object *o, int seed);

/* Draws normally distributed numbers for one excitation. The seed of the object moves on; returns what it was. */
int hz_object_draw(hz_object *o, double *drawn, int n);

/* Books a contact that has ended, for the info outlet; `run` may call it. With NULL the contact is only counted. The
 * object is a pointer to void, so that a model, which knows nothing of Pd, can call this back. */
void hz_object_report(void *object, const hz_contact *c);

/* Answers at the info outlet with a name and numbers. Only messages may call it. */
void hz_object_answer(hz_object *o, const char *name, const double *value, int n);

/* Prints one error: <class>: <subject>: got <given>, allowed <allowed>, kept <kept>. With kept NULL it ends in: nothing
 * done. The prefix of the table stands before the subject. Only messages may call it. */
enum { HZ_NO_TABLE = -1 };
void hz_object_complain(hz_object *o, int table, const char *subject, const char *given, const char *allowed,
                        const char *kept);

/* Whether errors are not printed: the first voice makes the same, or a sound is only tried. */
int hz_object_is_quiet(const hz_object *o);

/* Makes a remark from the audio thread, which is printed after the block. The same text is printed once, and after a
 * `reset` once more if ten seconds have passed. It must be static. */
void hz_object_remark(hz_object *o, const char *text);

/* The same where nothing is wrong, so that it is no error of Pd's. */
void hz_object_hint(hz_object *o, const char *text);

/* The first registers the class with Pd, the second makes an object of it. Only HZ_CLASS calls them. */
typedef void *(*hz_make)(t_symbol *s, int argc, t_atom *argv);
t_class *hz_class_register(const hz_class *c, hz_make make);
void *hz_object_new(t_class *pd_class, const hz_class *c, int argc, t_atom *argv);

/* A struct that has a model of the core as `model` takes `accounts` and `finite` from it: by
 * HZ_MODEL(hz_striker, hz_collide) before the hz_model, and HZ_BY_MODEL in it. */
#define HZ_MODEL(of, room)                                                                                             \
    static void model_accounts(hz_object *o, hz_accounts *out)                                                         \
    {                                                                                                                  \
        room##_accounts(&((of *)o)->model, out);                                                                       \
    }                                                                                                                  \
    static int model_finite(const hz_object *o)                                                                        \
    {                                                                                                                  \
        return room##_finite(&((const of *)o)->model);                                                                 \
    }
#define HZ_BY_MODEL .accounts = model_accounts, .finite = model_finite

/* What a binary shows of itself; the rest of it is hidden. */
#if defined _WIN32
#define HZ_SHOWN __declspec(dllexport)
#elif defined __GNUC__
#define HZ_SHOWN __attribute__((visibility("default")))
#else
#define HZ_SHOWN
#endif

/* In a binary of its own a class shows the setup function that Pd looks up. In the library of all classes (hosts) that
 * function bears the library's name and is not shown, and the class has the name too that such a binary gives it. */
#ifdef HZ_LIBRARY
#define HZ_SETUP(id)                                                                                                   \
    void hertz_##id##_tilde_setup(void);                                                                               \
    void hertz_##id##_tilde_setup(void)
#define HZ_CREATOR(id)                                                                                                 \
    class_addcreator((t_newmethod)(t_method)id##_tilde_new, gensym("hertz/" #id "~"), A_GIMME, A_NULL)
#else
#define HZ_SETUP(id)                                                                                                   \
    HZ_SHOWN void id##_tilde_setup(void);                                                                              \
    void id##_tilde_setup(void)
#define HZ_CREATOR(id) (void)0
#endif

/* HZ_CLASS(impact) makes the declaration impact_class a Pd class: it defines impact_tilde_setup, which Pd looks up by
 * name in the file impact~. Pd hands `new` only the typed name, which may be an alias, so each class has a `new` that
 * knows its declaration. The pointer to the class is set once, before any object is made. */
#define HZ_CLASS(id)                                                                                                   \
    static t_class *id##_tilde_class;                                                                                  \
    static void *id##_tilde_new(t_symbol *s, int argc, t_atom *argv)                                                   \
    {                                                                                                                  \
        (void)s;                                                                                                       \
        return hz_object_new(id##_tilde_class, &id##_class, argc, argv);                                               \
    }                                                                                                                  \
    HZ_SETUP(id)                                                                                                       \
    {                                                                                                                  \
        id##_tilde_class = hz_class_register(&id##_class, id##_tilde_new);                                             \
        HZ_CREATOR(id);                                                                                                \
    }

#endif
