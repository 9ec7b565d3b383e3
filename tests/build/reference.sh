#!/bin/sh
# The reference text in the help patches and the manual is what the classes say. If not: tests/tools/reference
cd "$(dirname "$0")/../.." || exit 1
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
n=1
status=0
if tests/tools/reference "$fresh"; then
    echo "ok 1 - every class tells its reference"
else
    echo "not ok 1 - every class tells its reference"
    status=1
fi
for text in $({ ls help/manual/reference/*.md && cd "$fresh" && ls help/*.pd help/manual/*/*.md; } | sort -u); do
    n=$((n + 1))
    if diff -u "$text" "$fresh/$text"; then
        echo "ok $n - $text is up to date"
    else
        echo "not ok $n - $text differs from what the classes say; run tests/tools/reference"
        status=1
    fi
done
echo "1..$n"
exit $status
