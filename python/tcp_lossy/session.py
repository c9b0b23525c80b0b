# SPDX-License-Identifier: GPL-2.0-only
"""One simulation: its random numbers, its end, and what has to live as long as it does."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from . import quantities
from .namespace import bridge, ns

# Objects of Python that ns-3 points to.
_kept: list[Any] = []
# What to do when the simulation is over.
_undo: list[Callable[[], None]] = []
_running = False
# ns-3 ends the program at one that is not below the lesser modulus of its generator, MRG32k3a.
_MOST_SEED = 4294944443 - 1
_MOST_RUN = 2 ** 63 - 1


def keep(obj: Any) -> None:
    """Let an object live until the simulation is destroyed."""
    _kept.append(obj)


def at_end(function: Callable[[], None]) -> None:
    """Call a function when the simulation is over; the last one first. Nothing is done outside of
    simulation()."""
    if _running:
        _undo.append(function)


def check_run(number: Any, name: str, most: int = _MOST_RUN) -> int:
    """`number`, if it is one of a run."""
    return quantities.integer(number, name, 1, most)


def check_duration(duration: Any) -> float:
    """`duration` in seconds, if it is one that run() takes."""
    checked = quantities.seconds(duration, "duration")
    if checked == 0:
        raise ValueError("duration must be above 0")
    return checked


@contextmanager
def simulation(run: int = 1, seed: int = 1) -> Iterator[None]:
    """Everything inside belongs to one simulation; afterwards ns-3 is as if it had not been.

    run: number of the run, at least 1; other runs draw other random numbers
    seed: of the random numbers, 1 to 4294944442

    At the end, and after an exception too, the simulator is destroyed, callbacks are let go, and
    what set_default() changed inside is as before. One simulation at a time.
    """
    global _running
    run = check_run(run, "run")
    seed = quantities.integer(seed, "seed", 1, _MOST_SEED)
    if _running:
        raise RuntimeError("a simulation is going on: ns-3 has one at a time in a process")
    ns.RngSeedManager.SetSeed(seed)
    ns.RngSeedManager.SetRun(run)
    ns.RngSeedManager.ResetNextStreamIndex()
    _running = True
    try:
        yield
    finally:
        _running = False
        ns.Simulator.Destroy()
        _kept.clear()
        while _undo:
            _undo.pop()()


def run(duration: float | str) -> None:
    """Simulate for `duration` from now on: seconds above 0, or a text such as "1min".

    Ctrl-C, or a notebook's interrupt, ends it at once with KeyboardInterrupt, between two events of
    the simulation: what was recorded so far can be read, and another run() goes on from there.
    """
    duration = check_duration(duration)
    signals = [n for n in signal.valid_signals() if callable(signal.getsignal(n))]
    end = ns.Simulator.Stop(ns.Seconds(duration))
    try:
        # Python calls a signal's function when it is its turn again; one that returns lets us go on.
        while not bridge.Run(end, signals):
            pass
    finally:
        end.Cancel()
