# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, number, sweep

from shared import veno as _veno

title = "sending rate over time at four loss rates"
paper = "SACK TCP Veno paper, Fig 4"
see = (
    "SACK fades sooner as loss grows; at 10 % both collapse. The paper shows curves and no numbers."
)
unstated = (
    _veno.sender
    + """Passes through the pipe (one here), delayed ACKs (on here), the duration (200 s here).
Links to the hosts are a part of the pipe's delay (--direct)."""
)
program = "sack-veno-single-flow"


def _run(variants, **options):
    return sweep(
        axis("p", "0.0001 0.001 0.01 0.1", loss="{}"),
        variants,
        unit="kbit/s",
        rate="1.6Mbps",
        delay="100ms",
        queue=12,
        segmentSize=1460,
        delayedAck=2,
        to="200s",
        direct=True,
        **_veno.common,
        **options,
    )


runs = [
    _run(
        _veno.in_theory,
        first_seed={"series": True},
        step="5s",
    ),
    _run(_veno.both("+stock", socket="stock")),
]
derived = _veno.compare("throughput", "+stock")
numbers = [
    number(
        "ratio",
        _veno.pair(suffix),
        f"p={p}",
        expect=(1, None),
        why="Fig 4: SACK fades faster",
    )
    for suffix in ("", "+stock")
    for p in ("0.0001", "0.001", "0.01", "0.1")
]
