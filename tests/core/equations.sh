#!/bin/bash
# Each room of the core has an EQUATIONS.md. Every tag that the code cites is defined in one of them, once; every tag
# that is defined is cited in the room where it is defined, or by that room's tests.
cd "$(dirname "$0")/../.." || exit 1
# Lines "<room> <tag>".
places=$(grep -H '^### ' externals/core/*/EQUATIONS.md | sed -E 's|^externals/core/(.*)/EQUATIONS.md:### |\1 |')
defined=$(cut -d' ' -f2 <<<"$places")
kinds=$(sed 's/:.*//' <<<"$defined" | sort -u | paste -sd'|')
cited_in() { # files
    grep -ohE "\b($kinds):[a-z][a-z0-9~-]*" "$@" | sort -u
}
n=0
status=0
report() { # name, what is wrong (nothing if all is well)
    n=$((n + 1))
    if [ -z "$2" ]; then
        echo "ok $n - $1"
    else
        echo "not ok $n - $1: $(echo $2)"
        status=1
    fi
}
report "tags cited are defined in an EQUATIONS.md" \
    "$(comm -23 <(cited_in externals/*.c externals/core/*/*.[ch] externals/families/*/*.[ch]) <(sort -u <<<"$defined"))"
report "no tag is defined twice" "$(sort <<<"$defined" | uniq -d)"
report "tags are cited in the room where they are defined" "$(for room in $(cut -d' ' -f1 <<<"$places" | sort -u); do
    comm -13 <(cited_in -r --include=*.[ch] {externals,tests}/core/"$room" 2>/dev/null) \
        <(sed -n "s/^$room //p" <<<"$places" | sort)
done)"
report "nothing is defined outside of the rooms" "$(find externals tests -name '*.md' \
    ! -path 'externals/core/*/EQUATIONS.md' -exec grep -l '^### [a-z0-9]*:' {} +)"
# Lines "<paper> <equation>" of the table in papers.md.
misprints=$(sed -nE 's/^\| ([A-Z]) \| ([0-9][^|]*) \|.*/\1 \2/p' help/manual/papers.md |
    while read -r paper equations; do printf "$paper %s\n" ${equations//,/}; done)
report "the misprints of the papers are told where the equations are used" "$([ "$misprints" ] || echo "none read"
while read -r print; do
    grep -q "\b$print\b" externals/core/*/EQUATIONS.md || echo "$print"
done <<<"$misprints")"
echo "1..$n"
exit $status
