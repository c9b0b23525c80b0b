# SPDX-License-Identifier: GPL-2.0-only
_wireless = shared("wireless")

title = "throughput of one flow against the error rate of a wireless hop"
paper = "VenoDR paper, Fig 4"
see = "All are equal up to 0.1 %; from 0.5 % on VenoDR is above each."
unstated = (
    """Rates and delays (Fig 2's labels are not in the text). That all curves are the same up to 0.5 %
says that pipe and buffer hold no more than a Reno window at that loss, sqrt(1.5 / 0.005) = 17
segments: here 10 Mbit/s and a round trip of 10 ms, 9 + 9 segments. D6 varies both. The links before and
behind the hop are a part of its delay (--direct). """
    + _wireless.timer
)
program = "wireless-path"
_losses = pick(
    "0.0001 0.001 0.005 0.01 0.02 0.05 0.1",
    "0.0001 0.0002 0.0005 0.001 0.002 0.005 0.01 0.02 0.05 0.1",
)
runs = [_wireless.one_flow(axis("p", _losses, per="{}"), axis("bw", [10]), _wireless.rivals)]
derived = ratios("throughput", "venodr", *_wireless.names) + differences(
    "throughput", "venodr", *_wireless.names
)
_equal = "Equal in the figure; runs hardly vary by seed, so that differences of a percent are significant."
numbers = [
    number(
        "ratio",
        f"venodr/{name}",
        "p=0.0001 bw=10",
        paper=1,
        source="Fig 4: almost the same",
        reason=_equal,
        expect=(0.97, 1.03),
    )
    for name in ("reno", "veno-reno", "westwood-plus")
] + [
    number("ratio", f"venodr/{name}", f"p={p} bw=10", expect=(least, None), why=why)
    for p, least, why in (
        ("0.01", 1, "Fig 4: VenoDR best"),
        ("0.02", 1.2, "Fig 4: superior, especially above 1 %"),
        ("0.05", 1.5, "Fig 4: superior, especially above 1 %"),
        ("0.1", 1, "Fig 4: VenoDR best"),
    )
    for name in _wireless.names
]
