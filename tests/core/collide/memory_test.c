/* What is left of a collision where there is not memory enough. */
#include "core/collide/collide.h"
#include "tests/tools/asserted.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST = 10 };

/* In a process that gets memory for some of the hammers' modes only. Returns what went wrong. */
static const char *ring_without_memory(void)
{
    enum { HAMMERS = 4, TOO_MANY = 40000 };
    hz_collide c;
    if (!hz_collide_init(&c, MOST, 1) || !hz_collide_add_strikers(&c, HAMMERS))
        return "no memory at all";
    struct rlimit most;
    getrlimit(RLIMIT_AS, &most);
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld", &pages) != 1)
        return "the size of the process is not known";
    fclose(f);
    most.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + 500000000; /* one takes 200 MB */
    setrlimit(RLIMIT_AS, &most);
    if (hz_collide_let_ring(&c, TOO_MANY, 1))
        return "there was memory enough";
    for (int k = 0; k < HAMMERS; k++)
        if (c.system.strikers[k].ringing.room != 0 || c.system.strikers[k].ringing.memory)
            return "a hammer kept its modes";
    if (!hz_collide_let_ring(&c, MOST, 1) || c.system.strikers[HAMMERS - 1].ringing.room != MOST)
        return "the others do not fit any more";
    hz_collide_free(&c);
    return NULL;
}

static void without_memory_nothing_rings(void **state)
{
    (void)state;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        const char *wrong = ring_without_memory();
        if (wrong)
            fprintf(stderr, "# %s\n", wrong);
        _exit(wrong ? 1 : 0);
    }
    int status = -1;
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        native_unit_test(without_memory_nothing_rings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
