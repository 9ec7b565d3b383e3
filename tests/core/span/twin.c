/* twin: a collision by the old core or by the loop of steps, whichever it is asked to be. */
#include "twin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void ended(void *owner, const hz_contact *contact)
{
    twin *m = owner;
    if (!contact) {
        m->untold++;
    } else if (m->contacts < TWIN_CONTACTS) {
        m->contact[m->contacts] = *contact;
        m->ended[m->contacts++] = m->time;
    }
}

hz_contact_system *twin_system(twin *m)
{
    return m->is_new ? &m->now.system : &m->old.system;
}

void twin_init(twin *m, int is_new, int modes, int strikers)
{
    memset(m, 0, sizeof *m);
    m->is_new = is_new;
    assert_true(is_new ? hz_span_init(&m->now, modes, 1) : hz_collide_init(&m->old, modes, 1));
    if (strikers > 1)
        assert_true(is_new ? hz_span_add_strikers(&m->now, strikers) : hz_collide_add_strikers(&m->old, strikers));
    twin_system(m)->ended = ended;
    twin_system(m)->owner = m;
}

void twin_free(twin *m)
{
    if (m->is_new)
        hz_span_free(&m->now);
    else
        hz_collide_free(&m->old);
}

void twin_start(twin *m, const hz_collide_params *p, const hz_modes *object, const hz_modes *ringing, double h)
{
    hz_span_params q = { .law = p->law,
                         .mass = p->mass,
                         .suspension = p->suspension,
                         .rest = p->rest,
                         .gravity = p->gravity,
                         .resolution = p->resolution,
                         .quiet = p->quiet };
    if (ringing)
        assert_true(m->is_new ? hz_span_let_ring(&m->now, ringing->n, 1) : hz_collide_let_ring(&m->old, ringing->n, 1));
    if (m->is_new) {
        hz_span_prepare_both(&m->now, &q, object, ringing, h);
        hz_span_reset(&m->now);
    } else {
        hz_collide_prepare_both(&m->old, p, object, ringing, h);
        hz_collide_reset(&m->old);
    }
    m->contacts = m->untold = 0;
    m->time = 0;
}

void twin_strike(twin *m, double v, double distance)
{
    if (m->is_new)
        hz_span_strike(&m->now, v, distance);
    else
        hz_collide_strike(&m->old, v, distance);
}

void twin_run(twin *m, int n, double *heard, double *force)
{
    static double on_a[TWIN_BLOCK], on_b[TWIN_BLOCK];
    double h = twin_system(m)->h;
    for (int i = 0; i < TWIN_BLOCK; i++) {
        on_a[i] = m->force_a;
        on_b[i] = m->force_b;
    }
    for (int at = 0; at < n; at += TWIN_BLOCK) {
        double audio[TWIN_BLOCK], pushes[TWIN_BLOCK], *rows[] = { audio }, *meter[HZ_METERS] = { 0 };
        int some = n - at < TWIN_BLOCK ? n - at : TWIN_BLOCK;
        hz_collide_io io = { .n = some,
                             .force_a = on_a,
                             .force_b = on_b,
                             .audio = rows,
                             .force = pushes,
                             .meter = meter,
                             .ledger = m->ledger };
        m->time += some * h;
        if (m->is_new)
            hz_span_run(&m->now, &io);
        else
            hz_collide_run(&m->old, &io);
        if (heard)
            memcpy(heard + at, audio, sizeof *heard * (size_t)some);
        if (force)
            memcpy(force + at, pushes, sizeof *force * (size_t)some);
    }
}

void twin_accounts(twin *m, hz_accounts *to)
{
    if (m->is_new)
        hz_span_accounts(&m->now, to);
    else
        hz_collide_accounts(&m->old, to);
}
