# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, number, pick

from shared import figure as _figure
from shared import wireless as _wireless

title = "throughput and fairness of VenoDR against alpha"
paper = "VenoDR paper, below equation 5"
see = """One flow's mean among random errors rises with alpha, by less than its intervals are wide. Ten flows without errors
do the same at each. Neither throughput nor fairness shows a best at 0.55."""
unstated = (
    _wireless.place
    + _wireless.ten_place
    + """How 0.55 was found: alpha "is set to 0.55 to maximize the throughput and fairness". One flow is that
of D5; ten flows are those of D7, for 40 s, without errors, where every loss is congestion, and with 2 %."""
)
program = "wireless-path"


def _alphas(few):
    """With 0.55, which is what venodr has, so that those runs are D5's."""
    others = pick(few, "0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9")
    factor = {"ns3::TcpVenoDr::ThresholdFactor": "{}"}
    return axis("alpha", ["0.55"]) + axis("alpha", others, **factor)


_errors = axis("p", "0 0.02", per="{}")
runs = [
    _wireless.one_flow(
        case("flows=1"),
        axis("p", ["0.02"], per="{}"),
        _alphas("0.2 0.4 0.7 0.9"),
        _wireless.venodr,
    ),
    _wireless.ten_flows(case("flows=10"), _errors, _alphas("0.2 0.9"), _wireless.venodr, to="40s"),
]
numbers = [
    number(
        "throughput",
        "venodr",
        "flows=1 p=0.02 alpha=0.55",
        expect=(5.3, 6.5),
        why="the flow of D5",
    )
]


def tables(means):
    """Against alpha."""
    return {
        f"{name}-{flows}-{p:g}": _figure.rows(means, name, "venodr", flows=flows, p=p).sort_values("alpha")[
            ["alpha", *_figure.INTERVAL]
        ]
        for name, flows, p in (
            ("throughput", 1, 0.02),
            ("total_throughput", 10, 0),
            ("total_throughput", 10, 0.02),
            ("jain_index", 10, 0),
            ("jain_index", 10, 0.02),
        )
    }
