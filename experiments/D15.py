# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import case, decides, published, ratios, varied

from shared import wireless as _wireless

title = "Fig 5 at the place where least of the paper is refuted, with fresh seeds"
paper = "VenoDR paper, Fig 5"
see = "Thirty seeds that chose nothing: two intervals hold the paper's ratio, that to Westwood lies below it. These seeds decide."
unstated = """Links, timer and which Reno. D12 has 24 places: six pairs of bandwidth and round trip, two timers, and
two Renos. At each the three ratios at 2 % errors are counted: the place with the fewest that differ is taken, then that with the most
that are reproduced, then that with the least sum of the squared logarithms of ours to the paper's. At four of the 24 none differs and none is reproduced;
of these it is 5 Mbit/s, 20 ms, a timer of 1 s, RFC 2581's Reno (the paper's reference [1]), and Westwood+ on NewReno, as the name WestwoodNR says. 40 s,
as D12, with thirty seeds that chose nothing (RngSeed 2)."""
program = "wireless-path"
by_default = False
seeds = 30, 60
runs = [
    _wireless.one_flow(
        case("p=0.02 bw=5 rtt=20", per="0.02"),
        [_wireless.venodr, *_wireless.rfc2581_rivals],
        rate="5Mbps",
        delay="10ms",
        **_wireless.former | {"RngSeed": 2},
    )
]
derived = ratios("throughput", "venodr", *_wireless.rfc2581_names)
_PLACED = "p=0.02 bw=5 rtt=20"
# The seeds of D12 chose the place, and so judge nothing.
numbers = [
    row
    for name, rival in zip(_wireless.rfc2581_names, ("veno", "reno", "westwood"))
    for row in published(
        *_wireless.fig5[rival],
        decides("ratio", f"venodr/{name}", _PLACED),
        chosen=True,
        because=[
            varied(
                "a deflation that counts only what leaves after it began",
                f"D14 ratio venodr+later/{name} {_PLACED} rto=1",
                f"D12 ratio venodr/{name} {_PLACED} rto=1",
            )
        ],
    )
]
