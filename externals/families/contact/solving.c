/* solving: large matrices are decomposed by a thread of their own, while the body that is there sounds on. */
#include "solving.h"

#include <stdlib.h>

#include "pd/thread.h"

/* So many masses take under 8 million instructions, and are solved at once. */
enum { AT_ONCE = 16 };
/* What n masses take grows as n^3. On a machine that does 4e9 instructions a second it is a quarter of this, ms. */
static const double each = 1e-3, least = 20;

struct hz_solving {
    t_clock *clock;
    hz_thread thread;
    int runs;                /* There is a thread. */
    hz_matrices *now, *next; /* what it solves, and what comes then; NULL: nothing */
    hz_solved solved;
    void *of;
};

/* Threads of several bodies wait for each other, so that no more than one core is busy. */
static hz_lock turn = HZ_LOCK_OPEN;
static int under_way; /* So many are. Only the thread of Pd reads and writes this. */

static void solve(void *of)
{
    hz_lock_take(&turn);
    hz_matrices_solve(of);
    hz_lock_leave(&turn);
}

static void start(hz_solving *s, hz_matrices *m)
{
    double n = m->n;
    s->now = m;
    s->runs = hz_thread_start(&s->thread, solve, m);
    under_way++;
    clock_delay(s->clock, (least + each * n * n * n) * under_way);
}

/* Waits for the thread, and takes away what it was given. */
static void finish(hz_solving *s)
{
    if (!s->now)
        return;
    if (s->runs)
        hz_thread_wait(&s->thread);
    else
        hz_matrices_solve(s->now); /* There was no thread to be had. */
    under_way--;
}

static void tick(hz_solving *s)
{
    finish(s);
    hz_matrices *found = s->now, *next = s->next;
    s->now = s->next = NULL;
    s->solved(s->of, found);
    hz_matrices_free(found);
    if (next)
        start(s, next);
}

static hz_solving *make(hz_solved solved, void *of)
{
    hz_solving *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    *s = (hz_solving){ .solved = solved, .of = of };
    s->clock = clock_new(s, (t_method)tick);
    return s;
}

/* Nothing is being solved any more, and these matrices are solved now. */
static void solve_now(hz_solving **of_body, hz_matrices *m, hz_solved solved, void *of)
{
    hz_solving_free(*of_body);
    *of_body = NULL;
    hz_matrices_solve(m);
    solved(of, m);
    hz_matrices_free(m);
}

void hz_solving_begin(hz_solving **of_body, hz_matrices *m, hz_solved solved, void *of)
{
    hz_solving *s = *of_body;
    int waits = s && s->now, at_once = !pd_getdspstate() || (m->n <= AT_ONCE && !waits);
    if (!at_once && !s)
        s = *of_body = make(solved, of);
    if (at_once || !s) {
        solve_now(of_body, m, solved, of);
    } else if (waits) {
        hz_matrices_free(s->next);
        s->next = m;
    } else {
        start(s, m);
    }
}

void hz_solving_free(hz_solving *s)
{
    if (!s)
        return;
    finish(s);
    hz_matrices_free(s->now);
    hz_matrices_free(s->next);
    clock_free(s->clock);
    free(s);
}
