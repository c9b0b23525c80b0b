# SPDX-License-Identifier: GPL-2.0-only
_fack = shared("fack")

title = "FACK in slow start: time-sequence plot"
paper = "FACK paper, Fig 4"
see = "Half a round trip of silence, then FACK repairs all in five round trips; the window is cut again soon after. Beside it FACK of ns-3 itself, where the release has it."
unstated = _fack.timer + _fack.clock
program = "fack-recovery"
random = False
runs = _fack.recovery(17, [preset("fack"), preset("ns3-fack")])
sequences = [("fack", "q=17 delack=0"), ("ns3-fack", "q=17 delack=0")]
view = (0, 2.5)
numbers = [
    number("timeouts", "fack", "q=17 delack=0", paper=0, source="Fig 4", expect=(None, 0)),
    number(
        "unnecessary_retransmissions",
        "fack",
        "q=17 delack=0",
        paper=0,
        source="Fig 4",
        expect=(None, 0),
    ),
    number(
        "next_drop",
        "fack",
        "q=17 delack=0",
        paper=1.7,
        source="Fig 4",
        reason=_fack.sooner + " FACK of ns-3.48 itself has 1.52 s.",
        expect=(1.3, 1.8),
    ),
]
