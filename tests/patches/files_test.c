/* Every help patch and abstraction opens without a complaint. */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "pdrun.h"

static int is_patch(const struct dirent *e)
{
    size_t n = strlen(e->d_name);
    return n > 3 && !strcmp(e->d_name + n - 3, ".pd");
}

/* Opens each patch of a folder in a Pd that runs, closes it, and wants no line of it. */
static void open_all(const char *folder)
{
    char path[PATH_MAX];
    if (!realpath(folder, path))
        return; /* as long as there is no such folder, it holds no patch */
    struct dirent **found;
    int n = scandir(path, &found, is_patch, alphasort);
    pd_patch *p = pd_open();
    for (int i = 0; i < n; i++) {
        pd_at(p, 10 + 100 * i, PD_SEND, "pd open %s %s", found[i]->d_name, path);
        pd_at(p, 90 + 100 * i, PD_SEND, "pd-%s menuclose 1", found[i]->d_name);
        free(found[i]);
    }
    free(found);
    pd_run(p);
    if (pd_count(p, PD_ALL, ""))
        fail_msg("%s: %s", folder, pd_line(p, PD_ALL, "", 0));
    pd_close(p);
}

static void help_patches_open(void **state)
{
    (void)state;
    open_all("help");
}

static void abstractions_open(void **state)
{
    (void)state;
    open_all("abstractions");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_patches_open),
        cmocka_unit_test(abstractions_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
