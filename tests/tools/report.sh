# What the scripts of tests/build share: each check prints what breaks its rule, and `report` makes a test of it.
n=0 status=0
report() { # name, what breaks the rule: nothing should
    n=$((n + 1))
    if [ -z "$2" ]; then
        echo "ok $n - $1"
    else
        echo "not ok $n - $1"
        sed 's/^/# /' <<<"$2"
        status=1
    fi
}
