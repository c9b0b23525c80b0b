# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import (
    axis,
    decides,
    differences,
    largest,
    least,
    number,
    pick,
    preset,
    published,
    ratios,
    reading,
    sweep,
    varied,
)

from shared import fack as _fack

title = "lost opportunity of six algorithms against queue length"
paper = "FACK paper, Fig 9"
see = "Every algorithm with SACK loses less than Reno at every queue. Without delayed ACKs Rampdown alone has the lowest worst case; Overdamping is bad at short queues."
unstated = (
    """How lost opportunity is computed: the paper defines it as what could have been sent more
if the connection had been in congestion avoidance all the time. Here it is the kilobytes by which
the flow stays behind one that ran from time 0 at the rate which this one has in its own steady
state, over whole cycles of its window in the second half of the run. It contains the opening of the
connection, a round trip and a half, which all share. How the timeout is forced when a retransmission is
lost: at once, or, in the variants with +wait, when the timer expires, nothing being sent until then, as
the FACK of ns-2 has it, which comes from the same place. Also """
    + _fack.timer
    + """. reno is RFC 2581's; reno-1996 also backs its timer off at a fast retransmit and keeps it so until a
round trip is measured, with a tick of 500 ms and at least two of them, +250ms with ticks of 250 ms; reno-modern does not fast-retransmit twice in one window (RFC 6582)."""
)
program = "fack-lost-opportunity"
random = False

_six = ["reno", "sack", "fack", "fack-od", "fack-rd", "fack-od-rd"]
_others = _six[1:]
_renos = ("reno", "reno-1996", "reno-1996+250ms")
_facks = _six[2:]
_waits = [f"{name}+wait" for name in _facks]
_once = {"ns3::TcpRenoRecovery::RepeatedFastRetransmit": "false"}


def _run(delack, queues, waiting, **times):
    return sweep(
        axis("q", queues, queue="{}"),
        axis("delack", [delack], delayedAck=delack + 1),
        [preset(name) for name in _six + ["ns3-fack"]]
        + [preset(f"{name}+wait", variant=name, lostRetransmission="Wait") for name in waiting]
        + [
            _fack.reno_1996(),
            _fack.reno_1996("+250ms", "250ms", minRto="500ms", clockGranularity="250ms"),
        ]
        + [preset("reno-modern", variant="reno", **_once)],
        **times,
    )


_all = list(range(5, 51))
_most = list(range(5, 27)) + list(range(29, 51, 3))
# With delayed ACKs a cycle from loss to loss takes up to half a minute.
runs = [
    _run(0, pick(_most, _all), _facks, steadyFrom="30s", to="60s"),
    _run(
        1,
        pick("5 6 8 10 14 17 25 35 50", _all),
        pick(["fack", "fack-rd"], _facks),
        steadyFrom="60s",
        to="120s",
    ),
]
derived = (
    [rule for name in _others + _waits for rule in differences("lost_opportunity", name, "reno")]
    + largest("difference", "q", *[f"{name}-reno" for name in _others + _waits])
    + least("lost_opportunity", "q", *_renos)
    + largest("lost_opportunity", "q", *_renos, *_others, *_waits)
    + ratios("max_lost_opportunity", "fack-rd", *[name for name in _six if name != "fack-rd"])
    + ratios("max_lost_opportunity", "fack-rd+wait", "reno", "sack", "fack+wait", "fack-od+wait")
    + ratios("max_lost_opportunity", "fack-rd+wait", "fack-od-rd+wait")
    + ratios("lost_opportunity", "fack-od", "fack-rd")
    + ratios("lost_opportunity", "fack+wait", "fack")
)

_delays = (
    (0, "one ACK for each segment", (300, 500)),
    (1, "delayed ACKs", (650, 900)),
)
_ends = (("min", "least"), ("max", "most"))


def _because(kind, delack):
    """F13's queues are fewer, so that it has a base of its own; it has no least."""
    row = f"F13 max_lost_opportunity reno fig=9 choice={{}} delack={delack}"
    choices = (
        ("timer-0.2", "a timer of at least 0.2 s, over F13's queues"),
        ("tick", "a timer that ticks at 500 ms, over F13's queues"),
    )
    if kind == "min":
        return []
    return [varied(what, row.format(name), row.format("base")) for name, what in choices]


numbers = (
    [
        row
        for delack, acks, values in _delays
        for (kind, word), value in zip(_ends, values)
        for row in published(
            value,
            f"Fig 9: the {word} of Reno's lost opportunity in kB, {acks}",
            decides(f"{kind}_lost_opportunity", "reno", f"delack={delack}"),
            reading(
                "the Reno of 1996, whose timer ticks at 500 ms and backs off at a fast retransmit",
                f"{kind}_lost_opportunity",
                "reno-1996",
                f"delack={delack}",
            ),
            reading(
                "the same with ticks of 250 ms",
                f"{kind}_lost_opportunity",
                "reno-1996+250ms",
                f"delack={delack}",
            ),
            tolerance=25,
            because=_because(kind, delack),
        )
    ]
    + [
        number(
            "max_difference",
            f"{name}-reno",
            f"delack={delack}",
            expect=(None, 0),
            why="Fig 9: less than Reno at every queue",
        )
        for delack, names in ((0, _others + _waits), (1, _others))
        for name in names
    ]
    + [
        number(
            "ratio", f"fack-rd/{name}", "delack=0", expect=(None, 1), why="Fig 9: lowest worst case"
        )
        for name in _six
        if name != "fack-rd"
    ]
    + [
        number(
            "ratio",
            f"fack-rd+wait/{name}",
            "delack=0",
            expect=(None, 1),
            why="Fig 9: lowest worst case",
        )
        for name in ("reno", "sack", "fack+wait", "fack-od+wait", "fack-od-rd+wait")
    ]
    + [
        number(
            "ratio",
            "fack+wait/fack",
            f"q={q} delack=0",
            expect=(2, 3.5),
            why="Fig 9: FACK alone is poor at some queues, by a timeout",
        )
        for q in (8, 9, 10, 11)
    ]
    + [
        number(
            "max_lost_opportunity",
            "fack+wait",
            "delack=1",
            expect=(None, 130),
            why="Fig 9: not with delayed ACKs",
        ),
        number(
            "ratio",
            "fack-od/fack-rd",
            "q=5 delack=0",
            expect=(1.2, None),
            why="Fig 9: Overdamping loses at short queues",
        ),
        number(
            "ratio",
            "fack-od/fack-rd",
            "q=50 delack=0",
            expect=(None, 1.1),
            why="Fig 9: and not at long ones",
        ),
        number(
            "ratio",
            "fack-od/fack-rd",
            "q=5 delack=1",
            expect=(1.2, None),
            why="Fig 9: Overdamping loses at short queues",
        ),
    ]
)
