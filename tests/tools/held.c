#include "held.h"

#include <malloc.h>

#include "tests/tools/test.h"

/* Returns the bytes that are allocated. A C library before glibc 2.33 counts them in an int. */
static double held(void)
{
#if __GLIBC_PREREQ(2, 33)
    struct mallinfo2 m = mallinfo2();
#else
    struct mallinfo m = mallinfo();
#endif
    return (double)m.uordblks + (double)m.hblkhd;
}

void held_no_more(void (*life)(void))
{
    enum { LIVES = 100, KEPT = 4096 }; /* malloc keeps some of the pieces that it has cut */
    double before = 0;
    for (int i = 0; i < 2 * LIVES; i++) {
        if (i == LIVES)
            before = held();
        life();
    }
    double more = held() - before;
    assert_that(more < KEPT, "%d lives more hold %g bytes more", LIVES, more);
}
