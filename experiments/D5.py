# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, decides, differences, preset, published, ratios, reading, varied

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


def _longer(name):
    """100 s instead of 40, as the paper's runs."""
    row = f"D14 ratio venodr/{name} fig=5 choice="
    return varied("100 s, as the paper's runs", f"{row}to-100s p=0.02", f"{row}base p=0.02")


numbers = (
    published(
        *_wireless.fig5["veno"],
        decides("ratio", "venodr/veno-reno+ns2", _base, expect=(1.3, 1.8)),
        reading("Veno on NewReno recovery", "ratio", "venodr/veno", _base),
        reading("ns-3's own Veno on NewReno recovery", "ratio", "venodr/ns3-veno", _base),
        reading("SACK TCP Veno", "ratio", "venodr/sack-veno", _base),
        chosen=True,
        because=[
            _longer("veno-reno+ns2"),
            varied(
                "a deflation that counts only what leaves after it began",
                "D14 ratio venodr+later/veno-reno+ns2 p=0.02 bw=10 rtt=20 rto=0.2",
            ),
            varied(
                "the same, with a timer of 1 s",
                "D14 ratio venodr+later/veno-reno+ns2 p=0.02 bw=10 rtt=20 rto=1",
            ),
        ],
    )
    + published(
        *_wireless.fig5["westwood"],
        decides("ratio", "venodr/westwood-plus", _base, expect=(0.75, 1)),
        reading(
            "Westwood on ns-2's Reno, though its name says NewReno",
            "ratio",
            "venodr/westwood-plus+ns2",
            _base,
            expect=(1.2, 1.8),
        ),
        chosen=True,
    )
    + published(
        *_wireless.fig5["reno"],
        decides("ratio", "venodr/reno+ns2", _base, expect=(1.8, 2.4)),
        reading("NewReno in its place", "ratio", "venodr/newreno", _base),
        chosen=True,
        because=[_longer("reno+ns2")],
    )
)
