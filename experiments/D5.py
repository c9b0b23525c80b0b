# SPDX-License-Identifier: GPL-2.0-only
_wireless = shared("wireless")

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
_reason = "The nearest place of D12's map; the paper says neither links nor timer nor which Reno."
_newreno = "VenoDR leads Westwood+ only where that stands on the old Reno; the paper's is NR, on NewReno, by its name."
numbers = [
    number(
        "ratio",
        f"venodr/{name}",
        "p=0.02 bw=10",
        paper=printed,
        source=f"Fig 5: {source}",
        reason=reason,
        expect=expect,
    )
    for name, printed, source, reason, expect in (
        ("veno-reno+ns2", 1.441, "+44.1 %", _reason, (1.3, 1.8)),
        ("westwood-plus+ns2", 1.470, "+47.0 %", _reason, (1.2, 1.8)),
        ("reno+ns2", 2.138, "+113.8 %", _reason, (1.8, 2.4)),
        ("westwood-plus", 1.470, "+47.0 %, its name says NewReno", _newreno, (0.75, 1)),
    )
]
