# SPDX-License-Identifier: GPL-2.0-only
"""A quantity over time."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from .optional import need

if TYPE_CHECKING:
    import numpy


class Series(NamedTuple):
    """A quantity over time, in order of time: two lists of one length, ready for a plot.

    times: seconds of simulated time
    values: the value from that time on; in which unit says what returned the series
    """

    times: list[float]
    values: list[float]

    def __repr__(self) -> str:
        if not self.times:
            return "<series: empty>"
        return (f"<series: {len(self.times)} values from {self.times[0]:g} s to "
                f"{self.times[-1]:g} s>")

    def at(self, time: float) -> float | None:
        """The value at a time in seconds: that of the last sample at or before it, else None."""
        index = bisect_right(self.times, time)
        return self.values[index - 1] if index else None

    def to_numpy(self) -> tuple[numpy.ndarray, numpy.ndarray]:
        """(times, values) as arrays of numpy, which must be installed."""
        arrays = need("numpy", "Series.to_numpy()")
        return arrays.asarray(self.times), arrays.asarray(self.values)
