# SPDX-License-Identifier: GPL-2.0-only
_wireless = shared("wireless")

title = "k flows of Reno and 10 - k of VenoDR"
paper = "VenoDR paper, Fig 9"
see = (
    "VenoDR gets a little more than its fair share, NewReno a little less, and Reno less than that."
)
unstated = (
    """Whether there are errors: none, where friendliness is a matter of sharing the queue; and 1 %, where
Reno leaves capacity unused anyway. Which Reno: newreno, and with=reno that of RFC 2581; delays as in D7. """
    + _wireless.timer
)
program = "wireless-path"
_shares = axis("k", pick("2 5 8", "1 2 3 4 5 6 7 8 9"), others="{}")
_errors = case("k=5 p=0.01", others=5, per=0.01)
_newreno = {"variant": "venodr", "other": "newreno"}
_reno = {"variant": "venodr", "other": "reno"}
runs = [
    _wireless.ten_flows(_shares, per=0, **_newreno),
    _wireless.ten_flows(_errors, **_newreno),
    _wireless.ten_flows(case("with=reno"), _shares, per=0, **_reno),
    _wireless.ten_flows(case("with=reno"), _errors, **_reno),
]
numbers = [
    row
    for other, point in (("newreno", ""), ("reno", "with=reno "))
    for k in (2, 5, 8)
    for row in (
        number(
            "throughput_share",
            other,
            f"{point}k={k}",
            expect=(0.7, 1.1),
            why="Fig 9: below its share; tolerably",
        ),
        number(
            "throughput_share",
            "venodr",
            f"{point}k={k}",
            expect=(0.95, None),
            why="Fig 9: a little above",
        ),
    )
]
