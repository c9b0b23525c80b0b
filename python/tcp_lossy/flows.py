# SPDX-License-Identifier: GPL-2.0-only
"""Bulk flows and what is recorded of them."""

from . import quantities
from .namespace import bridge, cast, dereference, ns
from .session import keep
from .topology import check_pair
from .traces import sample, source_owner, to_series
from .variants import preset

_MOST_PORTS = 2 ** 16 - 1


class Flow:
    """One TCP flow and its record; record() and bulk_flow() make it, before the simulation runs.

    An interval must end by simulated_end(): ValueError otherwise, which names that time.

    sender: Ptr to ns.BulkSendApplication
    receiver: Ptr to ns.PacketSink
    """

    def __init__(self, sender, receiver, traces):
        self.sender = sender
        self.receiver = receiver
        self._recorder = ns.FlowRecorder()
        self._traces = traces
        self._samples = {}
        self._recorder.RecordSender(sender)
        self._recorder.RecordReceiver(receiver)
        start = ns.TimeValue()
        sender.GetAttribute("StartTime", start)
        # One tick after the application's start its socket exists.
        started = self._record_traces
        keep(started)
        bridge.Schedule(start.Get() + ns.TimeStep(1), started)

    def received(self, begin, end):
        """Octets that the receiver read from `begin` (included) to `end` (excluded), seconds."""
        return self._recorder.GetReceivedBytes(*self._interval(begin, end))

    def simulated_end(self):
        """How far the simulation has come, seconds; also when it is over."""
        return self._recorder.GetSimulatedEnd().GetSeconds()

    def throughput(self, begin, end):
        """Mean of an interval in seconds: bit/s of data that the receiver's application read."""
        return self._recorder.GetThroughput(*self._interval(begin, end))

    def throughput_series(self, begin, end, step):
        """Throughput over time, bit/s: means of steps (seconds), each at the end of its own."""
        interval = self._interval(begin, end)
        step = quantities.seconds(step, "step")
        if step == 0:
            raise ValueError("step must be above 0")
        return to_series(bridge.Split(
            self._recorder.GetThroughputSeries(*interval, ns.Seconds(step))))

    def series(self, name):
        """A quantity of the sender over time.

        name: "cwnd" or "ssthresh" (segments), "rtt" (seconds, smoothed), or one of the traces that
            were asked for, in the unit of the trace source ("Awnd": octets)

        Raises ValueError for a name that was not recorded, with those that were.
        """
        if name in self._samples:
            return self._samples[name]()
        if name not in self.names():
            raise ValueError(f"no series '{name}' was recorded; there are "
                             f"{', '.join(self.names()) or 'none: has the simulation run?'}")
        return to_series(bridge.Split(self._recorder.GetSeries(name)))

    def names(self):
        """Names of what was recorded, sorted."""
        known = [name for name in ("cwnd", "rtt", "ssthresh") if self._recorder.HasSeries(name)]
        return sorted([*known, *self._samples])

    def retransmissions(self):
        """When segments were sent again: seconds."""
        return list(bridge.ToSeconds(self._recorder.GetRetransmissions()))

    def unnecessary_retransmissions(self):
        """When segments arrived of which the receiver held all octets: seconds."""
        return list(bridge.ToSeconds(self._recorder.GetUnnecessaryRetransmissions()))

    def recoveries(self):
        """When recovery began by duplicate ACKs: seconds."""
        return list(bridge.ToSeconds(self._recorder.GetRecoveries()))

    def timeouts(self):
        """When the retransmission timer expired: seconds."""
        return list(bridge.ToSeconds(self._recorder.GetTimeouts()))

    def _interval(self, begin, end):
        begin = quantities.seconds(begin, "begin")
        end = quantities.seconds(end, "end")
        if end <= begin:
            raise ValueError(f"end must be after begin, {begin:g} s, not {end:g} s")
        if ns.Seconds(end) > self._recorder.GetSimulatedEnd():
            raise ValueError(f"end must not lie behind the simulated end, "
                             f"{self.simulated_end():.15g} s, but is {end:.15g} s")
        return ns.Seconds(begin), ns.Seconds(end)

    def _record_traces(self):
        socket = cast(self.sender.GetSocket(), ns.TcpSocketBase)
        control = ns.PointerValue()
        socket.GetAttribute("CongestionOps", control)
        for name in self._traces:
            owner = source_owner((control.Get[ns.Object](), socket), name)
            self._samples[name] = sample(owner, name)


def record(sender, receiver, traces=()):
    """Record a flow of applications that are set up already, before the simulation runs.

    sender: application on a node, an ns.BulkSendApplication whose start time is set
    receiver: application on a node, an ns.PacketSink
    traces: names of trace sources of numbers to keep, too, of the sender's congestion control
        ("Backlog") or its socket ("Awnd")

    What ApplicationContainer.Get() returns will do. Raises TypeError for other applications. A trace
    source that there is not shows when the sender has its socket: run() raises ValueError.
    """
    traces = _names(traces)
    sender = cast(sender, ns.BulkSendApplication)
    receiver = cast(receiver, ns.PacketSink)
    for application in (sender, receiver):
        if not application.GetNode():
            raise RuntimeError("install the application on a node before it is recorded")
    flow = Flow(sender, receiver, traces)
    keep(flow)
    return flow


def bulk_flow(path, pair=0, variant=None, start=0.0, octets=0, port=5001, traces=()):
    """A flow over a dumbbell, with as many octets as the path takes; recorded.

    path: of dumbbell()
    pair: index of sender and receiver, from 0
    variant: one of variants(), the TypeId name of a congestion control, an object of preset(), or
        None for what the nodes have. Flows side by side may have different ones.
    start: seconds or text
    octets: ends after these many; 0 for never
    port: where the receiver listens, 1 to 65535; flows of one pair need different ones
    traces: as for record()

    Throughput is ``flow.throughput(begin, end)`` once the simulation ran.
    """
    check_pair(path, pair)
    start = ns.Seconds(quantities.seconds(start, "start"))
    octets = quantities.integer(octets, "octets", 0, 2 ** 64 - 1)
    port = quantities.integer(port, "port", 1, _MOST_PORTS)
    traces = _names(traces)
    address = path.GetAnyAddress(port)
    if _is_taken(path.GetReceivers().Get(pair), address):
        raise ValueError(f"port {port} of pair {pair} is taken by another flow; give another one")
    nodes = ns.NodeContainer(path.GetSenders().Get(pair))
    protocol = "ns3::TcpSocketFactory"
    if variant is not None:
        chosen = preset(variant) if isinstance(variant, str) else variant
        protocol = chosen.InstallByName(nodes).GetName()
    sender = ns.BulkSendHelper(protocol, path.GetReceiverAddress(pair, port))
    sender.SetAttribute("MaxBytes", ns.UintegerValue(octets))
    receiver = ns.PacketSinkHelper("ns3::TcpSocketFactory", address)
    senders = sender.Install(nodes)
    senders.Start(start)
    receivers = receiver.Install(path.GetReceivers().Get(pair))
    return record(senders.Get(0), receivers.Get(0), traces)


def _names(traces):
    if isinstance(traces, str):
        raise TypeError(f"traces must be a list of names, not the text {traces!r}")
    return tuple(traces)


def _is_taken(node, address):
    """Whether an application of a node is going to listen there."""
    local = ns.AddressValue()
    for index in range(node.GetNApplications()):
        sink = bridge.Cast[ns.PacketSink](dereference(node.GetApplication(index)))
        if sink:
            sink.GetAttribute("Local", local)
            if local.Get() == address:
                return True
    return False
