/* cost: what the object takes of a block, on this machine. */
#ifndef HZ_PD_COST_H
#define HZ_PD_COST_H

#include "class.h"

/* It is measured from the first `cost` on, not before. */
typedef struct hz_cost {
    int measures, waits; /* An answer is wanted. */
    double begun;        /* s, when the block began */
    double spent, worst; /* s, of all blocks since the last answer, and of the longest */
    int blocks;
    t_clock *answers;
} hz_cost;

int hz_cost_make(hz_object *lead);
void hz_cost_free(hz_object *lead);

/* The message: answers `cost <mean> <most>` in per cent of a block, when there are enough blocks since the last one. */
void hz_cost_ask(void *part, int argc, const t_atom *argv);

/* A block begins and ends. */
void hz_cost_begin(hz_object *lead);
void hz_cost_end(hz_object *lead);

#endif
