# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, ratios, sweep, variant

from shared import figure as _figure

title = "paths of today: a low orbit, a cell, Wi-Fi among others"
paper = "beyond the papers"
see = "A group of points is a control on a path, alone; each point a sender or recovery law."
unstated = """The paths are drawn by chance, anew for each seed: see MakeLeo, MakeCell and MakeWifi of
model/path/path-models.h for what changes when, and for whose figures these are. One flow for 30 s, segments of 1448 octets; 15 ms each way
besides the path's; a drop-tail queue of 60 packets, about 120 ms at the mean rate; ACKs return at 10 Mbit/s without loss.
sack and dynamic are the sender Sack with the classic recovery and with VenoDR's Dynamic Recovery, rack is RACK-TLP with
proportional rate reduction, linux the presets linux (cubic) and linux-reno (reno); BBR sets its window itself. veno-keep is SACK-Veno that keeps the
connection's smallest round trip (ResetBaseRtt = false). Beside cubic (cubic=1) a flow of the
preset cubic begins at the same time and shares the queue; rack and linux only. Receivers delay every other ACK by up to 200 ms; the least timeout is 1 s but with linux, whose timers are Linux's."""
program = "path-study"
by_default = False
seeds = (10, 20)
fingerprint = "path=leo cubic=0 control=reno"

_models = ("leo", "cell", "wifi")
_alone = [case(f"path={model} cubic=0", model=model) for model in _models]
_beside = [case(f"path={model} cubic=1", model=model, rivals=1) for model in _models]
_sack = {"socket": "scoreboard-sack", "law": "ns3::TcpClassicRecovery"}
_rack = {"socket": "scoreboard-rack", "law": "ns3::TcpProportionalRateRecovery"}
_dynamic = {"socket": "scoreboard-sack", "law": "ns3::TcpDynamicRecovery"}
_controls = {
    "reno": "TcpNewReno",
    "veno": "TcpSackVeno",
    "venodr": "TcpVenoDr",
    "cubic": "TcpCubic",
    "fack": "TcpFack",
}
_common = {
    "segmentSize": 1448,
    "queue": "60p",
    "delayedAck": 2,
    "initialWindow": 10,
    "receiveBuffer": 4_000_000,
    "receiver": "scoreboard",
    "clockGranularity": "1ms",
    "to": "30s",
}


def _run(paths, control, variants, **options):
    return sweep(paths, control, variants, **_common, **options)


_five = axis("control", list(_controls), variant=lambda c: f"ns3::{_controls[c]}")
_bbr = case("control=bbr", variant="ns3::TcpBbr")
_keep = case("control=veno-keep", variant="ns3::TcpSackVeno")
_two = [variant("sack", **_sack), variant("rack", **_rack)]
_one = [variant("rack", **_rack)]
runs = [
    _run(_alone, _five, [*_two, variant("dynamic", **_dynamic)]),
    _run(_alone, _bbr, _two),
    _run(_alone, _keep, _two, **{"ns3::TcpSackVeno::ResetBaseRtt": "false"}),
    _run(_beside, _five, _one),
    _run(_beside, _bbr, _one),
    _run([*_alone, *_beside], case("control=reno"), [variant("linux", variant="linux-reno")]),
    _run([*_alone, *_beside], case("control=cubic"), [variant("linux", variant="linux")]),
]
derived = [
    *ratios("throughput", "dynamic", "sack"),
    *ratios("throughput", "rack", "sack"),
    *ratios("throughput", "linux", "rack"),
]

_PLACES = {
    name: place
    for place, name in enumerate("reno veno veno-keep venodr cubic fack bbr".split(), 1)
}


def tables(means):
    """Place of the control, mean and interval: alone on each path, and the share beside cubic."""
    found = {}
    for quantity, rivals in (("throughput", 0), ("delay", 0), ("share", 1)):
        for (path, name), table in _figure.rows(means, quantity, cubic=rivals).groupby(["path", "variant"]):
            table = table.assign(place=table["control"].map(_PLACES))
            found[f"{quantity}-on-{path}-{name}"] = table[["place", *_figure.INTERVAL]].sort_values("place")
    return found
