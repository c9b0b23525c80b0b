# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, number, pick, ratios

from shared import sharing as _sharing
from shared import veno as _veno

title = "SACK and SACK-Veno share 1.6 Mbit/s"
paper = "SACK TCP Veno paper, Fig 6"
see = (
    "How fair it is depends on the delay, on the number of flows, and on whether BaseRTT is reset."
)
unstated = _sharing.unstated + " In the quick run reset=0 is run at 100 ms only."
program = "sack-veno-sharing"
inner = ("flow",)

_flows = axis("n", "1 2 4 8 16", each="{}")
_link = _veno.LINKS[6]
_all_delays = [10, 25, 50, 75, 100]


def _with(*acks):
    no_loss = [
        _sharing.share(_flows, axis("p", [0]), _sharing.delays(delays), resets, *acks, **_link)
        for resets, delays in (
            (_sharing.resets[:1], pick([25, 75, 100], _all_delays)),
            (_sharing.resets[1:], pick([100], _all_delays)),
        )
    ]
    lossy = axis("p", [0.01], loss="{}"), _sharing.delays([75]), _sharing.resets[:1]
    return [*no_loss, _sharing.share(_flows, *lossy, *acks, **_link)]


runs = [
    *_sharing.acks(_with),
    _sharing.share(
        _flows,
        axis("p", [0]),
        _sharing.delays([75]),
        _sharing.resets[:1],
        case("socket=stock"),
        socket="stock",
        **_link,
    ),
]
derived = ratios("normalised_throughput", "sack-veno", "sack")
_choices = (
    ("spread-10s", "starts spread over 10 s, 4 + 4 flows, SACK-Veno's share to SACK's"),
    ("to-1000s", "1000 s, 4 + 4 flows, SACK-Veno's share to SACK's"),
    ("timer-200ms", "a timer of at least 200 ms, 4 + 4 flows, SACK-Veno's share to SACK's"),
)


def _because(n):
    return _sharing.shown(6, _choices) + _sharing.by_acks(6, n, "200ms")


numbers = (
    [
        row
        for n in (1, 2)
        for row in _sharing.fair("Fig 6", n, (75, 25, 100), (0.7, 1.3), _because(n))
    ]
    + [row for n in (1, 2, 4, 8, 16) for row in _sharing.filled(f"n={n} p=0 delay=75 reset=1")]
    + [
        number("ratio", "sack-veno/sack", point, expect=expect, why=why)
        for point, expect, why in (
            ("n=8 p=0 delay=100 reset=1", (1.2, 2.2), "among many flows BaseRTT is reset with the queue"),
            ("n=8 p=0 delay=100 reset=0", (0.9, 1.4), "among many flows BaseRTT never holds the queue"),
            ("n=1 p=0.01 delay=75 reset=1", (1, None), "Fig 6: Veno ahead at loss"),
        )
    ]
)

tables = _sharing.panels
