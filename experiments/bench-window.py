# SPDX-License-Identifier: GPL-2.0-only
title = "CPU time a segment against the window: stock, ours, UDP"
paper = "beyond the papers"
see = "The stock socket's cost grows with the window, ours stays within twice the floor."
unstated = """CPU time for each delivered segment: ns-3's own socket, ours with each sender, and the floor, UDP with as
many packets both ways on the same topology. The window is held at its size whatever is lost, the round
trip is the window's time on a 10 Gbit/s link, and all sockets of a row run in one process, one after the
other. A socket that needs over two minutes is given up. Timing wants a quiet machine: --jobs 1, and
nothing else running."""
program = "tcp-lossy-bench-window"
by_default = False
seeds = 3
runs = [
    sweep(
        axis("window", pick("100 1000 10000 100000", "100 1000 10000 100000 250000"), window="{}"),
        axis("p", [0, 0.001], loss="{}"),
        sockets="udp,stock,scoreboard-reno,scoreboard-newreno,scoreboard-sack,scoreboard-fack,scoreboard-rfc6675",
    )
]
numbers = [
    number(
        "cost_to_udp",
        "scoreboard-sack",
        "window=100000 p=0",
        expect=(None, 3),
        why="at most three times the floor",
    ),
    number(
        "cost_to_stock",
        "scoreboard-rfc6675",
        "window=10000 p=0.001",
        expect=(None, 1 / 15),
        why="fifteen times faster",
    ),
    number(
        "cost_to_stock",
        "scoreboard-sack",
        "window=100 p=0",
        expect=(None, 1.05),
        why="small windows cost no more",
    ),
]
