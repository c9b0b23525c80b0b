# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# The module inside an ns-3 source tree: sourced, with TREE, the tree's folder, and JOBS set.

# What keeps ns-3's test.py from building; waf's has another name for it. In words, since parallel is to know it.
export TEST_PY='--no-build --nocolor'

# The module's folder in the tree holds links to all that is tracked, but not to build/ and
# results/: some releases' ./ns3 walks through every folder below the tree, and build/ has the tree.
link_module()
{
    local module=$TREE/contrib/tcp-lossy entry
    rm -rf "$module"
    mkdir -p "$module"
    for entry in *; do
        case $entry in
            build* | results*) ;;
            *) ln -s "$TCP_LOSSY_ROOT/$entry" "$module/$entry" ;;
        esac
    done
}

# ns-3's scripts refuse to work for a user named root, which is who a container's user mostly is.
in_tree()
{
    (cd "$TREE" && USER=tcp-lossy "$@")
}

# as_written PAGE HEAD: runs the commands of a page in the tree as they stand there, with links to this checkout for a
# clone, and with the modules that are needed for all of ns-3.
as_written()
(
    commands=$(block_of "$1" "$2")
    cd()
    {
        builtin cd "${1/#ns-3-dev/$TREE}"
    }
    git()
    {
        (builtin cd "$TCP_LOSSY_ROOT" && link_module)
    }
    ./ns3()
    {
        if [[ $1 == configure ]]; then
            in_tree command ./ns3 "$@" "${CONFIGURE[@]}"
            # Half of the time would go into what only a debugger reads, and into speed. With the variable
            # that ./ns3 sets, or its next call would build all anew.
            in_tree env CLICOLOR=1 cmake -D CMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 cmake-cache
            # 3.37's "./ns3 build", which follows, always leaves a core unused, whatever --jobs says.
            in_tree cmake --build cmake-cache --parallel "$JOBS"
        else
            in_tree command ./ns3 "$@"
        fi
    }
    ./test.py()
    {
        # shellcheck disable=SC2086
        in_tree command ./test.py $TEST_PY "$@"
    }
    cp()
    {
        command cp "guide/$1" "$2"
    }
    # What another checkout has compiled is taken from the cache, as in cmake/standalone.cmake.
    export CCACHE_BASEDIR=$TCP_LOSSY_ROOT CCACHE_SLOPPINESS=pch_defines,time_macros
    cd "$TREE"
    eval "$commands"
)

# build_in_tree [CONFIGURE_OPTION...]: the module, its suites and examples, and what they need of ns-3.
build_in_tree()
{
    # Without csma ns-3's own tests of TCP do not link. Without wifi the module has to do here; the
    # other builds have it.
    CONFIGURE=(-G Ninja --filter-module-examples-and-tests=tcp-lossy --enable-modules='tcp-lossy;csma' "$@")
    as_written doc/tcp-lossy.rst '**In an ns-3 tree.**'
    refuse_other_headers "$TREE/cmake-cache" "$TREE/build/include/ns3/"
}

# build_by_waf PROFILE: the same in a tree of ns-3.35 or before. Its own code has warnings for a
# compiler of today, and its bindings want a Python of its time.
build_by_waf()
{
    TEST_PY=--nowaf
    link_module
    in_tree ./waf configure -d "$1" --enable-tests --enable-examples --disable-python \
        --disable-werror --enable-modules='tcp-lossy,csma'
    in_tree ./waf build -j "$JOBS"
}

# run_test_py OPTION NAME: test.py must have run something, and all of it must have passed.
run_test_py()
{
    local output
    # shellcheck disable=SC2086
    output=$(in_tree ./test.py $TEST_PY "$@" 2>&1) || true
    say "$output"
    grep -qE '^([1-9][0-9]*) of \1 tests passed \(\1 passed, 0 skipped, 0 failed, 0 crashed' \
        <<<"$output"
}

# run_each OPTION NAME...: a test.py for each, which names the folder that it works in by the second.
run_each()
{
    export TREE
    export -f run_test_py in_tree say
    SHELL=$BASH parallel --jobs "$JOBS" --delay 1.5 run_test_py "$1" ::: "${@:2}"
}

# Whether stock-fast follows the tree's release: on others its suite compares nothing.
is_followed()
{
    grep -qE '^3\.4[3-8]' "$TREE/VERSION"
}

# Without those that want Wi-Fi, and without what would compare nothing.
list_suites()
{
    sed -n '/\/wifi-/d; s|^test/\([^/]*\)-test-suite\.cc$|\1|p' sources.txt |
        if is_followed; then cat; else grep -vx tcp-stock-fast; fi
}

test_suites_in_tree()
{
    local suites
    mapfile -t suites < <(list_suites)
    ((${#suites[@]} > 0))
    is_followed || say "tcp-stock-fast is left out: this release of ns-3 is not followed"
    run_each -s "${suites[@]}"
}

test_examples_in_tree()
{
    local examples
    mapfile -t examples < <(
        python3 -c 'import runpy
for command in runpy.run_path("test/examples-to-run.py")["cpp_examples"]:
    print(command[0].split()[0])' | sort -u
    )
    ((${#examples[@]} > 0))
    run_each -e "${examples[@]/%/*}"
    test_scratch
}

# A user's script, as the guide has it.
test_scratch()
{
    scripts/check-guide --extract "$TREE/guide" >/dev/null
    as_written doc/tcp-lossy.rst 'A script of yours goes into' | grep -q ' octets$'
}
