# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, ratios, sweep, variant

from shared import figure as _figure

title = "paths of today: a low orbit, a cell, Wi-Fi among others"
paper = "beyond the papers"
see = "A group of points is a control on a path, alone; each point a sender or recovery law."
unstated = """The paths are drawn by chance, anew for each seed: see MakeLeo, MakeCell and MakeWifi of
model/path/path-models.h for what changes when, and for whose figures these are. One flow for 60 s, segments of 1448 octets; 15 ms each way
besides the path's; a drop-tail queue of 60 packets, about 120 ms at the mean rate; ACKs return at 10 Mbit/s without loss.
sack and dynamic are the sender Sack with the classic recovery and with VenoDR's Dynamic Recovery, rack is RACK-TLP with
proportional rate reduction, linux the presets linux (cubic) and linux-reno (reno); BBR sets its window itself. veno-keep is SACK-Veno that keeps the
connection's smallest round trip (ResetBaseRtt = false). Beside cubic (cubic=1) a flow of the
preset cubic begins at the same time and shares the queue. Receivers delay every other ACK by up to 200 ms; the least timeout is 1 s but with linux, whose timers are Linux's."""
program = "path-study"
by_default = False
seeds = (10, 20)
fingerprint = "path=leo cubic=0 control=reno"

_paths = [
    case(f"path={model} cubic={rivals}", model=model, rivals=rivals)
    for model in ("leo", "cell", "wifi")
    for rivals in (0, 1)
]
_sack = {"socket": "scoreboard-sack", "law": "ns3::TcpClassicRecovery"}
_rack = {"socket": "scoreboard-rack", "law": "ns3::TcpProportionalRateRecovery"}
_dynamic = {"socket": "scoreboard-sack", "law": "ns3::TcpDynamicRecovery"}
_senders = [variant("sack", **_sack), variant("rack", **_rack), variant("dynamic", **_dynamic)]
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
    "to": "60s",
}


def _run(control, variants, **options):
    return sweep(_paths, control, variants, **_common, **options)


runs = [
    _run(axis("control", list(_controls), variant=lambda c: f"ns3::{_controls[c]}"), _senders),
    _run(case("control=bbr", variant="ns3::TcpBbr"), _senders[:2]),
    _run(case("control=reno"), [variant("linux", variant="linux-reno")]),
    _run(case("control=cubic"), [variant("linux")]),
    _run(
        case("control=veno-keep", variant="ns3::TcpSackVeno"),
        _senders[:2],
        **{"ns3::TcpSackVeno::ResetBaseRtt": "false"},
    ),
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
