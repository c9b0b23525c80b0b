# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# CPU time for each delivered segment against the window: ns-3's own socket, ours with each sender,
# and the floor, UDP with as many packets both ways on the same topology. The window is held at its
# size whatever is lost, the round trip is the window's time on a 10 Gbit/s link, and all sockets of
# a row run in one process, one after the other. A socket that needs over two minutes is given up.
# Timing wants a quiet machine: --jobs 1, and nothing else running.

bench_window_title='CPU time a segment against the window: stock, ours, UDP'

bench_window_runs()
{
    local seed window loss windows='100 1000 10000 100000'
    [[ $PROFILE == full ]] && windows+=' 250000'
    for seed in $(seeds 1 3); do
        for window in $windows; do
            for loss in 0 0.001; do
                run "$seed" tcp-lossy-bench-window --window="$window" --loss="$loss" \
                    --sockets=udp,stock,scoreboard-reno,scoreboard-newreno,scoreboard-sack,scoreboard-fack
            done
        done
    done
}
