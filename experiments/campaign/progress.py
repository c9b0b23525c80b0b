# SPDX-License-Identifier: GPL-2.0-only
"""Says how far a campaign is, by experiment: a line that renews itself on a terminal, else one now
and then."""

import sys
import time

_QUIET = 30.0


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

    def done(self, run, has_failed):
        """A run has ended."""
        owner = self._owners[run.name]
        self._done[owner] += 1
        if self._done[owner] == self._totals[owner]:
            number = self._totals[owner]
            self.say(f"{owner}: {number} run{'s have' if number > 1 else ' has'} ended")
        elif self._is_terminal:
            self._renew(owner)
        elif self._clock() - self._said >= _QUIET:
            self.say(self._line(owner))

    def say(self, text):
        """A line that stays."""
        self._clear()
        print(text, file=self._stream, flush=True)
        self._said = self._clock()

    def end(self):
        """No more will come."""
        self._clear()

    def _line(self, owner):
        done, total = sum(self._done.values()), sum(self._totals.values())
        left = (self._clock() - self._start) / done * (total - done)
        return (
            f"{owner}: {self._done[owner]} of {self._totals[owner]} runs; {done} of {total} in "
            f"all, about {_duration(left)} left"
        )

    def _renew(self, owner):
        text = self._line(owner)
        print(f"\r{text:<{self._width}}", end="", file=self._stream, flush=True)
        self._width = len(text)

    def _clear(self):
        if self._is_terminal and self._width:
            print("\r" + " " * self._width, end="\r", file=self._stream, flush=True)
            self._width = 0


def _duration(seconds):
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
