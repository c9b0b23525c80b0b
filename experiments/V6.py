# SPDX-License-Identifier: GPL-2.0-only
_sharing = shared("sharing")

title = "SACK and SACK-Veno share 16 Mbit/s"
paper = "SACK TCP Veno paper, Fig 7"
see = "At ten times the rate and the queue shares stay near 1."
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
