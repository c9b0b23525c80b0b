# SPDX-License-Identifier: GPL-2.0-only
"""What an experiment's file says, experiments/ID.py: see doc/own-study.rst.

Such a file is Python with a few functions and without imports. Every name in it that does not
begin with an underscore is one of Experiment's fields; anything else is refused.
"""

import builtins
import itertools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, NamedTuple

from . import derive, points, published
from .errors import Refusal

SEEDS = (10, 20)
MOST_SEEDS = 10000
_BUILTINS = (
    "abs bool dict enumerate float int len list max min range reversed round set sorted str sum tuple "
    "zip True False None ValueError"
).split()


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

    def templates(self):
        """All runs, without their seeds, in the file's order."""
        return [t for sweep in self.runs for t in self._expand(sweep)]

    @property
    def least_seeds(self):
        """As many as a quick run has at least."""
        return self.stop.first if self.stop else self.seeds[0]

    def seeds_of(self, template, wanted):
        """The seeds of one of its runs, if so many are wanted."""
        number = min(wanted, template.most_seeds) if template.is_random else 1
        return range(1, number + 1)

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
                is_random=self.random if sweep.random is None else sweep.random,
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


# What the files may call.


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
    """A variant whose --variant is its own name, unless the options say another."""
    return Case((), label, {"variant": label} | options)


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


FUNCTIONS = (
    {f.__name__: f for f in (axis, case, variant, preset, by_seed, sweep, narrow)}
    | published.FUNCTIONS
    | derive.FUNCTIONS
)
FIELDS = set(Experiment.__dataclass_fields__) - {"id", "path"}


class Laboratory:
    """The folder of all experiments, read for the quick or the full grid."""

    def __init__(self, folder, registry, full=False):
        self._folder = Path(folder)
        self._registry = registry
        self._full = full

    def ids(self):
        """Names of all experiments, V2 before V10."""
        return sorted((path.stem for path in self._folder.glob("*.py")), key=_natural)

    def load(self, name):
        """Read an experiment's file."""
        path = self._folder / f"{name}.py"
        names = self._run(path)
        unknown = [n for n in names if not n.startswith("_") and n not in FIELDS]
        if unknown:
            raise Refusal(
                f"{path}: '{unknown[0]}' is none of {', '.join(sorted(FIELDS))}; "
                "a name of your own begins with an underscore"
            )
        fields = {n: _normal(n, v) for n, v in names.items() if n in FIELDS}
        experiment = Experiment(name, path, **fields)
        self._check(experiment)
        return experiment

    def _run(self, path):
        space = dict(FUNCTIONS)
        space["__builtins__"] = {n: getattr(builtins, n) for n in _BUILTINS if hasattr(builtins, n)}
        space["full"] = self._full
        space["pick"] = lambda quick, full: full if self._full else quick
        space["shared"] = self._shared
        given = dict(space)
        try:
            exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), space)
        except Refusal:
            raise
        except Exception as error:  # whatever is wrong with a file is said with its line
            line = _line(error, path)
            raise Refusal(f"{path}{line}: {type(error).__name__}: {error}") from error
        for name, value in given.items():
            if space.get(name) is not value:
                raise Refusal(f"{path}: '{name}' is given; a name of your own must be another one")
        return {name: value for name, value in space.items() if name not in given}

    def _shared(self, name):
        """What experiments/shared/NAME.py defines, by attribute."""
        names = self._run(self._folder / "shared" / f"{name}.py")
        return type(name, (), {n: staticmethod(v) if callable(v) else v for n, v in names.items()})

    def _check(self, experiment):
        for wanted in ("title", "program", "runs"):
            if not getattr(experiment, wanted):
                raise Refusal(f"{experiment.path}: there is no '{wanted}'")
        if not experiment.path.with_suffix(".gp").exists():
            raise Refusal(f"{experiment.path}: there is no {experiment.id}.gp beside it")
        known = {}
        for row in experiment.numbers:
            paper = row.published
            if paper and known.setdefault((paper.of, paper.source), paper) != paper:
                raise Refusal(f"{experiment.path}: two published numbers are '{paper.source}'")
        for label in {t.label for t in experiment.templates() if t.label}:
            missing = self._registry.missing(label)
            if missing:
                raise Refusal(
                    f"{experiment.path}: the variant '{label}' needs a row for '{missing}' in "
                    f"{self._registry.path}"
                )


def _normal(name, value):
    if name == "seeds":
        return (value, value) if isinstance(value, int) else tuple(value)
    if name == "needs":
        return (value,) if isinstance(value, str) else tuple(value)
    if name == "fingerprint":
        return points.parse(value)
    return tuple(value) if isinstance(value, list) else value


def _line(error, path):
    if isinstance(error, SyntaxError):
        return f":{error.lineno}"
    lines = []
    trace = error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == str(path):
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    return f":{lines[-1]}" if lines else ""


def _natural(name):
    digits = "".join(c for c in name if c.isdigit())
    return name.rstrip("0123456789"), int(digits) if digits else 0
