# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, number, pick, sweep

from shared import overrun as _overrun

title = "ACK-path loss on windows of 10 to 10,000 segments"
paper = "beyond the compressed SACK paper"
see = "With FACK the option does away with nearly all that is sent in vain, which grows with the window."
unstated = """The paper's argument on windows that its links do not have: how much ACK-path loss costs each encoding.
A queue that overflows loses about every other segment of a window, so that blocks are many and small; ACKs
are lost at random. The window is what pipe and queue hold, half each, at a round trip of 100 ms; 5 s from
the start. 42 kbit/s are half a segment of 1000 octets and its headers in 100 ms. Links to the hosts are a
part of the delay (--direct)."""
program = "compressed-sack-flow"


def _window(windows):
    return axis("window", windows, rate=lambda w: f"{42 * w}kbps", queue=lambda w: w // 2)


_common = {"direct": True} | _overrun.common
_losses = axis("loss", pick([0.2, 0.5], [0.1, 0.2, 0.3, 0.4, 0.5]), reverseLoss="{}")
runs = [
    # Without loss nothing is random.
    sweep(
        axis("loss", [0], reverseLoss="{}"),
        _window([10, 100, 1000, 10000]),
        _overrun.variants,
        random=False,
        **_common,
    ),
    sweep(_losses, _window([10, 100, 1000]), _overrun.variants, **_common),
    # With the largest window a run takes up to 8 s.
    sweep(
        axis("loss", pick([0.2], [0.1, 0.2, 0.3, 0.4, 0.5]), reverseLoss="{}"),
        _window([10000]),
        _overrun.variants,
        most_seeds=10,
        **_common,
    ),
]
derived = _overrun.derived
_FACK = "compressed+fack", "rfc2018+fack"
numbers = [
    number("difference", "-".join(pair), point, expect=(None, 0), why=f"fewer in vain: {sender}")
    for pair, point, sender in (
        *((("compressed", "rfc2018"), f"loss=0.2 window={window}", "Sack") for window in (100, 1000)),
        *((_FACK, f"loss={loss} window={window}", "Fack") for loss, window in ((0.2, 1000), (0.2, 10000), (0.5, 1000))),
    )
] + [number("ratio", "/".join(_FACK), "loss=0.2 window=10000", expect=(0.99, 1.01), why="the same speed")]
