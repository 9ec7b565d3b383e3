/* short_text: one line of bounded length, built piece by piece.
 *
 * The texts of errors quote what was sent, which may be a list of any length. What does not fit is cut and ends in an
 * ellipsis. */
#ifndef HZ_PD_SHORT_TEXT_H
#define HZ_PD_SHORT_TEXT_H

#include "m_pd.h"

enum { HZ_TEXT = 400, HZ_QUOTED = 120 };

typedef struct hz_text {
    int n;
    char s[HZ_TEXT];
} hz_text;

/* Appends to a text, which begins as { 0 }. */
__attribute__((format(printf, 2, 3))) void hz_text_add(hz_text *t, const char *format, ...);

/* Appends what stands before an atom, and the atom as it was typed. Returns 0 if the text is so long already that it
 * ends in an ellipsis. */
int hz_text_add_atom(hz_text *t, const char *before, const t_atom *a);

/* Appends atoms as they were typed, with blanks between them, up to about HZ_QUOTED characters. Without an atom it
 * appends "nothing". */
void hz_text_add_atoms(hz_text *t, int argc, const t_atom *argv);

#endif
