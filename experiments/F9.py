# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import (
    differences,
    largest,
    least,
    number,
    pick,
    preset,
    ratios,
    reading,
    sweep,
    varied,
)

from shared import fack as _fack

title = "lost opportunity of six algorithms against queue length"
paper = "FACK paper, Fig 9"
see = "Every algorithm with SACK loses less than Reno at every queue that was run. Without delayed ACKs Rampdown alone has the lowest worst case; Overdamping is bad at short queues."
unstated = (
    """How lost opportunity is computed: the paper defines it as what could have been sent more
if the connection had been in congestion avoidance all the time. Here it is the kilobytes by which
the flow stays behind one that ran from the first segment on at the rate which this one has in its own steady
state, over whole cycles of its window in the second half of the run. It contains the
opening of the window, which all share.  How the timeout is forced when a retransmission is
lost: at once, or, in the variants with +wait, when the timer expires, nothing being sent until then, as
the FACK of ns-2 has it, which comes from the same place. Also """
    + _fack.timer
    + """. reno is RFC 2581's; reno-1996 also backs its timer off at a fast retransmit and keeps it so until a
round trip is measured, with a tick of 500 ms and at least two of them, +250ms with ticks of 250 ms, and +100ms with ticks of 100 ms, as in the paper's simulator: this one decides; reno+500ms and reno+250ms are RFC 2581's with these two timers alone; reno-modern does not fast-retransmit twice in one window (RFC 6582)."""
)
program = "fack-lost-opportunity"
random = False

_six = ["reno", "sack", "fack", "fack-od", "fack-rd", "fack-od-rd"]
_others = _six[1:]
_renos = ("reno", _fack.NS_RENO, "reno-1996", "reno-1996+250ms", "reno+500ms", "reno+250ms")
_facks = _six[2:]
_waits = [f"{name}+wait" for name in _facks]
_two_ticks = {"minRto": "500ms", "clockGranularity": "250ms"}
_once = {"ns3::TcpRenoRecovery::RepeatedFastRetransmit": "false"}


_beside = [preset("ns3-fack"), preset("reno-modern", variant="reno", **_once)]
_other_renos = [
    _fack.ns_reno(),
    _fack.reno_1996(),
    _fack.reno_1996("+250ms", "250ms", **_two_ticks),
    preset("reno+500ms", **{_fack.TICK: "500ms"}),
    preset("reno+250ms", **{_fack.TICK: "250ms"} | _two_ticks),
]
_waiting = [preset(name, lostRetransmission="Wait") for name in _waits]
_all = list(range(5, 51))
_few = pick("5 6 8 10 14 17 25 35 50", _all)
_most = pick("5 6 7 8 9 10 11 12 13 14 17 20 25 30 35 40 45 50", _all)


def _run(delack, queues, variants):
    return sweep(_fack.lengths(queues), _fack.fig9_acks(delack), variants, **_fack.links())


runs = [
    _run(0, _most, [preset(name) for name in _six] + _waiting),
    _run(0, _few, _other_renos + _beside),
    _run(1, _most, [preset(name) for name in _six]),
    _run(1, _few, _other_renos + _beside),
    _run(1, _few, [_waiting[0], _waiting[2]]),
]
derived = (
    differences("lost_opportunity", _others + _waits, "reno")
    + largest("difference", "q", *[f"{name}-reno" for name in _others + _waits])
    + least("lost_opportunity", "q", *_renos)
    + largest("lost_opportunity", "q", *_renos, *_others, *_waits)
    + ratios("max_lost_opportunity", "fack-rd", *[name for name in _six if name != "fack-rd"])
    + ratios("max_lost_opportunity", "fack-rd+wait", "reno", "sack", "fack+wait", "fack-od+wait")
    + ratios("max_lost_opportunity", "fack-rd+wait", "fack-od-rd+wait")
    + ratios("lost_opportunity", "fack-od", "fack-rd")
    + ratios("lost_opportunity", "fack+wait", "fack")
)



def _because(kind, delack):
    """F13 has fewer queues and another path, so that it has a base of its own; it has no least."""
    choices = (("timer-0.2", "the Reno of RFC 2581 with a timer of at least 0.2 s, over F13's queues"),)
    more = f" delack={delack}"
    from_syn = varied(
        "counted from the SYN, at a queue of 17, the Reno of RFC 2581",
        f"F14 lost_opportunity reno fig=9 from=syn{more} q=17",
        f"F9 lost_opportunity reno q=17{more}",
    )
    if kind == "min":
        return [from_syn]
    return [from_syn] + _fack.choices("max_lost_opportunity", "reno", 9, choices, more=more)


def _readings(quantity, point):
    return [
        reading(what, quantity, variant, point)
        for what, variant in (
            ("the Reno of RFC 2581, a timer of at least 1 s", "reno"),
            ("a timer that ticks at 500 ms", "reno+500ms"),
            ("a timer that ticks at 250 ms, two ticks at least", "reno+250ms"),
            (
                "the Reno of 1996, whose timer ticks at 500 ms and backs off at a fast retransmit",
                "reno-1996",
            ),
            ("the same with ticks of 250 ms", "reno-1996+250ms"),
        )
    ]


_LOWEST = "Fig 9: lowest worst case"
_POOR = "Fig 9: FACK alone is poor at some queues, by a timeout"
_SHORT = "Fig 9: Overdamping loses at short queues"
numbers = (
    [
        row
        for delack in (0, 1)
        for kind in ("min", "max")
        for row in _fack.decided(
            "F9",
            f"{kind}_lost_opportunity",
            _fack.NS_RENO,
            f"delack={delack}",
            *_readings(f"{kind}_lost_opportunity", f"delack={delack}"),
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
        number(quantity, variant, point, expect=expect, why=why)
        for quantity, variant, point, expect, why in (
            *(("ratio", f"fack-rd/{name}", "delack=0", (None, 1), _LOWEST) for name in _six if name != "fack-rd"),
            *(
                ("ratio", f"fack-rd+wait/{name}", "delack=0", (None, 1), _LOWEST)
                for name in ("reno", "sack", "fack+wait", "fack-od+wait", "fack-od-rd+wait")
            ),
            *(("ratio", "fack+wait/fack", f"q={q} delack=0", (2, 3.5), _POOR) for q in (9, 10, 11, 12)),
            ("max_lost_opportunity", "fack+wait", "delack=1", (None, 130), "Fig 9: not with delayed ACKs"),
            ("ratio", "fack-od/fack-rd", "q=5 delack=0", (1.2, None), _SHORT),
            ("ratio", "fack-od/fack-rd", "q=50 delack=0", (None, 1.1), "Fig 9: and not at long ones"),
            ("ratio", "fack-od/fack-rd", "q=5 delack=1", (1.2, None), _SHORT),
        )
    ]
)
