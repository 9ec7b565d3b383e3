/* library: all classes in one library, for `declare -lib hertz`, and for programs that have Pd and hertz in themselves.
 *
 * Compiled with HZ_LIBRARY, the setup functions of the classes bear the library's name before their own, so that they
 * clash with nobody's. A class is then known as [impact~] and as [hertz/impact~]. */
#include "pd/class.h"

/* What makes objects in a patch needs patches, which the page in a browser has not. */
#ifdef __wasi__
#define MAKERS(EACH)
#else
#define MAKERS(EACH) EACH(mount)
#endif

/* Each class is named here once. */
#define CLASSES(EACH)                                                                                                  \
    EACH(impact)                                                                                                       \
    EACH(bounce)                                                                                                       \
    EACH(modalcontact) EACH(friction) EACH(stringbarrier) EACH(trombamarina) EACH(hold) EACH(listen) MAKERS(EACH)

#define DECLARE(id) void hertz_##id##_tilde_setup(void);
CLASSES(DECLARE)

HZ_SHOWN void hertz_setup(void);
void hertz_setup(void)
{
#define SET_UP(id) hertz_##id##_tilde_setup();
    CLASSES(SET_UP)
}
