/* text: the words and numbers of messages, how they are read, and the one form of errors about them.
 *
 * The texts of errors quote what was sent, which may be a list of any length. What does not fit is cut and ends in an
 * ellipsis. */
#ifndef HZ_PD_TEXT_H
#define HZ_PD_TEXT_H

#include "m_pd.h"

/* ---- numbers ---- */

/* Two numbers of Pd that differ still differ when both are written with this many digits. */
enum { HZ_NUMBER_DIGITS = sizeof(t_float) > sizeof(float) ? 17 : 9 };

/* Returns the number that was meant. Pd in single precision turns a typed 0.01 into 0.00999999978. The shortest decimal
 * that reads back to the same float is what was typed, and with it a result agrees with its closed form in every digit.
 */
double hz_number_from(t_float f);

/* Says whether x lies in a range, both ends of which are allowed. The ends are compared as Pd can hold them, so that a
 * typed end is accepted; then x is held to the range exactly. */
int hz_number_within(double *x, double min, double max);

/* Returns a number as Pd can hold it: what is beyond its range becomes the greatest that Pd has. */
t_float hz_number_told(double x);

/* Returns the frequency of a midi pitch, Hz. */
double hz_number_pitch(double midi);

/* ---- a line of bounded length ---- */

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

/* ---- words in one string with blanks between them, as a declaration writes its choices ---- */

int hz_word_list_count(const char *words);

/* Returns the index of a word, or -1. */
int hz_word_list_find(const char *words, const char *word);

/* Appends the question whether a word of the list was meant, with a prefix or NULL before it, if what was typed is one
 * letter off and nothing was asked yet. */
void hz_word_list_guess(hz_text *question, const char *typed, const char *prefix, const char *words);

/* Says whether there is an atom i and it is this word. */
int hz_word_list_is(int argc, const t_atom *argv, int i, const char *word);

/* Says whether a message, which is a selector and its atoms, begins with this name: `mass`, or with the prefix a,
 * `a mass`. Returns how many of the atoms belong to the name, or -1 if it does not begin so. */
int hz_word_list_begin(const t_symbol *selector, int argc, const t_atom *argv, const char *prefix, const char *name);

/* Returns the word at an index as a symbol of Pd. The index must be in the list. */
t_symbol *hz_word_list_symbol(const char *words, int index);

#endif
