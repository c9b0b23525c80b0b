# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, number, sweep

title = "Instructions a segment over a point-to-point link and over a path"
paper = "beyond the papers"
see = "Over a PathNetDevice a segment costs less, and meets the same."
unstated = """Instructions for each delivered segment with its ACK, counted by valgrind's callgrind: two nodes, a window of 100
segments at 10 Gbit/s, the round trip is the window's time, nothing is lost. link is ns-3's point-to-point device, path a
PathNetDevice; dumbbell has a link to either side besides. UDP with as many packets both ways is the floor."""
program = "tcp-lossy-bench-instructions"
by_default = False
random = False
needs = "tcp-lossy-bench-instructions --can-count"
runs = [
    sweep(
        axis("links", "dumbbell link path", links="{}"),
        window=100,
        segments=1000,
        sockets="scoreboard-fack",
    )
]
numbers = [
    number(
        "instructions",
        "scoreboard-fack",
        "links=path",
        expect=(20000, 120000),
        why="the order of what a packet costs in ns-3",
    )
]
