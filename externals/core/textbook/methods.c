/* methods: what the textbook methods keep of two bodies. */
#include "methods.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 17 };

/* Each row, in one order. */
static void rows_of(hz_textbook_body *s, double **rows[ROWS])
{
    double **all[ROWS] = { &s->mass, &s->spring, &s->loss, &s->load, &s->drive, &s->gain, &s->ease, &s->past, &s->s,
                           &s->c,    &s->b,      &s->way,  &s->pull, &s->q,     &s->v,    &s->dq,   &s->dv };
    memcpy(rows, all, sizeof all);
}

static int body_init(hz_textbook_body *s, int room)
{
    size_t n = room > 0 ? (size_t)room : 1;
    double **rows[ROWS];
    *s = (hz_textbook_body){ .memory = calloc(ROWS * n, sizeof(double)) };
    rows_of(s, rows);
    for (size_t k = 0; s->memory && k < ROWS; k++)
        *rows[k] = s->memory + k * n;
    return s->memory != NULL;
}

int hz_textbook_init(hz_textbook *x, int room)
{
    *x = (hz_textbook){ .method = HZ_EXACT };
    return body_init(&x->striker, 1) && body_init(&x->object, room);
}

void hz_textbook_free(hz_textbook *x)
{
    free(x->striker.memory);
    free(x->object.memory);
    *x = (hz_textbook){ 0 };
}
