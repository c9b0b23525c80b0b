# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import number, preset, ratios

from shared import fack as _fack

title = "FACK with Overdamping, without and with Rampdown"
paper = "FACK paper, Fig 8"
see = "Without Rampdown segments leave in bursts after the silence, with it they stay spread."
unstated = _fack.timer + _fack.clock
program = "fack-recovery"
random = False
runs = _fack.recovery(6, [preset("fack-od"), preset("fack-od-rd")])
sequences = [("fack-od", "q=6 delack=0"), ("fack-od-rd", "q=6 delack=0")]
view = (0.4, 1.4)
derived = ratios("max_burst", "fack-od-rd", "fack-od")
numbers = (
    _fack.clean("F8", "fack-od", "q=6 delack=0")
    + _fack.clean("F8", "fack-od-rd", "q=6 delack=0")
    + [
        number(
            "ratio",
            "fack-od-rd/fack-od",
            "q=6 delack=0",
            expect=(None, 0.5),
            why="Fig 8: largest burst",
        )
    ]
)
