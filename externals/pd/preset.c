/* preset: named settings, applied as if they were sent as messages. */
#include "preset.h"

#include <string.h>

#include "bridge.h"
#include "settings.h"
#include "values.h"

const hz_preset *hz_preset_find(const hz_class *c, const char *name)
{
    for (int i = 0; i < c->n_presets; i++)
        if (!strcmp(c->presets[i].name, name))
            return &c->presets[i];
    return NULL;
}

typedef struct choice {
    hz_object *o;
    const hz_preset *preset;
} choice;

static void apply_one(void *to, int argc, const t_atom *argv)
{
    const choice *c = to;
    hz_text text = { 0 };

    if (hz_values_message(c->o, argc, argv))
        return;
    hz_text_add_atoms(&text, argc, argv);
    pd_error(c->o, "%s: preset %s: no parameter '%s'", c->o->cls->name, c->preset->name, text.s);
}

void hz_preset_apply(hz_object *o, const hz_preset *preset)
{
    hz_values_defaults(o);
    o->bridge->verbs.last = NULL; /* a bang is the preset's own, at the level it was made for */
    hz_settings_read(preset->settings, apply_one, &(choice){ o, preset });
}
