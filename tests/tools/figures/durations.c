/* The manual's table of contact durations: prints it, and writes durations.md into the folder it is given. */
#include "tests/core/textbook/duration_table.h"
#include "tests/tools/page.h"

int main(int argc, char **argv)
{
    return page_print(argc, argv, "durations.md", duration_table());
}
