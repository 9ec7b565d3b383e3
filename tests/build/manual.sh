#!/bin/bash
# The README, the manual and the course: the README stays short, links and pictures exist, and what is named in them as
# a command, a test or a file is there. Each check prints what breaks it.
export LC_ALL=C.UTF-8
cd "$(dirname "$0")/../.." || exit 1
. tests/tools/report.sh

pages=(README.md $(find help -name '*.md' | sort))

# "<page> <target>" for each link and picture.
links() {
    grep -oH '\](\([^)]*\))' "${pages[@]}" | sed 's/:\](/ /; s/)$//'
}

# What is quoted as code, a line each: "<page>:<words>".
quoted() {
    grep -oH '`[^`]*`' "${pages[@]}" | tr -d '`'
    grep -H '^    [a-z]' "${pages[@]}" | sed 's/:    /:/'
}

dead_links() {
    links | while read -r page target; do
        case $target in *://*) echo "$page: $target is an address"; continue ;; esac
        file=${target%%#*}
        [ -z "$file" ] || [ -e "$(dirname "$page")/$file" ] || echo "$page: $target is not there"
    done
}

unused_pictures() {
    for picture in help/pictures/*; do
        links | grep -q "$(basename "$picture")\$" || echo "$picture is on no page"
    done
}

# Pages that no other page leads to.
lost_pages() {
    printf '%s\n' "${pages[@]:1}" | grep -vxFf <(links | sed 's#^\([^ ]*/\)\?[^ /]* \([^\#]*\).*#\1\2#' |
        sort -u | xargs realpath -q -m --relative-to=.)
}

# Targets of make that are named and do not exist, or that make check-all does not run.
wrong_targets() {
    quoted | sed -n 's/^\([^:]*\):make \([a-z-]*\).*/\1 \2/p' | sort -u | while read -r page target; do
        [ "$target" = -f ] || grep -qs "^$target:" Makefile tests/targets.mk externals/package/targets.mk ||
            echo "$page: make $target is no target"
        case $target in check | check-all) continue ;; esac
        grep -q -e "make $target\b" -e "tests/tools/$target\b" tests/all ||
            echo "$page: tests/all does not run make $target"
    done
}

# Programs and files of the repository that are named and have no source.
missing_files() {
    quoted | grep -v "^help/manual/adding-" |
        grep -o '^[^:]*:\|\(build/\)\?\(tests\|externals\|abstractions\)/[A-Za-z0-9_./~<>-]*' |
        awk '/:$/ { page = $0; next } { print page, $0 }' | sort -u | while read -r page file; do
        case $file in *'<'*) continue ;; esac
        plain=${file#build/}
        [ -e "${plain%/}" ] || [ -e "$plain.c" ] || echo "$page $file has no source"
    done
}

report "README.md has at most 120 lines" "$(awk 'END { if (NR > 120) print NR }' README.md)"
report "no line of README.md has more than 160 characters" "$(awk 'length > 160' README.md)"
report "README.md shows a picture" "$(grep -q '^!\[' README.md || echo "it has none")"
report "links and pictures are there" "$(dead_links)"
report "each picture is on a page" "$(unused_pictures)"
report "each page can be reached" "$(lost_pages)"
report "pictures are small" "$(find help/pictures -size +120k)"
report "make runs what pages tell to make" "$(wrong_targets)"
report "programs and files that pages name are there" "$(missing_files)"
echo "1..$n"
exit $status
