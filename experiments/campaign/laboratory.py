# SPDX-License-Identifier: GPL-2.0-only
"""Reads experiments' files, experiments/ID.py: Python modules that import campaign.declare.

What such a module assigns is one of Experiment's fields, or begins with an underscore; anything else is
refused. What it imports, and its functions and classes, are its own.
"""

import contextlib
import importlib.util
import symtable
import sys
import traceback
from pathlib import Path

from . import points
from .declaration import Experiment, grid
from .errors import Refusal

FIELDS = set(Experiment.__dataclass_fields__) - {"id", "path"}
_PACKAGE = Path(__file__).resolve().parent


class Laboratory:
    """The folder of all experiments, read for the quick or the full grid."""

    def __init__(self, folder, registry, full=False, trace=None):
        self._folder = Path(folder).resolve()
        self._registry = registry
        self._full = full
        self._trace = trace

    def ids(self):
        """Names of all experiments, V2 before V10."""
        return sorted((path.stem for path in self._folder.glob("*.py")), key=_natural)

    def load(self, name):
        """Read an experiment's file."""
        path = self._folder / f"{name}.py"
        try:
            with grid(self._full, self._trace), _imports_from(self._folder):
                module = _import(path)
            unknown = [n for n in _assigned(path) if not n.startswith("_") and n not in FIELDS]
        except Exception as error:  # whatever is wrong with a file is said with its line
            place = _line(error, self._folder) or path
            raise Refusal(f"{place}: {type(error).__name__}: {error}") from error
        if unknown:
            raise Refusal(
                f"{path}: '{unknown[0]}' is none of {', '.join(sorted(FIELDS))}; "
                "a name of your own begins with an underscore"
            )
        fields = {n: _normal(n, v) for n, v in vars(module).items() if n in FIELDS}
        experiment = Experiment(name, path, **fields)
        self._check(experiment)
        return experiment

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


@contextlib.contextmanager
def _imports_from(folder):
    """Imports find what lies in a folder first, and are forgotten: the next grid picks otherwise."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if any(_is_own(place, folder) for place in _places(sys.modules[name])):
                del sys.modules[name]


def _places(module):
    """Files that a module came from; a folder without a file of its own is a module, too."""
    return [getattr(module, "__file__", None) or "", *getattr(module, "__path__", ())]


def _is_own(file, folder):
    """Whether a file lies below a folder or beside our experiments, and is not the campaign's."""
    parents = Path(file).parents
    return (folder in parents or _PACKAGE.parent in parents) and _PACKAGE not in parents


def _import(path):
    """The module of a file, whose name may be that of an installed one."""
    spec = importlib.util.spec_from_file_location(f"experiment {path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _assigned(path):
    """Names that a file assigns a value, in its order."""
    table = symtable.symtable(path.read_text(encoding="utf-8"), str(path), "exec")
    return [
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_assigned() and not symbol.is_imported() and not symbol.is_namespace()
    ]


def _normal(name, value):
    if name == "seeds":
        return (value, value) if isinstance(value, int) else tuple(value)
    if name == "needs":
        return (value,) if isinstance(value, str) else tuple(value)
    if name == "fingerprint":
        return points.parse(value)
    return tuple(value) if isinstance(value, list) else value


def _line(error, folder):
    """File and line below a folder at which an error came up, or None."""
    if isinstance(error, SyntaxError):
        return f"{error.filename}:{error.lineno}"
    own = [f for f in traceback.extract_tb(error.__traceback__) if _is_own(f.filename, folder)]
    return f"{own[-1].filename}:{own[-1].lineno}" if own else None


def _natural(name):
    digits = "".join(c for c in name if c.isdigit())
    return name.rstrip("0123456789"), int(digits) if digits else 0
