#!/bin/bash
# The manual names every message that may ask for memory: those of the table in externals/pd/message.c, which
# tests/patches/realtime_test.c watches.
set -u
cd "$(dirname "$0")/../.." || exit 1
page=$(sed -n '/^While sound runs no message/,/^## /p' help/manual/guarantees.md)
words=$(sed -n '/neither allocate memory/,/realtime_test/p' externals/pd/message.c |
    sed -n 's/^ \*  *\([a-z, ]*[a-z,]\)\(   *.*\)*$/\1/p' | sed 's/   .*//' | tr -d ' ' | tr ',' '\n' |
    grep -v -e '^any$' -e '^$')
n=0 missing=
for word in $words; do
    n=$((n + 1))
    grep -q "\`$word\`" <<<"$page" || missing+=" $word"
done
if [ "$n" -ge 13 ] && [ -z "$missing" ]; then
    echo "ok 1 - the manual names the $n messages that may ask for memory"
else
    echo "not ok 1 - of $n messages that may ask for memory the manual leaves out:$missing"
fi
