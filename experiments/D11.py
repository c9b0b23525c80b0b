# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, number, pick, ratios

from shared import wireless as _wireless

title = "the flow of D5 over Wi-Fi, with and without retries of the link layer"
paper = "beyond the VenoDR paper"
see = "Without retries of the link layer VenoDR leads the paper's three by far more than with them."
unstated = (
    _wireless.place
    + """The hop of D5 is replaced by IEEE 802.11n at 13 Mbit/s, whose link layer sends frames again. Without
retries the errors reach TCP, with one their square does. 20 s, with retries, where runs differ little, 10 s."""
)
program = "wireless-path"
needs = "wireless-path --hop=wifi --from=1s --to=1001ms --wirelessRate=13Mbps"
runs = [
    _wireless.flows(
        axis("p", [0.02], per="{}"),
        axis("retries", retries, retries="{}"),
        [*_wireless.ten_rivals, _wireless.veno],
        rate="13Mbps",
        to=to,
        **{"hop": "wifi", "direct": False, "from": "1s"},
    )
    for retries, to in (([0], "21s"), (pick([6], [1, 6]), "11s"))
]
_names = [*_wireless.paper_names, "veno"]
derived = ratios("throughput", "venodr", *_names)
numbers = [
    number(
        "ratio",
        f"venodr/{name}",
        "p=0.02 retries=0",
        expect=(1.2, None),
        why="the lead where errors reach TCP",
    )
    for name in _wireless.paper_names
]
