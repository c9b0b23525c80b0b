# SPDX-License-Identifier: GPL-2.0-only
_wireless = shared("wireless")

title = "throughput of ten equal flows against the error rate"
paper = "VenoDR paper, Fig 8"
see = "What the ten flows of D7 get together."
unstated = _wireless.place + _wireless.ten_place + "Runs are those of D7."
program = "wireless-path"
runs = [_wireless.ten_flows(_wireless.ten_losses, _wireless.ten_rivals)]
derived = ratios("total_throughput", "venodr", *_wireless.paper_names)
numbers = [
    number("ratio", f"venodr/{name}", f"p={p}", expect=(1, None), why="Fig 8: much higher")
    for p in ("0.005", "0.02", "0.05")
    for name in _wireless.paper_names
]
