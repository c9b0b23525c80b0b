# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# V1, SACK TCP Veno paper, Fig 1. Given: 33.6 kbit/s, RTT about 150 ms, MSS 512 octets, no random
# loss, 20 to 80 s. Not stated: the queue (10 packets gives SACK the paper's five cycles) and the
# receiver's ACKs (one a segment here). Deterministic: one run is all.

V1_title='window, rate and backlog of one flow on a modem line'

V1_runs()
{
    local variant
    for variant in sack sack-veno; do
        run 1 sack-veno-single-flow --socket=stock --id=V1 --variant="$variant" --rate=33600bps \
            --delay=75ms --queue=10 --segmentSize=512 --delayedAck=1 --from=20s --to=80s \
            --cycles=true --series=true --step=2s
    done
}
