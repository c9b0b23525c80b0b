# SPDX-License-Identifier: GPL-2.0-only
_fack = shared("fack")

title = "FACK with Overdamping"
paper = "FACK paper, Fig 7"
see = "With Overdamping the next drop after the repair comes at 3.5 s instead of 1.3 s."
unstated = _fack.timer + _fack.clock
program = "fack-recovery"
random = False
runs = _fack.recovery(17, [preset("fack"), preset("fack-od")])
sequences = [("fack", "q=17 delack=0"), ("fack-od", "q=17 delack=0")]
view = (0, 5)
derived = ratios("next_drop", "fack-od", "fack")
_queue = (
    "The drop-tail queue of ns, the paper's simulator, holds a packet less than its limit says: with 16 "
    "packets ours is 3.39 s, too."
)
numbers = [
    number("timeouts", "fack-od", "q=17 delack=0", paper=0, source="Fig 7", expect=(None, 0)),
    number(
        "unnecessary_retransmissions",
        "fack-od",
        "q=17 delack=0",
        paper=0,
        source="Fig 7",
        expect=(None, 0),
    ),
    number(
        "next_drop",
        "fack-od",
        "q=17 delack=0",
        paper=3.4,
        source="Fig 7",
        reason=_queue,
        expect=(3.0, 3.8),
    ),
    number(
        "next_drop",
        "fack",
        "q=17 delack=0",
        paper=1.7,
        source="Fig 4",
        reason=_fack.sooner,
        expect=(1.3, 1.8),
    ),
    number(
        "ratio",
        "fack-od/fack",
        "q=17 delack=0",
        paper=2,
        source="Figs 4 and 7: next drop",
        reason=_fack.sooner,
        expect=(1.8, None),
    ),
]
