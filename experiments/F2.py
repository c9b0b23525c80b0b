# SPDX-License-Identifier: GPL-2.0-only
_fack = shared("fack")

title = "Reno in slow start: time-sequence plot"
paper = "FACK paper, Fig 2"
see = "Half of a window is lost; Reno repairs one segment, waits for its timer and sends 30 segments for nothing."
unstated = _fack.timer + _fack.clock
program = "fack-recovery"
random = False
runs = _fack.recovery(17, preset("reno"))
sequences = [("reno", "q=17 delack=0")]
view = (0, 5)
numbers = [
    number("timeouts", "reno", "q=17 delack=0", paper=1, source="Fig 2", expect=(1, None)),
    number(
        "unnecessary_retransmissions",
        "reno",
        "q=17 delack=0",
        paper=30,
        source="Fig 2",
        expect=(20, 60),
    ),
]
