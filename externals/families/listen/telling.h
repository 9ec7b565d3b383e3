/* telling: a body that was listened to, as messages for an object and as a mode file. */
#ifndef HZ_FAMILY_TELLING_H
#define HZ_FAMILY_TELLING_H

#include "m_pd.h"

#include "core/listen/listen.h"

/* What the sound does not tell. */
typedef struct hz_telling {
    const char *prefix;           /* of the body, as b; "": none */
    double heavy;                 /* kg, as the body is felt where it is struck */
    double mass, exponent, speed; /* of the hammer: kg, 1, m/s */
} hz_telling;

/* The weights of a body between the places where it was hit. Returns 0 if all hits were at one place. */
int hz_telling_weights(const hz_listen_body *b, const double *place, double at, double *weight);
/* The stiffness of a contact with a wall that lasts as long as those that were heard; 0: that is not known. */
double hz_telling_stiffness(const hz_listen_body *b, const hz_telling *t);

/* Sends the body; or its weights alone. */
void hz_telling_send(t_outlet *to, const hz_listen_body *b, const double *weight, const hz_telling *t);
void hz_telling_send_weights(t_outlet *to, const hz_listen_body *b, const double *weight, const hz_telling *t);

/* The text of a mode file, which the caller frees; `source` says what it comes from. NULL: there is no memory. */
char *hz_telling_text(const hz_listen_body *b, const double *weight, const hz_telling *t, const char *source);

#endif
