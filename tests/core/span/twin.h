/* twin: a collision by the old core or by the loop of steps, whichever it is asked to be. */
#ifndef HZ_TEST_TWIN_H
#define HZ_TEST_TWIN_H

#include "core/collide/collide.h"
#include "core/span/span.h"

enum { TWIN_BLOCK = 64, TWIN_CONTACTS = 64 };

typedef struct twin {
    int is_new;
    hz_collide old;
    hz_span now;
    int ledger;
    double force_a, force_b; /* constant forces */
    /* what was seen since the last start */
    hz_contact contact[TWIN_CONTACTS];
    double ended[TWIN_CONTACTS]; /* the block in which it ended, s */
    int contacts, untold;
    double time;
} twin;

void twin_init(twin *m, int is_new, int modes, int strikers);
void twin_free(twin *m);
hz_contact_system *twin_system(twin *m);
/* Prepares and resets. `ringing` may be NULL. */
void twin_start(twin *m, const hz_collide_params *p, const hz_modes *object, const hz_modes *ringing, double h);
void twin_strike(twin *m, double v, double distance);
/* Runs n samples, a multiple of nothing; what is heard and the force are written where they are wanted. */
void twin_run(twin *m, int n, double *heard, double *force);
void twin_accounts(twin *m, hz_accounts *to);

#endif
