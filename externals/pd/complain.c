/* complain: the one form of an error about a value. */
#include "class.h"

void hz_object_complain(hz_object *o, const char *subject, const char *given, const char *allowed, const char *kept)
{
    pd_error(o, "%s: %s: got %s, allowed %s, %s%s", o->cls->name, subject, given, allowed,
             kept ? "kept " : "nothing done", kept ? kept : "");
}
