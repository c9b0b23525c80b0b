# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# V4, SACK TCP Veno paper, Fig 5. Given: 1 to 32 connections, loss 1e-4 to 1e-1 on the forward link,
# 200 s, simultaneous start. Not stated: the labels of Fig 2(b). Here 1.6 Mbit/s, queues of 15
# packets and MSS 1000 octets as in Fig 6, and the round trip of 150 ms of section 2.3.

V4_title='utilisation against loss and number of connections'

V4_runs()
{
    local seed n p variant connections='1 4 32' losses='0.0001 0.01 0.1'
    if [[ $PROFILE == full ]]; then
        connections='1 2 4 8 16 32'
        losses='0.0001 0.0003 0.001 0.003 0.01 0.03 0.1'
    fi
    for seed in $(seeds); do
        for n in $connections; do
            for p in $losses; do
                V4_variant sack 0.5 stock
                V4_variant sack-veno 0.2 stock
                if ((n == 1)); then
                    V4_variant sack 0 scoreboard-sack
                    V4_variant sack-veno 0 scoreboard-sack
                    V4_variant sack 0 scoreboard-fack
                    V4_variant sack-veno 0 scoreboard-fack
                fi
            done
        done
    done
}

# V4_variant VARIANT CUT SOCKET: at $n, $p and $seed of the caller.
V4_variant()
{
    run "$seed" sack-veno-utilisation --id=V4 --variant="$1" --theoryCut="$2" --connections="$n" \
        --loss="$p" --rate=1.6Mbps --delay=75ms --queue=15 --segmentSize=1000 --delayedAck=2 \
        --to=200s --socket="$3"
}
