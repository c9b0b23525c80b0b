# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# CPU time for each delivered segment in one point of B2 and one of B3: 200 Mbit/s, 300 ms, buffers
# of 250,000 segments, 100 simulated seconds; and the floor, UDP with as many packets both ways on
# the same topology, after it in the same process. Whole cycles are measured.
# Timing wants a quiet machine: --jobs 1, and nothing else running.

bench_buffers_title='CPU time a segment with buffers of 250000 segments'

bench_buffers_runs()
{
    local seed sender
    for seed in $(seeds 3 5); do
        for sender in newreno sack fack; do
            run "$seed" buffer-goodput --id=bench-buffers --sender="$sender" --share=0.05 \
                --packets=250000 --to=100s --floor=500000
        done
    done
}
