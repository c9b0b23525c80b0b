# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, ratios, variant

from shared import figure as _figure
from shared import study as _study

title = "the study's paths with what Linux does about loss"
paper = "beyond the papers"
see = "Beside rack the presets linux and linux-reno: a point is a path of E2, alone."
unstated = """The twelve paths of E2 that a flow has for itself, and its receivers: one flow for 20 s (60 s at 600 ms) over 10 Mbit/s with a queue of one pipe;
where nothing else is said, the round trip is 40 ms. rack is the sender RACK-TLP under ns-3's PRR, its timer that of RFC 6298, 1 s at
least, as in E2; linux is the preset linux (cubic) or linux-reno (reno), whose law, timers and windows are Linux's. Receivers delay every
other ACK by up to 200 ms, in both."""
program = "tcp-lossy-study"
by_default = False
seeds = (10, 20)
fingerprint = "path=random-0.01 control=cubic"

_names = [path.point[0][1] for path in _study.alone]
_rack = variant("rack", socket="scoreboard-rack", law="ns3::TcpPrrRecovery")
# A preset has a control, a law and a sender of its own.
_runs = {"reno": ("TcpNewReno", "linux-reno"), "cubic": ("TcpCubic", "linux")}
runs = [
    run
    for name, (control, preset) in _runs.items()
    for run in (
        _study.flows(_study.alone, axis("control", [name], variant=f"ns3::{control}"), _rack),
        _study.flows(_study.alone, axis("control", [name]), variant("linux", variant=preset, law="")),
    )
]
derived = ratios("throughput", "linux", "rack")


def tables(means):
    """Place of the path, mean and interval."""
    found = {}
    for quantity in ("throughput", "timeouts"):
        for (control, name), table in _figure.rows(means, quantity).groupby(["control", "variant"]):
            table = table.assign(place=table["path"].map(lambda path: 1 + _names.index(path)))
            found[f"{quantity}-{control}-{name}"] = table[["place", *_figure.INTERVAL]].sort_values("place")
    return found
