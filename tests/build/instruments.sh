#!/bin/bash
# The tables of messages in the instruments' patches, which are written by hand, and what the patches understand: each
# says what the other does. A patch understands the words of those [route] that a message of its first inlet comes to,
# and what nobody there takes goes to a class.
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/report.sh

boxes() { tr '\n' ' ' <"$1" | sed 's/; *#/;\n#/g'; } # a line each

# What mount~ takes itself, before what its object takes.
of_mount() {
    sed -n '/^static const hz_param rows/,/^};/p; /^} commands/,/;$/p' externals/families/rack/mount.c |
        grep -o '{ "[a-z]*"' | tr -dc 'a-z\n'
}

# What a message of the first inlet may begin with, in the order in which it meets boxes. Behind a [route] only what it
# leaves over goes on, and behind a class nothing does.
understood() { # patch
    boxes "$1" | awk -v mount="$(of_mount)" '
        function number(t) { return t ~ /^[-0-9.e]+$/ }
        { gsub(/ *;$/, ""); sub(/, f [0-9]*$/, "") }
        /^#N canvas/ { depth++; next }
        /^#X restore/ { if (--depth == 1) count++; next }
        depth != 1 { next }
        /^#X connect/ { to[$3] = to[$3] " " $4 ":" $5 ":" $6; next }
        /^#X (obj|msg|text|floatatom|symbolatom|listbox|array)/ {
            $1 = $2 = $3 = $4 = ""
            box[count] = $0
            split($0, word, " ")
            kind[count++] = word[1]
        }
        function come(i,    n, word, k, edge, at, part) {
            if (been[i]++) return
            n = split(box[i], word, " ")
            if (kind[i] ~ /^hertz\/(impact|bounce|modalcontact|friction|stringbarrier|trombamarina)~$/) return
            if (kind[i] == "hertz/mount~") { print mount; return }
            if (kind[i] == "hertz/named") print "preset\npresets"
            if (kind[i] == "route")
                for (k = 2; k <= n; k++) if (!number(word[k])) print word[k]
            n = split(to[i], edge, " ")
            for (k = 1; k <= n; k++) {
                split(edge[k], part, ":")
                if (kind[i] == "route" && part[1] != split(box[i], word, " ") - 1) continue
                if (part[3] == 0) come(part[2])
            }
        }
        END {
            for (i = 0; i < count; i++)
                if (kind[i] ~ /^inlet~?$/) { come(i); exit }
        }' | sort -u
}

# What its table names. A row such as <pitch> <velocity> is a list, <speed> a float, and a signal is no message.
named() { # patch
    boxes "$1" | sed -n 's/^#X text [-0-9]* [-0-9]* MESSAGE \([^|]*\) |.*/\1/p' | sed 's/ \\,/\n/g' |
        sed 's/^ *//; s/^<[^>]*> <.*/list/; s/^<.*/float/; s/ .*//; /^signal$/d' | sort -u
}

# What the class understands whose messages the patch passes on.
of_class() { # patch
    local class
    class=$(sed -n 's/.*every message of \([a-z]*~\).*/\1/p' "help/$(basename "$1" .pd)-help.pd" | head -n 1)
    [ -z "$class" ] || sed -n 's/^| `\([a-z]*\)[` ].*/\1/p' "help/manual/reference/$class.md" \
        help/manual/reference/README.md
}

differences() {
    for patch in abstractions/*~.pd; do
        understood "$patch" >"$scratch/understood"
        named "$patch" >"$scratch/named"
        of_class "$patch" | sort -u >"$scratch/class"
        [ -s "$scratch/named" ] || echo "$patch: it has no table"
        comm -23 "$scratch/understood" "$scratch/named" | sed "s|^|$patch: its table does not name: |"
        comm -13 "$scratch/understood" "$scratch/named" | comm -23 - "$scratch/class" |
            sed "s|^|$patch: its table names what it does not understand: |"
    done
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
report "tables of instruments name what their patches understand, and nothing else" "$(differences)"
echo "1..$n"
exit $status
