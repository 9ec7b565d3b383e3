/* settings: messages as a declaration writes them, in one string, separated by commas. */
#ifndef HZ_PD_SETTINGS_H
#define HZ_PD_SETTINGS_H

#include "m_pd.h"

/* Hands each of them to `each`, in their order. A setting has at most HZ_SETTING values, a word at most 60 letters. */
enum { HZ_SETTING = 64 };
typedef void (*hz_setting)(void *to, const t_symbol *name, int argc, const t_atom *argv);
void hz_settings_read(const char *settings, hz_setting each, void *to);

#endif
