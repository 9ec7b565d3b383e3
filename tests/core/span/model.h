/* model: a collision by the old core or by the loop of steps, whichever it is asked to be. */
#ifndef HZ_TEST_MODEL_H
#define HZ_TEST_MODEL_H

#include "core/collide/collide.h"
#include "core/span/span.h"

enum { MODEL_BLOCK = 64, MODEL_CONTACTS = 64 };

typedef struct model {
    int is_new;
    hz_collide old;
    hz_span now;
    int ledger;
    double force_a, force_b; /* constant forces */
    /* what was seen since the last start */
    hz_contact contact[MODEL_CONTACTS];
    double ended[MODEL_CONTACTS]; /* the block in which it ended, s */
    int contacts, untold;
    double time;
} model;

void model_init(model *m, int is_new, int modes, int strikers);
void model_free(model *m);
hz_contact_system *model_system(model *m);
/* Prepares and resets. `ringing` may be NULL. */
void model_start(model *m, const hz_collide_params *p, const hz_modes *object, const hz_modes *ringing, double h);
void model_strike(model *m, double v, double distance);
/* Runs n samples, a multiple of nothing; what is heard and the force are written where they are wanted. */
void model_run(model *m, int n, double *heard, double *force);
void model_accounts(model *m, hz_accounts *to);

#endif
