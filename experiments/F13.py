# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import (
    axis,
    by_seed,
    case,
    changes,
    differences,
    largest,
    preset,
    ratios,
    sweep,
)

from shared import fack as _fack
from shared import figure as _figure

title = "what the FACK paper leaves open: what varying it does"
paper = "beyond the FACK paper, after its Figs 4 to 7, 9, 11 and 12"
see = "FACK and SACK keep the forward path full with every choice, and lose less than Reno at the beginning; Reno nearly keeps it full, too, if bursts come at constant times. FACK's window is cut once in each episode, without a timeout, in the paper's case and not in all others. What SACK sends in vain in Fig 6 takes a timeout that forgets."
unstated = (
    """fig says which of the paper's figures, choice what is other than in F4 to F7, F9, F11 and F12; base is
what these have but for the path, and but for Fig 9, which counts from the SYN here. Figs 11 and 12, the reverse connection's bursts, 4 kB and queue 20, 2 kB and queue 18: uniform and
constant are how the times between them are distributed, with the same mean of 0.5 s (constant with the flow's
start spread over one of them, which base has not); mean-0.25 and mean-1 are another mean, with bursts of half and
twice the size, so that the load is the same; hosts has both connections between the same two hosts; queue-N is
another buffer. Figs 4, 6 and 9: timer-0.2 is a retransmission timer of at least 0.2 s with at least 10 ms for 4
RTTVAR, tick one that expires on multiples of 500 ms, for all variants; keep has a sender that
forgets nothing at a timeout. All are on the path that F14 calls holds-all-headers. Figs 4 to 7: queue-16 (Fig 5: queue-9) has a packet less in the queue, octets-1000 segments of
1000 octets on the link, of which 42 are headers. Fig 4: window-58 has a receiver's window of 58 segments, links-N access links of N Mbit/s. flows=32 is one flow beside 31 others of fack on 1.5 Mbit/s, 80 ms and a queue of 17; +retransmit
sends a lost retransmission again in place of a timeout. Fig 9: link has the lost opportunity as what the link would have
carried until 30 s (60 s with delayed ACKs) less what was delivered. Else """
    + _fack.timer
)
program = "fack-reverse-traffic"
by_default = False
seeds = 30, 30
fingerprint = "fig=12 choice=base"

_bursts = {
    "base": {},
    "uniform": {"burstTimes": "uniform"},
    "constant": {"burstTimes": "constant", "startSpread": "500ms"},
    "hosts": {"sharedHosts": True},
}
_timers = {
    "base": {},
    "timer-0.2": {"minRto": "200ms", "clockGranularity": "10ms"},
    "tick": {_fack.TICK: "500ms"},
}
_keep = {"keep": {"keepSack": True}}
# 958 octets of data are 1000 on the link.
_OCTETS = {"segmentSize": 958}


# What else may bring the next drop later.
_only4 = {f"queue-{q}": {"queue": q} for q in (14, 20)} | {
    "window-58": {"receiveBuffer": 58000},
    "links-5": {"leftRate": "5Mbps", "rightRate": "5Mbps"},
    "links-1000": {"leftRate": "1000Mbps", "rightRate": "1000Mbps"},
}


def _points(fig, choices, **common):
    return [case(f"fig={fig} choice={name}", **common | options) for name, options in choices.items()]


def _path(queue):
    """The path: one packet less in the queue, segments of which the headers are a part, and both."""
    less = {"queue": queue - 1}
    return {
        f"queue-{queue - 1}": less,
        "octets-1000": _OCTETS,
        f"queue-{queue - 1}-octets-1000": less | _OCTETS,
    }


def _means(size):
    return {
        f"mean-{mean}": {"burstInterval": interval, "burstSize": round(size * factor)}
        for mean, interval, factor in (("0.25", "250ms", 0.5), ("1", "1s", 2))
    }


def _reverse(fig, queue, size, more, variants):
    """Ten seeds, as the figures' own experiments have."""
    points = _points(fig, _bursts | _means(size) | more, queue=queue, burstSize=size)
    return sweep(points, variants, most_seeds=10, to="70s", **{"from": "10s"})


def _lost(delack, queues):
    return sweep(
        _points(9, _timers | _keep | {"link": {"against": "link"}}),
        _fack.fig9_acks(delack),
        axis("q", queues, queue="{}"),
        [preset(name) for name in ("reno", *_others)],
        program="fack-lost-opportunity",
        random=False,
        against="syn",
    )


def _recovery(fig, queue, choices, *variants, random=False, **options):
    points = _points(fig, choices, queue=queue)
    return sweep(points, variants, program="fack-recovery", random=random, to="6s", **options)


_base = {"base": {}}
_others = ("sack", "fack", "fack-od", "fack-rd")
runs = [
    _reverse(11, 20, 4000, {}, [preset("reno"), _fack.reno_1996(), preset("sack"), preset("fack")]),
    _reverse(
        12,
        18,
        2000,
        {f"queue-{q}": {"queue": q} for q in (14, 16, 20, 24)},
        [preset("reno"), preset("fack-od-rd")],
    ),
    _recovery(4, 17, _timers | _path(17) | _only4, preset("reno"), preset("sack"), preset("fack")),
    _recovery(5, 10, _base | _path(10), preset("sack"), initialSsthresh=35),
    _recovery(7, 17, _base | _path(17), preset("fack-od")),
    _recovery(
        6,
        17,
        _timers | _keep | _path(17),
        preset("sack"),
        _fack.slow_start,
        preset("fack"),
        random=True,
        drop=by_seed(_fack.choose_four),
    ),
    sweep(
        case("flows=32"),
        [preset("fack"), preset("fack+retransmit", lostRetransmission="Retransmit")],
        program="tcp-lossy-study",
        law="",
        rival="fack",
        rivals=31,
        rate="1.5Mbps",
        delay="40ms",
        queue=17,
        receiver="scoreboard",
        limitedTransmit=False,
        startSpread="1s",
        to="100s",
    ),
    _lost(0, "5 9 17 25 50"),
    _lost(1, "5 17 25 50"),
]
derived = (
    differences("forward_utilisation", "fack", "reno", "reno-1996", "sack")
    + differences("share", "fack+retransmit", "fack")
    + differences("timeouts", "fack-od-rd", "reno")
    + largest("timeouts", "seed", "fack-od-rd")
    + largest("reductions_in_episode", "seed", "fack-od-rd")
    + differences("recovery_end", "sack", "fack")
    + differences("recovery_end", "sack+slow-start", "fack")
    + ratios("lost_opportunity", _others, "reno")
    + largest("ratio", "q", *[f"{name}/reno" for name in _others])
    + largest("lost_opportunity", "q", "reno", *_others)
    + changes("difference", "choice", "base", "sack+slow-start-fack")
    + changes("forward_utilisation", "choice", "base", "reno")
    + changes("unnecessary_retransmissions", "choice", "base", "sack+slow-start")
)

_ALL = "base uniform constant mean-0.25 mean-1 hosts"
_TIMERS = "base timer-0.2 tick keep"
# Panel, quantity, variants, choices, and where.
_PANELS = (
    ("11", "forward_utilisation", ("reno", "reno-1996", "sack", "fack"), _ALL, {"fig": 11}),
    ("12", "timeouts", ("reno", "fack-od-rd"), f"{_ALL} queue-14 queue-16 queue-20 queue-24", {"fig": 12}),
    ("6", "difference", ("sack-fack", "sack+slow-start-fack"), _TIMERS, {"fig": 6}),
    *(
        (
            f"9-{delack}",
            "max_ratio",
            tuple(f"{name}/reno" for name in _others),
            f"{_TIMERS} link",
            {"fig": 9, "delack": delack},
        )
        for delack in (0, 1)
    ),
)


def tables(means):
    return {
        f"{panel}-{variant.partition('/')[0].removesuffix('-fack')}": _figure.chosen(
            means, quantity, variant, names, 100 if panel == "11" else 1, **where
        )
        for panel, quantity, variants, names, where in _PANELS
        for variant in variants
    }
