# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import decides, differences, published, varied

from shared import wireless as _wireless

title = "Jain's index of ten equal flows against the error rate"
paper = "VenoDR paper, Fig 7"
see = "All share evenly; VenoDR not more so than the others."
unstated = _wireless.place + _wireless.ten_place
program = "wireless-path"
runs = [_wireless.ten_flows(_wireless.ten_losses, _wireless.ten_rivals)]
derived = differences("jain_index", "venodr", *_wireless.paper_names)
_choice = "D14 jain_index venodr fig=7 choice={} p=0.02"
numbers = published(
    0.996,
    "Fig 7: VenoDR's indexes, all higher than",
    *(
        decides("jain_index", "venodr", f"p={p}", expect=(0.98, 1))
        for p in ("0.005", "0.02", "0.05")
    ),
    bound="at least",
    because=[
        varied(what, _choice.format(name), _choice.format("base"))
        for name, what in (
            ("to-100s", "100 s, at 2 % errors"),
            ("rate-40", "40 Mbit/s, at 2 % errors"),
            ("rtt-200", "a round trip of 200 ms, at 2 % errors"),
            ("timer-1s", "a timer of 1 s, at 2 % errors"),
        )
    ],
)
