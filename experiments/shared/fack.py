# SPDX-License-Identifier: GPL-2.0-only
# The FACK paper's experiments.
from typing import NamedTuple

from campaign.declare import axis, case, decides, number, preset, published, sweep, varied

timer = """the retransmission timer: here at least 1 s, with at least 500 ms for 4 RTTVAR, and it may expire at
any time; that of reno-1996 expires on multiples of 500 ms only, as BSD's (TimerTick)"""
clock = ". Instants count from the first segment of data: the paper's simulator has no handshake."


# The path, where the paper's words leave two things open: what a drop-tail queue "of length 17" holds
# beside the packet that is being sent, and whether headers are a part of a segment of 1 kB. Here as in
# ns, the paper's simulator, by its source: one packet less than its length, and 1000 octets on the link
# for all of a segment. ns-3 has 42 octets of headers, so that each link is faster by as much.
_INCLUDED = {"rate": "1563kbps", "leftRate": "10420kbps", "rightRate": "10420kbps"}
_BESIDE = {"rate": "1500kbps", "leftRate": "10Mbps", "rightRate": "10Mbps"}
# F14 has the other three; by which rule one of the four was chosen: doc/validation/fack.rst.
other_paths = {
    "holds-all": "a queue of 17 holds 17",
    "headers": "42 octets of headers beside the 1000 of a segment",
    "holds-all-headers": "a queue of 17 holds 17, and 42 octets of headers beside the 1000",
}


# The paper's SACK in Fig 6: into slow start once more than half of a window is known to be missing.
slow_start = preset("sack+slow-start", **{"ns3::TcpSackRecovery::HalfWindowLost": "SlowStart"})

# Receiver's windows in segments for Fig 4, in F14.
windows = (54, 56, 57, 58, 59, 60, 62, 64)


def length(packets, path=""):
    """The queue for a length that the paper states."""
    return {"queue": int(packets) - (not path.startswith("holds-all"))}


def links(path=""):
    """The rates of the links."""
    return _BESIDE if path.endswith("headers") else _INCLUDED


def path(packets, name=""):
    """Queue and links."""
    return length(packets, name) | links(name)


def elsewhere(fig, packets):
    """A figure's points on F14's paths."""
    return [case(f"fig={fig} path={name}", **path(packets, name)) for name in other_paths]


def lengths(values):
    """An axis of lengths."""
    return axis("q", values, queue=lambda packets: length(packets)["queue"])


def fig4_windows():
    """Fig 4 with other receivers' windows."""
    return [case(f"fig=4 window={window}", receiveBuffer=window * 1000) for window in windows]


def fig9_acks(*delacks):
    """Fig 9 with an ACK for each segment (0) and delayed ones (1), when a cycle from loss to loss takes up to half a minute."""
    return axis(
        "delack",
        delacks,
        delayedAck=lambda delack: delack + 1,
        steadyFrom=lambda delack: f"{30 * (delack + 1)}s",
        to=lambda delack: f"{60 * (delack + 1)}s",
    )


# What the paper's simulator has for a timer: ticks of 0.1 s, two at least.
NS_TIMER = {"minRto": "200ms", "clockGranularity": "100ms"}
NS_RENO = "reno-1996+100ms"


class Printed(NamedTuple):
    """A number that the paper prints, and the row of the experiment that decides on it."""

    of: str
    value: float
    source: str
    quantity: str
    variant: str
    point: str
    tolerance: float = 0  # how exactly a word or a figure gives it
    chosen: bool = False  # whether the choice of the path decides on it (F14)


_SEVENTEEN, _TEN, _SIX = "q=17 delack=0", "q=10 delack=0", "q=6 delack=0"
_IN_VAIN = "unnecessary_retransmissions"
_SPIKE = "packets in SACK's spike, of the dropped segments, 10 in its recovery, less one"
_DOUBLE = 'section 6.2: SACK\'s throughput to Reno\'s in the case of Fig 12, "nearly double"'
printed = (
    [
        Printed("F4", 87, "Fig 1: the round trip in ms", "base_rtt", "fack", _SEVENTEEN),
        Printed("F4", 16.3, "Fig 1: the pipe in kB", "pipe", "fack", _SEVENTEEN),
        Printed("F2", 1, "Fig 2: timeouts, Reno", "timeouts", "reno", _SEVENTEEN),
        Printed("F2", 30, "Fig 2: segments sent for nothing, Reno", _IN_VAIN, "reno", _SEVENTEEN, chosen=True),
        Printed("F4", 1.7, "Fig 4: the next drop in s", "next_drop", "fack", _SEVENTEEN),
        Printed("F4", 0.5, "section 4.2: FACK's silence in round trips", "silence", "fack", _SEVENTEEN),
        Printed("F5", 0.8, "Fig 5: the end of SACK's recovery in s, about", "recovery_end", "sack", _TEN, 0.05),
        Printed("F5", 9, f"Fig 5, footnote 13: {_SPIKE}", "end_queue", "sack", _TEN, chosen=True),
        Printed("F6", 25, "Fig 6: segments sent for nothing", _IN_VAIN, "sack+slow-start", _SEVENTEEN),
        Printed(
            "F6",
            0.52,
            "Fig 6: 6 round trips, of 87 ms, lost to the slow start",
            "difference",
            "sack+slow-start-fack",
            _SEVENTEEN,
        ),
        Printed("F7", 3.4, "Fig 7: the next drop in s", "next_drop", "fack-od", _SEVENTEEN, chosen=True),
        Printed("F12", 0, "Fig 12: timeouts of FACK with both", "max_timeouts", "fack-od-rd", "burst=2"),
        Printed(
            "F12",
            1,
            "Fig 12: reductions of FACK's window in an episode",
            "max_reductions_in_episode",
            "fack-od-rd",
            "burst=2",
        ),
        Printed("F12", 1.9, _DOUBLE, "ratio", f"sack/{NS_RENO}", "burst=2", 0.1),
    ]
    + [
        Printed(of, 0, f"Fig {of[1:]}: {what}, {variant}", quantity, variant, point)
        for of, variant, point in (
            ("F3", "sack", _SEVENTEEN),
            ("F4", "fack", _SEVENTEEN),
            ("F5", "sack", _TEN),
            ("F5", "fack", _TEN),
            ("F7", "fack-od", _SEVENTEEN),
            ("F8", "fack-od", _SIX),
            ("F8", "fack-od-rd", _SIX),
        )
        for quantity, what in (("timeouts", "timeouts"), (_IN_VAIN, "segments sent for nothing"))
        # Of the others the paper says that no data is resent unnecessarily, and nothing of the timer.
        if quantity == _IN_VAIN or of == "F3"
    ]
    + [
        Printed(
            "F9",
            value,
            f"Fig 9: the {word} of Reno's lost opportunity in kB, {acks}",
            f"{kind}_lost_opportunity",
            NS_RENO,
            f"delack={delack}",
            25,
        )
        for delack, acks, values in (
            (0, "one ACK for each segment", (300, 500)),
            (1, "delayed ACKs", (650, 900)),
        )
        for kind, word, value in zip(("min", "max"), ("least", "most"), values)
    ]
)


def decided(of, quantity, variant, point, *readings, expect=None, why="", because=()):
    """What the paper prints, and the row that decides on it."""
    for known in printed:
        if (known.of, known.quantity, known.variant, known.point) == (of, quantity, variant, point):
            return published(
                known.value,
                known.source,
                decides(quantity, variant, point, expect=expect, why=why),
                *readings,
                tolerance=known.tolerance,
                chosen=known.chosen,
                because=because,
            )
    raise ValueError(f"the paper prints nothing of {of} {quantity} {variant} {point}")


def clean(of, variant, point):
    """No timeout, and nothing sent for nothing."""
    vain = decided(of, _IN_VAIN, variant, point, expect=(None, 0))
    if any((of, "timeouts", variant) == (row.of, row.quantity, row.variant) for row in printed):
        return decided(of, "timeouts", variant, point, expect=(None, 0)) + vain
    return [number("timeouts", variant, point, expect=(None, 0))] + vain


def choices(quantity, variant, fig, names, more=""):
    """Reasons: what F13 has of this figure with a choice made otherwise, against its own base."""
    row = f"F13 {quantity} {variant} fig={fig} choice="
    return [varied(what, row + name + more, row + "base" + more) for name, what in names]


def recovery(queue, variants, delack=0, seconds=6, **options):
    """Six seconds of one flow with a time-sequence plot."""
    return [
        sweep(
            case(f"q={queue} delack={delack}"),
            variants,
            to=f"{seconds}s",
            series=True,
            **path(queue) | options,
        )
    ]


def choose_four(choice):
    """F6: four of the 32 even numbers from 66 to 128, by a linear congruential generator."""
    state = (choice * 7919) & 0x7FFFFFFF
    chosen = set()
    while len(chosen) < 4:
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        chosen |= {66 + 2 * ((state >> 16) % 32)}
    return ",".join(str(segment) for segment in sorted(chosen))


def reverse(queue, *axes, **options):
    """A flow with bursts on the reverse path: seventy seconds, the last sixty measured."""
    return sweep(*axes, **{"from": "10s", "to": "70s"} | path(queue) | options)


def bursts(sizes):
    """How large they are, in kB."""
    return axis("burst", sizes, burstSize="{}000")


# Reno of 1996: also backs its timer off at a fast retransmit, and the timer ticks.
TICK = "ns3::TcpScoreboardSocket::TimerTick"
backoff = {"ns3::TcpRenoRecovery::TimerBackoff": "true"}


def reno_1996(suffix="", tick="500ms", **options):
    """The variant."""
    return preset(f"reno-1996{suffix}", variant="reno", **backoff, **{TICK: tick}, **options)


def ns_reno():
    """The Reno of the paper's simulator and year."""
    return reno_1996("+100ms", "100ms", **NS_TIMER)
