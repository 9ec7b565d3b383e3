/* word_list: words in one string with blanks between them, as a declaration writes its choices. */
#ifndef HZ_PD_WORD_LIST_H
#define HZ_PD_WORD_LIST_H

#include "m_pd.h"

#include "short_text.h"

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
