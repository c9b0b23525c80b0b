# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# F12, FACK paper, Fig 12: F11 with a slightly smaller buffer, 18 packets here, Reno against FACK with
# Overdamping and Rampdown. Not stated: buffer and bursts. The figure shows bursts of 2 kB.

F12_title='Reno and FACK under bursts on the reverse path: time-sequence plot'

F12_runs()
{
    local seed burst variant series
    for seed in $(seeds); do
        for burst in 2 4 6; do
            series=$([[ $burst == 2 ]] && first_seed "$seed" || echo false)
            for variant in reno fack-od-rd; do
                reverse_run "$seed" F12 "$variant" "$burst" --queue=18 --series="$series"
            done
        done
    done
}
