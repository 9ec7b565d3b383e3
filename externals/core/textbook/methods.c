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

/* Makes room for so many modes, and keeps what there is of the first `was`. */
static int body_grow(hz_textbook_body *s, int was, int room)
{
    size_t n = room > 0 ? (size_t)room : 1, old = was > 0 ? (size_t)was : 1;
    double **rows[ROWS], *memory = calloc(ROWS * n, sizeof *memory);
    if (!memory)
        return 0;
    rows_of(s, rows);
    for (size_t k = 0; k < ROWS; k++) {
        if (s->memory)
            memcpy(memory + k * n, s->memory + k * old, old * sizeof *memory);
        *rows[k] = memory + k * n;
    }
    free(s->memory);
    s->memory = memory;
    return 1;
}

int hz_textbook_init(hz_textbook *x, int room)
{
    *x = (hz_textbook){ .method = HZ_EXACT, .stiffer = 1 };
    x->room = room;
    return body_grow(&x->striker, 0, 1) && body_grow(&x->object, 0, room);
}

int hz_textbook_grow(hz_textbook *x, int room)
{
    if (room <= x->room)
        return 1;
    if (!body_grow(&x->object, x->room, room))
        return 0;
    x->room = room;
    return 1;
}

void hz_textbook_free(hz_textbook *x)
{
    free(x->striker.memory);
    free(x->object.memory);
    *x = (hz_textbook){ 0 };
}
