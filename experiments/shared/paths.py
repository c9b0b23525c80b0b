# SPDX-License-Identifier: GPL-2.0-only
"""E4 and E6: one flow of each control, sender and recovery law over paths that change in time."""

from campaign.declare import case, ratios, relative, sweep, variant

from . import figure, study

NOTES = """One flow for 30 s, segments of 1448 octets; 15 ms each way besides the path's; a drop-tail queue of 60 packets.
ACKs return at 10 Mbit/s without loss.
sack and dynamic are the sender Sack with the classic recovery and with VenoDR's Dynamic Recovery, rack is RACK-TLP with
proportional rate reduction, linux the presets linux (cubic) and linux-reno (reno); BBR sets its window itself. veno-keep is SACK-Veno that keeps the
connection's smallest round trip (ResetBaseRtt = false). Beside cubic (cubic=1) a flow of the
preset cubic begins at the same time and shares the queue; rack and linux only. Receivers delay every other ACK by up to 200 ms; the least timeout is 1 s but with linux, whose timers are Linux's."""

_SACK = {"socket": "scoreboard-sack", "law": "ns3::TcpClassicRecovery"}
_RACK = {"socket": "scoreboard-rack", "law": "ns3::TcpProportionalRateRecovery"}
_DYNAMIC = {"socket": "scoreboard-sack", "law": "ns3::TcpDynamicRecovery"}
_COMMON = {
    "segmentSize": 1448,
    "queue": "60p",
    "delayedAck": 2,
    "initialWindow": 10,
    "receiveBuffer": 4_000_000,
    "receiver": "scoreboard",
    "clockGranularity": "1ms",
    "to": "30s",
}
_PLACES = {
    name: place
    for place, name in enumerate("reno veno veno-keep venodr cubic fack bbr".split(), 1)
}


def _run(paths, control, variants, **options):
    return sweep(paths, control, variants, **_COMMON, **options)


def runs(paths):
    """Of each path, which is a name and the program's options: all alone, some beside cubic."""
    alone = [case(f"path={name} cubic=0", **options) for name, options in paths.items()]
    beside = [case(f"path={name} cubic=1", rivals=1, **options) for name, options in paths.items()]
    bbr = case("control=bbr", variant="ns3::TcpBbr")
    keep = case("control=veno-keep", variant="ns3::TcpSackVeno")
    two = [variant("sack", **_SACK), variant("rack", **_RACK)]
    one = [variant("rack", **_RACK)]
    both = [*alone, *beside]
    return [
        _run(alone, study.controls, [*two, variant("dynamic", **_DYNAMIC)]),
        _run(alone, bbr, two),
        _run(alone, keep, two, **{"ns3::TcpSackVeno::ResetBaseRtt": "false"}),
        _run(beside, study.controls, one),
        _run(beside, bbr, one),
        _run(both, case("control=reno"), [variant("linux", variant="linux-reno")]),
        _run(both, case("control=cubic"), [variant("linux", variant="linux")]),
    ]


RATIOS = [
    *ratios("throughput", "dynamic", "sack"),
    *ratios("throughput", "rack", "sack"),
    *ratios("throughput", "linux", "rack"),
    *relative("throughput", "control", "reno", "sack", "rack"),
]


def tables(means):
    """Place of the control, mean and interval: alone on each path, and the share beside cubic."""
    found = {}
    for quantity, rivals in (("throughput", 0), ("delay", 0), ("share", 1)):
        rows = figure.rows(means, quantity, cubic=rivals)
        for (path, name), table in rows.groupby(["path", "variant"]):
            table = table.assign(place=table["control"].map(_PLACES))
            found[f"{quantity}-on-{path}-{name}"] = table[["place", *figure.INTERVAL]].sort_values("place")
    return found
