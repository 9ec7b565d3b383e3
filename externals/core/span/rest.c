/* rest: all that touch lie still. */
#include "internal.h"

int hz_span_is_at_rest(hz_span *c, const hz_block *b)
{
    (void)c, (void)b;
    return 0;
}

void hz_span_rest(hz_span *c, hz_block *b)
{
    (void)c, (void)b;
}
