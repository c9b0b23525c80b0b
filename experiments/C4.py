# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, number, pick, sweep

from shared import overrun as _overrun

title = "packets that overtake one another, and ACK-path loss"
paper = "beyond the compressed SACK paper"
see = "With a fifth of the ACKs lost the option saves Sack, where few packets overtake one another, what it saves without; with 20 ms of jitter nothing."
unstated = """The flow of C3 at a window of 100 segments; behind the bottleneck each packet comes up to the jitter
later. A packet takes 2 ms there, so that a jitter of 5 ms lets at most two others overtake, fewer than the
three that start a recovery, and one of 20 ms up to ten."""
program = "compressed-sack-flow"


def _point(jitters, losses):
    return axis("jitter", jitters, jitter="{}ms"), axis("loss", losses, reverseLoss="{}")


_common = {"rate": "4200kbps", "queue": 50} | _overrun.common
_jitters = pick([2, 5, 20], [2, 5, 10, 20, 50, 100])
runs = [
    # Without both nothing is random.
    sweep(*_point([0], [0]), _overrun.variants, random=False, **_common),
    sweep(*_point([0], [0.2, 0.5]), _overrun.variants, **_common),
    sweep(*_point(_jitters, [0, 0.2, 0.5]), _overrun.variants, **_common),
]
derived = _overrun.derived
numbers = [
    number("difference", pair, f"jitter={jitter} loss=0.2", expect=expect, why=why)
    for pair, jitter, expect, why in (
        ("compressed-rfc2018", 2, (None, 0), "fewer in vain: Sack"),
        ("compressed+fack-rfc2018+fack", 20, (-1, 1), "reordering hides it"),
    )
]
