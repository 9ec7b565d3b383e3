/* cost: what the object takes of a block, on this machine. */
#include "cost.h"

#include <time.h>

#include "internal.h"

static const double enough = 0.2; /* s of blocks that an answer is about, at least */

/* The processor time of this thread, where there is such a clock, so that what else the machine does is left out. */
static double seconds(void)
{
    struct timespec t = { 0 };
#ifdef CLOCK_THREAD_CPUTIME_ID
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
#else
    timespec_get(&t, TIME_UTC);
#endif
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* How long a block sounds. */
static double block_of(const hz_object *lead)
{
    return lead->bridge->block.n * lead->bridge->h;
}

static int is_enough(const hz_object *lead)
{
    return lead->bridge->cost.blocks * block_of(lead) >= enough;
}

static void answer(hz_object *lead)
{
    hz_cost *c = &lead->bridge->cost;
    double whole = 0.01 * block_of(lead);
    const double said[] = { c->spent / (c->blocks * whole), c->worst / whole };

    c->waits = c->blocks = 0;
    c->spent = c->worst = 0;
    hz_object_answer(lead, "cost", said, 2);
}

int hz_cost_make(hz_object *lead)
{
    lead->bridge->cost.answers = clock_new(lead, (t_method)answer);
    return lead->bridge->cost.answers != NULL;
}

void hz_cost_free(hz_object *lead)
{
    if (lead->bridge->cost.answers)
        clock_free(lead->bridge->cost.answers);
}

void hz_cost_ask(void *part, int argc, const t_atom *argv)
{
    hz_object *lead = ((hz_object *)part)->bridge->part.lead;
    hz_cost *c = &lead->bridge->cost;

    (void)argc, (void)argv;
    c->measures = 1;
    if (is_enough(lead))
        answer(lead);
    else
        c->waits = 1;
}

void hz_cost_begin(hz_object *lead)
{
    if (lead->bridge->cost.measures)
        lead->bridge->cost.begun = seconds();
}

void hz_cost_end(hz_object *lead)
{
    hz_cost *c = &lead->bridge->cost;

    if (!c->measures)
        return;
    double spent = seconds() - c->begun;
    c->spent += spent;
    c->worst = spent > c->worst ? spent : c->worst;
    c->blocks++;
    if (c->waits && is_enough(lead))
        clock_delay(c->answers, 0);
}
