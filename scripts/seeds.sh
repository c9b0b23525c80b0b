# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What runs a program of random cases for many seeds, by GNU parallel: sourced by scripts/torture and
# scripts/differential after common.sh.

# need_number NAME VALUE
need_number()
{
    [[ $2 =~ ^[1-9][0-9]{0,8}$ ]] || die "$1 needs a positive number, not '$2'" 2
}

# parse_options LONG_OPTIONS ARGUMENT...: sets PROGRAM, JOBS, RECORD, FIRST and COUNT; the script's own options, as getopt
# names them, go to its function own_option, each with the word behind it.
parse_options()
{
    local own=$1 options
    options=$(getopt --name "${0##*/}" --options '' --longoptions "program:,jobs:,record,help,$own" -- "${@:2}") || exit 2
    eval set -- "$options"
    while [[ $1 != -- ]]; do
        case $1 in
            --program)
                PROGRAM=$2
                shift
                ;;
            --jobs)
                need_number --jobs "$2"
                JOBS=$2
                shift
                ;;
            --record) RECORD=yes ;;
            --help)
                usage
                exit
                ;;
            *)
                own_option "$1" "$2"
                [[ ,$own, != *,"${1#--}:",* ]] || shift
                ;;
        esac
        shift
    done
    shift
    (($# == 2)) || die "needs FIRST and COUNT; see scripts/${0##*/} --help" 2
    need_number FIRST "$1"
    need_number COUNT "$2"
    FIRST=$1
    COUNT=$2
    [[ -x $PROGRAM ]] || die "there is no program $PROGRAM; name one with --program" 2
}

# run_seeds LOG FIRST COUNT JOBS PROGRAM [OPTION...]: what the program says of each seed, in order, goes into
# LOG, and the CPU time of all into LOG.times. A seed that fails is no reason to stop.
run_seeds()
{
    local log=$1 first=$2 count=$3 jobs=$4
    shift 4
    seq "$first" $((first + count - 1)) |
        parallel --will-cite --jobs "$jobs" --keep-order "$@" --seed={} >"$log" || true
    # Not in a pipe, whose processes have times of their own.
    times >"$log".times
}

# lines_with LOG WORD: of how many seeds the program said this.
lines_with()
{
    grep -c "^seed [0-9]*: $2" "$1" || true
}

# cpu_minutes LOG
cpu_minutes()
{
    # Such as "7m53.120s 0m20.480s".
    tail -n 1 "$1".times | awk -F '[ms ]+' '{ printf "%.1f", $1 + $3 + ($2 + $4) / 60 }'
}
