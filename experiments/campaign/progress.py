# SPDX-License-Identifier: GPL-2.0-only
"""Says how far a campaign is, by experiment and in all: a line that renews itself on a terminal, else one
now and then."""

import sys
import time

# Seconds without a line where there is no terminal: at first, and once a call has lasted.
_FIRST_QUIET = 5.0
_QUIET = 30.0


def say(text):
    """A line beside all others."""
    print(text, file=sys.stderr)


class Progress:
    """Counts the runs of a call; owners are each run's experiment by the run's name."""

    def __init__(self, owners, stream=sys.stderr, clock=time.monotonic):
        self._owners = owners
        self._stream = stream
        self._clock = clock
        self._start = clock()
        self._said = self._start
        self._totals = {}
        for owner in owners.values():
            self._totals[owner] = self._totals.get(owner, 0) + 1
        self._done = dict.fromkeys(self._totals, 0)
        self._is_terminal = stream.isatty()
        self._width = 0

    def name(self, run):
        """Experiment and seed."""
        return f"{self._owners[run.name]} seed {run.seed}"

    def begin(self):
        """The first runs have begun."""
        if self._is_terminal:
            self._renew(f"0 of {len(self._owners)} runs")

    def done(self, run, has_failed):
        """A run has ended."""
        owner = self._owners[run.name]
        self._done[owner] += 1
        if self._done[owner] == self._totals[owner]:
            number = self._totals[owner]
            self.say(f"{owner}: {number} run{'s have' if number > 1 else ' has'} ended{self._in_all()}")
        elif self._is_terminal:
            self._renew(self._line(owner))
        elif self._clock() - self._said >= self._quiet():
            self.say(self._line(owner))

    def say(self, text):
        """A line that stays."""
        self._clear()
        print(text, file=self._stream)
        self._said = self._clock()

    def end(self):
        """No more will come."""
        self._clear()

    def _quiet(self):
        """A quarter of the time that the call has lasted, within bounds."""
        return min(_QUIET, max(_FIRST_QUIET, (self._clock() - self._start) / 4))

    def _counts(self):
        return sum(self._done.values()), sum(self._totals.values())

    def _in_all(self):
        done, total = self._counts()
        return f"; {done} of {total} in all ({100 * done // total} %)"

    def _line(self, owner):
        done, total = self._counts()
        left = (self._clock() - self._start) / done * (total - done)
        return (
            f"{owner}: {self._done[owner]} of {self._totals[owner]} runs{self._in_all()}, about "
            f"{_duration(left)} left"
        )

    def _renew(self, text):
        print(f"\r{text:<{self._width}}", end="", file=self._stream)
        self._width = len(text)

    def _clear(self):
        if self._is_terminal and self._width:
            print("\r" + " " * self._width, end="\r", file=self._stream)
            self._width = 0


class Steps:
    """Says the number of a step among all, of steps that may take long together."""

    def __init__(self, total, what, stream=sys.stderr, clock=time.monotonic):
        self._total = total
        self._what = what
        self._stream = stream
        self._clock = clock
        self._said = clock()
        self._number = 0

    def next(self, name):
        """A step begins."""
        self._number += 1
        if self._clock() - self._said >= _FIRST_QUIET:
            self._said = self._clock()
            print(f"{self._what} {name}: {self._number} of {self._total}", file=self._stream)


def _duration(seconds):
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
