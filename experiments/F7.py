# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import decides, number, preset, published, ratios

from shared import fack as _fack

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
numbers = (
    _fack.clean("Fig 7", "fack-od", "q=17 delack=0")
    + published(
        3.4,
        "Fig 7: the next drop in s",
        decides("next_drop", "fack-od", "q=17 delack=0", expect=(3.0, 3.8)),
        because=_fack.path("next_drop", "fack-od", 7, 17),
    )
    + [
        number("next_drop", "fack", "q=17 delack=0", expect=(1.3, 1.8), why="as in F4"),
        number(
            "ratio",
            "fack-od/fack",
            "q=17 delack=0",
            expect=(1.8, None),
            why="Figs 4 and 7: twice as late",
        ),
    ]
)
