/* report: what leaves the audio thread as messages. */
#include "report.h"

#include <math.h>

#include "instrument.h"
#include "internal.h"
#include "text.h"

static const double SECOND = 1000; /* Clocks of Pd count milliseconds. */

static void set_due(hz_reports *r)
{
    if (!r->due)
        clock_delay(r->soon, 0);
    r->due = 1;
}

/* A force beyond all numbers leaves a contact that has none: it is counted. */
static int is_finite(const hz_contact *c)
{
    return isfinite(c->v_in) && isfinite(c->v_out) && isfinite(c->duration) && isfinite(c->x_max) &&
           isfinite(c->f_max) && isfinite(c->energy);
}

void hz_object_report(void *object, const hz_contact *c)
{
    hz_object *o = object;
    hz_reports *r = &o->bridge->reports;

    if (c && is_finite(c) && r->n < HZ_CONTACTS)
        r->contact[(r->first + r->n++) % HZ_CONTACTS] = *c;
    else
        r->beyond++;
    set_due(r);
}

/* All voices together make a remark once. */
static void keep(hz_object *o, const char *text, int hint)
{
    hz_reports *r = &o->bridge->reports;
    int i = 0;

    while (i < r->n_remarks && r->remark[i].text != text)
        i++;
    if (i == HZ_REMARKS)
        return;
    hz_remark *its = &r->remark[i];
    if (i < r->n_remarks && (its->state != HZ_REMARK_ARMED || clock_gettimesince(its->since) < HZ_REMARK_MS))
        return;
    *its = (hz_remark){ .text = text, .hint = hint, .state = HZ_REMARK_WAITS };
    r->n_remarks += i == r->n_remarks;
    set_due(r);
}

void hz_object_remark(hz_object *voice, const char *text)
{
    voice->bridge->part.lead->bridge->part.complaints++;
    keep(voice->bridge->part.lead, text, 0);
}

void hz_object_hint(hz_object *voice, const char *text)
{
    keep(voice->bridge->part.lead, text, 1);
}

static void tell_remarks(hz_object *o)
{
    hz_reports *r = &o->bridge->reports;

    for (int i = 0; i < r->n_remarks; i++) {
        hz_remark *its = &r->remark[i];
        if (its->state != HZ_REMARK_WAITS)
            continue;
        its->state = HZ_REMARK_TOLD;
        its->since = clock_getlogicaltime();
        hz_text name = { 0 };
        if (!its->hint)
            hz_error(o, "%s: %s", hz_instrument_name(o, &name), its->text);
        else if (!hz_instrument_repeats(o, its->text))
            post("%s: %s", hz_instrument_name(o, &name), its->text);
    }
}

void hz_reports_rearm(hz_object *o)
{
    hz_reports *r = &o->bridge->reports;

    tell_remarks(o);
    for (int i = 0; i < r->n_remarks; i++)
        r->remark[i].state = HZ_REMARK_ARMED;
}

void hz_object_answer(hz_object *o, const char *name, const double *value, int n)
{
    t_atom a[HZ_ACCOUNTS + 1];

    for (int i = 0; i < n && i <= HZ_ACCOUNTS; i++)
        SETFLOAT(&a[i], hz_number_told(value[i]));
    outlet_anything(o->bridge->reports.info, gensym(name), n, a);
}

/* Tells a contact, or a stretch of friction by its time and its loss. Where there are several strikers, the number of
 * the striker stands sixth, and where there are several voices, that of the voice stands last. */
static void tell_contact(hz_object *o, const hz_contact *c)
{
    static const char *const kinds[] = { [HZ_TOUCH] = "contact", [HZ_STICK] = "stick", [HZ_SLIP] = "slip" };
    double said[7] = { c->v_in, c->v_out, c->duration, c->x_max, c->f_max };
    int n = 5;

    if (c->kind != HZ_TOUCH) {
        said[0] = c->duration;
        said[1] = c->energy;
        n = 2;
    }

    if (c->striker)
        said[n++] = c->striker;
    if (o->bridge->part.lead->bridge->voices.n > 1)
        said[n++] = o->bridge->part.number;
    hz_object_answer(o, kinds[c->kind], said, n);
}

/* Ends the running second. Contacts beyond the limit are told by their number, once. */
static void close_second(hz_object *o)
{
    hz_reports *r = &o->bridge->reports;
    int n = r->untold;
    t_atom a;

    clock_unset(r->second);
    r->open = r->sent = r->untold = 0;
    SETFLOAT(&a, (t_float)n);
    if (n)
        outlet_anything(r->info, gensym("contacts"), 1, &a);
}

static void open_second(hz_object *o)
{
    hz_reports *r = &o->bridge->reports;

    if (r->open && clock_gettimesince(r->since) >= SECOND)
        close_second(o);
    if (!r->open)
        r->since = clock_getlogicaltime();
    r->open = 1;
}

/* Sends what the block left. A receiver may send us messages meanwhile, so that each contact is taken out before it is
 * told. */
static void deliver(hz_object *o)
{
    hz_reports *r = &o->bridge->reports;

    r->due = 0;
    tell_remarks(o);
    open_second(o);
    while (r->n) {
        hz_contact c = r->contact[r->first];
        r->first = (r->first + 1) % HZ_CONTACTS;
        r->n--;
        if (r->sent < hz_common_number(o, HZ_REPORT)) {
            r->sent++;
            tell_contact(o, &c);
        } else
            r->untold++;
    }
    r->untold += r->beyond;
    r->beyond = 0;
    if (r->untold)
        clock_delay(r->second, SECOND - clock_gettimesince(r->since));
}

int hz_reports_make(hz_object *o)
{
    hz_reports *r = &o->bridge->reports;

    r->soon = clock_new(o, (t_method)deliver);
    r->second = clock_new(o, (t_method)close_second);
    return r->soon && r->second;
}

void hz_reports_free(hz_object *o)
{
    hz_reports *r = &o->bridge->reports;

    if (r->soon)
        clock_free(r->soon);
    if (r->second)
        clock_free(r->second);
}
