/* solving: large matrices are decomposed by a thread of their own, while the body that is there sounds on.
 *
 * What the thread found is taken after a time that follows from the size alone, so that a rendering in batch mode is
 * always the same. Where the thread is not ready by then, Pd waits for it. */
#ifndef HZ_FAMILY_SOLVING_H
#define HZ_FAMILY_SOLVING_H

#include "matrices.h"

typedef struct hz_solving hz_solving;

/* Is called with what was found. It need not be a body. */
typedef void (*hz_solved)(void *of, const hz_matrices *found);

/* Decomposes matrices, which it frees later, and calls `solved`. Small ones are solved at once, and so are all while
 * DSP is off. Of matrices that come while others are being solved the last ones follow. *s is where the work is kept.
 */
void hz_solving_begin(hz_solving **s, hz_matrices *m, hz_solved solved, void *of);

/* Ends it, and waits for the thread. */
void hz_solving_free(hz_solving *s);

#endif
