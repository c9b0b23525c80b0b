# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# C3, no figure of the compressed SACK paper, but its argument on windows that its links do not have:
# how much ACK-path loss costs each encoding. One flow in slow start overruns a queue, which loses
# about every other segment of a window, so that blocks are many and small; ACKs are lost at random.
# The window is what pipe and queue hold, half each, at a round trip of 100 ms; 5 s from the start;
# timestamps; ten segments at first (RFC 6928), so that the start does not hang on two ACKs.

C3_title='ACK-path loss on windows of 10 to 10,000 segments'

C3_runs()
{
    local seed window loss sender encoding losses='0 0.2 0.5'
    [[ $PROFILE == full ]] && losses='0 0.1 0.2 0.3 0.4 0.5'
    for seed in $(seeds 10 20); do
        for window in 10 100 1000 10000; do
            for loss in $losses; do
                # Without loss nothing is random. With the largest window a run takes up to 8 s.
                [[ $loss != 0 || $seed == 1 ]] || continue
                ((window < 10000 || seed <= 10)) || continue
                for sender in sack fack; do
                    for encoding in rfc2018 compressed; do
                        C3_run
                    done
                done
            done
        done
    done
}

# C3_run: at $seed, $window, $loss, $sender and $encoding of the caller. 42 kbit/s are half a segment
# of 1000 octets and its headers in 100 ms.
C3_run()
{
    local suffix=
    [[ $sender == sack ]] || suffix=+$sender
    run "$seed" compressed-sack-flow --id=C3 --label="$encoding$suffix" --variant="$sender" \
        --sackEncoding="$encoding" --x="loss=$loss,window=$window" --reverseLoss="$loss" \
        --rate=$((42 * window))kbps --delay=50ms --queue=$((window / 2)) --leftRate=10Gbps \
        --rightRate=10Gbps --receiver=scoreboard --timestamps=true --segmentSize=1000 \
        --receiveBuffer=100000000 --initialWindow=10 --clockGranularity=100ms --minRto=1s --to=5s
}
