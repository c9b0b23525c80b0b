# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# V3, SACK TCP Veno paper, Fig 4. Given: 1.6 Mbit/s, 100 ms, queue of 12 packets, MSS 1460 octets,
# loss 1e-4 to 1e-1. Not stated: passes (one here), delayed ACKs (on here), the duration.

V3_title='sending rate over time at four loss rates'

V3_runs()
{
    local seed p
    for seed in $(seeds); do
        for p in 0.0001 0.001 0.01 0.1; do
            V3_variant sack 0.5
            V3_variant sack-veno 0.2
        done
    done
}

# V3_variant VARIANT CUT: at $p and $seed of the caller.
V3_variant()
{
    run "$seed" sack-veno-single-flow --socket=stock --id=V3 --variant="$1" --theoryCut="$2" \
        --x="p=$p" --unit=kbit/s --rate=1.6Mbps --delay=100ms --queue=12 --loss="$p" --segmentSize=1460 \
        --delayedAck=2 --to=200s --series="$(first_seed "$seed")" --step=5s
}
