# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, number, pick, ratios

from shared import sharing as _sharing

title = "SACK and SACK-Veno share 16 Mbit/s"
paper = "SACK TCP Veno paper, Fig 7"
see = "At ten times the rate and the queue how two flows share within 200 s differs by the run, more flows less so."
unstated = _sharing.unstated
program = "sack-veno-sharing"
inner = ("flow",)
_FLOWS = "1 2 4 8 16"
_DELAYED = ("",)  # of the rows with an ACK for each segment none is recorded yet


def _share(flows, loss, *acks):
    return _sharing.share(
        axis("n", flows, each="{}"),
        axis("p", [loss], loss="{}"),
        _sharing.delays([75]),
        pick(_sharing.resets[:1], _sharing.resets),
        *acks,
        rate="16Mbps",
        queue=150,
    )


# With losses few flows leave most of the link idle, which is cheap.
runs = _sharing.acks(
    lambda *acks: [_share(_FLOWS, 0, *acks), _share(pick("1 4", _FLOWS), 0.01, *acks)]
)
derived = ratios("normalised_throughput", "sack-veno", "sack")
_choices = tuple(
    (name, f"{what}, 4 + 4 flows, SACK-Veno's share to SACK's")
    for name, what in (
        ("to-1000s", "1,000 s in place of 200 s"),
        ("delay-25", "25 ms each way"),
        ("socket-stock", "ns-3's own socket"),
        ("no-reset", "BaseRTT kept"),
        ("full-pace", "growth that is never halved"),
    )
)
numbers = (
    _sharing.fair("Fig 7", 1, (75,), acks=_DELAYED)
    + [
        row
        for n in (2, 4, 8, 16)
        for row in _sharing.fair("Fig 7", n, (75,), (0.7, 1.35), _sharing.shown(7, _choices), _DELAYED)
    ]
    + [row for n in (1, 2, 4, 8, 16) for row in _sharing.filled(f"n={n} p=0 delay=75 reset=1")]
    + [
        number(
            "ratio",
            "sack-veno/sack",
            f"n={n} p=0.01 delay=75 reset=1",
            expect=(1, None),
            why="Fig 7: Veno ahead at loss",
        )
        for n in (1, 4)
    ]
)

tables = _sharing.panels
