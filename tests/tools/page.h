/* page: a page of the manual, whose tables are what comes out, and the files that programs of figures write. */
#ifndef HZ_TEST_PAGE_H
#define HZ_TEST_PAGE_H

#include <stdio.h>

/* Returns the text of a page, to be freed. `path` begins at the root of the repository, where tests run. */
char *page_read(const char *path);

/* Fails unless the page holds this table, which it shows then. */
void assert_page_holds(const char *path, const char *table);

/* Opens a file for writing, or ends the program where that cannot be. */
FILE *page_make(const char *folder, const char *name);

/* Prints a table and frees it, and writes it into a file in the folder that is the program's argument. */
int page_print(int argc, char **argv, const char *name, char *table);

#endif
