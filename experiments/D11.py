# SPDX-License-Identifier: GPL-2.0-only
_wireless = shared("wireless")

title = "the flow of D5 over Wi-Fi, with and without retries of the link layer"
paper = "beyond the VenoDR paper"
see = "Where the link layer sends frames again, TCP hardly sees the errors; without that VenoDR leads."
unstated = (
    """The hop of D5 replaced by IEEE 802.11n at 13 Mbit/s, whose link layer sends frames again. Without
retries the errors reach TCP, with one their square does. """
    + _wireless.timer
)
program = "wireless-path"
needs = "wireless-path --hop=wifi --from=1s --to=1001ms --wirelessRate=13Mbps"
runs = [
    sweep(
        axis("p", [0.02], per="{}"),
        axis("retries", pick([0, 6], [0, 1, 6]), retries="{}"),
        [
            preset(name, socket="scoreboard-newreno")
            for name in ("venodr", "veno", "newreno", "westwood-plus")
        ],
        hop="wifi",
        wirelessRate="13Mbps",
        wiredDelay="5ms",
        **{"from": "1s", "to": "41s"},
    )
]
derived = ratios("throughput", "venodr", "veno", "newreno", "westwood-plus")
numbers = [
    number(
        "ratio",
        f"venodr/{name}",
        "p=0.02 retries=0",
        expect=(1.2, None),
        why="the lead where errors reach TCP",
    )
    for name in ("veno", "newreno", "westwood-plus")
]
