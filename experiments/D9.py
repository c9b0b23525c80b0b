# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, number, pick

from shared import figure as _figure
from shared import wireless as _wireless

title = "k flows of Reno and 10 - k of VenoDR"
paper = "VenoDR paper, Fig 9"
see = """Without errors VenoDR, Reno and NewReno get about their shares, which differ much by the run; with 1 % VenoDR gets
more than its share, of what Reno leaves."""
unstated = (
    _wireless.place
    + _wireless.ten_place
    + """Whether there are errors: none, where friendliness is a matter of sharing the queue; and 1 %, where
Reno leaves capacity unused anyway. Which Reno: with=reno+ns2 is the place's, else newreno."""
)
program = "wireless-path"
_shares = axis("k", pick("2 5 8", "1 2 3 4 5 6 7 8 9"), others="{}")
_errors = case("k=5 p=0.01", others=5, per=0.01)
_ns2 = {"variant": "venodr", "other": "reno"} | _wireless.ns2_reno
runs = [
    _wireless.ten_flows(case("with=reno+ns2"), _shares, per=0, **_ns2),
    _wireless.ten_flows(case("with=reno+ns2"), _errors, **_ns2),
    _wireless.ten_flows(_shares, per=0, variant="venodr", other="newreno"),
]
# How a queue is shared without errors differs much by the run.
numbers = [
    number("throughput_share", name, f"{point}k={k}", expect=(least, 1.3), why=f"about its share; Fig 9: {where}")
    for other, point in (("newreno", ""), ("reno", "with=reno+ns2 "))
    for k in (2, 5, 8)
    for name, least, where in ((other, 0.7, "below it, tolerably"), ("venodr", 0.8, "a little above it"))
]


def tables(means):
    """A flow's share against the number of others, which are NewReno's unless they are ns-2's Reno's."""
    found = {}
    for others, variants in (("newreno", ("venodr", "newreno")), ("reno", ("venodr", "reno"))):
        for variant in variants:
            for p in (None, 0.01):
                table = _figure.rows(
                    means, "throughput_share", variant, p=p, **{"with": "reno+ns2" if others == "reno" else None}
                )
                found[f"{others}-{variant}-{p or 0}"] = table.sort_values("k")[["k", *_figure.INTERVAL]]
    return found
