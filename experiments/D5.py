# SPDX-License-Identifier: GPL-2.0-only
_wireless = shared("wireless")

title = "throughput over time at 2 % errors"
paper = "VenoDR paper, Fig 5"
see = "VenoDR leads from the first seconds on; the lead is made of the others' timeouts."
unstated = (
    """As D4, whose runs at 2 % these are. Which Veno: veno-reno, on the fast recovery of "traditional" TCP, which
the paper says its Veno inherits; veno is the same on NewReno recovery. Beside the paper's rivals ns-3's own Veno
and SACK TCP Veno. """
    + _wireless.timer
)
program = "wireless-path"
_beside = [preset("sack-veno"), preset("ns3-veno", socket="scoreboard-newreno")]
runs = [
    _wireless.one_flow(axis("p", [0.02], per="{}"), axis("bw", [10]), _wireless.rivals + _beside)
]
_all = _wireless.names + ["sack-veno", "ns3-veno"]
derived = ratios("throughput", "venodr", *_all) + differences("throughput", "venodr", *_all)
_links = "The paper says neither links nor timer nor which Reno: D12 is the map of what the lead depends on."
numbers = [
    number(
        "ratio",
        "venodr/veno-reno",
        "p=0.02 bw=10",
        paper=1.441,
        source="Fig 5: +44.1 %; its Veno has the old fast recovery",
        reason=_links,
        expect=(1.25, None),
    ),
    number(
        "ratio",
        "venodr/veno",
        "p=0.02 bw=10",
        expect=(1.25, None),
        why="the lead over Veno on NewReno recovery",
    ),
    number(
        "ratio",
        "venodr/westwood-plus",
        "p=0.02 bw=10",
        paper=1.470,
        source="Fig 5: +47.0 %",
        reason=_links,
        expect=(1.2, None),
    ),
    number(
        "ratio",
        "venodr/reno",
        "p=0.02 bw=10",
        paper=2.138,
        source="Fig 5: +113.8 %",
        reason=_links,
        expect=(1.6, None),
    ),
    number(
        "ratio", "venodr/newreno", "p=0.02 bw=10", expect=(1.6, None), why="the lead over NewReno"
    ),
]
