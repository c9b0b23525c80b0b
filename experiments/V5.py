# SPDX-License-Identifier: GPL-2.0-only
_sharing = shared("sharing")

title = "SACK and SACK-Veno share 1.6 Mbit/s"
paper = "SACK TCP Veno paper, Fig 6"
see = (
    "How fair it is depends on the delay, on the number of flows, and on whether BaseRTT is reset."
)
unstated = _sharing.unstated
program = "sack-veno-sharing"
inner = ("flow",)

_flows = axis("n", "1 2 4 8 16", each="{}")
_link = {"rate": "1.6Mbps", "queue": 15}
runs = [
    _sharing.share(
        _flows,
        axis("p", [0]),
        _sharing.delays(pick([25, 75, 100], [10, 25, 50, 75, 100])),
        _sharing.resets,
        **_link,
    ),
    _sharing.share(
        _flows, axis("p", [0.01], loss="{}"), _sharing.delays([75]), _sharing.resets[:1], **_link
    ),
]
derived = ratios("normalised_throughput", "sack-veno", "sack")
