/* collide: a hammer or a ball and the object that it meets, in one loop of steps.
 *
 *     propose   how long nothing will happen that a step of one kind cannot follow: flight until somebody may meet the
 *               object; a part of a contact, by its pace; rest to the end of the block
 *     look      where modes and masses go in that time without the contacts' forces
 *     solve     the forces: each runs straight over the step, or in a stride along a curve
 *     judge     whether the step is good enough, and nobody touches, parts or turns unseen in it; else how much shorter
 *               it should be, and all is looked at again
 *     take      the bodies move, what is heard and metered is written, the books are kept, contacts end
 *
 * A step is a part of a sample, one sample, or several. A contact that is too hard for the steps that it may take, and
 * one that nobody hears, takes a passive step: it never adds energy, whatever happens in it. */
#include "internal.h"

#include <stddef.h>

#include "core/textbook/textbook.h"

/* How often a step is made shorter before it is taken passively. */
enum { MOST_CUTS = 16 };

static void try(hz_collide *c, hz_step *g)
{
    hz_collide_look(c, g);
    hz_collide_solve(c, g);
}

static void take_steps(hz_collide *c, hz_collide_block *b)
{
    hz_step g;
    g.again = 0; /* there is none before */
    while (b->at < b->io->n) {
        double part;
        int cuts = 0;
        hz_collide_propose(c, b, &g);
        for (try(c, &g); !hz_collide_judge(c, &g, &part); try(c, &g))
            hz_collide_cut(c, &g, part, cuts++ == MOST_CUTS);
        hz_collide_take(c, &g, b);
    }
}

/* ---- textbook methods: one step a sample, by a table of their own ---- */

static void take_textbook_sample(hz_collide *c, hz_collide_block *b)
{
    hz_contact_system *s = &c->system;
    hz_collide_open_sample(c, b);
    hz_contact_system_turn(s, 0);
    hz_textbook_solver.sample(&c->textbook, s);
    hz_collide_close_sample(c, b);
}

static void take_textbook(hz_collide *c, hz_collide_block *b)
{
    int singly = b->io->meter[HZ_SPEED] || b->io->meter[HZ_ENDFORCE]; /* many samples at once do not meter these */
    while (b->at < b->io->n) {
        int some = 0;
        if (!singly && c->sliding == 0)
            some = hz_textbook_solver.skip(&c->textbook, &c->system, b->io, b->at);
        if (some == 0)
            take_textbook_sample(c, b);
        hz_collide_feed_crowd(c, b->io, b->at, b->at + some);
        b->at += some;
    }
    hz_textbook_solver.settle(&c->textbook, &c->system);
}

/* ---- a block ---- */

/* The ledger is open if it is asked for; flows were not counted so far, so the books begin with what is there. */
static void open_books(hz_collide *c, int asked)
{
    hz_energy now;
    if (!asked) {
        hz_ledger_close(&c->system.ledger);
    } else if (!c->system.ledger.open) {
        hz_collide_energy(c, &now);
        hz_ledger_open(&c->system.ledger, hz_energy_total(&now));
    }
}

/* Puts the table where its signal begins. */
static void place_table(hz_collide *c, double place, int ledger)
{
    hz_energy before, after;
    c->placed = 1;
    if (ledger)
        hz_collide_energy(c, &before);
    hz_contact_system_place_table(&c->system, place);
    if (ledger) {
        hz_collide_energy(c, &after);
        hz_sum_add(&c->system.ledger.adjusted, hz_energy_total(&after) - hz_energy_total(&before));
    }
}

/* Motion too small for anything to come of it becomes none, before it is subnormal and slow. */
static void settle(hz_collide *c)
{
    enum { EVERY = 64 };
    if (c->unsettled < EVERY)
        return;
    hz_bank_settle(&c->system.object);
    for (int k = 0; k < c->system.n; k++)
        if (c->system.strikers[k].ringing.n > 0)
            hz_bank_settle(&c->system.strikers[k].ringing);
    c->unsettled = c->ahead = 0;
}

void hz_collide_run_part(hz_collide *c, const hz_collide_io *io)
{
    hz_collide_block b = { .io = io,
                           .left = 1,
                           .watched = io->ledger || io->ring || c->system.strikers->ringing.n > 0 };
    for (int m = 0; m < HZ_METERS; m++)
        b.watched |= io->meter[m] != NULL;
    open_books(c, io->ledger);
    if (!c->placed && io->table)
        place_table(c, io->table[0], io->ledger);
    c->ahead = 0; /* others may have moved the modes */
    hz_collide_begin_crowd(c);
    if (!hz_collide_is_exact(c)) {
        take_textbook(c, &b);
        return;
    }
    b.to = c->system.object.n > 0 ? c->system.n : 1;
    take_steps(c, &b);
    settle(c);
}

void hz_collide_run(hz_collide *c, const hz_collide_io *io)
{
    int boxed = c->box.kind != HZ_SOUNDBOX_NONE;
    hz_collide_io its = *io;
    its.displacement |= boxed;
    if (boxed)
        hz_soundbox_begin(&c->box, c->fade.pending ? 0 : c->params.box.least_loss);
    (c->fade.pending ? hz_collide_run_fading : hz_collide_run_part)(c, &its);
    if (boxed)
        hz_soundbox_run(&c->box, &(hz_soundbox_block){ .n = io->n,
                                                       .pickups = c->box.pickups,
                                                       .audio = io->audio,
                                                       .ledger = io->ledger ? &c->system.ledger : NULL,
                                                       .meter = io->meter });
    if (c->ringing_fades)
        hz_collide_fade_ringing(c, io);
}
