# SPDX-License-Identifier: GPL-2.0-only
"""What was recorded of a flow, as plain data: it needs neither ns-3 nor the simulation."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import quantities
from .optional import need
from .series import Series

if TYPE_CHECKING:
    import pandas


@dataclass(repr=False)
class FlowRecord:
    """A flow's record: Flow.result() gives one, and so does unpickling a Flow.

    An interval must end by simulated_end(): ValueError otherwise, which names that time.

    variant: name of its variant, or None
    deliveries: octets that the receiver's application read, when it read them
    recorded: series by their names
    """

    variant: str | None
    end: float
    deliveries: Series
    recorded: dict[str, Series] = field(default_factory=dict)
    resent: list[float] = field(default_factory=list)
    resent_in_vain: list[float] = field(default_factory=list)
    recovered: list[float] = field(default_factory=list)
    expired: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        totals = [0]
        for octets in self.deliveries.values:
            totals.append(totals[-1] + int(octets))
        self._totals = totals

    def __repr__(self) -> str:
        rate = f"{self.throughput() / 1e3:.4g} kbit/s" if self.end else "not simulated"
        return f"<flow {self.variant or 'default'}: {rate} in {self.end:g} s>"

    def simulated_end(self) -> float:
        """How far the simulation had come, seconds."""
        return self.end

    def received(self, begin: float | str = 0, end: float | str | None = None) -> int:
        """Octets that the receiver read from `begin` (included) to `end` (excluded; None: all so far), seconds."""
        first, last = self._interval(begin, end)
        return self._received(first, math.inf if end is None else last)

    def throughput(self, begin: float | str = 0, end: float | str | None = None) -> float:
        """Mean of an interval in seconds, all so far by default: bit/s of data that the receiver's application read."""
        first, last = self._interval(begin, end)
        return self.received(begin, end) * 8 / (last - first)

    def throughput_series(self, begin: float | str, end: float | str, step: float | str) -> Series:
        """Throughput over time, bit/s: means of steps (seconds), each at the end of its own."""
        first, last = self._interval(begin, end)
        width = quantities.seconds(step, "step")
        if width == 0:
            raise ValueError("step must be above 0")
        # A step that ends at the end but for rounding is a whole one.
        edges = [first + i * width for i in range(int((last - first) / width + 1e-9) + 1)]
        return Series(edges[1:], [self._received(*step) * 8 / width for step in zip(edges, edges[1:])])

    def series(self, name: str) -> Series:
        """A quantity of the sender over time.

        name: "cwnd" or "ssthresh" (segments), "rtt" (seconds, smoothed), or one of the traces that
            were asked for, in the unit of the trace source ("Awnd": octets)

        Raises ValueError for a name that was not recorded, with those that were.
        """
        if name not in self.recorded:
            raise ValueError(f"no series '{name}' was recorded; there are "
                             f"{', '.join(self.names()) or 'none: has the simulation run?'}")
        return self.recorded[name]

    def names(self) -> list[str]:
        """Names of the recorded series, sorted."""
        return sorted(self.recorded)

    def retransmissions(self) -> list[float]:
        """When segments were sent again: seconds."""
        return self.resent

    def unnecessary_retransmissions(self) -> list[float]:
        """When segments arrived of which the receiver held all octets: seconds."""
        return self.resent_in_vain

    def recoveries(self) -> list[float]:
        """When recovery began by duplicate ACKs: seconds."""
        return self.recovered

    def timeouts(self) -> list[float]:
        """When the retransmission timer expired: seconds."""
        return self.expired

    def to_frame(self) -> pandas.DataFrame:
        """All series in one table of pandas, which must be installed: time, quantity, value.

        Quantities are names(), in the units of series(), and "received": octets that the receiver's
        application had read by then.
        """
        frames = need("pandas", "Flow.to_frame()")
        parts = [(name, self.series(name)) for name in self.names()]
        parts.append(("received", Series(self.deliveries.times, [*self._totals[1:]])))
        table: pandas.DataFrame = frames.concat(
            [frames.DataFrame({"time": series.times, "quantity": name, "value": series.values})
             for name, series in parts], ignore_index=True)
        return table

    def _received(self, begin: float, end: float) -> int:
        first, last = (bisect_left(self.deliveries.times, time) for time in (begin, end))
        return self._totals[last] - self._totals[first]

    def _interval(self, begin: float | str, end: float | str | None) -> tuple[float, float]:
        first = quantities.seconds(begin, "begin")
        last = self.end if end is None else quantities.seconds(end, "end")
        if last <= first:
            raise ValueError(f"end must be after begin, {first:g} s, not {last:g} s")
        if last > self.end:
            raise ValueError(f"end must not lie behind the simulated end, "
                             f"{self.end:.15g} s, but is {last:.15g} s")
        return first, last
