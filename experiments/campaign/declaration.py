# SPDX-License-Identifier: GPL-2.0-only
"""What an experiment consists of: see doc/compare.rst."""

import contextlib
import itertools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, NamedTuple

from . import points

SEEDS = (10, 20)
_TRACES = Path(__file__).resolve().parent.parent / "traces"
MOST_SEEDS = 10000


class Case(NamedTuple):
    """One point or one variant, and the program's options that make it."""

    point: tuple
    label: str | None
    options: dict


class BySeed(NamedTuple):
    """An option whose value depends on the seed."""

    value: Callable[[int], Any]


@dataclass(frozen=True)
class Template:
    """A run but for its seed."""

    experiment: str
    program: str
    point: tuple
    label: str | None
    options: dict
    first_seed: dict
    is_random: bool
    most_seeds: int
    needs: tuple


@dataclass(frozen=True)
class Sweep:
    """A product of axes, the last one being the variants."""

    axes: tuple
    options: dict
    program: str | None = None
    random: bool | None = None
    most_seeds: int = MOST_SEEDS
    first_seed: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Narrow:
    """The seeds are enough when half of one 95 % interval is at most 'within'.

    It is looked at after 'first' seeds and after each further 'step' of them, and at no other time.
    """

    quantity: str
    variant: str
    point: tuple
    within: float
    first: int
    step: int


@dataclass
class Experiment:
    """Contents of experiments/ID.py."""

    id: str
    path: Path
    title: str = ""
    paper: str = ""
    see: str = ""
    unstated: str = ""
    program: str = ""
    seeds: tuple = SEEDS
    stop: Narrow | None = None
    random: bool = True
    by_default: bool = True
    inner: tuple = ()
    checkpoint: str = ""
    sequences: tuple = ()
    view: tuple = ()
    fingerprint: tuple = ()
    needs: tuple = ()
    runs: tuple = ()
    derived: tuple = ()
    numbers: tuple = ()
    tables: Callable | None = None

    def templates(self):
        """All runs, without their seeds, in the file's order."""
        return [t for sweep in self.runs for t in self._expand(sweep)]

    @property
    def least_seeds(self):
        """As many as each random run of a quick call has at least."""
        most = self.stop.first if self.stop else self.seeds[0]
        return min([most, *(sweep.most_seeds for sweep in self.runs if self._is_random(sweep))])

    def seeds_of(self, template, wanted):
        """The seeds of one of its runs, if so many are wanted."""
        number = min(wanted, template.most_seeds) if template.is_random else 1
        return range(1, number + 1)

    def _is_random(self, sweep):
        return self.random if sweep.random is None else sweep.random

    def _expand(self, sweep):
        for cases in itertools.product(*sweep.axes):
            options = dict(sweep.options)
            for case in cases:
                options |= case.options
            labels = [case.label for case in cases if case.label]
            yield Template(
                experiment=self.id,
                program=sweep.program or self.program,
                point=tuple(c for case in cases for c in case.point),
                label=labels[-1] if labels else None,
                options={name: as_option(value) for name, value in options.items()},
                first_seed={n: as_option(v) for n, v in sweep.first_seed.items()},
                is_random=self._is_random(sweep),
                most_seeds=sweep.most_seeds,
                needs=self.needs,
            )


def as_option(value):
    """As the programs' command lines have it."""
    if isinstance(value, BySeed):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(str(part) for part in value)
    return str(value)


# What the experiments' files call.


def axis(name, values, **options):
    """Points that differ in a coordinate; '{}' in an option stands for its value."""
    values = values.split() if isinstance(values, str) else values
    return [
        Case(
            ((name, str(value)),),
            None,
            {key: _fill(pattern, value) for key, pattern in options.items()},
        )
        for value in values
    ]


def _fill(pattern, value):
    if callable(pattern):
        return pattern(value)
    return pattern.replace("{}", str(value)) if isinstance(pattern, str) else pattern


def case(text, **options):
    """A point such as 'p=0.02 rtt=50' and the options that make it."""
    return Case(points.parse(text), None, options)


def variant(label, **options):
    """A variant by its name in the registry, and the options that make it."""
    return Case((), label, options)


def preset(label, **options):
    """A variant whose --variant is its own name up to a '+', unless the options say another."""
    return Case((), label, {"variant": label.partition("+")[0]} | options)


def by_seed(value):
    """An option whose value is this function of the seed."""
    return BySeed(value)


def sweep(*axes, program=None, random=None, most_seeds=MOST_SEEDS, first_seed=None, **options):
    """All combinations of the axes' cases, with these options in common."""
    lists = tuple([a] if isinstance(a, Case) else list(a) for a in axes)
    return Sweep(lists, options, program, random, most_seeds, first_seed or {})


def narrow(quantity, variant, point="", *, within, first, step):
    """A rule that ends an experiment's seeds before their number is reached."""
    if first < SEEDS[0] or step < 1 or within <= 0:
        raise ValueError(
            f"narrow {quantity} {variant} {point}: first must be at least {SEEDS[0]}, step at least "
            "1, within above 0"
        )
    return Narrow(quantity, variant, points.parse(point), within, first, step)


_is_full = False
_trace = None


def trace(default):
    """The user's file of what a path does, or one of experiments/traces where there is none."""
    return str(_trace or _TRACES / default)


def pick(quick, full):
    """One or the other, by the grid that the file is read for; quick where nothing reads it."""
    return full if _is_full else quick


@contextlib.contextmanager
def grid(is_full, file=None):
    """The grid that pick() picks for, and what trace() gives."""
    global _is_full, _trace
    before = _is_full, _trace
    _is_full, _trace = is_full, file
    try:
        yield
    finally:
        _is_full, _trace = before
