/* textbook: the textbook methods as one solver. */
#ifndef HZ_TEXTBOOK_H
#define HZ_TEXTBOOK_H

#include "methods.h"

extern const hz_solver hz_textbook_solver;

#endif
