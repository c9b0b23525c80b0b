# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import (
    asserted,
    by_seed,
    case,
    differences,
    largest,
    least,
    number,
    preset,
    reading,
    sweep,
)

from shared import fack as _fack

title = "more than half a window lost: SACK and FACK"
paper = "FACK paper, Fig 6"
see = "SACK runs out of ACKs and sends 22 to 25 segments for nothing in the slow start that follows; FACK needs neither."
unstated = """Which four segments are lost beside those of the overshoot. In slow start the queue
drops every other segment of the last window, those with odd numbers from 65 to 129; the four are
taken at random from the others. A run's seed is the number of its choice and nothing else is
random: means are means over choices. When the paper's SACK goes into slow start: sack+slow-start
does once more than half of the window is known to be missing. Also """ + _fack.timer + _fack.clock
program = "fack-recovery"
seeds = 100, 300

runs = [
    sweep(
        case("q=17 delack=0"),
        [preset("sack"), _fack.slow_start, preset("fack")],
        to="6s",
        drop=by_seed(_fack.choose_four),
        first_seed={"series": True},
        **_fack.path(17),
    )
]
sequences = [(name, "q=17 delack=0") for name in ("sack", "sack+slow-start", "fack")]
view = (0.4, 2.6)
_sacks = ("sack", "sack+slow-start")
derived = (
    least("unnecessary_retransmissions", "seed", *_sacks)
    + largest("unnecessary_retransmissions", "seed", *_sacks, "fack")
    + least("timeouts", "seed", *_sacks)
    + largest("timeouts", "seed", *_sacks, "fack")
    + differences("recovery_end", "sack", "fack")
    + differences("recovery_end", "sack+slow-start", "fack")
)
_waits = "a SACK that waits for its timer"
_choices = (
    ("timer-0.2", "a timer of at least 0.2 s"),
    ("tick", "a timer that ticks at 500 ms"),
    ("keep", "a timeout that forgets nothing"),
)


def _varied(quantity, variant):
    return _fack.choices(quantity, variant, 6, _choices)


_in_vain = "unnecessary_retransmissions"
_AGAIN = "mean over choices: a retransmission is lost, too, with three of a hundred"
_point = "q=17 delack=0"
numbers = (
    _fack.decided(
        "F6",
        _in_vain,
        "sack+slow-start",
        _point,
        *(
            reading(what, f"{kind}{_in_vain}", variant, _point, expect=expect, why=why)
            for what, kind, variant, expect, why in (
                ("the least of 100 choices", "min_", "sack+slow-start", (1, None), ""),
                ("the most of 100 choices", "max_", "sack+slow-start", (None, 30), ""),
                (_waits, "", "sack", (1, None), "mean over choices"),
                (f"{_waits}, the least", "min_", "sack", (1, None), ""),
                (f"{_waits}, the most", "max_", "sack", (None, 30), ""),
            )
        ),
        expect=(1, None),
        why="mean over choices",
        because=_varied(_in_vain, "sack+slow-start"),
    )
    + _fack.decided(
        "F6",
        "difference",
        "sack+slow-start-fack",
        _point,
        reading(_waits, "difference", "sack-fack", _point, expect=(1, 1.8)),
        expect=(0.1, 0.6),
        because=_varied("difference", "sack+slow-start-fack")
        + [
            asserted(
                "What the paper counts the round trips from is not said; here it is the end of FACK's repair."
            )
        ],
    )
    + [
        number(quantity, variant, _point, expect=expect, why=why)
        for quantity, variant, expect, why in (
            *(("min_timeouts", name, (1, None), "a slow start with every choice") for name in _sacks),
            (f"max_{_in_vain}", "fack", (None, 0), ""),
            ("timeouts", "fack", (None, 0.1), _AGAIN),
        )
    ]
)
