# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# D8, VenoDR paper, Fig 8: what the ten flows of D7 get together.

D8_title='throughput of ten equal flows against the error rate'

D8_runs()
{
    local seed p
    for seed in $(seeds); do
        for p in $(ten_flow_losses); do
            ten_flows D8 --per="$p" --x="p=$p"
        done
    done
}
