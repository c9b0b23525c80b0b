# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import case, differences, number, preset, ratios, reading, sweep

from shared import fack as _fack

title = "SACK and FACK in detail, ssthresh preset"
paper = "FACK paper, Fig 5"
see = "At the end of its recovery SACK sends two segments an ACK, which fills the queue; FACK keeps it low."
unstated = (
    _fack.timer
    + _fack.clock
    + """ spike_start is when the queue was last at its least before the largest length that it has
within a round trip of the end of the recovery."""
)
program = "fack-recovery"
random = False
# Beside the figure, what sections 2.2, 2.4 and 3.1 say of one loss: in congestion avoidance, with a queue that holds
# the window.
_one_loss = sweep(
    case("losses=1"),
    [preset(name) for name in ("reno", "newreno", "sack", "fack")],
    drop="300",
    initialSsthresh=25,
    to="6s",
    **_fack.path(60),
)
runs = _fack.recovery(10, [preset("sack"), preset("fack")], initialSsthresh=35) + [_one_loss]
sequences = [("sack", "q=10 delack=0"), ("fack", "q=10 delack=0")]
view = (0.4, 1.4)
derived = ratios("end_queue", "sack", "fack") + differences("throughput", "sack", "fack")
_point = "q=10 delack=0"
numbers = (
    _fack.clean("F5", "sack", _point)
    + _fack.clean("F5", "fack", _point)
    + _fack.decided(
        "F5",
        "recovery_end",
        "sack",
        _point,
        reading("when the burst at its end begins", "spike_start", "sack", _point),
        reading("the end of FACK's recovery", "recovery_end", "fack", _point),
        expect=(0.75, 1.05),
    )
    + _fack.decided("F5", "end_queue", "sack", _point, expect=(8, 10))
    + [
        number(
            "ratio",
            "sack/fack",
            _point,
            expect=(2, None),
            why="queue at the end of recovery: SACK's spikes",
        ),
    ]
)
