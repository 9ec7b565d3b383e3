/* system: what the library calls and wasi-libc's headers do not declare. Included before each file; files.c has it. */
#ifndef HZ_WEB_SYSTEM_H
#define HZ_WEB_SYSTEM_H

int dup(int fd);
char *realpath(const char *restrict path, char *restrict resolved);

#endif
