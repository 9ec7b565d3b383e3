/* complaint: every error about a value has this one form. */
#include <stdarg.h>
#include <stdio.h>

#include "instrument.h"
#include "internal.h"
#include "word_list.h"

int hz_object_is_quiet(const hz_object *o)
{
    const hz_part *part = &o->bridge->part;

    return part->quiet || (part->number > 1 && part->lead->bridge->part.alone != part->number);
}

void hz_error(hz_object *o, const char *format, ...)
{
    char text[3 * HZ_TEXT];
    va_list list;

    o->bridge->part.complaints++;
    if (hz_object_is_quiet(o))
        return;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (!hz_instrument_repeats(o, text))
        pd_error(o->bridge->part.lead, "%s", text);
}

void hz_complain(hz_object *o, const char *prefix, const char *subject, const char *given, const char *allowed,
                 const char *kept)
{
    hz_text name = { 0 }, guess = { 0 };

    hz_word_list_guess(&guess, given, NULL, allowed);
    hz_error(o, "%s: %s%s%s: got %s, allowed %s, %s%s%s", hz_instrument_name(o, &name), prefix ? prefix : "",
             prefix ? " " : "", subject, given, allowed, kept ? "kept " : "nothing done", kept ? kept : "", guess.s);
}

void hz_refuse(hz_object *o, const char *prefix, const char *subject, int argc, const t_atom *argv, const char *allowed)
{
    hz_text given = { 0 };

    hz_text_add_atoms(&given, argc, argv);
    hz_complain(o, prefix, subject, given.s, allowed, NULL);
}

void hz_object_complain(hz_object *o, int table, const char *subject, const char *given, const char *allowed,
                        const char *kept)
{
    const char *prefix = table == HZ_NO_TABLE ? NULL : hz_values_table(o, table)->prefix;

    hz_complain(o, prefix, subject, given, allowed, kept);
}
