# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import decides, preset, published

from shared import fack as _fack

title = "FACK in slow start: time-sequence plot"
paper = "FACK paper, Fig 4"
see = "Half a round trip of silence, then FACK repairs all in five round trips; the window is cut again soon after. Beside it FACK of ns-3 itself, where the release has it."
unstated = _fack.timer + _fack.clock
program = "fack-recovery"
random = False
runs = _fack.recovery(17, [preset("fack"), preset("ns3-fack")])
sequences = [("fack", "q=17 delack=0"), ("ns3-fack", "q=17 delack=0")]
view = (0, 2.5)
_choices = (
    (
        "window-58",
        "a receiver's window of 58 segments, so that the window is cut to 29 and not to 32.5",
    ),
    ("queue-14", "a queue of 14 packets"),
    ("queue-20", "a queue of 20 packets"),
    ("links-5", "access links of 5 Mbit/s"),
    ("links-1000", "access links of 1000 Mbit/s"),
)
numbers = _fack.clean("Fig 4", "fack", "q=17 delack=0") + published(
    1.7,
    "Fig 4: the next drop in s",
    decides("next_drop", "fack", "q=17 delack=0", expect=(1.3, 1.8)),
    because=_fack.choices("next_drop", "fack", 4, _choices)
    + _fack.path("next_drop", "fack", 4, 17),
)
