# SPDX-License-Identifier: GPL-2.0-only
_wireless = shared("wireless")

title = "Jain's index of ten equal flows against the error rate"
paper = "VenoDR paper, Fig 7"
see = "All share evenly; VenoDR not more so than the others."
unstated = _wireless.place + _wireless.ten_place
program = "wireless-path"
runs = [_wireless.ten_flows(_wireless.ten_losses, _wireless.ten_rivals)]
derived = differences("jain_index", "venodr", *_wireless.paper_names)
numbers = [
    number(
        "jain_index",
        "venodr",
        f"p={p}",
        paper=0.996,
        source="Fig 7: above",
        reason="Not explained. A flow whose slow start has filled the queue keeps the larger L_max; but Westwood+, which has none, is as uneven.",
        expect=(0.98, 1),
    )
    for p in ("0.005", "0.02", "0.05")
]
