# SPDX-License-Identifier: GPL-2.0-only
"""The papers' topology."""

from . import quantities
from .namespace import ns

_MOST_PAIRS = 4096
_MOST_PACKETS = 2 ** 32 - 1


def dumbbell(pairs=1, rate="1.6Mbps", delay="50ms", queue=15, loss=0.0, stream=0):
    """n senders and n receivers with one lossy bottleneck between them: ns.LossyDumbbellHelper, built.

    pairs: 1 to 4096
    rate: of the bottleneck, both ways; bit/s or text
    delay: of the bottleneck, each way; seconds or text
    queue: packets that wait at the bottleneck, each way, at least 1
    loss: probability that the bottleneck loses a packet towards the receivers, 0 to 1
    stream: the first random stream of links and stacks, which makes runs repeatable

    Whoever needs more (loss of ACKs, IPv6, jitter, access links) sets up ns.LossyDumbbellHelper.
    """
    pairs = quantities.integer(pairs, "pairs", 1, _MOST_PAIRS)
    rate = ns.DataRate(quantities.bits_per_second(rate, "rate"))
    delay = ns.Seconds(quantities.seconds(delay, "delay"))
    queue = quantities.integer(queue, "queue", 1, _MOST_PACKETS)
    loss = quantities.number(loss, "loss", 0, 1)
    stream = quantities.integer(stream, "stream", 0, 2 ** 62)
    path = ns.LossyDumbbellHelper(pairs)
    for direction in (path.Direction.FORWARD, path.Direction.REVERSE):
        path.SetRate(direction, rate)
        path.SetDelay(direction, delay)
        path.SetQueue(direction, queue)
    path.SetPacketLoss(path.Direction.FORWARD, loss)
    path.Build()
    path.AssignStreams(stream)
    return path


def check_pair(path, pair):
    """Raise unless `path` is a dumbbell that was built and has a pair of this index."""
    if not isinstance(path, ns.LossyDumbbellHelper):
        raise TypeError(f"path must be an ns.LossyDumbbellHelper, not {path!r}")
    pairs = path.GetSenders().GetN()
    if pairs == 0:
        raise RuntimeError("path must be built first: path.Build()")
    quantities.integer(pair, "pair", 0, pairs - 1)
