# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, number, pick, spread, sweep

title = "Instructions a segment against the number of flows: ours to UDP"
paper = "beyond the papers"
see = "A segment costs the same, however many flows its node has."
unstated = """Instructions for each delivered segment, counted by valgrind's callgrind, as in bench-instructions. So many
flows of one node to one other share a window of 1000 segments evenly, 10000 flows one of 10000; none begins with more than its share. The floor is UDP with as many
packets both ways, of one flow. Setting up the flows, and the segments before the measurement, are not counted."""
program = "tcp-lossy-bench-instructions"
by_default = False
random = False
needs = "tcp-lossy-bench-instructions --can-count"
_flows = axis("flows", pick("1 1000", "1 10 100 1000"), flows="{}")
_common = {"segments": 4000, "sockets": "scoreboard-fack,scoreboard-fack+no-timestamps"}
runs = [sweep(_flows, window=1000, **_common)]
if pick(False, True):
    runs += [sweep(axis("flows", "10000", flows="{}"), window=10000, **_common)]
derived = spread("instructions", "flows", "scoreboard-fack")
numbers = [
    number(
        "spread_instructions",
        "scoreboard-fack",
        expect=(1, 1.2),
        why="a segment costs at most a fifth more, however many flows there are",
    )
]
