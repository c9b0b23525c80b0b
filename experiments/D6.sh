# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# D6, VenoDR paper, Fig 6: several bandwidths, at 2 % errors. The paper does not say which, nor the
# delays of its links: this is also the table of what D5 depends on. Buffers equal to the pipe; rtt is
# the round trip of propagation in ms. The last points: delayed ACKs, and a timer that waits for
# 200 ms at least instead of 1 s and does not tick.

D6_title='throughput at 2 % errors against bandwidth and delay'

D6_runs()
{
    local seed bw rtt rates='2 5 10 20' round_trips='10 20 50 100'
    if [[ $PROFILE == full ]]; then
        rates='2 5 10 20 50'
        round_trips='4 10 20 50 100 200'
    fi
    for seed in $(seeds); do
        for bw in $rates; do
            D6_point "p=0.02,bw=$bw" "$bw" 10
        done
        for rtt in $round_trips; do
            ((rtt == 10)) || D6_point "p=0.02,bw=10,rtt=$rtt" 10 "$rtt"
        done
        D6_point p=0.02,bw=10,delack=1 10 10 --delayedAck=2
        D6_point p=0.02,bw=10,rto=0.2 10 10 --minRto=200ms --clockGranularity=1ms
    done
}

# D6_point X MBIT_PER_S ROUND_TRIP_MS OPTION...: at $seed of the caller.
D6_point()
{
    local x=$1 bw=$2 rtt=$3
    shift 3
    wireless_rivals D6 --per=0.02 --x="$x" --wirelessRate="${bw}Mbps" \
        --wiredDelay="$((rtt * 500))us" "$@"
}
