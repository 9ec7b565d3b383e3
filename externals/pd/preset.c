/* preset: named settings, applied as if they were sent as messages. */
#include "sound.h"

#include <string.h>

#include "decimal.h"
#include "internal.h"
#include "text.h"

/* Reads the next word of a setting as an atom. Returns 0 if the setting is over. */
static int read_word(const char **at, t_atom *a)
{
    char word[HZ_SETTING];
    double x;
    size_t n;

    *at += strspn(*at, " ");
    n = strcspn(*at, " ,+");
    if (n == 0 || n >= sizeof word)
        return 0;
    memcpy(word, *at, n);
    word[n] = 0;
    *at += n;
    if (!hz_decimal_read(word, n, &x))
        SETSYMBOL(a, gensym(word));
    else
        SETFLOAT(a, (t_float)x);
    return 1;
}

void hz_setting_list_read(const char *settings, hz_setting each, void *to)
{
    for (const char *at = settings; *at && *at != '+'; at += *at == ',') {
        t_atom name, values[HZ_SETTING];
        int n = 0;
        if (!read_word(&at, &name) || name.a_type != A_SYMBOL)
            return;
        while (n < HZ_SETTING && read_word(&at, &values[n]))
            n++;
        each(to, name.a_w.w_symbol, n, values);
    }
}

void hz_preset_read(const hz_object *o, const hz_preset *p, hz_setting each, void *to)
{
    const char *second = strchr(p->settings, '+');

    hz_setting_list_read(p->settings, each, to);
    if (second && hz_common_number(o, HZ_EDITION) > 1)
        hz_setting_list_read(second + 1, each, to);
}

static const char LAB[] = "lab-", LAB_BEFORE[] = "lab_"; /* Papers' contacts begin so; they were called without too. */
enum { LAB_LENGTH = sizeof LAB - 1 };

/* Returns the preset that was once called so, and says what it is called now. NULL: there is none. */
static const hz_preset *find_renamed(hz_object *o, const char *was)
{
    const hz_class *c = o->cls;
    const char *bare = was + (strncmp(was, LAB_BEFORE, LAB_LENGTH) ? 0 : LAB_LENGTH);
    hz_text text = { 0 };

    for (int i = 0; i < c->n_presets; i++)
        if (!strncmp(c->presets[i].name, LAB, LAB_LENGTH) && !strcmp(c->presets[i].name + LAB_LENGTH, bare)) {
            hz_text_add(&text, "preset: %s is called %s now", was, c->presets[i].name);
            hz_object_hint(o, gensym(text.s)->s_name);
            return &c->presets[i];
        }
    return NULL;
}

const hz_preset *hz_preset_find(hz_object *o, int argc, const t_atom *argv)
{
    const hz_class *c = o->cls;
    hz_text allowed = { 0 };

    for (int i = 0; i < c->n_presets; i++)
        if (argc == 1 && hz_word_list_is(argc, argv, 0, c->presets[i].name))
            return &c->presets[i];
    const hz_preset *renamed =
        argc == 1 && argv->a_type == A_SYMBOL ? find_renamed(o, argv->a_w.w_symbol->s_name) : NULL;
    if (renamed)
        return renamed;
    for (int i = 0; i < c->n_presets; i++)
        hz_text_add(&allowed, "%s%s", i ? " " : "", c->presets[i].name);
    hz_refuse(o, NULL, "preset", argc, argv, allowed.s);
    return NULL;
}

typedef struct choice {
    hz_object *o;
    const hz_preset *preset;
} choice;

static void apply_one(void *to, const t_symbol *name, int argc, const t_atom *argv)
{
    const choice *c = to;

    if (!hz_values_message(c->o, name, argc, argv))
        hz_error(c->o, "%s: preset %s: there is no parameter '%s'", c->o->cls->name, c->preset->name, name->s_name);
}

void hz_preset_apply(hz_object *o, const hz_preset *preset)
{
    hz_sound_begin(o);
    o->bridge->verbs.last.verb = NULL; /* A bang is that of the preset, at the level for which it was made. */
    hz_preset_read(o, preset, apply_one, &(choice){ o, preset });
}
