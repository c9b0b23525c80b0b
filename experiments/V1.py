# SPDX-License-Identifier: GPL-2.0-only
_veno = shared("veno")

title = "window, rate and backlog of one flow on a modem line"
paper = "SACK TCP Veno paper, Fig 1"
see = "SACK-Veno's window is cut less often than SACK's, but at a queue of 8, and at each cut the queue holds several segments."
unstated = (
    _veno.sender
    + """The queue (8 to 12 packets here; the figure has 10, the least that gives SACK the paper's
five cycles) and the receiver's ACKs (one a segment here)."""
)
program = "sack-veno-single-flow"
random = False


def _run(point, variants, **options):
    return sweep(
        point,
        variants,
        rate="33600bps",
        delay="75ms",
        segmentSize=512,
        delayedAck=1,
        **{"from": "20s", "to": "80s"},
        cycles=True,
        **_veno.common,
        **options,
    )


_ten = case("q=10", queue=10)
_others = axis("q", [8, 9, 11, 12], queue="{}")
runs = [
    _run(_ten, _veno.both(), series=True, step="2s"),
    _run(_others, _veno.both()),
    _run([_ten] + _others, _veno.both("+stock", socket="stock")),
]
derived = _veno.compare("cycles", "+stock")
_queue = "The queue is not stated: one of 11 packets gives 5 and 3."
_stock = "See the rows of our socket."


def _rows(suffix, q, reason, veno):
    return [
        number(
            "cycles",
            f"sack{suffix}",
            f"q={q}",
            paper=5,
            source="Fig 1: about",
            reason=reason,
            expect=(4, 6),
        ),
        number(
            "cycles",
            f"sack-veno{suffix}",
            f"q={q}",
            paper=3,
            source="Fig 1: about",
            reason=reason,
            expect=veno,
        ),
        number(
            "ratio",
            _veno.pair(suffix),
            f"q={q}",
            paper=0.6,
            source="Fig 1",
            reason=reason,
            expect=(None, 0.99),
            why="fewer cycles",
        ),
    ]


numbers = (
    _rows("", 10, _queue, (3, 5))
    + _rows("", 11, "", (3, 4))
    + _rows("+stock", 10, _stock, (3, 5))
    + [
        number(quantity, "sack-veno", "q=10", expect=(1, None), why=why)
        for quantity, why in (
            ("min_estimate_at_loss", "above alpha at each loss"),
            ("min_backlog_at_loss", "queue at each loss"),
        )
    ]
)
