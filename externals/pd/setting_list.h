/* setting_list: settings as a declaration writes them, in one string with commas: "mass 0.01, size 0.4 0.3". */
#ifndef HZ_PD_SETTING_LIST_H
#define HZ_PD_SETTING_LIST_H

#include "m_pd.h"

enum { HZ_SETTING = 64 }; /* A setting has so many values at most, and a word so many letters. */

typedef void (*hz_setting)(void *to, const t_symbol *name, int argc, const t_atom *argv);

/* Hands each setting to `each`, in their order. */
void hz_setting_list_read(const char *settings, hz_setting each, void *to);

#endif
