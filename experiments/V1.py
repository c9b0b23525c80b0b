# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, decides, number, published, reading, sweep

from shared import veno as _veno

title = "window, rate and backlog of one flow on a modem line"
paper = "SACK TCP Veno paper, Fig 1"
see = "SACK-Veno's window is cut less often than SACK's, but at a queue of 8, and at each cut the queue holds several segments."
unstated = (
    _veno.sender
    + """The queue (8 to 12 packets here; 11 are those at which both of the paper's numbers come out,
doc/validation/verdict.rst; the figure has 10) and the receiver's ACKs (one a segment here)."""
)
program = "sack-veno-single-flow"
random = False


def _run(point, variants, **options):
    return sweep(
        point,
        variants,
        **{"delayedAck": 1, "receiver": "scoreboard"} | _veno.FIG1 | _veno.common | options,
    )


_ten = case("q=10", queue=10)
_others = axis("q", [8, 9, 11, 12], queue="{}")
runs = [
    _run(_ten, _veno.both(), series=True, step="2s"),
    _run(_others, _veno.both()),
    _run([_ten] + _others, _veno.both("+stock", socket="stock", receiver="stock")),
]
derived = _veno.compare("cycles", "+stock")


def _cycles(variant, value, source, ten, eleven):
    return published(
        value,
        source,
        decides("cycles", variant, "q=11", expect=eleven),
        *(
            reading(f"a queue of {q} packets", "cycles", variant, f"q={q}", expect=ten if q == 10 else None)
            for q in (8, 9, 10, 12)
        ),
        reading("a queue of 10 packets, ns-3's own socket", "cycles", f"{variant}+stock", "q=10", expect=ten),
        chosen=True,
        because=_veno.by_acks(
            f"V9 cycles {variant}{{sample}} fig=1 q=11 ack={{ack}}",
            f"V9 cycles {variant} fig=1 q=11 ack=each",
            samples=("", "+oldest") if variant == "sack-veno" else None,
        ),
    )


numbers = (
    _cycles("sack", 5, "Fig 1: cycles of SACK, about", (4, 6), (4, 6))
    + _cycles("sack-veno", 3, "Fig 1: cycles of SACK-Veno, about", (3, 5), (3, 4))
    + [
        number("ratio", _veno.pair(suffix), f"q={q}", expect=(None, 0.99), why="fewer cycles")
        for suffix, q in (("", 10), ("", 11), ("+stock", 10))
    ]
    + [
        number(quantity, "sack-veno", "q=10", expect=(1, None), why=why)
        for quantity, why in (
            ("min_estimate_at_loss", "above alpha at each loss"),
            ("min_backlog_at_loss", "queue at each loss"),
        )
    ]
)
