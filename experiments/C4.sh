# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# C4, no figure of the compressed SACK paper: what the option does when packets overtake one another.
# The flow of C3 at a window of 100 segments; behind the bottleneck each packet comes up to the jitter
# later. A packet takes 2 ms there, so that a jitter of 5 ms lets at most two others overtake, fewer
# than the three that start a recovery, and one of 20 ms up to ten.

C4_title='packets that overtake one another, and ACK-path loss'

C4_runs()
{
    local seed jitter loss sender encoding jitters='0 2 5 20' losses='0 0.2 0.5'
    [[ $PROFILE == full ]] && jitters='0 2 5 10 20 50 100'
    for seed in $(seeds 10 20); do
        for jitter in $jitters; do
            for loss in $losses; do
                # Without both nothing is random.
                [[ $jitter != 0 || $loss != 0 || $seed == 1 ]] || continue
                for sender in sack fack; do
                    for encoding in rfc2018 compressed; do
                        C4_run
                    done
                done
            done
        done
    done
}

# C4_run: at $seed, $jitter, $loss, $sender and $encoding of the caller.
C4_run()
{
    local suffix=
    [[ $sender == sack ]] || suffix=+$sender
    run "$seed" compressed-sack-flow --id=C4 --label="$encoding$suffix" --variant="$sender" \
        --sackEncoding="$encoding" --x="jitter=$jitter,loss=$loss" --jitter="${jitter}ms" \
        --reverseLoss="$loss" --rate=4200kbps --delay=50ms --queue=50 --leftRate=10Gbps \
        --rightRate=10Gbps --receiver=scoreboard --timestamps=true --segmentSize=1000 \
        --receiveBuffer=100000000 --initialWindow=10 --clockGranularity=100ms --minRto=1s --to=5s
}
