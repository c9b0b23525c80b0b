# SPDX-License-Identifier: GPL-2.0-only
"""Many runs, several at once: the product of variants, points and seeds."""

from __future__ import annotations

import hashlib
import inspect
import itertools
import json
import multiprocessing
import os
import pickle
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import lean, quantities
from .flows import bulk_flow
from .optional import need
from .session import check_duration, check_run, run, simulation
from .topology import check_dumbbell, dumbbell
from .variants import preset

if TYPE_CHECKING:
    import pandas

_MOST_SEEDS = 10 ** 6
_TOLD = 100  # runs without ns-3 between two words of progress
Case = dict[str, Any]


def one_bulk_flow(variant: str, duration: float | str = 60, **path: Any) -> dict[str, float]:
    """What sweep() simulates unless told otherwise: a bulk flow alone on a dumbbell() of these options.

    Returns throughput (bit/s, from 0 to the end) and how many retransmissions, unnecessary_retransmissions,
    recoveries and timeouts there were.
    """
    flow = bulk_flow(dumbbell(**path), variant=variant)
    run(duration)
    return {
        "throughput": flow.throughput(),
        "retransmissions": len(flow.retransmissions()),
        "unnecessary_retransmissions": len(flow.unnecessary_retransmissions()),
        "recoveries": len(flow.recoveries()),
        "timeouts": len(flow.timeouts()),
    }


def _check_one_bulk_flow(variant: str, duration: float | str = 60, **path: Any) -> None:
    """Raise what one_bulk_flow() would raise before it simulates."""
    check_duration(duration)
    check_dumbbell(path)


def sweep(variants: str | Iterable[str], *, seeds: int | Iterable[int] = 20, jobs: int | None = None,
          simulate: Callable[..., dict[str, float]] = one_bulk_flow, engine: str = "ns3", progress: bool = True,
          keep: str | os.PathLike[str] | None = None, **axes: Any) -> pandas.DataFrame:
    """Runs of all variants at all points, with the same seeds for each; a table of pandas, a row for each run.

    variants: names of variants()
    seeds: how many, 1 to that; or the numbers themselves
    jobs: how many processes simulate at once, each one run after another; None for one process for each core
    simulate: called with variant and a value of each axis within a simulation() of the seed; a function of
        a module (no lambda) that returns numbers by their names, which are no axis's, "variant" or "seed"
    progress: whether stderr tells how far it is
    engine: "ns3", or "lean", which is many times as fast: then axes are what simulate() takes but for `lost` and
        `control`, and its counts are the columns
    keep: a file that has what each run returned as soon as the run has ended; the same call again, or one with more
        seeds or points, runs only what is missing. Runs of another `simulate` or engine are others, and so are, with
        "lean", those of a trace with other octets. A function is known by its module and name alone: after a change of
        what it does take another file, and so with another release of this package
    axes: one value or a list, in which none is twice, for each, such as loss=[0.001, 0.01], rate="10Mbps"

    Columns are variant, the axes, seed, and what simulate returns; attrs["units"] has units of one_bulk_flow(). What is wrong with an argument, with a value
    of an axis, too, is raised before the first run; of axes of a function of yours only their names are known. Raises
    RuntimeError that names the run if one fails, whether it raises something or ns-3 ends its process.
    """
    frames = need("pandas", "sweep()")
    if engine not in ("ns3", "lean"):
        raise ValueError(f"engine must be 'ns3' or 'lean', not {engine!r}")
    cases = _cases(variants, _numbers(seeds, engine), axes, preset if engine == "ns3" else _check_name)
    jobs = quantities.integer(os.cpu_count() if jobs is None else jobs, "jobs", 1, 10000)
    file = None if keep is None else Path(keep)
    if engine == "lean":
        found = _run_lean(cases, simulate, min(jobs, len(cases)), progress, _Kept(file, engine))
    else:
        _check_function(simulate)
        _check_axes(simulate, cases)
        found = _run_all(cases, simulate, min(jobs, len(cases)), progress, _Kept(file, _name_of(simulate)))
    table: pandas.DataFrame = frames.DataFrame([case | found[index] for index, case in enumerate(cases)])
    if simulate is one_bulk_flow:
        table.attrs["units"] = {"throughput": "bit/s"} if engine == "ns3" else {"goodput": "bit/s", "octets": "octets"}
    return table


def _check_name(variant: str) -> None:
    lean.check(lean.to_setting({"variant": variant}))


def _name_of(simulate: Callable[..., Any]) -> str:
    if hasattr(simulate, "__qualname__"):
        return f"{simulate.__module__}.{simulate.__qualname__}"
    return hashlib.sha256(pickle.dumps(simulate)).hexdigest()


class _Kept:
    """The file of `keep`, if there is one: a line for each run that has ended, with what made it."""

    def __init__(self, file: Path | None, maker: str):
        self._file = file
        self._maker = maker

    def find(self, cases: list[Case]) -> dict[int, Any]:
        """What it has of these runs; raises what is wrong with the file before the first run."""
        if self._file is None:
            return {}
        known = {}
        self._write("")
        text = self._file.read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            if line:
                maker, case, result = self._read(line, number)
                known[json.dumps([maker, case])] = result
        if text and not text.endswith("\n"):
            self._write("\n")
        keys = [_to_json([self._maker, case]) for case in cases]
        return {index: known[key] for index, key in enumerate(keys) if key in known}

    def _read(self, line: str, number: int) -> list[Any]:
        """A line's three parts; a line that a killed call left half is as good as none."""
        try:
            parts = json.loads(line) if line.startswith("[") else None
            # What a disk had not yet written when the power failed reads as NULs.
            parts = [None] * 3 if "\0" in line else parts
        except ValueError:
            return [None] * 3
        if not isinstance(parts, list) or len(parts) != 3:
            raise ValueError(f"{self._file}, line {number}: no line that sweep(keep=) has written")
        return parts

    def add(self, case: Case, result: dict[str, float]) -> None:
        if self._file is not None:
            self._write(_to_json([self._maker, case, result]) + "\n")

    def _write(self, text: str) -> None:
        assert self._file is not None
        with self._file.open("a", encoding="utf-8") as file:
            file.write(text)


def _run_lean(cases: list[Case], simulate: Callable[..., Any], jobs: int, progress: bool,
              kept: _Kept) -> dict[int, Any]:
    """The runs without ns-3, in threads."""
    if simulate is not one_bulk_flow:
        raise ValueError("simulate is a function that uses ns-3: leave it out with engine='lean'")
    for name in lean.count_names():
        if name in cases[0]:
            raise ValueError(f"{name} is no axis of sweep(): the table has a count of this name")
    settings = [lean.to_setting(case) for case in cases]
    for case, setting in zip(cases, settings):
        if case["seed"] == cases[0]["seed"]:
            lean.check(setting)
    kept_cases = _with_traces(cases)
    found = kept.find(kept_cases)
    todo = [index for index in range(len(cases)) if index not in found]

    def on_done(number: int, counts: dict[str, float]) -> None:
        found[todo[number]] = counts
        kept.add(kept_cases[todo[number]], counts)
        if progress and (len(found) % _TOLD == 0 or len(found) == len(cases)):
            _tell(len(found), len(cases))

    lean.run_settings((settings[index] for index in todo), jobs, on_done)
    return found


def _with_traces(cases: list[Case]) -> list[Case]:
    """Cases with digests of their traces: a file of one name may have other octets another day."""
    digests = {trace: hashlib.sha256(Path(trace).read_bytes()).hexdigest()
               for trace in {case.get("trace") for case in cases} if trace}
    return [case | {"sha256": digests[case["trace"]]} if case.get("trace") else case for case in cases]


def _numbers(seeds: int | Iterable[int], engine: str) -> Iterable[int]:
    if not isinstance(seeds, Iterable):
        return range(1, quantities.integer(seeds, "seeds", 1, _MOST_SEEDS) + 1)
    if engine == "lean":
        return [check_run(number, "seeds", int(lean.parameters()["seed"].largest)) for number in seeds]
    return [check_run(number, "seeds") for number in seeds]


def _cases(variants: str | Iterable[str], numbers: Iterable[int], axes: dict[str, Any],
           check_name: Callable[[str], object]) -> list[Case]:
    names = [variants] if isinstance(variants, str) else list(variants)
    for name in names:
        check_name(name)
    for name, what in (("seed", "the numbers of the runs by seeds"), ("variant", "the names by variants")):
        if name in axes:
            raise ValueError(f"{name} is no axis: give {what}")
    values = [list(v) if isinstance(v, Iterable) and not isinstance(v, str) else [v] for v in axes.values()]
    for axis, listed in zip(("variants", "seeds", *axes), (names, numbers, *values)):
        _refuse_twice(axis, listed)
    cases = [{"variant": name, **dict(zip(axes, point)), "seed": seed}
             for name, *point, seed in itertools.product(names, *values, numbers)]
    if not cases:
        raise ValueError("there is nothing to run: variants, seeds or an axis are empty")
    return cases


def _refuse_twice(axis: str, values: Iterable[Any]) -> None:
    """The same run twice would count as two, and intervals be too narrow."""
    seen = set()
    for value in values:
        key = value if isinstance(value, (str, int, float)) else _to_json(value)
        if key in seen:
            raise ValueError(f"{axis}: {value!r} is there twice")
        seen.add(key)


def _check_function(simulate: Callable[..., Any]) -> None:
    try:
        pickle.dumps(simulate)
    except (pickle.PicklingError, AttributeError, TypeError):
        raise TypeError(f"simulate must be a function that a module defines by name, not {simulate!r}") from None


def _check_axes(simulate: Callable[..., Any], cases: list[Case]) -> None:
    """Raise for the first point that cannot be simulated, as far as that is known beforehand."""
    check = _check_one_bulk_flow if simulate is one_bulk_flow else _signature(simulate).bind
    first = cases[0]["seed"]
    for case in cases:
        if case["seed"] != first:
            continue
        options = {name: value for name, value in case.items() if name != "seed"}
        try:
            check(**options)
        except TypeError as error:
            raise TypeError(f"{_name(options)}: {error}") from None
        except ValueError as error:
            raise ValueError(f"{_name(options)}: {error}") from None


def _signature(function: Callable[..., Any]) -> inspect.Signature:
    """What a function takes; anything, if it does not tell, as some of C's do not."""
    try:
        return inspect.signature(function)
    except ValueError:
        return inspect.signature(lambda *args, **options: None)


def _simulate(simulate: Callable[..., dict[str, float]], case: Case) -> dict[str, float]:
    """One run, in a process that lives on to the next one."""
    options = dict(case)
    with simulation(run=options.pop("seed")):
        result = simulate(**options)
    if not isinstance(result, dict):
        raise TypeError(f"simulate must return a dict of numbers by their names, not {result!r}")
    if taken := case.keys() & result.keys():
        raise ValueError(f"simulate must not return '{min(taken)}', which is a column of the table already")
    return result


def _to_json(value: Any) -> str:
    """Numbers and arrays of numpy as numbers and lists, what else JSON does not have as texts."""
    def own(other: Any) -> Any:
        number = quantities.plain(other)
        if number is not None:
            return number
        return other.tolist() if hasattr(other, "tolist") else str(other)
    return json.dumps(value, default=own)


def _run_all(cases: list[Case], simulate: Callable[..., Any], jobs: int, progress: bool,
             kept: _Kept) -> dict[int, Any]:
    found = kept.find(cases)
    todo = iter([(index, case) for index, case in enumerate(cases) if index not in found])
    # Processes that are forked have ns-3 loaded already. No more is handed in than runs at once, so that
    # when a process ends it was one of these runs.
    with _pool(jobs) as pool:
        running: dict[Future[Any], int] = {}

        def begin(number: int) -> None:
            for index, case in itertools.islice(todo, number):
                running[pool.submit(_simulate, simulate, case)] = index

        begin(jobs)
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                index = running.pop(future)
                try:
                    found[index] = future.result()
                    kept.add(cases[index], found[index])
                except BrokenProcessPool:
                    raise _blame([cases[i] for i in (index, *running.values())], simulate) from None
                except Exception as error:
                    raise RuntimeError(
                        f"the run {_name(cases[index])} failed: {type(error).__name__}: {error}") from error
                begin(1)
            if progress:
                _tell(len(found), len(cases))
    return found


def _pool(jobs: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("fork"))


def _blame(candidates: list[Case], simulate: Callable[..., Any]) -> RuntimeError:
    """Which of some runs ends its process, by trying them again, one at a time."""
    for case in candidates:
        with _pool(1) as pool:
            try:
                pool.submit(_simulate, simulate, case).result()
            except BrokenProcessPool:
                return RuntimeError(f"the run {_name(case)} ended its process; what ns-3 said is on stderr")
            except Exception:  # a further fault, which is not the one that is looked for
                continue
    return RuntimeError(f"a process ended during one of the runs {'; '.join(map(_name, candidates))}")


def _name(case: Case) -> str:
    return ", ".join(f"{name}={value}" for name, value in case.items())


def _tell(done: int, total: int) -> None:
    print(f"\r{done} of {total} runs", end="\n" if done == total else "", file=sys.stderr)
