# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import number, preset, ratios

from shared import fack as _fack

title = "FACK with Overdamping"
paper = "FACK paper, Fig 7"
see = "With Overdamping the next drop after the repair comes at 3.4 s instead of 1.3 s."
unstated = _fack.timer + _fack.clock
program = "fack-recovery"
random = False
runs = _fack.recovery(17, [preset("fack"), preset("fack-od")])
sequences = [("fack", "q=17 delack=0"), ("fack-od", "q=17 delack=0")]
view = (0, 5)
derived = ratios("next_drop", "fack-od", "fack")
_point = "q=17 delack=0"
numbers = (
    _fack.clean("F7", "fack-od", _point)
    + _fack.decided("F7", "next_drop", "fack-od", _point, expect=(3.0, 3.8))
    + [
        number("next_drop", "fack", _point, expect=(1.3, 1.8), why="as in F4"),
        number(
            "ratio",
            "fack-od/fack",
            _point,
            expect=(1.8, None),
            why="Figs 4 and 7: twice as late",
        ),
    ]
)
