# SPDX-License-Identifier: GPL-2.0-only
_wireless = shared("wireless")

title = "throughput of ten equal flows against the error rate"
paper = "VenoDR paper, Fig 8"
see = "What the ten flows of D7 get together: far above Reno's, less so above the others'."
unstated = "As D7, whose runs these are."
program = "wireless-path"
runs = [_wireless.ten_flows(_wireless.ten_losses, _wireless.ten_rivals)]
derived = ratios("total_throughput", "venodr", "veno", "reno", "westwood-plus")
numbers = [
    number("ratio", f"venodr/{name}", f"p={p}", expect=(least, None), why=why)
    for p in ("0.005", "0.02", "0.05")
    for name, least, why in (
        ("reno", 1, "Fig 8: far above"),
        ("veno", 0.98, "Fig 8: far above; ours is not below"),
        ("westwood-plus", 0.98, "Fig 8: far above; ours is not below"),
    )
]
