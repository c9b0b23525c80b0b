# SPDX-License-Identifier: GPL-2.0-only
_fack = shared("fack")

title = "SACK and FACK in detail, ssthresh preset"
paper = "FACK paper, Fig 5"
see = "At the end of its recovery SACK sends two segments an ACK, which fills the queue; FACK keeps it low."
unstated = _fack.timer + _fack.clock
program = "fack-recovery"
random = False
runs = _fack.recovery(10, [preset("sack"), preset("fack")], initialSsthresh=35)
sequences = [("sack", "q=10 delack=0"), ("fack", "q=10 delack=0")]
view = (0.4, 1.4)
derived = ratios("end_queue", "sack", "fack")
numbers = [
    number(quantity, variant, "q=10 delack=0", paper=0, source="Fig 5", expect=(None, 0))
    for variant in ("sack", "fack")
    for quantity in ("timeouts", "unnecessary_retransmissions")
] + [
    number(
        "recovery_end",
        "sack",
        "q=10 delack=0",
        paper=0.8,
        tolerance=0.05,
        source="Fig 5: about",
        reason="SACK's segments beyond one an ACK begin at 0.82 s, and by 0.86 s recovery is over.",
        expect=(0.75, 1.05),
    ),
    number(
        "end_queue",
        "sack",
        "q=10 delack=0",
        paper=9,
        source="Fig 5, footnote 13: dropped segments, 10 in its recovery, less one",
        expect=(8, 10),
    ),
    number(
        "ratio",
        "sack/fack",
        "q=10 delack=0",
        expect=(2, None),
        why="queue at the end of recovery: SACK's spikes",
    ),
]
