# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, decides, number, pick, preset, published, reading, varied

from shared import fack as _fack

title = "forward against reverse utilisation with bursts on the reverse path"
paper = "FACK paper, Figs 10 and 11"
see = """Bursts against the ACKs cost the Reno of 1996 up to half of the forward path, that of RFC 2581 up to a quarter;
SACK and FACK keep it nearly full."""
unstated = (
    """Where the reverse connection ends (here at hosts of its own, on access links like the
others'); how times between bursts are distributed (exponentially here); what counts as load of the
reverse path (here both: reverse_utilisation is all that passes there, the ACKs of the bulk flow
included, reverse_load the segments of the reverse connection alone). Also """
    + _fack.timer
    + """. The
second panel has Reno's idle share against the tick: expiry on its multiples, two of them at least, and
at least one for 4 RTTVAR. reno-1996+100ms, with ticks of 0.1 s as in the paper's simulator, decides."""
)
program = "fack-reverse-traffic"

runs = [
    _fack.reverse(
        20,
        _fack.bursts(pick("1 2 4 6", "1 2 3 4 5 6")),
        [preset(name) for name in ("reno", "sack", "fack", "fack-od-rd")]
        + [_fack.reno_1996(), _fack.ns_reno()],
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

_used = "forward_utilisation"
_old, _reno = "the Reno of 1996 with ticks of 500 ms", "F13 forward_utilisation reno fig=11 choice={}"
_choices = (
    ("uniform", "uniform times between bursts"),
    ("constant", "constant times between bursts"),
    ("mean-0.25", "bursts half as large and twice as often"),
    ("mean-1", "bursts twice as large and half as often"),
    ("hosts", "both connections between the same hosts"),
)
_WITHOUT = "Fig 11: 7 % without them; 12 kB/s and their headers are 6.4 % of 1563 kbit/s"
numbers = (
    published(
        0.55,
        "Fig 11: Reno's part of the forward path at 7 % of reverse load, nearly 45 % idle",
        decides(_used, _fack.NS_RENO, "burst=4"),
        reading("7 % without the ACKs", _used, _fack.NS_RENO, "burst=6"),
        reading("the Reno of RFC 2581", _used, "reno", "burst=4", expect=(0.65, 0.85)),
        reading(
            "the Reno of RFC 2581, 7 % without the ACKs", _used, "reno", "burst=6", expect=(0.65, 0.85)
        ),
        reading(_old, _used, "reno-1996", "burst=4", expect=(0.4, 0.7)),
        reading(f"{_old}, 7 % without the ACKs", _used, "reno-1996", "burst=6", expect=(0.4, 0.7)),
        because=[varied(f"{what}, the Reno of RFC 2581", _reno.format(name), _reno.format("base")) for name, what in _choices],
    )
    + [
        number(quantity, variant, point, expect=expect, why=why)
        for quantity, variant, point, expect, why in (
            *((_used, name, f"burst={n}", (0.95, None), "Fig 11: stays near full") for n in (4, 6) for name in ("sack", "fack")),
            ("reverse_utilisation", "reno", "burst=4", (0.06, 0.085), "Fig 11: 7 % with the ACKs"),
            ("reverse_load", "reno", "burst=6", (0.055, 0.075), _WITHOUT),
            ("forward_idle", "reno-1996", "tick=0.5", (0.35, 0.65), "Fig 11: nearly 0.45"),
            ("forward_idle", "reno", "tick=0.5", (0.15, 0.4), "RFC 2581's Reno"),
        )
    ]
)
