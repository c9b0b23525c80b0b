# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# B3, buffer paper, Fig 2(b): B2 with SACK's recovery. A cycle takes 5 to 20 s.

B3_title='goodput of SACK against internal buffers'

B3_runs()
{
    buffer_settings B3_setting
}

B3_setting()
{
    local part packets percents='75 90 100'
    B3_run 20000
    [[ $PROFILE == full ]] && percents='60 70 80 90 95 98 100 102 105 120'
    if [[ $PROFILE == full || $share == 0.1 ]]; then
        for part in $percents; do
            B3_run $((sack * part / 100))
        done
        for packets in 1250 2500 3750 5000; do
            B3_run "$packets" --to=30s
        done
    fi
}

# B3_run Q OPTION...: at $a, $b and $share of the caller.
B3_run()
{
    run 1 buffer-goodput --id=B3 --sender=sack --a="$a" --b="$b" --share="$share" \
        --packets="$1" --to=60s "${@:2}"
}
