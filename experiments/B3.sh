# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# B3, buffer paper, Fig 2(b): B2 with SACK's recovery. A cycle takes 5 to 20 s.
# The runs of the smallest buffers measure 20 round trips.

B3_title='goodput of SACK against internal buffers'

B3_runs()
{
    buffer_settings B3_setting
}

B3_setting()
{
    local part packets percents='75 90 100'
    [[ $PROFILE == full ]] && percents='60 70 80 90 95 98 100 102 105 120'
    B3_run 20000
    for part in $percents; do
        B3_run $((sack * part / 100))
    done
    for packets in 1250 2500 5000; do
        B3_run "$packets" --to=10s
    done
}

# B3_run Q OPTION...: at $a, $b and $share of the caller.
B3_run()
{
    local to=20s
    [[ $a == 0.005 ]] && to=45s
    run 1 buffer-goodput --id=B3 --sender=sack --a="$a" --b="$b" --share="$share" \
        --packets="$1" --from=4s --to="$to" "${@:2}"
}
