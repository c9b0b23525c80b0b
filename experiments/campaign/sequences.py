# SPDX-License-Identifier: GPL-2.0-only
"""Time-sequence plots: what became of each segment at the bottleneck."""

from dataclasses import dataclass, field

# Kinds of events, in the order in which one moment's events of a segment happen.
KINDS = ("enqueue", "dequeue", "resent_enqueue", "resent_dequeue", "drop", "unnecessary")
# Beyond the link's delay: how long a packet may take to be put on it.
_TRANSMISSION = 0.02


@dataclass
class Series:
    """A quantity over time, of the first seed that has it."""

    unit: str
    seed: int
    samples: list = field(default_factory=list)


def of_point(series, variant, point):
    """Events [time, segment, kind] of a variant at a point, by time; empty without such series."""
    events = []
    for kind, quantity in enumerate(KINDS):
        found = series.get((quantity, variant, point))
        if found:
            events += [[time, round(segment), kind] for time, segment in found.samples]
    return sorted(events)


def find_unnecessary(events, delay):
    """Passages (time, segment) of segments that the receiver had, or would have, already.

    A packet that left the queue has arrived unless it is dropped within the link's delay.
    """
    arrived = {}
    found = []
    drops = {(segment, time) for time, segment, kind in events if KINDS[kind] == "drop"}
    for time, segment, kind in events:
        if KINDS[kind] not in ("dequeue", "resent_dequeue"):
            continue
        lost = [
            drop
            for drop in drops
            if drop[0] == segment and 0 <= drop[1] - time <= delay + _TRANSMISSION
        ]
        if lost:
            drops.remove(min(lost))
        elif segment in arrived:
            found.append((time, segment))
        else:
            arrived[segment] = time
    return found


def add_unnecessary(results):
    """Derive the series 'unnecessary' wherever a time-sequence plot was recorded."""
    delay = float((results.description or {}).get("delay", "0").split()[0])
    for quantity, variant, point in list(results.series):
        if quantity != "dequeue":
            continue
        dequeued = results.series[quantity, variant, point]
        found = find_unnecessary(of_point(results.series, variant, point), delay)
        key = "unnecessary", variant, point
        results.series[key] = Series("segment", dequeued.seed, found)
