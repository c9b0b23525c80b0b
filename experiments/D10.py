# SPDX-License-Identifier: GPL-2.0-only
_wireless = shared("wireless")

title = "threshold and recovery of VenoDR apart, on three senders"
paper = "beyond the VenoDR paper"
see = "The recovery is what counts; with FACK, which needs none of it, the threshold."
unstated = "The flow of D5."
program = "wireless-path"
_halves = ("veno", "venodr-threshold-only", "venodr-recovery-only", "venodr")
_senders = ("newreno", "sack", "fack")
runs = [
    _wireless.one_flow(
        axis("p", [0.02], per="{}"),
        axis("bw", [10]),
        [
            preset(f"{name}+{sender}", variant=name, socket=f"scoreboard-{sender}")
            for sender in _senders
            for name in _halves
        ],
    )
]
derived = [
    rule
    for sender in _senders
    for name in _halves[1:]
    for rule in ratios("throughput", f"{name}+{sender}", f"veno+{sender}")
] + [
    rule
    for sender in _senders[1:]
    for rule in ratios("throughput", f"venodr+{sender}", "venodr+newreno")
]
numbers = [
    number(
        "ratio",
        f"venodr+{sender}/veno+{sender}",
        "p=0.02 bw=10",
        expect=(1, None),
        why="the whole gains on each sender",
    )
    for sender in _senders
]
