# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import decides, knees, number, pick, published, reading

from shared import buffers as _buffers

title = "goodput of SACK against internal buffers"
paper = "TCP buffer paper, Fig 2(b)"
see = "At its bound SACK has all it can get, with a 12th to a 36th of NewReno's buffers."
unstated = (
    _buffers.unstated
    + " A cycle takes 5 to 20 s. The runs of the smallest buffers measure 20 round trips, with one B."
)
program = "buffer-goodput"
random = False


def _part(bound, percents):
    return [bound * p // 100 for p in percents]


def _percents(share):
    """With a bottleneck queue of half the pipe nine tenths are enough."""
    few = (75, 90, 100) if share == "0.5" else (90, 100)
    return pick(few, (60, 70, 80, 90, 95, 98, 100, 102, 105, 120))


_late = {"from": "4s"}


def _flow(setting, packets, to):
    return _buffers.goodput(setting, packets, "sack", to=to, **_late)


# Between C RTT_m + B = 5250 and the bound, long enough for whole cycles.
_narrow = _buffers.settings[0]
_spaced = [5500, *pick([], [6500]), *_part(_narrow[4], (75,))]
_between = _spaced + _part(_narrow[4], (90,))


def _whole(setting):
    return _between if setting == _narrow else []


runs = [
    _flow(
        setting,
        [20000] + [q for q in _part(setting[4], _percents(setting[2])) if q not in _whole(setting)],
        "45s" if setting[0] == "0.005" else "20s",
    )
    for setting in _buffers.settings
]
runs += _buffers.below("sack", "10s", **_late)
_long = {"to": "60s"} | _late
runs += [
    _buffers.goodput(_narrow, _between, "sack", **_long),
    _buffers.paced(_narrow, _spaced, "sack", **_long),
    _buffers.under("ns3::TcpPrrRecovery", "+prr", _narrow, [5500], "sack", **_long),
    _buffers.under("ns3::TcpRampdownRecovery", "+rampdown", _narrow, [5500], "sack", **_long),
]
derived = knees("goodput", "Q", "sack")
fingerprint = "a=0.01 b=0.125 B=0.05 Q=1250"
_FIRST = "a=0.01 b=0.125 B=0.05"
numbers = [
    number(
        "goodput",
        variant,
        f"a=0.01 b=0.125 B=0.05 Q={packets}",
        expect=expect,
        why=why,
    )
    for variant, packets, expect, why in (
        ("sack+paced", 5500, (165, 195), "Fig 2(b): a small impact, without the burst"),
        ("sack+paced", 7378, (165, 195), "Fig 2(b): a small impact, without the burst"),
        ("sack", 9838, (185, 195), "Fig 2(b): the bound is enough"),
    )
] + [
    row
    for a, b, share, _, _, _, bound in _buffers.settings
    for row in published(
        bound,
        _buffers.table("SACK", a, b, share),
        reading(
            "simulated, with ample buffers",
            "max_unacknowledged",
            "sack",
            f"a={a} b={b} B={share} Q=20000",
            expect=(bound, bound + 5),
            why="the bound, to a few packets",
        ),
        tolerance=1,
        of="B1",
    )
] + published(
    0.87,
    'Fig 2(b): part of the link by SACK with Q between C RTT_m + B and its bound, a "small impact" read as a tenth of what the bound gives',
    decides("share", "sack", f"{_FIRST} Q=5500"),
    reading("buffers of three quarters of the bound", "share", "sack", f"{_FIRST} Q=7378"),
    reading("a sender that spaces its segments", "share", "sack+paced", f"{_FIRST} Q=5500"),
    reading("the same, three quarters", "share", "sack+paced", f"{_FIRST} Q=7378"),
    reading("proportional rate reduction", "share", "sack+prr", f"{_FIRST} Q=5500"),
    reading("Rampdown", "share", "sack+rampdown", f"{_FIRST} Q=5500"),
    bound="at least",
)
