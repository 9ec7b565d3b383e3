/* Every help patch and abstraction opens without a complaint. */
#include <dirent.h>
#include <limits.h>

#include "pdrun.h"

static int ends_in_pd(const char *name)
{
    size_t n = strlen(name);
    return n > 3 && !strcmp(name + n - 3, ".pd");
}

/* Without arguments these have nothing to copy or to listen to, and Pd complains. Help patches have them in use. */
static int needs_arguments(const char *name)
{
    return !strcmp(name, "poly~.pd") || !strcmp(name, "plot.pd") || !strcmp(name, "spectrum.pd") ||
           !strcmp(name, "sheet-brief.pd");
}

/* Asks Pd to open each patch of a folder and of those inside it, and to close it again. Returns how late it is then. */
static double open_folder(pd_patch *p, double ms, const char *folder, int *opened)
{
    DIR *d = opendir(folder);
    assert_that(d, "there is no folder %s", folder);
    for (struct dirent *e; (e = readdir(d));) {
        char path[PATH_MAX];
        if (e->d_name[0] == '.' || needs_arguments(e->d_name))
            continue;
        if (ends_in_pd(e->d_name)) {
            pd_at(p, ms, PD_SEND, "pd open %s %s", e->d_name, folder);
            pd_at(p, ms + 80, PD_SEND, "pd-%s menuclose 1", e->d_name);
            ms += 100;
            ++*opened;
        } else if (e->d_type == DT_DIR && snprintf(path, sizeof path, "%s/%s", folder, e->d_name) < PATH_MAX) {
            ms = open_folder(p, ms, path, opened);
        }
    }
    closedir(d);
    return ms;
}

/* Opens all patches below a folder in a Pd that runs, and wants no line of them. Only [pd~] tells its version. */
static void open_all(const char *folder)
{
    char path[PATH_MAX];
    int opened = 0;
    pd_patch *p = pd_open();
    assert_that(realpath(folder, path), "there is no folder %s", folder);
    open_folder(p, 10, path, &opened);
    pd_run(p);
    assert_that(opened > 0, "there is no patch in %s", folder);
    int reply;
    const char *line;
    for (int i = 0; (line = pd_next(p, i, &reply)); i++)
        assert_that(!strncmp(line, "pd~ version ", 12), "%s: %s", folder, line);
    pd_close(p);
}

TEST(help_patches_open)
{
    open_all("help");
}

TEST(abstractions_open)
{
    open_all("abstractions");
}
