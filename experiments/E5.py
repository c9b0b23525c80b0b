# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, ratios, variant

from shared import figure as _figure
from shared import study as _study

title = "the paths of the study with what Linux does about loss"
paper = "beyond the papers"
see = "Beside rack the presets linux and linux-reno: a point is a path of E2, alone."
unstated = """Paths and receivers of E2: one flow for 20 s (60 s at 600 ms) over 10 Mbit/s with a queue of one pipe. rack is
the sender RACK-TLP under ns-3's PRR, its timer that of RFC 6298, 1 s at least, as in E2; linux is the preset linux (cubic) or
linux-reno (reno), whose law, timers and windows are Linux's. Receivers delay every other ACK by up to 200 ms, in both."""
program = "tcp-lossy-study"
by_default = False
seeds = (10, 20)
fingerprint = "path=random-0.01 control=cubic"

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
    names = list(dict.fromkeys(_figure.rows(means, "throughput")["path"]))
    for quantity in ("throughput", "timeouts"):
        for (control, name), table in _figure.rows(means, quantity).groupby(["control", "variant"]):
            table = table.assign(place=table["path"].map(lambda path: 1 + names.index(path)))
            found[f"{quantity}-{control}-{name}"] = table[["place", *_figure.INTERVAL]].sort_values("place")
    return found
