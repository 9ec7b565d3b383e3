#!/bin/bash
# The page of what messages cost names every verb that the classes have, and none that they have not.
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/report.sh
page=help/manual/measurements/messages.md

# The rows of its first table, but for the notes that are lists.
named() {
    sed -n '/^| message |/,/^$/s/^| `\([^`]*\)` .*/\1/p' $page | grep -vx 'a list' | sort
}

report "the page of messages names every verb" "$(tests/tools/verbs | comm -23 - <(named))"
report "the page of messages names no verb that is not there" "$(tests/tools/verbs | comm -13 - <(named))"
# The rows of both tables that lack one of their four figures.
without_figures() {
    sed -n '/^| message |/,$p' $page | awk -F' *[|] *' '
        /^\| `/ {
            for (i = NF - 6; i < NF - 2; i++)
                if ($i !~ /^(<0\.1|[0-9]+\.[0-9])$/)
                    print $0 ": " $i
        }'
}

report "the page of messages has a figure in every row" "$(without_figures)"
report "nothing on the page of messages is estimated" "$(grep -n '| ~' $page)"
echo "1..$n"
exit $status
