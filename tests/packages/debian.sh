#!/bin/bash
# An older and a newer Debian: the library is built there from the sources by `make` and passes the core's tests, in a
# root of its own: tests/packages/debian.sh [bullseye|trixie]
. tests/packages/common.sh
release=${1:-bullseye}
root=$PWD/build/roots/$release
check "$release is there" fetch_release "$release"
fresh() {
    rm -rf "$root/hertz"
    mkdir -p "$root/hertz"
    git ls-files -z | tar -c -f - --null -T - | tar -x -f - -C "$root/hertz"
    [ -e "$root/usr/bin/awk" ] || ln -s gawk "$root/usr/bin/awk"
    [ -e "$root/dev/null" ] || mknod -m 666 "$root/dev/null" c 1 3
    [ -e "$root/dev/fd" ] || ln -s /proc/self/fd "$root/dev/fd"
}
inside() { chroot "$root" env -u CC PATH=/usr/bin:/bin HOME=/root sh -c "cd /hertz && $1"; }
programs=$(ls tests/core/*/*_test.c | sed 's/\.c$//; s/^/build\//' | xargs)
check "the tree is laid there" fresh
check "make builds with $(inside 'gcc -dumpfullversion')" inside "make"
check "the core's tests are built" inside "make -s -j$(nproc) -f tests/tests.mk CC=gcc $programs"
trials() {
    mount --bind /proc "$root/proc" 2>/dev/null
    inside "HZ_TIMEOUT=1800 tests/run $programs"
    local status=$?
    umount "$root/proc" 2>/dev/null
    return $status
}
check "the core's tests hold" trials
grep -E '^[0-9]+ passed' "$log" | sed 's/^/# /'
echo "1..$n"
