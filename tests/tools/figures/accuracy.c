/* The manual's table of accuracy: prints it, and writes accuracy.md into the folder it is given. */
#include "tests/core/collide/accuracy_table.h"
#include "tests/tools/page.h"

int main(int argc, char **argv)
{
    return page_print(argc, argv, "accuracy.md", accuracy_table());
}
