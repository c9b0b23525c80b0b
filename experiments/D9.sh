# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# D9, VenoDR paper, Fig 9. Given: ten flows on 20 Mbit/s, k of them Reno, the others VenoDR. Whether
# there are errors is not stated: none, where friendliness is a matter of sharing the queue; and
# 1 %, where Reno leaves capacity unused anyway. Reno is newreno; delays as in D7.

D9_title='k flows of Reno and 10 - k of VenoDR'

D9_runs()
{
    local seed k counts='2 5 8'
    [[ $PROFILE == quick ]] || counts='1 2 3 4 5 6 7 8 9'
    for seed in $(seeds); do
        for k in $counts; do
            wireless_ten D9 --variant=venodr --others="$k" --other=newreno --per=0 --x="k=$k"
        done
        wireless_ten D9 --variant=venodr --others=5 --other=newreno --per=0.01 --x=k=5,p=0.01
    done
}
