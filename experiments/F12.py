# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import largest, number, preset, ratios, reading

from shared import fack as _fack

title = "Reno and FACK under bursts on the reverse path: time-sequence plot"
paper = "FACK paper, Fig 12"
see = "Reno reduces its window up to three times in an episode and times out; FACK with both reduces it once and does not."
unstated = (
    """The buffer (slightly smaller: 18 packets here) and the bursts (2 kB in the figure). +retransmit sends a lost
retransmission again where the paper forces a timeout, +wait waits for the timer. reno-1996+100ms, with ticks of 0.1 s as in the paper's simulator, decides. """
    + _fack.timer
)
program = "fack-reverse-traffic"
_both = [preset("reno"), preset("fack-od-rd")]
_beside = [preset("sack"), _fack.reno_1996(), _fack.ns_reno()]
_lost = [
    preset("fack-od-rd+retransmit", lostRetransmission="Retransmit"),
    preset("fack-od-rd+wait", lostRetransmission="Wait"),
]
runs = [
    _fack.reverse(18, _fack.bursts([2]), _both, first_seed={"series": True}),
    _fack.reverse(18, _fack.bursts([4, 6]), _both),
    _fack.reverse(18, _fack.bursts([2, 4, 6]), _beside),
    _fack.reverse(18, _fack.bursts([4, 6]), _lost),
    _fack.reverse(18, _fack.bursts([2]), preset("newreno")),
]
derived = (
    largest("reductions_in_episode", "seed", "fack-od-rd")
    + largest("timeouts", "seed", "fack-od-rd", "fack-od-rd+retransmit")
    + ratios("throughput", "sack", "reno", "reno-1996", _fack.NS_RENO)
    + ratios("throughput", "fack-od-rd", "reno", "reno-1996")
)
_point = "burst=2"
_renos = {"reno": "the Reno of RFC 2581", "reno-1996": "the Reno of 1996 with ticks of 500 ms"}
numbers = (
    _fack.decided(
        "F12",
        "max_timeouts",
        "fack-od-rd",
        _point,
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
        expect=(None, 0),
        why="in ten runs",
    )
    + _fack.decided(
        "F12",
        "max_reductions_in_episode",
        "fack-od-rd",
        _point,
        expect=(None, 1),
        why="in ten runs",
    )
    + _fack.decided(
        "F12",
        "ratio",
        f"sack/{_fack.NS_RENO}",
        _point,
        *(reading(whose, "ratio", f"sack/{reno}", _point) for reno, whose in _renos.items()),
        *(
            reading(f"bursts of {burst} kB{whose and ', '}{whose}", "ratio", f"sack/{reno}", f"burst={burst}")
            for burst in (4, 6)
            for reno, whose in ({_fack.NS_RENO: ""} | _renos).items()
        ),
    )
    + [number("timeouts", "reno", _point, expect=(1, None), why="Fig 12: timeouts")]
)
