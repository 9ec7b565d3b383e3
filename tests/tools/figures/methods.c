/* The manual's table of methods: prints it, and writes methods.md into the folder it is given. */
#include "tests/core/textbook/method_table.h"
#include "tests/tools/page.h"

int main(int argc, char **argv)
{
    return page_print(argc, argv, "methods.md", method_table());
}
