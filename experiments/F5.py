# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import asserted, decides, number, preset, published, ratios

from shared import fack as _fack

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
numbers = (
    _fack.clean("Fig 5", "sack", "q=10 delack=0")
    + _fack.clean("Fig 5", "fack", "q=10 delack=0")
    + published(
        0.8,
        "Fig 5: the end of SACK's recovery in s, about",
        decides("recovery_end", "sack", "q=10 delack=0", expect=(0.75, 1.05)),
        tolerance=0.05,
        because=_fack.path("recovery_end", "sack", 5, 10)
        + [
            asserted(
                "SACK's segments beyond one an ACK begin at 0.82 s, and the paper may mean these: the recovery is over at 0.86."
            )
        ],
    )
    + published(
        9,
        "Fig 5, footnote 13: packets in SACK's spike, of the dropped segments, 10 in its recovery, less one",
        decides("end_queue", "sack", "q=10 delack=0", expect=(8, 10)),
        because=_fack.path("end_queue", "sack", 5, 10),
    )
    + [
        number(
            "ratio",
            "sack/fack",
            "q=10 delack=0",
            expect=(2, None),
            why="queue at the end of recovery: SACK's spikes",
        ),
    ]
)
