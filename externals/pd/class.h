/* class: what a Pd class of hertz declares, and the object the bridge makes of it.
 *
 * A class file fills one hz_class: tables of parameters, verbs and presets, the
 * inlets' meanings and a few functions of the model. Everything that a patch can
 * see then follows from the declaration alone: creation flags, messages, range
 * errors, `get`, `dump`, `presets`, the `reference` text, outlets, meters,
 * reports, units and gain. A name or a default is written once, in a table row. */
#ifndef HZ_PD_CLASS_H
#define HZ_PD_CLASS_H

#include "m_pd.h"

#include "core/base/contact_report.h"
#include "core/base/ledger.h"

typedef struct hz_object hz_object;
typedef struct hz_class hz_class;

/* What a class's struct begins with. The rest of the bridge stands behind one pointer. */
struct hz_object {
    t_object pd;
    t_float in; /* what the first inlet carries while no signal is connected */
    const hz_class *cls;
    int n_audio; /* pickups; `init` may set it, 1 otherwise */
    struct hz_bridge *bridge;
};

/* What the audio outlets carry: the words of `unit`, in its order. */
enum hz_unit { HZ_VELOCITY, HZ_DISPLACEMENT, HZ_ACCELERATION };

/* How a row behaves, where it is not a plain number. */
enum {
    HZ_CREATION = 1, /* a creation flag only: it fixes outlets or memory */
    HZ_GLIDES = 2,   /* a factor of what is heard, which glides over the block and does not jump; see glide_test */
    HZ_KEPT = 4,     /* a preset leaves it as it is */
    HZ_WORD = 8,     /* takes any symbol (the name of an array, a file) */
    HZ_WHOLE = 16,   /* whole numbers only */
    HZ_SWITCH = 32,  /* a creation flag without values: there or not */
    HZ_WORDS = 64,   /* takes a list of the words in `choices` (-meters kinetic potential) */
    HZ_ANY = 128,    /* an argument of a verb that takes any atom */
    HZ_NAMES = 256   /* a word that names a parameter, behind the prefix of its table where that has one */
};

/* One parameter. A table writes it as
 *
 *     [MASS] = { "mass", "kg", 0.01, 1e-6, 1e4, .doc = "of what strikes" },
 *
 * with its name, unit, default, smallest and largest value, both of which are allowed. A row with `choices` takes one
 * of these words, and its value is the index of the word. In a list (most > 1) every element is checked, and a shorter
 * list repeats its last value when it is read beyond its end. */
typedef struct hz_param {
    const char *name, *unit; /* unit NULL: a pure number */
    double init, min, max;
    const char *choices; /* words separated by blanks, or NULL */
    int most;            /* the longest list it takes; 0 means 1 */
    unsigned flags;
    const char *doc; /* one line */
    /* The elements of a tuple (`bridge <start> <length> <curvature>`): `most` rows with their own names,
     * units, defaults and ranges; what is left out takes its default. NULL: all elements are alike. */
    const struct hz_param *parts;
    /* An argument of a verb: the parameter whose value it takes where it is left out, NULL: it takes `init`. The
     * parameter has no prefix. */
    const char *left_out;
} hz_param;

/* A table of rows. With a prefix its rows are written `a mass 0.01`, `-a mass 0.01`,
 * `get a mass`; the same rows may serve several tables of one class. */
typedef struct hz_table {
    const char *prefix; /* NULL: none */
    const hz_param *rows;
    int n;
    const hz_param *first; /* the first row, where this class has another in its place; NULL: rows[0] */
    /* Where this class's defaults differ from the rows' own: as in a preset, without the prefix. NULL: nowhere. */
    const char *initial;
} hz_table;

/* A preset: its name and parameters, written as a user would write messages,
 * one after the other, separated by commas: "stiffness 1e9, exponent 1.5". */
typedef struct hz_preset {
    const char *name, *settings;
} hz_preset;

enum { HZ_ARGS = 8 }; /* the most arguments a verb's act takes */

/* What a verb does to its part of the object, which its table names. `act` and `sets` get all arguments that the verb
 * has, those that were left out too; `now` gets the atoms as they were sent. */
typedef void (*hz_act)(void *part, const double *args);
typedef void (*hz_now)(void *part, int argc, const t_atom *argv);

/* A verb: a message that does something rather than set something. A table writes it as
 *
 *     { "strike", strike_args, 2, 1, .act = impact_strike, .excites = 1, .doc = "puts the hammer at the surface" },
 *
 * with its name, its arguments, how many they are, and how many of them are needed. */
typedef struct hz_verb {
    const char *name;
    const hz_param *args; /* name, unit, range and doc of each; init serves an argument that is left out */
    int n_args, n_needed;
    /* Runs at the start of the next block, after `update`; the bridge has checked the ranges. It must not allocate. */
    hz_act act;
    /* Or: runs at once (files, arrays). The atoms are checked by `args` too, whose last may have `most` values. Where
     * the verb excites, `act` is what it lets happen later, for `level`. */
    hz_now now;
    int excites; /* `bang` repeats it; 2: unless its last argument is 0, for a note-off excites nothing */
    const char *doc;
    /* What the verb sets, if anything. It is done when the message comes, so that a preset or a parameter that comes
     * behind it in the same block has its way. May be NULL. */
    hz_act sets;
} hz_verb;

/* Verbs that act on one part of the object: on the object itself, or on a member of its struct that begins `part`
 * bytes behind it, offsetof(modalcontact, body[1]). So the same verbs serve several bodies of one class, each with its
 * prefix: `b read <file>`. */
typedef struct hz_verb_table {
    const char *prefix; /* NULL: none */
    const hz_verb *verbs;
    int n;
    size_t part;
} hz_verb_table;

/* One block of signals: inputs already finite, outputs to be filled. A meter nobody
 * asked for is NULL. With ledger 0 no meter but position and compression is asked for. */
typedef struct hz_io {
    int n;
    const double *const *in;
    double *const *audio; /* displacement or velocity of each pickup, as `displacement` says */
    double *force;        /* N, mean over the sample */
    double *const *meter; /* HZ_METERS of them */
    int displacement;     /* 1: audio is displacement (m), 0: velocity (m/s) */
    int ledger;           /* 1: keep every account at every sample */
} hz_io;

struct hz_class {
    const char *name, *summary;
    size_t size; /* of the object's struct, whose first member is an hz_object */
    const hz_table *tables;
    int n_tables;
    const hz_verb_table *verbs;
    int n_verbs; /* tables */
    const hz_preset *presets;
    int n_presets;
    const hz_param *inlets; /* name, unit and doc of each signal inlet; the first also takes messages */
    int n_inlets;
    const char *audio; /* what the audio outlets carry, one line; NULL: a pickup each */
    double gain;       /* the default of `gain`, with which a bang is loud but not too loud; 0: 1 */

    /* Once, when all creation flags are read and before outlets are made: sets o->n_audio, allocates. 0: failed. */
    int (*init)(hz_object *o);
    void (*free)(hz_object *o); /* also after an init that failed: the struct begins as zeros */
    /* The most values a message may give a row whose room was fixed at creation; 0: as the row says. May be NULL. */
    int (*most)(const hz_object *o, int table, int row);
    /* After a parameter was accepted; for rows that set another (restitution). Flags come after `init`. May be NULL. */
    void (*changed)(hz_object *o, int table, int row);
    /* A preset put its rows back to their defaults, its settings follow: forget what is kept beside the rows. May be
     * NULL. */
    void (*defaults)(hz_object *o);
    /* Before values are read by get, dump: fills in rows that are derived from others. May be NULL. */
    void (*derive)(hz_object *o);
    /* Parameters to coefficients, for the time step h: before the first block and at the first block after any change.
     */
    void (*update)(hz_object *o, double h);
    /* DSP starts: what has a name in Pd may be looked up. May be NULL. */
    void (*dsp)(hz_object *o);
    void (*run)(hz_object *o, const hz_io *io);
    void (*bang)(hz_object *o); /* the documented default excitation; runs when a verb's act would */
    /* Motion and totals to zero. Like `accounts` it may come before the first `update`. */
    void (*reset)(hz_object *o);
    void (*accounts)(hz_object *o, hz_accounts *out);
    int (*finite)(const hz_object *o); /* is the state all finite numbers? */
    /* The velocity of a pickup as it stands. Asked after a verb, so that the acceleration outlet carries what the
     * model does and not the jump of a hammer put in motion. May be NULL: the jump is heard. */
    double (*velocity)(const hz_object *o, int pickup);
    /* The gain-free peak of the present excitation in the present unit, found on a copy; for `level`. */
    double (*peak)(hz_object *o, double h);
};

/* The arguments of two verbs that every class has: `damp <seconds>` and `note <pitch> <velocity>`. */
extern const hz_param hz_damp_args[1], hz_note_args[2];

/* What a class may ask of its object. */
double hz_object_number(const hz_object *o, int table, int row);
int hz_object_count(const hz_object *o, int table, int row);             /* how many values it was given */
double hz_object_element(const hz_object *o, int table, int row, int i); /* repeats the last */
const char *hz_object_word(const hz_object *o, int table, int row);      /* "": none */
const char *hz_object_nth_word(const hz_object *o, int table, int row, int i);
int hz_object_given(const hz_object *o, int table, int row);             /* whether a flag or a message has set it */
double hz_object_default(const hz_object *o, int table, int row, int i); /* as the class declares it */
enum hz_unit hz_object_unit(const hz_object *o);
double hz_object_gain(const hz_object *o);
int hz_object_ledger(const hz_object *o);

/* Puts a value as a message would, but without range check, `changed`, or error; marks the object. */
void hz_object_put(hz_object *o, int table, int row, double value);
void hz_object_put_list(hz_object *o, int table, int row, const double *values, int n);

/* Marks the object: its coefficients are older than what it was told, and the next block derives them. */
void hz_object_mark(hz_object *o);

/* A value as patches write it, its numbers with so many digits. */
void hz_object_write(const hz_object *o, int table, int row, int digits, char *text, size_t room);

/* Derives the coefficients now if parameters have changed, as the next block would. From messages only. */
void hz_object_update(hz_object *o);

/* Lets `act` run on the object at the start of the next block, after `update`, behind the verbs that wait already: for
 * a verb that reads its atoms `now` and moves the model later. At most HZ_ARGS arguments. */
void hz_object_later(hz_object *o, hz_act act, const double *args, int n);

/* Books a finished contact for the info outlet; callable from run. NULL: one that is only counted. The object is a
 * pointer to void, so that a model, which knows nothing of Pd, can call this back. */
void hz_object_report(void *object, const hz_contact *c);

/* One pd_error in the form: <class>: <subject>: got <given>, allowed <allowed>, kept <kept>; with kept NULL it ends in:
 * nothing done. The prefix of the table stands before the subject. From messages only. */
enum { HZ_NO_TABLE = -1 };
void hz_object_complain(hz_object *o, int table, const char *subject, const char *given, const char *allowed,
                        const char *kept);

/* A remark once from the audio thread, and after a `reset` again, if ten seconds have passed; printed after the block.
 * The string must be static. */
void hz_object_remark(hz_object *o, const char *text);

/* Registers the class with Pd, and makes an object of it. Only HZ_CLASS calls these. */
typedef void *(*hz_make)(t_symbol *s, int argc, t_atom *argv);
t_class *hz_class_register(const hz_class *c, hz_make make);
void *hz_object_new(t_class *pd_class, const hz_class *c, int argc, t_atom *argv);

/* HZ_CLASS(impact) makes the declaration impact_class a Pd class: it defines what Pd looks up by name
 * in impact~'s file, impact_tilde_setup. Pd hands `new` only the typed name, which may be an alias, so
 * each class has a `new` that knows its declaration. The class pointer is set once, before any object. */
#define HZ_CLASS(id)                                                                                                   \
    static t_class *id##_tilde_class;                                                                                  \
    static void *id##_tilde_new(t_symbol *s, int argc, t_atom *argv)                                                   \
    {                                                                                                                  \
        (void)s;                                                                                                       \
        return hz_object_new(id##_tilde_class, &id##_class, argc, argv);                                               \
    }                                                                                                                  \
    __attribute__((visibility("default"))) void id##_tilde_setup(void);                                                \
    void id##_tilde_setup(void)                                                                                        \
    {                                                                                                                  \
        id##_tilde_class = hz_class_register(&id##_class, id##_tilde_new);                                             \
    }

#endif
