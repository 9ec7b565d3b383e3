/* The manual's table of what reports of contacts err by: prints it, and writes reports.md into the folder it is
 * given. */
#include "tests/core/barrier/report_table.h"
#include "tests/tools/page.h"

int main(int argc, char **argv)
{
    return page_print(argc, argv, "reports.md", report_table());
}
