# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, differences, preset, published, ratios, reading

from shared import wireless as _wireless

title = "throughput over time at 2 % errors"
paper = "VenoDR paper, Fig 5"
see = """VenoDR leads the three on ns-2's Reno, which wait for their timers. On NewReno recovery Veno is its equal and
Westwood+ ahead."""
unstated = (
    _wireless.place
    + """Runs are those of D4 at 2 %. Beside the paper's rivals: the three on NewReno recovery (veno, newreno,
westwood-plus), ns-3's own Veno on it, and SACK TCP Veno."""
)
program = "wireless-path"
_variants = [
    *_wireless.rivals,
    _wireless.westwood,
    preset("sack-veno"),
    preset("ns3-veno", socket="scoreboard-newreno"),
]
runs = [_wireless.one_flow(axis("p", [0.02], per="{}"), axis("bw", [10]), _variants)]
_all = _wireless.names + ["westwood-plus", "sack-veno", "ns3-veno"]
derived = ratios("throughput", "venodr", *_all) + differences("throughput", "venodr", *_all)
_base = "p=0.02 bw=10"


_with = "10 Mbit/s, 20 ms, a timer of 0.2 s"
numbers = (
    published(
        *_wireless.fig5["veno"],
        *(
            reading(f"{_with}, {what}", "ratio", f"venodr/{name}", _base, expect=expect)
            for what, name, expect in (
                ("ns-2's Reno", "veno-reno+ns2", (1.3, 1.8)),
                ("Veno on NewReno recovery", "veno", None),
                ("ns-3's own Veno on NewReno recovery", "ns3-veno", None),
                ("SACK TCP Veno", "sack-veno", None),
            )
        ),
        of="D15",
        chosen=True,
    )
    + published(
        *_wireless.fig5["westwood"],
        *(
            reading(f"{_with}, {what}", "ratio", f"venodr/{name}", _base, expect=expect)
            for what, name, expect in (
                ("Westwood+ on NewReno", "westwood-plus", (0.75, 1)),
                ("Westwood+ on ns-2's Reno", "westwood-plus+ns2", (1.2, 1.8)),
            )
        ),
        of="D15",
        chosen=True,
    )
    + published(
        *_wireless.fig5["reno"],
        *(
            reading(f"{_with}, {what}", "ratio", f"venodr/{name}", _base, expect=expect)
            for what, name, expect in (
                ("ns-2's Reno", "reno+ns2", (1.8, 2.4)),
                ("NewReno in its place", "newreno", None),
            )
        ),
        of="D15",
        chosen=True,
    )
)
