# SPDX-License-Identifier: GPL-2.0-only
_wireless = shared("wireless")

title = "k flows of Reno and 10 - k of VenoDR"
paper = "VenoDR paper, Fig 9"
see = "VenoDR gets a little more than its fair share, NewReno a little less."
unstated = """Whether there are errors: none, where friendliness is a matter of sharing the queue; and 1 %, where
Reno leaves capacity unused anyway. Reno is newreno; delays as in D7."""
program = "wireless-path"
_mix = {"variant": "venodr", "other": "newreno"}
runs = [
    _wireless.ten_flows(axis("k", pick("2 5 8", "1 2 3 4 5 6 7 8 9"), others="{}"), per=0, **_mix),
    _wireless.ten_flows(case("k=5 p=0.01", others=5, per=0.01), **_mix),
]
numbers = [
    row
    for k in (2, 5, 8)
    for row in (
        number(
            "throughput_share",
            "newreno",
            f"k={k}",
            expect=(0.7, 1.1),
            why="Fig 9: below its share; tolerably",
        ),
        number(
            "throughput_share", "venodr", f"k={k}", expect=(0.95, None), why="Fig 9: a little above"
        ),
    )
]
