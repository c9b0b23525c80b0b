# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# F2, FACK paper, Fig 2: Reno in slow start, queue of 17 packets. The path is that of Fig 1: a host
# 2 ms from a T1 (1.5 Mbit/s, 5 ms), another 33 ms behind it, both at 10 Mbit/s, MSS 1000 octets, no
# delayed ACK; this is what the program takes by default. Not stated: the retransmission timer, which
# ticks at 500 ms here and waits for two ticks at least. Deterministic: one run is all.

F2_title='Reno in slow start: time-sequence plot'

F2_runs()
{
    recovery_runs F2 17 reno
}

# recovery_runs ID QUEUE 'VARIANT...' [OPTION...]: six seconds of one flow, F2 to F5, F7 and F8.
recovery_runs()
{
    local id=$1 queue=$2 variants=$3 variant
    shift 3
    for variant in $variants; do
        run 1 fack-recovery --id="$id" --variant="$variant" --queue="$queue" --to=6s --series=true "$@"
    done
}
