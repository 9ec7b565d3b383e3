/* page: a page of the manual, whose tables are what comes out. */
#ifndef HZ_TEST_PAGE_H
#define HZ_TEST_PAGE_H

/* Returns the text of a page, to be freed. `path` begins at the root of the repository, where tests run. */
char *page_read(const char *path);

/* Fails unless the page holds this table, which it shows then. */
void assert_page_holds(const char *path, const char *table);

#endif
