#!/bin/bash
# What there is to read in patches.
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/report.sh

# Comments, a line each: "<patch>: <words>".
comments() {
    for patch in abstractions/*.pd help/*.pd help/*/*.pd; do
        tr '\n' ' ' <"$patch" | sed 's/; *#/;\n#/g' | sed -n "s|^#X text [-0-9]* [-0-9]*\( .*\);\$|$patch:\1|p" |
            sed 's/, f [0-9]*$//'
    done
}

# Pd reads such a word as a number, and writes it without its full stop: 4\. stays.
stops_lost() { comments | grep -E ' -?[0-9]+\.( |$)'; }

report "a number at the end of a sentence keeps its full stop" "$(stops_lost)"
echo "1..$n"
exit $status
