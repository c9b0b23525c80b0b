# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, number, pick, ratios

from shared import sharing as _sharing

title = "SACK and SACK-Veno share 16 Mbit/s"
paper = "SACK TCP Veno paper, Fig 7"
see = "At ten times the rate and the queue how two flows share within 200 s differs by the run, eight less so."
unstated = _sharing.unstated
program = "sack-veno-sharing"
inner = ("flow",)
runs = [
    _sharing.share(
        axis("n", pick("1 4", "1 2 4 8 16"), each="{}"),
        axis("p", [0, 0.01], loss="{}"),
        _sharing.delays([75]),
        pick(_sharing.resets[:1], _sharing.resets),
        rate="16Mbps",
        queue=150,
    )
]
derived = ratios("normalised_throughput", "sack-veno", "sack")
_choices = (
    ("delay-25", "25 ms each way, SACK-Veno's share to SACK's"),
    ("socket-stock", "ns-3's own socket, SACK-Veno's share to SACK's"),
)
numbers = (
    _sharing.fair("Fig 7", 1, (75,))
    + _sharing.fair("Fig 7", 4, (75,), (0.7, 1.35), _sharing.shown(7, _choices))
    + [row for n in (1, 4) for row in _sharing.filled(f"n={n} p=0 delay=75 reset=1")]
    + [
        number(
            "ratio",
            "sack-veno/sack",
            "n=1 p=0.01 delay=75 reset=1",
            expect=(1, None),
            why="Fig 7: Veno ahead at loss",
        )
    ]
)

tables = _sharing.panels
