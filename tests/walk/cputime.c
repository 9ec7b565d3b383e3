/* cputime: preloaded into Pd, it makes [cputime] count the microseconds of Pd's own thread, and not hundredths of a
 * second of the process. What else runs on the machine is not counted. [cputime] multiplies by ten. */
#include <sys/times.h>
#include <time.h>

__attribute__((visibility("default"))) clock_t times(struct tms *t)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    *t = (struct tms){ .tms_utime = now.tv_sec * 1000000 + now.tv_nsec / 1000 };
    return t->tms_utime;
}
