# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import case, sweep, variant

title = "CPU time a segment with buffers of 250000 segments"
paper = "beyond the papers"
see = "Each sender costs less than one and a half times the floor, with 250000 unacknowledged segments."
unstated = """CPU time for each delivered segment in one point of B2 and one of B3: 200 Mbit/s, 300 ms, buffers of 250,000
segments, 100 simulated seconds; and the floor, UDP with as many packets both ways on the same topology,
after it in the same process. Whole cycles are measured. Timing wants a quiet machine: --jobs 1, and
nothing else running."""
program = "buffer-goodput"
by_default = False
seeds = 3, 5
runs = [
    sweep(
        case("a=0.01 b=0.125 B=0.05 Q=250000", share=0.05, packets=250000, to="100s", floor=500000),
        [variant(sender, sender=sender) for sender in ("newreno", "sack", "fack")],
    )
]
