# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, changes, number, pick, ratios, varied

from shared import sharing as _sharing
from shared import veno as _veno

title = "SACK and SACK-Veno share 16 Mbit/s"
paper = "SACK TCP Veno paper, Fig 7"
see = "At ten times the rate and the queue how two flows share within 200 s differs by the run, more flows less so; from four and four on SACK-Veno takes more."
unstated = _sharing.unstated + """ Four and four flows without random loss have 110 seeds: with the mean and spread of the first ten 69 would settle
the paper's number, and half of that is added; fixed before they were run."""
program = "sack-veno-sharing"
# Four and four flows have more of them than the rest.
seeds = 110, 110
_others = pick(10, 20)
inner = ("flow",)
_FLOWS = "1 2 4 8 16"


def _share(flows, loss, *acks, resets=pick(_sharing.resets[:1], _sharing.resets), most_seeds=_others):
    return _sharing.share(
        axis("n", flows, each="{}"),
        axis("p", [loss], loss="{}"),
        _sharing.delays([75]),
        resets,
        *acks,
        most_seeds=most_seeds,
        **_veno.LINKS[7],
    )


# With losses few flows leave most of the link idle, which is cheap.
runs = [
    *_sharing.acks(
        lambda *acks: [
            _share(_FLOWS.replace(" 4", "") if acks else _FLOWS, 0, *acks),
            _share(pick("1 4", _FLOWS), 0.01, *acks),
        ]
    ),
    _share("4", 0, _sharing.each, resets=_sharing.resets[:1], most_seeds=seeds[0]),
    _share(pick("4 8", "4"), 0, _sharing.each, resets=_sharing.resets[1:]),
]
derived = ratios("normalised_throughput", "sack-veno", "sack") + changes(
    "normalised_throughput", "reset", "1", "sack-veno"
)
_row = "V6 normalised_throughput sack-veno n={} p=0 delay=75 reset={}"


def _because(n):
    return [varied("delayed ACKs", _row.format(n, 1))] + [
        varied("BaseRTT kept", f"{_row.format(m, 0)} ack=each") for m in (4, 8) if m == n
    ] + (_sharing.by_acks(7, n, "40ms 100ms 200ms") if n == 4 else [])


numbers = (
    [
        row
        for n in (1, 2, 4, 8, 16)
        for row in _sharing.fair("Fig 7", n, (75,), (0.7, 1.35) if n > 1 else None, _because(n))
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
