/* preset: named settings, applied as if they were sent as messages. */
#include "preset.h"

#include <string.h>

#include "bridge.h"
#include "values.h"

const hz_preset *hz_preset_find(const hz_class *c, const char *name)
{
    for (int i = 0; i < c->n_presets; i++)
        if (!strcmp(c->presets[i].name, name))
            return &c->presets[i];
    return NULL;
}

/* One setting: what stands before the next comma. */
static void apply_one(hz_object *o, const hz_preset *preset, int argc, const t_atom *argv)
{
    hz_text text = { 0 };

    if (argc == 0 || hz_values_message(o, argc, argv))
        return;
    hz_text_add_atoms(&text, argc, argv);
    pd_error(o, "%s: preset %s: no parameter '%s'", o->cls->name, preset->name, text.s);
}

void hz_preset_apply(hz_object *o, const hz_preset *preset)
{
    t_binbuf *b = binbuf_new();

    hz_values_defaults(o);
    o->bridge->verbs.last = NULL; /* a bang is the preset's own, at the level it was made for */
    binbuf_text(b, preset->settings, strlen(preset->settings));
    const t_atom *a = binbuf_getvec(b);
    int n = binbuf_getnatom(b), start = 0;
    for (int i = 0; i <= n; i++)
        if (i == n || a[i].a_type == A_COMMA) {
            apply_one(o, preset, i - start, a + start);
            start = i + 1;
        }
    binbuf_free(b);
}
