# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import number, ratios

from shared import wireless as _wireless

title = "throughput of ten equal flows against the error rate"
paper = "VenoDR paper, Fig 8"
see = "What the ten flows of D7 get together: from 2 % on a quarter more than Veno's, over half more than Reno's, at most a sixth more than Westwood+'s."
unstated = _wireless.place + _wireless.ten_place + "Runs are those of D7."
program = "wireless-path"
runs = [_wireless.ten_flows(_wireless.ten_losses, _wireless.ten_rivals)]
derived = ratios("total_throughput", "venodr", *_wireless.paper_names)
_close = "above, but not much: not the paper's claim"
numbers = [
    number("ratio", f"venodr/{name}", f"p={p}", expect=expect, why=why)
    for name, p, expect, why in (
        ("veno-reno+ns2", "0.005", (0.98, 1.15), _close),
        ("veno-reno+ns2", "0.02", (1.15, None), "Fig 8: much higher"),
        ("veno-reno+ns2", "0.05", (1.1, None), "Fig 8: much higher"),
        ("reno+ns2", "0.005", (1.05, None), "Fig 8: much higher"),
        ("reno+ns2", "0.02", (1.5, None), "Fig 8: much higher"),
        ("reno+ns2", "0.05", (1.4, None), "Fig 8: much higher"),
        ("westwood-plus+ns2", "0.005", (0.95, 1.1), _close),
        ("westwood-plus+ns2", "0.02", (1, 1.25), _close),
        ("westwood-plus+ns2", "0.05", (1, 1.3), _close),
    )
]
