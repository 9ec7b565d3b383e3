#!/bin/bash
# What a class's binary shows and needs: Pd opens all of them with global symbols, and most without GSL.
n=0
check() { # name, what is, what should be
    n=$((n + 1))
    if [ "$2" = "$3" ]; then
        echo "ok $n - $1"
    else
        printf 'not ok %d - %s\n# is: %s\n# should be: %s\n' "$n" "$1" "$2" "$3"
    fi
}

for binary in build/hertz/*~.*.so build/hertz/*~.pd_linux; do
    [ -e "$binary" ] || continue
    class=$(basename "${binary%%.*}" '~')
    check "$binary shows its setup function only" \
        "$(nm -D --defined-only "$binary" | awk '{ print $3 }' | xargs)" "${class}_tilde_setup"
    check "$binary has all of the core that it calls" "$(nm -D --undefined-only "$binary" | grep -o 'hz_.*' | xargs)" ""
    # A Pd with several instances has these words elsewhere, so one binary would not serve both kinds.
    check "$binary takes no word of Pd as data" "$(nm -D --undefined-only "$binary" |
        grep -owE 's_[a-z]*|pd_this|dlsym' | xargs)" ""
    if [ "$class" != modalcontact ]; then
        check "$binary does not need GSL" "$(readelf -d "$binary" | grep -o 'libgsl[^]]*' | xargs)" ""
    fi
done

classes=(externals/*~.c externals/plain/*~.c)
for class in "${classes[@]}"; do
    name=$(basename "$class" .c)
    for extension in pd_linux 'linux-*-64.so'; do
        check "$name is there as $extension" "$(ls build/hertz/"$name".$extension 2>/dev/null | wc -l)" 1
    done
done
echo "1..$n"
