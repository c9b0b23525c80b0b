# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# D5, VenoDR paper, Fig 5: the flow of D4 at an error rate of 2 %, over time. Besides the paper's
# rivals: ns-3's own Veno and SACK TCP Veno.

D5_title='throughput over time at 2 % errors'

D5_runs()
{
    local seed series
    for seed in $(seeds); do
        series=$(first_seed "$seed")
        wireless_rivals D5 --per=0.02 --x=p=0.02,bw=10 --series="$series"
        wireless_flow D5 --per=0.02 --x=p=0.02,bw=10 --variant=sack-veno --series="$series"
        wireless_flow D5 --per=0.02 --x=p=0.02,bw=10 --variant=ns3-veno \
            --socket=scoreboard-newreno --series="$series"
    done
}
