/* contact_body: what a body of modalcontact~ can be besides a modal object: a free mass, masses on a string, matrices.
 */
#ifndef HZ_FAMILY_CONTACT_BODY_H
#define HZ_FAMILY_CONTACT_BODY_H

#include "core/linear_contact/coupled_damping.h"
#include "families/modal/body.h"
#include "families/modal/body_file.h"

enum { HZ_CONTACT_BODY_MASS, HZ_CONTACT_BODY_POINTS, HZ_CONTACT_BODY_MATRICES, HZ_CONTACT_BODY_ROWS };
extern const hz_param hz_contact_body_rows[HZ_CONTACT_BODY_ROWS];

enum { HZ_CONTACT_BODY_MOST_POINTS = 500, HZ_CONTACT_BODY_MOST_MASSES = HZ_COUPLED_DAMPING_MOST };

/* A body of its own rows (`body.table`) and of the rows here. */
typedef struct hz_contact_body {
    hz_body body;                   /* first: body.other is called with it */
    int table;                      /* the object's table that holds the rows of this file */
    int masses;                     /* of the matrices that were taken last, 0: none yet */
    double *omega, *sigma, *shapes; /* their modes, each with its displacement at every mass */
    hz_coupled_damping coupling;    /* of the first of them, whose damping is not each one's own */
} hz_contact_body;

int hz_contact_body_init(hz_contact_body *b, hz_object *o, int body_table, int table);
void hz_contact_body_free(hz_contact_body *b);

/* Takes matrices from three arrays or one file. One error says what is wrong with them, and the old ones stay. */
void hz_contact_body_take(hz_contact_body *b, int given, const char *const name[3]);
extern const hz_param hz_contact_body_matrices[1]; /* the arguments of its verb */

/* The verb `matrices` of such a body. */
void hz_contact_body_set(hz_contact_body *b, int argc, const t_atom *argv);

/* Writes the present shape of a string of masses into an array, given its modes' displacements; else complains. */
int hz_contact_body_is_lumped(const hz_contact_body *b);
void hz_contact_body_draw(const hz_contact_body *b, const double *q, int modes, t_symbol *array);

/* The verbs of one of a class's bodies: its functions, named after it, and their declarations. */
#define HZ_CONTACT_BODY_ACTS(name, class, i)                                                                           \
    static void name##_pick(hz_object *o, int argc, const t_atom *argv)                                                \
    {                                                                                                                  \
        hz_body_weigh(&((class *)o)->body[i].body, argc, argv);                                                        \
    }                                                                                                                  \
    static void name##_matrices(hz_object *o, int argc, const t_atom *argv)                                            \
    {                                                                                                                  \
        hz_contact_body_set(&((class *)o)->body[i], argc, argv);                                                       \
    }                                                                                                                  \
    static void name##_read(hz_object *o, int argc, const t_atom *argv)                                                \
    {                                                                                                                  \
        (void)argc;                                                                                                    \
        hz_body_read(&((class *)o)->body[i].body, argv[0].a_w.w_symbol->s_name);                                       \
    }                                                                                                                  \
    static void name##_write(hz_object *o, int argc, const t_atom *argv)                                               \
    {                                                                                                                  \
        (void)argc;                                                                                                    \
        hz_body_write(&((class *)o)->body[i].body, argv[0].a_w.w_symbol->s_name);                                      \
    }

#define HZ_CONTACT_BODY_VERBS(name_, letter)                                                                           \
    { "pickupweights",                                                                                                 \
      hz_body_weigh_args,                                                                                              \
      2,                                                                                                               \
      2,                                                                                                               \
      .prefix = letter,                                                                                                \
      .now = name_##_pick,                                                                                             \
      .doc = "what a pickup of 'object modes' hears; at first the weights of the strike point" },                      \
        { "matrices",                                                                                                  \
          hz_contact_body_matrices,                                                                                    \
          1,                                                                                                           \
          1,                                                                                                           \
          .prefix = letter,                                                                                            \
          .now = name_##_matrices,                                                                                     \
          .doc =                                                                                                       \
              "the masses of 'object matrices', in a row; body and pickups are at the one nearest to their place" },   \
        { "read", hz_body_file, 1, 1, .prefix = letter, .now = name_##_read, .doc = HZ_BODY_READ_DOC },                \
    {                                                                                                                  \
        "write", hz_body_file, 1, 1, .prefix = letter, .now = name_##_write, .doc = HZ_BODY_WRITE_DOC                  \
    }

#endif
