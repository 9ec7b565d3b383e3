/* files: Pd's files, in a folder that is made for them and goes with them. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "parts.h"

#include <dirent.h>
#include <fcntl.h>
#include <g_canvas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void standin_begin(void)
{
    snprintf(standin.folder, sizeof standin.folder, "/tmp/hertz-host-XXXXXX");
    if (!mkdtemp(standin.folder))
        standin_finding("no folder %s", standin.folder);
    atexit(standin_files_end);
}

/* A name becomes one of this folder: nothing is written anywhere else. */
static void standin_path(const char *name, char path[MAXPDSTRING])
{
    size_t n = (size_t)snprintf(path, MAXPDSTRING, "%s/", standin.folder);
    while (*name && n < MAXPDSTRING - 2) {
        path[n++] = *name == '/' || *name == '.' ? '_' : *name;
        name++;
    }
    path[n] = 0;
}

t_canvas *canvas_getcurrent(void)
{
    return NULL;
}

void canvas_makefilename(const t_canvas *c, const char *file, char *result, int size)
{
    char path[MAXPDSTRING];
    (void)c;
    standin_path(file, path);
    snprintf(result, (size_t)size, "%s", path);
}

int canvas_path_iterate(const t_canvas *c, t_canvas_path_iterator look, void *user)
{
    (void)c;
    return look("", user);
}

int sys_isabsolutepath(const char *path)
{
    return path[0] == '/' || path[0] == '~';
}

int sys_open(const char *name, int flags, ...)
{
    char path[MAXPDSTRING];
    int is_path = !strncmp(name, standin.folder, strlen(standin.folder)); /* canvas_makefilename made it. */
    if (!is_path)
        standin_path(name, path);
    return open(is_path ? name : path, flags, 0600);
}

int sys_close(int fd)
{
    return close(fd);
}

void standin_files_empty(void)
{
    DIR *folder = opendir(standin.folder);
    struct dirent *e;
    while (folder && (e = readdir(folder)) != NULL) {
        char path[MAXPDSTRING];
        snprintf(path, sizeof path, "%s/%s", standin.folder, e->d_name);
        if (unlink(path))
            rmdir(path);
    }
    if (folder)
        closedir(folder);
}

void standin_files_end(void)
{
    standin_files_empty();
    rmdir(standin.folder);
}
