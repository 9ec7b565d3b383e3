/* lines: messages that are kept, in the order in which they came last. */
#ifndef HZ_RACK_LINES_H
#define HZ_RACK_LINES_H

#include "m_pd.h"

/* A message is its selector and what follows; the selectors of numbers and lists are words too. */
typedef struct hz_line {
    int n, drives; /* With 1 it makes sound by itself, as wind does, until the same message says 0. */
    t_atom *atom;
} hz_line;

typedef struct hz_lines {
    hz_line *line;
    int n, room;
} hz_lines;

void hz_lines_clear(hz_lines *l);

/* Adds a message at the end. Returns 0 if there is no memory. */
int hz_lines_add(hz_lines *l, const t_symbol *selector, int argc, const t_atom *argv, int drives);

void hz_lines_drop(hz_lines *l, int i);
/* Forgets the message that begins so. */
void hz_lines_forget(hz_lines *l, const t_symbol *selector);

/* Says whether a message makes sound by itself now. */
int hz_line_is_driving(const hz_line *l);

/* Says whether a message is a seed, of an object or of a part of an instrument: it is another one each time. */
int hz_line_is_seed(const hz_line *l);

/* A number that differs where the messages do, but for their seeds. */
unsigned long hz_lines_hash(const hz_lines *l);

/* Sends a message as an answer: `state` to be shown, `line` to be told again, and `kept` for a file, in which numbers
 * are words with as many digits as it takes to read the same number again, since Pd would write six. `more` stands
 * before the message unless it is NULL. */
#define HZ_TELL_SHOWN "state"
#define HZ_TELL_LINE "line"
#define HZ_TELL_KEPT "kept"
void hz_line_tell(const hz_line *l, const char *as, const char *more, t_outlet *to);

#endif
