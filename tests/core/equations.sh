#!/bin/sh
# Every tag cited in the code is defined in EQUATIONS.md, and every tag defined there is cited.
cd "$(dirname "$0")/../.." || exit 1
defined=$(sed -n 's/^### //p' externals/core/EQUATIONS.md | sort -u)
rooms=$(printf '%s\n' "$defined" | sed 's/:.*//' | sort -u | paste -sd'|')
cited=$(grep -ohE "\b($rooms):[a-z][a-z0-9~-]*" externals/*.c externals/core/*/*.[ch] | sort -u)
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
lacking() { # lines of $1 that are not in $2
    printf '%s\n' "$1" | while read -r tag; do
        printf '%s\n' "$2" | grep -qxF -- "$tag" || echo "$tag"
    done
}
report "tags cited are defined in EQUATIONS.md" "$(lacking "$cited" "$defined")"
report "tags defined in EQUATIONS.md are cited" "$(lacking "$defined" "$cited")"
report "the core includes neither Pd nor stdio" "$(grep -l 'm_pd\.h\|stdio\.h' externals/core/*/*.[ch])"
echo "1..$n"
exit $status
