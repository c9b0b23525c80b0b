# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# D4, VenoDR paper, Fig 4. Given: MSS 1400 octets, one flow from 0 to 100 s, errors of 0.01 % to 10 %
# on the wireless hop, buffers equal to the pipe. Not stated: rates and delays (Fig 2's labels are not
# in the text). That all curves are the same up to 0.5 % says that pipe and buffer hold no more than
# a Reno window at that loss, sqrt(1.5 / 0.005) = 17 segments: here 10 Mbit/s and a round trip of
# 10 ms, 9 + 9 segments. D6 varies both.
#
# veno is the Veno of that paper on NewReno recovery; the paper's inherits the fast recovery of
# "traditional" TCP, which is the sender Reno: veno-reno. Westwood+ is ns-3's, with NewReno recovery.

D4_title='throughput of one flow against the error rate of a wireless hop'

D4_runs()
{
    local seed p losses='0.0001 0.001 0.005 0.01 0.02 0.05 0.1'
    if [[ $PROFILE == full ]]; then
        losses='0.0001 0.0002 0.0005 0.001 0.002 0.005 0.01 0.02 0.05 0.1'
    fi
    for seed in $(seeds); do
        for p in $losses; do
            wireless_rivals D4 --per="$p" --x="p=$p,bw=10"
        done
    done
}

# wireless_rivals ID OPTION...: VenoDR and what the paper compares it with, at $seed of the caller.
wireless_rivals()
{
    wireless_flow "$@" --variant=venodr
    wireless_flow "$@" --variant=veno
    wireless_flow "$@" --variant=veno --socket=scoreboard-reno --label=veno-reno
    wireless_flow "$@" --variant=newreno
    wireless_flow "$@" --variant=reno
    wireless_flow "$@" --variant=westwood-plus --socket=scoreboard-newreno
}

# wireless_flow ID OPTION...: at $seed of the caller.
wireless_flow()
{
    local id=$1
    shift
    run "$seed" wireless-path --id="$id" --wirelessRate=10Mbps --wiredDelay=5ms --to=100s "$@"
}
