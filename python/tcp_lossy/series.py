# SPDX-License-Identifier: GPL-2.0-only
"""A quantity over time."""

from bisect import bisect_right
from typing import NamedTuple


class Series(NamedTuple):
    """A quantity over time, in order of time: two lists of one length, ready for a plot.

    times: seconds of simulated time
    values: the value from that time on; in which unit says what returned the series
    """

    times: list
    values: list

    def at(self, time):
        """The value at a time in seconds: that of the last sample at or before it, else None."""
        index = bisect_right(self.times, time)
        return self.values[index - 1] if index else None

    def to_numpy(self):
        """(times, values) as arrays of numpy, which must be installed."""
        import numpy

        return numpy.asarray(self.times), numpy.asarray(self.values)
