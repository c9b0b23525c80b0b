# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# D7, VenoDR paper, Fig 7. Given: ten equal flows on 20 Mbit/s, errors of 0.5 % to 5 %. Delays are
# not stated: a round trip of 50 ms here, so that a flow's part of pipe and buffer is 9 + 9 segments,
# as in D4. Starts are spread over a second.

D7_title="Jain's index of ten equal flows against the error rate"

D7_runs()
{
    local seed p
    for seed in $(seeds); do
        for p in $(ten_flow_losses); do
            ten_flows D7 --per="$p" --x="p=$p"
        done
    done
}

ten_flow_losses()
{
    if [[ $PROFILE == full ]]; then
        say 0.005 0.01 0.02 0.03 0.04 0.05
    else
        say 0.005 0.02 0.05
    fi
}

# ten_flows ID OPTION...: all variants, at $seed of the caller.
ten_flows()
{
    wireless_ten "$@" --variant=venodr
    wireless_ten "$@" --variant=veno
    wireless_ten "$@" --variant=reno
    wireless_ten "$@" --variant=westwood-plus --socket=scoreboard-newreno
}

# wireless_ten ID OPTION...: at $seed of the caller.
wireless_ten()
{
    wireless_flow "$@" --flows=10 --wirelessRate=20Mbps --wiredDelay=25ms --startSpread=1s
}
