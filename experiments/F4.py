# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import asserted, preset, varied

from shared import fack as _fack

title = "FACK in slow start: time-sequence plot"
paper = "FACK paper, Fig 4"
see = "Half a round trip of silence, then FACK repairs all in five round trips; the window is cut again soon after. Beside it FACK of ns-3 itself, where the release has it."
unstated = (
    _fack.timer
    + _fack.clock
    + """ silence is the longest time without a segment in the round trip after the detection, in round trips as
measured then."""
)
program = "fack-recovery"
random = False
runs = _fack.recovery(17, [preset("fack"), preset("ns3-fack")])
sequences = [("fack", "q=17 delack=0"), ("ns3-fack", "q=17 delack=0")]
view = (0, 2.5)
_point = "q=17 delack=0"
_windows = [
    varied(
        f"a receiver's window of {window} segments",
        f"F14 next_drop fack fig=4 window={window}",
    )
    for window in _fack.windows
]
_choices = (
    ("queue-14", "a queue of 14 packets"),
    ("queue-20", "a queue of 20 packets"),
    ("links-5", "access links of 5 Mbit/s"),
    ("links-1000", "access links of 1000 Mbit/s"),
)
numbers = (
    _fack.clean("F4", "fack", _point)
    + _fack.decided(
        "F4",
        "next_drop",
        "fack",
        _point,
        expect=(1.3, 1.8),
        because=_windows + _fack.choices("next_drop", "fack", 4, _choices),
    )
    + _fack.decided("F4", "silence", "fack", _point, expect=(0.3, 0.7))
    + _fack.decided("F4", "base_rtt", "fack", _point, expect=(86, 89))
    + _fack.decided(
        "F4",
        "pipe",
        "fack",
        _point,
        expect=(15, 17),
        because=[
            asserted(
                "The paper's 87 ms at 1.5 Mbit/s are 16.31 kB; ours is 87.2 ms, 0.2 of them the ACK's own store and forward."
            )
        ],
    )
)
