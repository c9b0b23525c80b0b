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
# Of each rival of the paper's: in words, its name here, and what we expect.
_read = {
    "veno": (
        ("ns-2's Reno", "veno-reno+ns2", (1.3, 1.8)),
        ("Veno on NewReno recovery", "veno", None),
        ("ns-3's own Veno on NewReno recovery", "ns3-veno", None),
        ("SACK TCP Veno", "sack-veno", None),
    ),
    "westwood": (
        ("Westwood+ on NewReno", "westwood-plus", (0.75, 1)),
        ("Westwood+ on ns-2's Reno", "westwood-plus+ns2", (1.2, 1.8)),
    ),
    "reno": (
        ("ns-2's Reno", "reno+ns2", (1.8, 2.4)),
        ("NewReno in its place", "newreno", None),
    ),
}
numbers = [
    row
    for rival, rows in _read.items()
    for row in published(
        *_wireless.fig5[rival],
        *(
            reading(f"{_with}, {what}", "ratio", f"venodr/{name}", _base, expect=expect)
            for what, name, expect in rows
        ),
        of="D15",
        chosen=True,
    )
]
