/* settings: messages as a declaration writes them, in one string, separated by commas. */
#ifndef HZ_PD_SETTINGS_H
#define HZ_PD_SETTINGS_H

#include "m_pd.h"

/* Hands each of them to `each`, in their order; empty ones are left out. Not from the audio thread. */
void hz_settings_read(const char *settings, void (*each)(void *to, int argc, const t_atom *argv), void *to);

#endif
