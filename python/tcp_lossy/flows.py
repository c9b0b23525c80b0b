# SPDX-License-Identifier: GPL-2.0-only
"""Flows and what is recorded of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Callable

from . import quantities
from .namespace import bridge, cast, dereference, is_a, ns
from .flow_record import FlowRecord
from .series import Series
from .session import keep
from .topology import check_pair
from .traces import sample, source_owner, to_series
from .variants import preset

_MOST_PORTS = 2 ** 16 - 1
_SENDERS = ("BulkSendApplication", "OnOffApplication")


# Whoever checks types is to know what __getattr__() passes on.
if TYPE_CHECKING:
    _Readings = FlowRecord
else:
    _Readings = object


class Flow(_Readings):
    """One TCP flow and its record; bulk_flow(), on_off_flow() and record() make it, before the simulation
    runs. It reads as FlowRecord does; result() is its record so far, which needs no ns-3, and which a
    copy by pickle is.

    sender: Ptr to ns.BulkSendApplication or ns.OnOffApplication
    receiver: Ptr to ns.PacketSink
    variant: its name as it was given, or None
    """

    def __init__(self, sender: Any, receiver: Any, traces: Sequence[str], variant: str | None = None) -> None:
        self.sender = sender
        self.receiver = receiver
        self.variant = variant
        self._recorder = ns.FlowRecorder()
        self._traces = traces
        self._samples: dict[str, Callable[[], Series]] = {}
        self._known: FlowRecord | None = None
        self._recorder.RecordReceiver(receiver)
        self._is_bulk = is_a(sender, "BulkSendApplication")
        if self._is_bulk:
            self._recorder.RecordSender(sender)
        start = ns.TimeValue()
        sender.GetAttribute("StartTime", start)
        # One tick after the application's start its socket exists.
        started = self._record_socket
        keep(started)
        bridge.Schedule(start.Get() + ns.TimeStep(1), started)

    def __repr__(self) -> str:
        return repr(self.result())

    def __reduce__(self) -> tuple[Any, ...]:
        return _as_it_is, (self.result(),)

    def result(self) -> FlowRecord:
        """What was recorded so far, as plain data that can be pickled."""
        end = self.simulated_end()
        if self._known is None or self._known.end != end:
            recorder = self._recorder
            series = {name: to_series(bridge.Split(recorder.GetSeries(name)))
                      for name in ("cwnd", "rtt", "ssthresh") if recorder.HasSeries(name)}
            series |= {name: samples() for name, samples in self._samples.items()}
            instants = [list(bridge.ToSeconds(get()))
                        for get in (recorder.GetRetransmissions, recorder.GetUnnecessaryRetransmissions,
                                    recorder.GetRecoveries, recorder.GetTimeouts)]
            deliveries = to_series(bridge.Deliveries(recorder))
            self._known = FlowRecord(self.variant, end, deliveries, series, *instants)
        return self._known

    def simulated_end(self) -> float:
        """How far the simulation has come, seconds; also when it is over."""
        return float(self._recorder.GetSimulatedEnd().GetSeconds())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not hasattr(FlowRecord, name):
            raise AttributeError(f"a flow has no '{name}'")
        return getattr(self.result(), name)

    def __dir__(self) -> Iterable[str]:
        return sorted({*super().__dir__(), *(n for n in dir(FlowRecord) if not n.startswith("_"))})

    def _record_socket(self) -> None:
        socket = cast(self.sender.GetSocket(), ns.TcpSocketBase)
        if not self._is_bulk:
            self._recorder.RecordSocket(self.sender.GetSocket())
        control = ns.PointerValue()
        socket.GetAttribute("CongestionOps", control)
        for name in self._traces:
            owner = source_owner((control.Get[ns.Object](), socket), name)
            self._samples[name] = sample(owner, name)


def _as_it_is(record: FlowRecord) -> FlowRecord:
    return record


def record(sender: Any, receiver: Any, traces: Sequence[str] = ()) -> Flow:
    """Record a flow of applications that are set up already, before the simulation runs.

    sender: application on a node, an ns.BulkSendApplication or ns.OnOffApplication whose start time is set
    receiver: application on a node, an ns.PacketSink
    traces: names of trace sources of numbers to keep, too, of the sender's congestion control
        ("Backlog") or its socket ("Awnd")

    What ApplicationContainer.Get() returns will do. Raises TypeError for other applications. A trace
    source that there is not shows when the sender has its socket: run() raises ValueError.
    """
    return _record(sender, receiver, _names(traces), None)


def bulk_flow(path: Any, pair: int = 0, variant: Any = None, start: float | str = 0.0, octets: int = 0,
              port: int = 5001, traces: Sequence[str] = ()) -> Flow:
    """A flow over a dumbbell, with as many octets as the path takes; recorded.

    path: of dumbbell()
    pair: index of sender and receiver, from 0
    variant: one of variants(), the TypeId name of a congestion control, an object of preset(), or
        None for what the nodes have. Flows side by side may have different ones.
    start: seconds or text
    octets: ends after these many, a transfer of limited size; 0 for never
    port: where the receiver listens, 1 to 65535; flows of one pair need different ones
    traces: as for record()

    Throughput is ``flow.throughput(begin, end)`` once the simulation ran.
    """
    helper = ns.BulkSendHelper("ns3::TcpSocketFactory", ns.Address())
    return _flow(helper, path, pair, variant, start, octets, port, traces)


def on_off_flow(path: Any, rate: float | str, on: float | str = 1.0, off: float | str = 1.0,
                is_random: bool = False, pair: int = 0, variant: Any = None, start: float | str = 0.0,
                octets: int = 0, port: int = 5001, traces: Sequence[str] = ()) -> Flow:
    """A flow whose application alternates between pausing, first, and sending at a rate: ns.OnOffApplication.

    rate: while it sends, bit/s or text; a burst has rate * on / 8 octets
    on, off: how long it sends and pauses, seconds or text; on above 0
    is_random: whether these are means of exponential times, drawn anew each time, or the times
    octets: ends with the packet of 512 octets that reaches these many; 0 for never

    The rest is as for bulk_flow(). Random times are other ones in each run of simulation().
    """
    on = quantities.seconds(on, "on")
    off = quantities.seconds(off, "off")
    if on == 0:
        raise ValueError("on must be above 0")
    helper = ns.OnOffHelper("ns3::TcpSocketFactory", ns.Address())
    helper.SetAttribute("DataRate", ns.DataRateValue(ns.DataRate(quantities.bits_per_second(rate, "rate"))))
    for name, time in (("OnTime", on), ("OffTime", off)):
        kind = "Exponential" if is_random and time else "Constant"
        mean = "Mean" if is_random and time else "Constant"
        helper.SetAttribute(name, ns.StringValue(f"ns3::{kind}RandomVariable[{mean}={time!r}]"))
    return _flow(helper, path, pair, variant, start, octets, port, traces)


def _flow(helper: Any, path: Any, pair: int, variant: Any, start: float | str, octets: int, port: int,
          traces: Sequence[str]) -> Flow:
    """A flow of the applications that a helper of ns-3 makes."""
    check_pair(path, pair)
    start = ns.Seconds(quantities.seconds(start, "start"))
    octets = quantities.integer(octets, "octets", 0, 2 ** 63 - 1)
    port = quantities.integer(port, "port", 1, _MOST_PORTS)
    traces = _names(traces)
    address = path.GetAnyAddress(port)
    if _is_taken(path.GetReceivers().Get(pair), address):
        raise ValueError(f"port {port} of pair {pair} is taken by another flow; give another one")
    nodes = ns.NodeContainer(path.GetSenders().Get(pair))
    if variant is not None:
        chosen = preset(variant) if isinstance(variant, str) else variant
        if not hasattr(chosen, "InstallByName"):
            raise TypeError(f"variant must be a name or an object of preset(), not {variant!r}")
        helper.SetAttribute("Protocol", ns.TypeIdValue(chosen.InstallByName(nodes)))
    helper.SetAttribute("Remote", ns.AddressValue(path.GetReceiverAddress(pair, port)))
    helper.SetAttribute("MaxBytes", ns.UintegerValue(octets))
    receiver = ns.PacketSinkHelper("ns3::TcpSocketFactory", address)
    senders = helper.Install(nodes)
    senders.Start(start)
    receivers = receiver.Install(path.GetReceivers().Get(pair))
    name = variant if isinstance(variant, str) else None
    return _record(senders.Get(0), receivers.Get(0), traces, name)


def _record(sender: Any, receiver: Any, traces: Sequence[str], variant: str | None) -> Flow:
    sender = _sender(sender)
    receiver = cast(receiver, ns.PacketSink)
    for application in (sender, receiver):
        if not application.GetNode():
            raise RuntimeError("install the application on a node before it is recorded")
    flow = Flow(sender, receiver, traces, variant)
    keep(flow)
    return flow


def _sender(application: Any) -> Any:
    for kind in _SENDERS:
        if is_a(application, kind):
            return cast(application, kind)
    raise TypeError(f"{application!r} is no {' or '.join(_SENDERS)}")


def _names(traces: Sequence[str]) -> tuple[str, ...]:
    if isinstance(traces, str):
        raise TypeError(f"traces must be a list of names, not the text {traces!r}")
    return tuple(traces)


def _is_taken(node: Any, address: Any) -> bool:
    """Whether an application of a node is going to listen there."""
    local = ns.AddressValue()
    for index in range(node.GetNApplications()):
        sink = bridge.Cast[ns.PacketSink](dereference(node.GetApplication(index)))
        if sink:
            sink.GetAttribute("Local", local)
            if local.Get() == address:
                return True
    return False
