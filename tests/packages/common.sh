# What the trials of the packages share. They need what `make deken` leaves; tests/all packages makes it.
n=0
log=$(mktemp)
work=$(mktemp -d)
# Wine, with a folder of its own. Its server would hold that folder, and what it has begun would go on for ever without.
wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
export WINEPREFIX=$work/wine WINEDEBUG=-all
finish() {
    [ ! -e "$WINEPREFIX" ] || { "$(dirname "$wine")/wineserver64" -k >/dev/null 2>&1; sleep 1; }
    rm -rf "$log" "$work"
}
trap finish EXIT
here=${HZ_DEKEN:-build/deken}
check() { # name, then a command that must succeed
    local name=$1
    shift
    n=$((n + 1))
    if "$@" >"$log" 2>&1; then
        echo "ok $n - $name"
    else
        printf 'not ok %d - %s\n' "$n" "$name"
        tail -n 20 "$log" | sed 's/^/# /'
    fi
    grep '^measured' "$log" | sed 's/^/# /'
}

# Debians of another release or processor, each laid once by tests/tools/fetch.
arm_has="libc6-dev libcmocka-dev libgsl-dev puredata-core"
release_has="gcc libc6-dev make bash coreutils sed grep gawk findutils diffutils puredata-dev pd-lib-builder
    puredata-core libcmocka-dev libgsl-dev"
fetch_arm() { tests/tools/fetch "$1" bookworm "$1" $arm_has; }
fetch_release() { tests/tools/fetch "$1" "$1" amd64 $release_has; }

host_sources="tests/packages/host.c $(echo externals/hosts/standin/*.c)"
zig() { ZIG_GLOBAL_CACHE_DIR=$here/cache ZIG_LOCAL_CACHE_DIR=$here/cache $here/zig/zig "$@"; }
# With other flags than those of the package's links, zig would make that platform's C library once more.
host_for() { # what zig calls the platform, with flags
    zig cc -target "$@" -std=gnu11 -s -fno-sanitize=undefined -iquote . -iquote externals \
        -isystem /usr/include/pd $host_sources
}

# Some of the messages that Pd is sent by storm_test too, for the host: a class and a message on each line. The message
# level tries the sound for 15 s of model time.
any_messages() { # how many
    grep -v '^#' tests/storm/messages.cases | cut -f2 | while IFS= read -r lines; do printf '%b' "$lines"; done |
        tr -d '\0' | awk '/^@new/ { class = $2; next } /^@/ || !class || !NF || /^level/ { next } { print class, $0 }' |
        LC_ALL=C sort -u | awk -v most="$1" 'n[$1]++ < most'
}

# What this machine's own binaries sound like.
native() {
    mkdir -p "$work/native"
    cp build/hertz/*~.pd_linux "$work/native"
    gcc -std=gnu11 -O1 -iquote . -iquote externals -I/usr/include/pd -rdynamic -o "$work/host" $host_sources -ldl -lm &&
        "$work/host" "$work/native" pd_linux >"$work/native.txt"
}

# Compares what a host has printed with that: of each outlet the root of the sum of squares, in the first 40 ms of a
# note and in all of it. Where the functions of the C library round alike, all bits are the same. Bodies that chatter
# (modalcontact~) make much of a last digit. A bowed string over a rattling bridge (trombamarina~) makes everything of
# it: on one machine, with k1 larger by 1e-7 of itself, two notes differ by 1e-6 of their peak after 40 ms and by a
# tenth of it after 80. So its beginning is compared as closely as the others', and the whole note by its level: on one
# machine the levels of 72 such notes lay 1.5 dB apart. It may differ by 3 dB.
compare() { # file
    tr -d '\r' <"$1" | grep -q '^done' || return 1
    paste <(tr -d '\r' <"$1" | grep outlet) <(grep outlet "$work/native.txt") | awk '
        {
            begins = $2 ~ /-begins$/
            off = $11 == 0 ? ($5 != 0) : ($5 > $11 ? $5 - $11 : $11 - $5) / $11
            most = $1 == "modalcontact~" ? 1e-5 : begins ? 1e-8 : $1 == "trombamarina~" ? 0.41 : 1e-10
            same[begins] += $6 == $12
            all[begins]++
            if ($1 $2 $4 != $7 $8 $10 || !(off <= most)) { bad++; print "off by", off ":", $0 }
            if (!begins && off > worst[$1]) worst[$1] = off
            if (begins && off > first) first = off
        }
        END {
            printf "measured: %d of %d outlets begin with the same bits, the worst is off by %.1e; %d of %d are the " \
                "same to their end; worst", same[1], all[1], first, same[0], all[0]
            for (name in worst) printf " %s %.1e", name, worst[name]
            print ""
            exit all[0] < 20 || all[1] != all[0] || bad
        }'
}

# A patch with every class, which is played for half a second and must say nothing; then what its energies are.
write_patch() { # file
    {
        echo '#N canvas 0 0 400 300 12;'
        echo '#X obj 10 10 loadbang;'
        echo '#X msg 10 40 \; pd dsp 1;'
        echo '#X obj 200 10 del 500;'
        echo '#X obj 200 40 t b b;'
        echo '#X msg 200 70 \; pd quit;'
        echo '#X msg 300 70 energy;'
        echo '#X obj 300 200 print hertz;'
        local k=7
        for class in externals/*~.c; do
            echo "#X obj 10 100 hertz/$(basename "$class" .c);"
            echo "#X connect 0 0 $k 0;"
            echo "#X connect 5 0 $k 0;"
            for outlet in {3..8}; do echo "#X connect $k $outlet 6 0;"; done
            k=$((k + 1))
        done
        printf '#X connect %s;\n' '0 0 1 0' '0 0 2 0' '2 0 3 0' '3 0 4 0' '3 1 5 0'
    } >"$1"
}
# Pd said five energies with their residuals, and nothing else but that a connection is not there.
said_energies() { # what Pd printed
    cat "$1"
    [ "$(grep -c 'hertz: energy' "$1")" = 5 ] &&
        ! grep -qiE "couldn't create|undefined|error: .*(hertz|~)|nan|inf " "$1"
}
