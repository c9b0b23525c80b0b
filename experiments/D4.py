# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, differences, number, pick, published, ratios, reading

from shared import figure as _figure
from shared import wireless as _wireless

title = "throughput of one flow against the error rate of a wireless hop"
paper = "VenoDR paper, Fig 4"
see = """All are within 3 % at 0.01 %; from 0.5 % on VenoDR is above the paper's rivals. On NewReno recovery Veno is its equal
from 2 % on, and Westwood+ ahead from 1 to 5 %."""
unstated = (
    _wireless.place
    + """The links before and behind the hop are a part of its delay (--direct). veno, newreno and westwood-plus are the three
on NewReno recovery. D6 varies bandwidth and round trip."""
)
program = "wireless-path"
_losses = pick(
    "0.0001 0.002 0.005 0.01 0.02 0.05 0.1",
    "0.0001 0.0002 0.0005 0.001 0.002 0.005 0.01 0.02 0.05 0.1",
)
_rivals = [*_wireless.rivals, _wireless.westwood]
_names = [*_wireless.names, "westwood-plus"]
runs = [_wireless.one_flow(axis("p", _losses, per="{}"), axis("bw", [10]), _rivals)]
derived = ratios("throughput", "venodr", *_names) + differences("throughput", "venodr", *_names)
numbers = (
    published(
        *_wireless.fig4,
        *(
            reading(
                f"10 Mbit/s, 20 ms, a timer of 0.2 s: {name}, {round(100 * float(p), 2):g} %",
                "ratio",
                f"venodr/{name}",
                f"p={p} bw=10",
                expect=expect,
            )
            for p, expect in (("0.0001", (0.97, 1.03)), ("0.002", (1, 1.2)))
            for name in _wireless.paper_names
        ),
        tolerance=_wireless.ALMOST,
        of="D15",
        chosen=True,
    )
    + [
        number("ratio", f"venodr/{name}", f"p={p} bw=10", expect=(least, None), why=why)
        for p, least, why in (
            ("0.005", 1.05, "Fig 4: superior from 0.5 % on"),
            ("0.01", 1.15, "Fig 4: superior, especially above 1 %"),
            ("0.02", 1.25, "Fig 4: superior, especially above 1 %"),
            ("0.05", 1.3, "Fig 4: superior, especially above 1 %"),
            ("0.1", 1, "Fig 4: VenoDR best"),
        )
        for name in _wireless.paper_names
    ]
    + [
        number("ratio", f"venodr/{name}", "p=0.02 bw=10", expect=expect, why=f"on NewReno recovery {what}: not the paper's claim")
        for name, expect, what in (
            ("veno", (0.95, 1.1), "Veno is equal here"),
            ("westwood-plus", (0.75, 1), "Westwood+ is ahead here"),
        )
    ]
)


def tables(means):
    """Throughput, and VenoDR's ratio to the others, against the error rate."""
    found = {}
    for quantity, names in (
        ("throughput", means["variant"].unique()),
        ("ratio", [name for name in means["variant"].unique() if "/" in name]),
    ):
        for name in names:
            table = _figure.rows(means, quantity, name).sort_values("p")[["p", *_figure.INTERVAL]]
            if len(table):
                found[f"{quantity}-at-p-{name.replace('/', '_over_')}"] = table
    return found
