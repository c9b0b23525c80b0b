# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# V5, SACK TCP Veno paper, Fig 6. Given: n + n flows, n = 1 to 16, MSS 1 kB, 1.6 Mbit/s, queues of 15
# packets, loss 0 and 0.01, 200 s. Not stated: the delay (a round trip of 150 ms here, see V4).
# Starts are spread over a second, so that runs without loss differ by seed.

V5_title='SACK and SACK-Veno share 1.6 Mbit/s'

V5_runs()
{
    share_runs V5 '1 2 4 8 16' --rate=1.6Mbps --queue=15
}

# share_runs ID COUNTS OPTION...: both variants on one link, without and with random loss.
share_runs()
{
    local id=$1 counts=$2 seed n p
    shift 2
    for seed in $(seeds); do
        for n in $counts; do
            for p in 0 0.01; do
                run "$seed" sack-veno-sharing --socket=stock --id="$id" --each="$n" --loss="$p" \
                    --delay=75ms --segmentSize=1000 --delayedAck=2 --to=200s --startSpread=1s "$@"
            done
        done
    done
}
