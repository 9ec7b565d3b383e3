/* rig: a collision under observation, one sample at a time, with its books open. */
#include "rig.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

static void ended(void *owner, const hz_contact *contact)
{
    rig *r = owner;
    r->contacts++;
    if (contact)
        r->last = *contact;
    else
        r->unresolved++;
}

void rig_init(rig *r, int room_b)
{
    *r = (rig){ .motion = 0 };
    assert_true(hz_collide_init(&r->c, room_b, 1));
    r->c.system.ended = ended;
    r->c.system.owner = r;
}

void rig_free(rig *r)
{
    hz_collide_free(&r->c);
}

hz_collide_params rig_params(void)
{
    return (hz_collide_params){ .law = { 1e7, 1.5, 0 }, .mass = 0.01, .resolution = 64, .quiet = 1e-6 };
}

static double largest(const hz_accounts *a)
{
    double most = 0;
    for (int i = 0; i < HZ_ACCOUNTS; i++)
        most = i == HZ_RESIDUAL ? most : fmax(most, fabs(a->value[i]));
    return most;
}

int rig_bound(int resolution)
{
    return 8 * (resolution > 0 ? resolution : 12) + 256;
}

void rig_clear(rig *r)
{
    hz_collide_accounts(&r->c, &r->now);
    r->before = r->now;
    r->seen = largest(&r->now);
    r->residual = r->rise = r->gain = r->hidden = r->pull = r->drift = r->far = 0;
    r->substeps = r->samples = r->most = r->over = r->contacts = r->unresolved = 0;
    r->bound = rig_bound(r->c.params.resolution);
}

void rig_start(rig *r, const hz_collide_params *p, double h)
{
    hz_collide_prepare(&r->c, p, NULL, h);
    hz_collide_reset(&r->c);
    rig_clear(r);
    r->fresh = 1;
}

/* The books before a sample: what a strike or a change has adjusted since the last one is in them. */
static void open_sample(rig *r)
{
    hz_collide_accounts(&r->c, &r->before);
}

/* Compares the books with those before the sample. */
static void audit(rig *r, int forced)
{
    hz_collide_accounts(&r->c, &r->now);
    const double *now = r->now.value, *before = r->before.value;
    r->seen = fmax(r->seen, largest(&r->now));
    if (!(r->seen > 0))
        return;
    double rise = now[HZ_STORED] - before[HZ_STORED], hidden = fabs(now[HZ_ADJUSTED] - before[HZ_ADJUSTED]);
    double gain = fmax(before[HZ_DISSIPATED] - now[HZ_DISSIPATED], before[HZ_SHED] - now[HZ_SHED]),
           residual = fabs(now[HZ_RESIDUAL]);
    int moved = !r->fresh;
    r->fresh = 0;
    if (!forced && moved && !(rise / r->seen <= r->rise))
        r->rise = rise / r->seen;
    if (moved && !(hidden / r->seen <= r->hidden))
        r->hidden = hidden / r->seen;
    if (!(gain / r->seen <= r->gain))
        r->gain = gain / r->seen;
    if (!(residual / r->seen <= r->residual))
        r->residual = residual / r->seen;
}

/* The compression is kept by increments, and must stay what the places of the bodies say. */
static void survey(rig *r)
{
    const hz_collide *c = &r->c;
    double a = hz_contact_striker_displacement(c->system.striker), b = hz_bank_displacement(&c->system.object);
    double places = fabs(a) + fabs(b) + fabs(c->system.striker->body.origin) +
                    fabs(hz_bank_velocity(&c->system.striker->body)) * c->system.h;
    r->far = fmax(r->far, places);

    r->drift = fmax(r->drift, r->far > 0 ? fabs(c->system.striker->eta - (a - b)) / r->far : 0);
    r->pull = fmax(r->pull, -r->force);
}

/* What a sample of the outer forces would give the hammer at rest. */
static double brought(const rig *r, double force)
{
    double m = r->c.params.mass, change = (force + m * r->c.params.gravity) * r->c.system.h;
    return 0.5 * change * change / m;
}

void rig_sample(rig *r, double force_a, double force_b)
{
    double *meter[HZ_METERS] = { 0 };
    int ended_before = r->contacts, touching = r->c.system.striker->touching;
    open_sample(r);
    if (r->rough)
        r->seen = fmax(r->seen, brought(r, force_a));
    hz_collide_run(&r->c, &(hz_collide_io){ .n = 1,
                                            .force_a = &force_a,
                                            .force_b = &force_b,
                                            .table = r->shaken ? &r->place : NULL,
                                            .audio = (double *[]){ &r->motion },
                                            .force = &r->force,
                                            .meter = meter,
                                            .ledger = 1 });
    r->touched = touching || r->c.system.striker->touching || r->contacts > ended_before;
    r->substeps += r->touched ? r->c.system.substeps : 0;
    r->samples += r->touched;
    r->most = r->c.system.substeps > r->most ? r->c.system.substeps : r->most;
    r->over += r->c.system.substeps > r->bound;
    survey(r);
    audit(r, force_a != 0 || force_b != 0 || r->shaken);
}

int rig_contact(rig *r, int samples)
{
    int ended_before = r->contacts;
    for (int i = 0; i < samples && r->contacts == ended_before; i++)
        rig_sample(r, 0, 0);
    return r->contacts > ended_before;
}

void rig_modes(rig *r, double mass, double sigma)
{
    static const double freqs[] = { 220, 950, 3500 }, weights[] = { 1, -0.8, 0.5 };
    hz_bank *b = &r->c.system.object;
    b->n = 3;
    for (int i = 0; i < 3; i++) {
        b->mass[i] = mass;
        b->omega[i] = 2 * 3.14159265358979323846 * freqs[i];
        b->sigma[i] = sigma;
        b->weight[i] = weights[i];
    }
}

/* ---- the watch ---- */

static char doing[400];

static void bark(int signal_number)
{
    (void)signal_number;
    static const char said[] = "\n# hangs in: ";
    if (write(1, said, sizeof said - 1) < 0 || write(1, doing, strlen(doing)) < 0)
        _exit(3);
    _exit(2);
}

void rig_watch(const char *what, ...)
{
    va_list list;
    va_start(list, what);
    vsnprintf(doing, sizeof doing, what, list);
    va_end(list);
    /* This is processor time, for the machine may be busy with other things. Under valgrind or an emulator, which
     * HZ_WRAP names, a program takes up to fifty times as long. */
    signal(SIGPROF, bark);
    setitimer(ITIMER_PROF, &(struct itimerval){ .it_value = { getenv("HZ_WRAP") ? 1000 : 20, 0 } }, NULL);
}
