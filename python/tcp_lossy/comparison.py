# SPDX-License-Identifier: GPL-2.0-only
"""Whether the simulator without ns-3 sends what ns-3 sends."""

from __future__ import annotations

from typing import Any

from . import lean
from .attributes import set_default
from .namespace import bridge, cast, ns
from .session import keep, run, simulation
from .variants import preset

_PORT = 5001
_LOSSES, _MODEL, _CHANCES = range(3)  # streams of random numbers, see lean/setting.h


def check_against_ns3(variant: str = "sack", **path: Any) -> str:
    """Simulate one transfer by simulate() and in ns-3, and compare each segment of data that is sent.

    Takes what simulate() takes but for control, which ns-3 cannot run. Returns "equal", or a sentence about the first
    segment that differs in its time, to the nanosecond, or its place in the stream. Needs ns-3; not within a
    simulation().
    """
    if path.get("control") is not None:
        raise ValueError("check_against_ns3() takes no control: ns-3 cannot run one of Python")
    transfer = lean.simulate(variant, **path)
    options = {name: parameter.usual for name, parameter in lean.parameters().items()}
    words = dict(part.split("=", 1) for part in transfer.setting.split("&"))
    options |= {name: float(value) for name, value in words.items() if name in options}
    with simulation(run=int(options["seed"])):
        samples = _send(variant, options, words, transfer.buffer)
        run(options["seconds"])
        theirs = [(round(time * 1e9), int(position)) for time, position in zip(samples.times, samples.values)]
    ours = [(round(time * 1e9), int(position))
            for time, position in zip(transfer.series["sent.time"], transfer.series["sent.position"])]
    return _compare(ours, theirs)


def _compare(ours: list[tuple[int, int]], theirs: list[tuple[int, int]]) -> str:
    for index, (mine, other) in enumerate(zip(ours, theirs), 1):
        if mine != other:
            return (f"segment {index}: octet {mine[1]} at {mine[0]} ns without ns-3, "
                    f"octet {other[1]} at {other[0]} ns in ns-3")
    return "equal" if len(ours) == len(theirs) else f"{len(ours)} segments without ns-3, {len(theirs)} in ns-3"


def _send(variant: str, options: dict[str, float], words: dict[str, str], buffer: int) -> Any:
    """Have a sender over a path; what is sent will be in the samples that are returned."""
    defaults = {"SegmentSize": options["mss"], "DelAckCount": options["ack"]}
    defaults |= {"SndBufSize": buffer, "RcvBufSize": buffer} if buffer else {}
    for name, value in defaults.items():
        set_default(f"ns3::TcpSocket::{name}", int(value))
    nodes = ns.NodeContainer()
    nodes.Create(2)
    ns.InternetStackHelper().Install(nodes)
    addresses = ns.Ipv4AddressHelper()
    addresses.SetBase(ns.Ipv4Address("10.0.0.0"), ns.Ipv4Mask("255.255.255.0"))
    address = addresses.Assign(_join(nodes, options, words)).GetAddress(1)
    preset(variant).Install(nodes)
    remote = ns.InetSocketAddress(address, _PORT).ConvertTo()
    ns.PacketSinkHelper("ns3::TcpSocketFactory", remote).Install(nodes.Get(1))
    bulk = ns.BulkSendHelper("ns3::TcpSocketFactory", remote)
    bulk.SetAttribute("SendSize", ns.UintegerValue(8192))
    bulk.SetAttribute("MaxBytes", ns.UintegerValue(0))
    sender = cast(bulk.Install(ns.NodeContainer(nodes.Get(0))).Get(0), ns.BulkSendApplication)
    samples = bridge.MakeSamples()

    def watch() -> None:
        bridge.KeepSegments(cast(sender.GetSocket(), ns.TcpSocketBase), samples)

    keep(watch)
    bridge.Schedule(ns.TimeStep(1), watch)
    return samples


def _join(nodes: Any, options: dict[str, float], words: dict[str, str]) -> Any:
    path = ns.LossyPathHelper()
    forward, reverse = ns.LossyPathHelper.Direction.FORWARD, ns.LossyPathHelper.Direction.REVERSE
    for direction, queue in ((forward, int(options["queue"])), (reverse, 2 ** 32 - 1)):
        path.SetRate(direction, ns.DataRate(int(options["rate"])))
        path.SetDelay(direction, ns.NanoSeconds(round(options["rtt"] / 2 * 1e9)))
        path.SetQueue(direction, ns.QueueSize(ns.QueueSizeUnit.PACKETS, queue))
    lost = [float(number) for number in words.get("lost", "").split(",") if number]
    bridge.SetLosses(path, options["loss"], options["burst"], lost, _LOSSES)
    if words.get("model", "steady") != "steady":
        bridge.SetModel(path, words["model"], options["seconds"], _MODEL)
    if words.get("trace"):
        path.SetTrace(forward, words["trace"])
    devices = path.Install(nodes.Get(0), nodes.Get(1))
    ns.LossyPathHelper.AssignStreams(devices, _CHANCES)
    return devices
