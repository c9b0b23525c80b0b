# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, decides, largest, number, preset, published, reading

from shared import fack as _fack

title = "Reno and FACK under bursts on the reverse path: time-sequence plot"
paper = "FACK paper, Fig 12"
see = "Reno reduces its window up to three times in an episode and times out; FACK with both reduces it once and does not."
unstated = (
    "The buffer (slightly smaller: 18 packets here) and the bursts (2 kB in the figure). Also "
    + _fack.timer
)
program = "fack-reverse-traffic"
_both = [preset("reno"), preset("fack-od-rd")]
runs = [
    _fack.reverse(18, axis("burst", [2], burstSize="{}000"), _both, first_seed={"series": True}),
    _fack.reverse(18, axis("burst", [4, 6], burstSize="{}000"), _both),
]
derived = largest("reductions_in_episode", "seed", "fack-od-rd") + largest(
    "timeouts", "seed", "fack-od-rd"
)
numbers = (
    published(
        0,
        "Fig 12: timeouts of FACK with both",
        decides("max_timeouts", "fack-od-rd", "burst=2", expect=(None, 0), why="in ten runs"),
        *(
            reading(
                f"bursts of {burst} kB, which the figure does not show",
                "timeouts",
                "fack-od-rd",
                f"burst={burst}",
                expect=(None, 3),
            )
            for burst in (4, 6)
        ),
    )
    + published(
        1,
        "Fig 12: reductions of FACK's window in an episode",
        decides(
            "max_reductions_in_episode",
            "fack-od-rd",
            "burst=2",
            expect=(None, 1),
            why="in ten runs",
        ),
    )
    + [number("timeouts", "reno", "burst=2", expect=(1, None), why="Fig 12: timeouts")]
)
