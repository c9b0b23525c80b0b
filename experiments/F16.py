# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, changes, differences, number, preset, sweep

from shared import fack as _fack
from shared import figure as _figure

title = "what FACK gains where routers drop early"
paper = "beyond the FACK paper, after section 4.1 and its Fig 9"
see = "How far Reno and FACK stay behind, and the gap between them, where queues drop what they have no room for and where they drop early."
unstated = (
    """Which router, and what is counted: here RED with the values of its paper (5 and 15 packets, weight 0.002, at most 1 in 50)
in front of the queues of Fig 9, and its lost opportunity. Reno is the one of the paper's simulator and year. """
    + _fack.timer
)
program = "fack-lost-opportunity"
by_default = False

_NAMES = (_fack.NS_RENO, "fack")
_GAIN = f"{_fack.NS_RENO}-fack"
_QUEUES = (25, 35, 50)

runs = [
    sweep(
        axis("router", ["drop-tail", "red"], red=lambda router: router == "red"),
        _fack.lengths(_QUEUES),
        [_fack.ns_reno(), preset("fack")],
        delayedAck=1,
        steadyFrom="30s",
        to="60s",
        **_fack.links(),
    )
]
derived = differences("lost_opportunity", *_NAMES) + changes("difference", "router", "drop-tail", _GAIN)
numbers = [
    number("difference", _GAIN, f"router={router} q={q}", expect=(0, None), why="FACK gains")
    for router in ("drop-tail", "red")
    for q in _QUEUES
]


def tables(means):
    """Lost opportunity against the queue."""
    return {
        f"{router}-{name}": _figure.rows(means, "lost_opportunity", name, router=router)[["q", *_figure.INTERVAL]]
        for router in ("drop-tail", "red")
        for name in _NAMES
    }
