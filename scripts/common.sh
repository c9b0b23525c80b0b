# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What ./check and ./reproduce share: messages, missing packages, ns-3, the standalone build.
# To be sourced by a script that has set -euo pipefail. Functions that are called in $(...) or in a
# condition return on failure by themselves, since set -e has no effect there.

TCP_LOSSY_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
# The wheel of ns-3 that all is built with: the one that Python's package needs.
NS3_WHEEL_VERSION=$(sed -n 's/^dependencies = .*"ns3==\([^"]*\)".*/\1/p' "$TCP_LOSSY_ROOT/pyproject.toml")
NS3_WHEEL=$TCP_LOSSY_ROOT/build/ns3-wheel-$NS3_WHEEL_VERSION

say()
{
    printf '%s\n' "$*"
}

die()
{
    printf '%s: error: %s\n' "${0##*/}" "$1" >&2
    exit "${2:-1}"
}

# Looks for what the package brings rather than for the package: it may have come another way.
has_package()
{
    case $1 in
        libboost-dev) [[ -e /usr/include/boost/version.hpp ]] ;;
        libclang-rt-dev) compgen -G '/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*' ;;
        libopenmpi-dev) command -v mpicxx ;;
        openmpi-bin) command -v mpirun ;;
        libgtest-dev) [[ -e /usr/include/gtest/gtest.h ]] ;;
        libns3-dev) [[ -e /usr/include/ns3/tcp-socket-base.h ]] ;;
        ninja-build) command -v ninja ;;
        nodejs) command -v node ;;
        linux-source-*) [[ -e /usr/src/$1.tar.xz ]] ;;
        python3-pandas | python3-scipy) python_with pandas scipy ;;
        python3-jinja2) python_with pandas scipy jinja2 ;;
        python3-dev) python3 -c 'import os, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h")' ;;
        python3-pip) python3 -m pip --version ;;
        python3-docutils) command -v rst2xml ;;
        python3-venv) python3 -c 'import ensurepip' ;;
        gnuplot-nox) command -v gnuplot ;;
        xz-utils) command -v xz ;;
        *) command -v "$1" ;;
    esac >/dev/null 2>&1
}

# python_with MODULE...: prints a Python that has modules: that of PATH, which may be another one than Debian's, or
# Debian's.
python_with()
{
    local python
    for python in python3 /usr/bin/python3; do
        if "$python" -c 'import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))' "$@"; then
            say "$python"
            return
        fi
    done 2>/dev/null
    return 1
}

# python_with_pandas: prints a Python that has pandas and SciPy, which are installed where none has.
python_with_pandas()
{
    need_packages python3 python3-pandas python3-scipy >&2
    python_with pandas scipy
}

# block_of PAGE HEAD: prints the first block of code behind the line of a page, Markdown or reStructuredText, that begins
# with HEAD, with this checkout for a repository to clone.
block_of()
{
    awk -v head="$2" -v root="$TCP_LOSSY_ROOT" '
        !found { found = index($0, head) == 1 }
        !found { next }
        /^```/ && fenced { exit }
        /^```/ { fenced = 1; next }
        /::$/ && !fenced && !shown { indented = 1; next }
        indented && shown && /^[^ ]/ { exit }
        fenced || (indented && /^  /) { shown = 1; sub(/<this repository>/, root); print }
        END { exit !shown }' "$TCP_LOSSY_ROOT/$1" || die "$1 has no code behind '$2'"
}

missing_packages()
{
    local package
    for package; do
        has_package "$package" || printf '%s\n' "$package"
    done
}

can_install()
{
    ((EUID == 0)) && command -v apt-get >/dev/null
}

# need_packages PACKAGE...: installs the missing ones when root, else says what to install.
need_packages()
{
    local missing
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} == 0)); then
        return
    fi
    if ! can_install; then
        die "please install, as root: apt-get install --no-install-recommends ${missing[*]}" 2
    fi
    say "installing ${missing[*]}"
    install_packages "${missing[@]}"
    mapfile -t missing < <(missing_packages "${missing[@]}")
    ((${#missing[@]} == 0)) || die "apt-get installed ${missing[*]}, but it is not to be found" 2
}

# apt install -y PACKAGE...: of README's blocks where a script runs them.
apt()
{
    need_packages "${@:3}"
}

install_packages()
{
    local log status=0
    log=$(mktemp)
    export DEBIAN_FRONTEND=noninteractive
    # Another apt-get may be at work on a machine that has just started.
    { apt-get -o DPkg::Lock::Timeout=300 update && apt-get -o DPkg::Lock::Timeout=300 -o APT::Status-Fd=1 \
        install -y --no-install-recommends "$@"; } 2>&1 </dev/null | tee "$log" | progress "apt-get" || status=$?
    if ((status != 0)); then
        grep -v '^[dp][lm]status:' "$log" | tail -n 40 >&2
        rm -f "$log"
        die "apt-get could not install: $*" 2
    fi
    rm -f "$log"
}

# progress NAME: reads what ninja, ctest, GNU parallel or apt-get says, and says to stderr how far NAME is: on a terminal
# at each line, else every tenth part.
progress()
{
    awk -v name="$1" -v terminal="$([[ -t 2 ]] && say 1)" '
        function show(done, of) {
            part = int(100 * done / of)
            if (part == shown || (!terminal && part < shown + 10 && shown != "")) { return }
            shown = part
            printf terminal ? "\r%s: %d %% " : "%s: %d %%\n", name, part >"/dev/stderr"
        }
        /^\[[0-9]+\/[0-9]+\]/ { split(substr($1, 2), count, /[\/\]]/); show(count[1], count[2]) }
        /^ *[0-9]+\/[0-9]+ Test +#/ { split($1, count, "/"); show(count[1], count[2]) }
        /^[0-9]+ of [0-9]+ seeds have ended$/ { show($1, $3) }
        /^(dl|pm)status:/ { split($0, field, ":"); show((/^dl/ ? 0 : 50) + field[3] / 2, 100) }
        END { if (terminal && shown != "") { printf "\r%*s\r", length(name) + 9, "" >"/dev/stderr" } }'
}

# make_folder DIR COMMAND...: COMMAND fills a new folder that becomes DIR only if it succeeded, so
# that DIR is complete whenever it exists. Does nothing if it does, and waits for another call that fills it.
make_folder()
{
    local dir=$1
    shift
    if [[ -d $dir ]]; then
        return
    fi
    mkdir -p "$(dirname "$dir")" || return
    (
        flock 9 || exit
        [[ ! -d $dir ]] || exit 0
        rm -rf "$dir".unfinished.*
        unfinished=$(mktemp -d "$dir.unfinished.XXXXXX") || exit
        "$@" "$unfinished" >&2 || exit
        chmod 755 "$unfinished" && mv -T "$unfinished" "$dir"
    ) 9>"$dir.lock"
}

# ns3_wheel [DIR [VERSION]]: unpacks the wheel of ns-3 from PyPI in DIR and prints the folder for NS3_ROOT.
ns3_wheel()
{
    local dir=${1:-$NS3_WHEEL}
    [[ -d $dir || $(uname -sm) == "Linux x86_64" ]] ||
        die "PyPI has no ns-3 for this machine: install one, and name its folder with --ns3" 2
    WHEEL_VERSION=${2:-$NS3_WHEEL_VERSION} make_folder "$dir" fill_with_wheel || return
    say "$dir/ns3"
}

fill_with_wheel()
{
    # The wheel's libraries serve any program; Python is only the courier, so its own version does
    # not matter. There are no wheels of other platforms.
    local quiet=(--quiet)
    [[ ! -t 2 ]] || quiet=()
    python3 -m pip download "${quiet[@]}" --disable-pip-version-check --no-deps --only-binary=:all: \
        --python-version 3.11 --platform manylinux_2_28_x86_64 --dest "$1" \
        "ns3==$WHEEL_VERSION" || return
    python3 -m zipfile -e "$1"/ns3-*.whl "$1" || return
    rm -f "$1"/ns3-*.whl
}

# ns3_source_tree DIR: unpacks the tree in Debian's source package of ns-3 as DIR.
ns3_source_tree()
{
    make_folder "$1" fill_with_source_tree
}

# A machine rarely has its deb-src lines on. A configuration of our own, made from the system's deb
# lines, needs neither root nor a change to the system.
fill_with_source_tree()
{
    local apt=$1/apt
    mkdir -p "$apt"/state/lists/partial "$apt"/cache/archives/partial || return
    debian_source_lines >"$apt/sources.list" || return
    local private=(
        -o Dir::Etc::sourcelist="$apt/sources.list"
        -o Dir::Etc::sourceparts=-
        -o Dir::State="$apt/state"
        -o Dir::State::status=/var/lib/dpkg/status
        -o Dir::Cache="$apt/cache"
        -o APT::Sandbox::User=root
    )
    apt-get "${private[@]}" update || return
    (cd "$apt" && apt-get "${private[@]}" source --download-only ns3) || return
    rm -f "$apt"/*.asc
    tar -xf "$apt"/ns3_*.orig.tar.* -C "$1" --strip-components=2 --wildcards 'ns-allinone-*/ns-3*' ||
        return
    rm -rf "$apt"
    [[ -x $1/ns3 ]]
}

debian_source_lines()
{
    local lines
    lines=$(list_debian_archives)
    # apt names only archives whose lists it has, and an image may come without any.
    if [[ -z $lines ]] && ((EUID == 0)); then
        apt-get -o DPkg::Lock::Timeout=300 update >&2 || return
        lines=$(list_debian_archives)
    fi
    if [[ -z $lines ]]; then
        say "apt knows no Debian archive; as root, run: apt-get update" >&2
        return 1
    fi
    say "$lines"
}

list_debian_archives()
{
    local keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    # The words in $(...) are apt's.
    # shellcheck disable=SC2016
    apt-get indextargets --format \
        "deb-src [signed-by=$keyring] "'$(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' 'Origin: Debian' | sort -u
}

# configure_standalone BUILD_DIR NS3_ROOT [CMAKE_OPTION...]: with an empty NS3_ROOT the system's ns-3 is used.
configure_standalone()
{
    local build=$1 ns3_root=$2
    shift 2
    cmake -Wdev -Werror=dev -S "$TCP_LOSSY_ROOT" -B "$build" -G Ninja -DNS3_ROOT="$ns3_root" "$@"
}

# build_tested BUILD_DIR NS3_ROOT JOBS [TARGET...]: with its tests, warnings as errors, and ns-3's headers from there.
build_tested()
{
    local targets=("${@:4}")
    ((${#targets[@]} > 0)) || targets=(all)
    configure_standalone "$1" "$2" -DTCP_LOSSY_TESTS=ON -DTCP_LOSSY_WERROR=ON &&
        cmake --build "$1" --parallel "$3" --target "${targets[@]}" &&
        refuse_other_headers "$1" "$1/include/ns3/" "$(realpath "$2")/include/ns3/"
}

# run_tests BUILD_DIR JOBS [CTEST_OPTION...]
run_tests()
{
    local build=$1 jobs=$2
    shift 2
    ctest --test-dir "$build" --output-on-failure --no-tests=error --parallel "$jobs" "$@"
}

# refuse_other_headers BUILD_DIR FOLDER...: ns-3's headers must have come from these folders. One
# that is missing there is silently taken from the system's ns-3, if one is installed. The module has a folder of that
# name, too.
refuse_other_headers()
{
    local headers others
    # A compiler cache may have made paths relative to the build's folder.
    headers=$(ninja -C "$1" -t deps | sed -n 's|^ *\(.*/ns3/[^/]*\.h\)$|\1|p' | sort -u |
        (cd "$1" && xargs --delimiter '\n' realpath --canonicalize-missing --no-symlinks --))
    shift
    [[ -n $headers ]] || die "ninja knows of no header of ns-3"
    others=$(grep -vF "$(printf '%s\n' "$@" /model/ns3/)" <<<"$headers" || true)
    if [[ -n $others ]]; then
        say "headers of another ns-3 were used:" "$others"
        return 1
    fi
}
