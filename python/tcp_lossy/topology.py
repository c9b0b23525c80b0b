# SPDX-License-Identifier: GPL-2.0-only
"""The papers' topology."""

from __future__ import annotations

import inspect
from typing import Any, NamedTuple

from . import quantities
from .namespace import ns

_MOST_PAIRS = 4096
_MOST_PACKETS = 2 ** 32 - 1


def dumbbell(pairs: int = 1, rate: float | str = "1.6Mbps", delay: float | str = "50ms", queue: int = 15,
             loss: float = 0.0, reverse_loss: float = 0.0, aqm: str | None = None, stream: int = 0) -> Any:
    """n senders and n receivers with one lossy bottleneck between them: ns.LossyDumbbellHelper, built.

    pairs: 1 to 4096
    rate: of the bottleneck, both ways; bit/s or text
    delay: of the bottleneck, each way; seconds or text
    queue: packets that wait at the bottleneck, each way, at least 1
    loss: probability that the bottleneck loses a packet towards the receivers, 0 to 1
    reverse_loss: the same towards the senders, where ACKs go
    aqm: which queue disc of ns-3 holds these packets instead of a drop-tail queue, such as "CoDel", "Red" or
        "ns3::FqCoDelQueueDisc"; behind it the device's queue has room for one. Its attributes, before:
        set_default("ns3::CoDelQueueDisc::Target", "10ms")
    stream: the first random stream of links and stacks, which makes runs repeatable

    Whoever needs more (IPv6, jitter, access links, bursts of losses) sets up ns.LossyDumbbellHelper.
    """
    values = _check(pairs, rate, delay, queue, loss, reverse_loss, aqm, stream)
    path = ns.LossyDumbbellHelper(values.pairs)
    directions = ns.LossyDumbbellHelper.Direction
    for direction, probability in ((directions.FORWARD, values.loss), (directions.REVERSE, values.reverse_loss)):
        path.SetRate(direction, ns.DataRate(values.rate))
        path.SetDelay(direction, ns.Seconds(values.delay))
        path.SetQueue(direction, values.queue if values.disc is None else 1)
        path.SetPacketLoss(direction, probability)
    if values.disc is not None:
        path.SetQueueDisc(values.disc, "MaxSize", ns.QueueSizeValue(ns.QueueSize(f"{values.queue}p")))
    path.Build()
    path.AssignStreams(values.stream)
    return path


def check_dumbbell(options: dict[str, Any]) -> None:
    """Raise what dumbbell() would raise for these options; nothing is made."""
    given = inspect.signature(dumbbell).bind(**options)
    given.apply_defaults()
    _check(**given.arguments)


class _Values(NamedTuple):
    """Options of dumbbell(), in bit/s and seconds; disc is the TypeId name of the queue disc, or None."""

    pairs: int
    rate: int
    delay: float
    queue: int
    loss: float
    reverse_loss: float
    disc: str | None
    stream: int


def _check(pairs: Any, rate: Any, delay: Any, queue: Any, loss: Any, reverse_loss: Any, aqm: Any,
           stream: Any) -> _Values:
    return _Values(
        quantities.integer(pairs, "pairs", 1, _MOST_PAIRS), quantities.bits_per_second(rate, "rate"),
        quantities.seconds(delay, "delay"), quantities.integer(queue, "queue", 1, _MOST_PACKETS),
        quantities.number(loss, "loss", 0, 1), quantities.number(reverse_loss, "reverse_loss", 0, 1),
        None if aqm is None else _queue_disc(aqm), quantities.integer(stream, "stream", 0, 2 ** 62))


def _queue_disc(name: str) -> str:
    """The TypeId name of a queue disc that has a largest size; ValueError if it is none."""
    if not isinstance(name, str):
        raise TypeError(f"aqm must be the name of a queue disc, not {name!r}")
    for full in (name, f"ns3::{name}QueueDisc"):
        found, type_id = ns.LookupByNameFailSafe(full)
        if found and type_id.IsChildOf(ns.QueueDisc.GetTypeId()):
            information = ns.TypeId.AttributeInformation()
            if type_id.HasConstructor() and type_id.LookupAttributeByName("MaxSize", information):
                return full
    raise ValueError(f"aqm '{name}' is no queue disc of ns-3 with a MaxSize, such as CoDel, FqCoDel, "
                     "PfifoFast, Pie or Red")


def check_pair(path: Any, pair: int) -> None:
    """Raise unless `path` is a dumbbell or a path with a wireless hop that was built and has a pair of this index."""
    if not isinstance(path, (ns.LossyDumbbellHelper, ns.WirelessPathHelper)):
        raise TypeError(f"path must be an ns.LossyDumbbellHelper or ns.WirelessPathHelper, not {path!r}")
    pairs = path.GetSenders().GetN()
    if pairs == 0:
        raise RuntimeError("path must be built first: path.Build()")
    quantities.integer(pair, "pair", 0, pairs - 1)
