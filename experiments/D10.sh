# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# D10, which the VenoDR paper lacks: what each half of the system gains on the flow of D5, alone and
# together, with NewReno, SACK and FACK senders.

D10_title='threshold and recovery of VenoDR apart, on three senders'

D10_runs()
{
    local seed variant sender
    for seed in $(seeds); do
        for sender in newreno sack fack; do
            for variant in veno venodr-threshold-only venodr-recovery-only venodr; do
                wireless_flow D10 --per=0.02 --x=p=0.02,bw=10 --variant="$variant" \
                    --socket="scoreboard-$sender" --label="$variant+$sender"
            done
        done
    done
}
