# SPDX-License-Identifier: GPL-2.0-only
_fack = shared("fack")

title = "forward against reverse utilisation with bursts on the reverse path"
paper = "FACK paper, Figs 10 and 11"
see = (
    "Bursts against the ACKs cost Reno up to half of the forward path; SACK and FACK keep it full."
)
unstated = (
    """Where the reverse connection ends (here at hosts of its own, on access links like the
others'); how times between bursts are distributed (exponentially here); what counts as load of the
reverse path (here both: reverse_utilisation is all that passes there, the ACKs of the bulk flow
included, reverse_load the segments of the reverse connection alone). Also """
    + _fack.timer
    + """. The
second panel has Reno's idle share against the tick: expiry on its multiples, two of them at least, and
at least one for 4 RTTVAR."""
)
program = "fack-reverse-traffic"

runs = [
    _fack.reverse(
        20,
        axis("burst", pick("1 2 4 6", "1 2 3 4 5 6"), burstSize="{}000"),
        [preset(name) for name in ("reno", "sack", "fack", "fack-od-rd")] + [_fack.reno_1996()],
    ),
    _fack.reverse(
        20,
        axis(
            "tick",
            pick(["0.1", "0.25", "0.5"], ["0.01", "0.05", "0.1", "0.2", "0.3", "0.4", "0.5"]),
            clockGranularity=lambda tick: f"{round(float(tick) * 1000)}ms",
            minRto=lambda tick: f"{round(float(tick) * 2000)}ms",
            **{_fack.TICK: lambda tick: f"{round(float(tick) * 1000)}ms"},
        ),
        [preset("reno"), preset("reno-1996", variant="reno", **_fack.backoff)],
        burstSize=6000,
        sweep="tick",
    ),
]

_old = "RFC 2581's Reno; that of 1996, which backs its timer off at a fast retransmit, comes near: see reno-1996."
_chance = "The bursts' times are not stated; the interval of ours comes close."
numbers = (
    [
        number(
            "forward_utilisation",
            variant,
            f"burst={burst}",
            paper=0.55,
            source=f"Fig 11: 7 % reverse load {acks} ACKs",
            reason=_old if variant == "reno" else _chance,
            expect=expect,
        )
        for burst, acks in ((4, "with"), (6, "without"))
        for variant, expect in (("reno", (0.65, 0.85)), ("reno-1996", (0.4, 0.7)))
    ]
    + [
        number(
            "forward_utilisation",
            variant,
            f"burst={burst}",
            expect=(0.95, None),
            why="Fig 11: stays near full",
        )
        for burst in (4, 6)
        for variant in ("sack", "fack")
    ]
    + [
        number(
            "reverse_utilisation",
            "reno",
            "burst=4",
            paper=0.07,
            tolerance=0.005,
            source="Fig 11, read off",
            reason=_chance,
            expect=(0.06, 0.085),
        ),
        number(
            "reverse_load",
            "reno",
            "burst=6",
            paper=0.07,
            tolerance=0.005,
            source="Fig 11, read off",
            reason=_chance,
            expect=(0.06, 0.08),
        ),
        number(
            "forward_idle",
            "reno-1996",
            "tick=0.5",
            paper=0.45,
            source="Fig 11: nearly",
            reason=_chance,
            expect=(0.35, 0.65),
        ),
        number(
            "forward_idle",
            "reno",
            "tick=0.5",
            paper=0.45,
            source="Fig 11: nearly",
            reason=_old,
            expect=(0.15, 0.4),
        ),
    ]
)
