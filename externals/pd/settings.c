/* settings: messages as a declaration writes them. */
#include "settings.h"

#include <string.h>

void hz_settings_read(const char *settings, void (*each)(void *to, int argc, const t_atom *argv), void *to)
{
    t_binbuf *b = binbuf_new();
    binbuf_text(b, settings, strlen(settings));
    const t_atom *a = binbuf_getvec(b);
    int n = binbuf_getnatom(b), start = 0;
    for (int i = 0; i <= n; i++)
        if (i == n || a[i].a_type == A_COMMA) {
            if (i > start)
                each(to, i - start, a + start);
            start = i + 1;
        }
    binbuf_free(b);
}
