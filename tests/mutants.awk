# Single-token mutants of C sources: for each that there may be, a line
#
#     <a random number> <file> <line> <kind> <the line as it was> <the line as it is>
#
# with tabs between them, so that sorting them and taking the first ones is a draw. `seed` says which. Only statements
# in functions are changed: lines that are indented and are no comment, no declaration without a value, no text and no
# directive.

function say(kind, changed) {
    if (changed != $0)
        printf "%.9f\t%s\t%d\t%s\t%s\t%s\n", rand(), FILENAME, FNR, kind, trim($0), trim(changed)
}

function trim(s) {
    sub(/^ +/, "", s)
    return s
}

# One occurrence of a text, drawn among all there are in the code of the line, becomes another one.
function swap(kind, from, to,    n, at, k, rest, head) {
    n = 0
    rest = code
    while ((at = index(rest, from)) > 0) {
        n++
        rest = substr(rest, at + length(from))
    }
    if (n == 0)
        return
    k = 1 + int(n * rand())
    head = ""
    rest = code
    for (; k > 0; k--) {
        at = index(rest, from)
        head = head substr(rest, 1, at - 1 + (k > 1 ? length(from) : 0))
        rest = substr(rest, at + (k > 1 ? length(from) : 0))
    }
    say(kind, head to substr(rest, length(from) + 1) tail)
}

BEGIN {
    srand(seed)
    truth = "return !?[a-zA-Z0-9_>.\\[\\]-]+(\\([^()]*\\))? ([?]|&&|[|][|]) " # what is only asked whether it is nought
}

# Where a file returns 1 as a truth: in functions that return nothing but 0, 1 and what is compared or joined. There
# -1 is as true.
function find_truths(file,    line, n, i, begin, plain) {
    delete true
    for (n = 1; (getline line < file) > 0; n++) {
        if (line == "{") {
            begin = n
            plain = 1
        }
        if (line ~ /return/ && line !~ /return [01];/ && line !~ /return .*( && | [|][|] | [<>=!]=? |!)/)
            plain = 0
        if (line == "}" && plain)
            for (i = begin; i < n; i++)
                true[i]
    }
    close(file)
}

FNR == 1 {
    comment = 0
    find_truths(FILENAME)
}

{
    if (comment) {
        comment = index($0, "*/") == 0
        next
    }
    code = $0
    tail = ""
    if ((at = index($0, "/*")) > 0) {
        code = substr($0, 1, at - 1)
        tail = substr($0, at)
        comment = index(tail, "*/") == 0
    }
}

code !~ /^    +[^ *#"]/ || code ~ /"/ || code ~ /^ *(typedef|extern|case|default|goto|break|#)/ { next }
code ~ /^ *(static|const|struct|enum)/ && code !~ /=/ { next }
code ~ /^ *\./ || code ~ /^ *\{/ { next }

{
    swap("operator", " + ", " - ")
    swap("operator", " - ", " + ")
    swap("operator", " * ", " / ")
    swap("operator", " / ", " * ")
    swap("operator", " += ", " -= ")
    swap("operator", " -= ", " += ")
    swap("operator", " *= ", " /= ")
    swap("operator", " && ", " || ")
    swap("operator", " || ", " && ")
    swap("comparison", " < ", " >= ")
    swap("comparison", " > ", " <= ")
    swap("comparison", " <= ", " > ")
    swap("comparison", " >= ", " < ")
    swap("comparison", " == ", " != ")
    swap("comparison", " != ", " == ")
    swap("sign", "= -", "= ")
    swap("sign", "(-", "(")
    if (!/return 0;/ && code !~ truth && !(/return 1;/ && FNR in true)) # neither nought nor a truth has a sign
        swap("sign", "return ", "return -")
    swap("constant", "0.5 *", "0.25 *")
    swap("constant", " 1 ", " 2 ")
    swap("constant", "(1 ", "(2 ")
    swap("constant", " = 0;", " = 1;")
    swap("constant", "2 * ", "3 * ")
    swap("function", "fmin(", "fmax(")
    swap("function", "fmax(", "fmin(")
}

# A whole statement goes: an assignment to what is there already, or a call.
code ~ /^ +[a-z_>.\[\]0-9A-Z-]+ [-+*\/]?= .*; *$/ || code ~ /^ +[a-z_0-9]+\(.*\); *$/ {
    match(code, /^ +/)
    say("statement", substr(code, 1, RLENGTH) ";" tail)
}
