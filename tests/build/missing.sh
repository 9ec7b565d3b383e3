#!/bin/bash
# What `make` says where something is not there: one line that tells what to do, and nothing is installed. And that it
# obeys what a packager gives it.
n=0
check() { # name, then a command that must succeed
    local name=$1
    shift
    n=$((n + 1))
    if "$@"; then echo "ok $n - $name"; else printf 'not ok %d - %s\n' "$n" "$name"; sed 's/^/# /' "$log"; fi
}
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$work/log
# Fails as it should, with one line of ours that has both of these words.
refuses() { # word, word, then a command
    local what=$1 how=$2
    shift 2
    ! "$@" >"$log" 2>&1 && [ "$(grep -cE '(^|[*] |compile )hertz[: ]' "$log")" = 1 ] &&
        grep hertz "$log" | grep -e "$what" | grep -qe "$how"
}

check "no headers of Pd" refuses puredata-dev "make setup" make PDINCLUDEDIR=/nowhere
check "no headers of Pd, without the set-up" refuses m_pd.h PDINCLUDEDIR= make -f externals/pd.mk PDINCLUDEDIR=/nowhere
check "no pd-lib-builder" refuses pd-lib-builder "make setup" make PDLIBBUILDER_DIR=/nowhere
check "no pd-lib-builder, without the set-up" refuses pd-lib-builder PDLIBBUILDER_DIR= \
    make -f externals/pd.mk PDLIBBUILDER_DIR=/nowhere
check "pd-lib-builder in a folder with spaces" refuses spaces PDLIBBUILDER_DIR= \
    make -f externals/pd.mk PDLIBBUILDER_DIR="/no where"
check "no compiler" refuses gcc "make setup" env CC=/nowhere/gcc make
check "no program for a purpose" refuses cmocka apt-get env HZ_INCLUDE=/nowhere tests/tools/setup --say tests
check "an old make" refuses 3.80 3.81 make -f externals/pd.mk MAKE_VERSION=3.80

# Flags of a user are added to ours, and what breaks exactness is undone, also when it comes from the environment.
# B is another folder here, for all that has been compiled is stale under other flags.
flags() { make --no-print-directory -s -f tests/tests.mk B="$work/flags" "$@" compile-command 2>"$log" | grep -v '^+'; }
check "CFLAGS are added" grep -q -e '-O3.*-Os.*-ffp-contract=off' <(flags CFLAGS=-Os)
undone() { ! $(CFLAGS="-Ofast -ffast-math -funsafe-math-optimizations -ffp-contract=fast" flags) -dM -E -x c /dev/null |
    grep -E '__FAST_MATH__|__FINITE_MATH_ONLY__ 1|__ASSOCIATIVE_MATH__'; }
check "-ffast-math is undone" undone
check "-ffast-math without our makefiles is refused" refuses fast-math "without" \
    gcc -ffast-math -fno-diagnostics-show-caret -fsyntax-only -iquote externals externals/core/base/ledger.c

# Without GSL the class is there, and says what it lacks where that is asked for.
without_gsl() {
    mkdir -p "$work/hertz"
    gcc -std=c11 -O1 -ffp-contract=off -fPIC -shared -fvisibility=hidden -iquote externals -I/usr/include/pd \
        externals/families/contact/*.c build/obj/externals/modalcontact~.o build/obj/libhertz.a -lm \
        -o "$work/hertz/modalcontact~.pd_linux" || return 1
    printf '%s\n' '#N canvas 0 0 100 100 12;' '#X obj 10 90 hertz/modalcontact~;' '#X obj 10 10 loadbang;' \
        '#X obj 10 30 t b b;' '#X msg 10 60 \; pd quit;' '#X msg 90 60 b matrices m k c;' '#X connect 1 0 2 0;' \
        '#X connect 2 0 3 0;' '#X connect 2 1 4 0;' '#X connect 4 0 0 0;' >"$work/try.pd"
    timeout 20 pd -nrt -nogui -noaudio -stderr -path "$work" -open "$work/try.pd" >"$log" 2>&1
    grep -q "matrices.*GSL" "$log" && ! grep -q "couldn't create" "$log"
}
check "without GSL the matrices are refused in words" without_gsl

# A path with spaces.
spaces() {
    local copy="$work/a path/with spaces"
    mkdir -p "$copy/build"
    cp -a Makefile LICENSE README.md externals help abstractions tests "$copy" &&
        cp -a build/obj build/hertz "$copy/build" && cd "$copy" || return 1
    touch externals/bounce~.c
    make >"$log" 2>&1 && make install DESTDIR="$work/an other" PDLIBDIR=/ex\ tra >>"$log" 2>&1 &&
        [ -e "$work/an other/ex tra/hertz/bounce~.pd_linux" ]
}
check "a path with spaces" spaces

# objectsdir and extension are those of the community's makefiles.
check "objectsdir is obeyed" grep -q "$work/objects" <(make install -n objectsdir="$work/objects")
other() {
    make --no-print-directory -n -f externals/pd.mk extension=l_amd64 | grep -q 'linking build/hertz/bounce~.l_amd64'
}
check "extension is obeyed" other
# GSL where Homebrew or a user has it, and clang as Windows has it, which says windows-gnu of itself.
dry() { make --no-print-directory -n -f externals/pd.mk B="$work/dry" V=1 "$@" 2>"$log"; }
gsl_elsewhere() {
    dry gsl=/opt/some >"$work/dry.txt"
    grep -q -e '-isystem /opt/some/include .*decompose.c' "$work/dry.txt" &&
        grep -q -e '-L/opt/some/lib -lgsl' "$work/dry.txt"
}
check "GSL in another folder" gsl_elsewhere
printf '#!/bin/sh\necho x86_64-w64-windows-gnu\n' >"$work/clang"
chmod +x "$work/clang"
windows() { dry CC="$work/clang" PDINCLUDEDIR=/usr/include/pd gsl= libhertz | grep -q 'libhertz\.dll'; }
check "clang on Windows makes a dll" windows
kept() { touch build/hertz/bounce~.other_platform && make -s >"$log" 2>&1; [ -e build/hertz/bounce~.other_platform ]; }
check "binaries of other platforms stay" kept
rm -f build/hertz/bounce~.other_platform
echo "1..$n"
