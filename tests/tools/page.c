/* page: a page of the manual, whose tables are what comes out. */
#include "page.h"

#include "asserted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 400000 };

char *page_read(const char *path)
{
    char *text = calloc(1, LONGEST);
    FILE *f = fopen(path, "r");

    assert_non_null(text);
    assert_that(f, "there is no page %s", path);
    size_t n = fread(text, 1, LONGEST - 1, f);
    fclose(f);
    assert_true(n > 0);
    return text;
}

void assert_page_holds(const char *path, const char *table)
{
    char *page = page_read(path);

    assert_non_null(table);
    assert_that(strstr(page, table), "%s has not this table:\n%s", path, table);
    free(page);
}
