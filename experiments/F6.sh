# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# F6, FACK paper, Fig 6: F2 with SACK, and four more segments lost in transit, so that more than half
# a window is lost. Not stated: which four. In slow start the queue drops every other segment of the
# last window, those with odd numbers from 65 to 129; the four are taken at random from the others.
# A run's seed is the number of its choice and nothing else is random: means are means over choices,
# and the summary has their least and largest values, too.

F6_title='more than half a window lost: SACK and FACK'

F6_runs()
{
    local choice variant drop
    for choice in $(seeds 30 300); do
        drop=$(F6_choose "$choice")
        for variant in sack fack; do
            run "$choice" fack-recovery --id=F6 --variant="$variant" --queue=17 --drop="$drop" \
                --to=6s --series="$(first_seed "$choice")"
        done
    done
}

# F6_choose NUMBER: four of the 32 even numbers from 66 to 128, by a linear congruential generator.
F6_choose()
{
    local state=$((($1 * 7919) & 0x7fffffff)) segment
    local -A chosen=()
    while ((${#chosen[@]} < 4)); do
        state=$(((state * 1103515245 + 12345) & 0x7fffffff))
        segment=$((66 + 2 * ((state >> 16) % 32)))
        chosen[$segment]=yes
    done
    printf '%s\n' "${!chosen[@]}" | sort -n | paste -s -d ,
}
