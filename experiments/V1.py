# SPDX-License-Identifier: GPL-2.0-only
title = "window, rate and backlog of one flow on a modem line"
paper = "SACK TCP Veno paper, Fig 1"
see = "SACK-Veno's window is cut less often, and at each cut the queue holds several segments."
unstated = "The queue (10 packets gives SACK the paper's five cycles) and the receiver's ACKs (one a segment here)."
program = "sack-veno-single-flow"
random = False
runs = [
    sweep(
        [preset("sack"), preset("sack-veno")],
        socket="stock",
        rate="33600bps",
        delay="75ms",
        queue=10,
        segmentSize=512,
        delayedAck=1,
        **{"from": "20s", "to": "80s"},
        cycles=True,
        series=True,
        step="2s",
    )
]
derived = ratios("cycles", "sack-veno", "sack")
_queue = "A queue of 11 packets gives 3; that of 10 was chosen for SACK's five cycles."
numbers = [
    number("cycles", "sack", paper=5, source="Fig 1: about", expect=(4, 6)),
    number("cycles", "sack-veno", paper=3, source="Fig 1: about", reason=_queue, expect=(3, 5)),
    number(
        "ratio",
        "sack-veno/sack",
        paper=0.6,
        source="Fig 1",
        reason=_queue,
        expect=(None, 0.99),
        why="fewer cycles",
    ),
    number("min_estimate_at_loss", "sack-veno", expect=(1, None), why="above alpha at each loss"),
    number("min_backlog_at_loss", "sack-veno", expect=(1, None), why="queue at each loss"),
]
