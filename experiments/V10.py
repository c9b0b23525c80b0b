# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, number, preset, sweep

from shared import figure as _figure
from shared import veno as _veno

title = "what the estimate says of a loss, and what lost it"
paper = "beyond the SACK TCP Veno paper, after section 2.2 and its Fig 4"
see = "From 0.1 % on most losses below the threshold are at random, and most above it, too; at 0.01 % most above it are the queue's."
unstated = (
    _veno.sender
    + """What lost a segment, which no sender knows: here the link or the queue, as their traces have it. A loss counts by the segment
that its recovery sends again first, and by N, the backlog that was estimated last before; the threshold is alpha, 1 segment."""
)
program = "sack-veno-single-flow"
by_default = False

_KINDS = ("random_below", "random_above", "congestion_below", "congestion_above")

runs = [
    sweep(
        axis("p", _veno.LOSSES, loss="{}"),
        [preset("sack-veno")],
        threshold=1,
        delayedAck=2,
        **_veno.common | _veno.FIG4,
    )
]
numbers = [
    number("random_below", "sack-veno", "p=0.01", expect=(1, None), why="a loss below the threshold is random"),
    number("congestion_above", "sack-veno", "p=0.0001", expect=(1, None), why="and above it congestion's"),
]


def tables(means):
    """How many losses there are of each kind."""
    return {f"{kind}-sack-veno": _figure.rows(means, kind, "sack-veno")[["p", *_figure.INTERVAL]] for kind in _KINDS}
