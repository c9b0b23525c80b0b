# SPDX-License-Identifier: GPL-2.0-only
"""The core's own world: one bulk transfer over one path, as ns-3 simulates it, without ns-3 and at a fraction of the
cost. The simulator is a library of its own beside this file."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

from . import quantities
from .control import Control, ForeignControl
from .optional import need

if TYPE_CHECKING:
    import numpy

_LIBRARY = "libtcp-lossy-lean.so"
_ROOM = 1024  # for what is wrong with a setting, octets
_SLICE = 100_000  # segments without a look at whoever wants to stop
_FOREIGN_SLICE = 100  # the same with a control in Python
_RATES = {"rate"}
_TIMES = {"rtt", "seconds"}
_WORDS = {"variant", "model", "trace"}


class Parameter(NamedTuple):
    """What simulate() takes: bounds and default are in bit/s, seconds, packets or parts of one."""

    least: float
    largest: float
    usual: float
    is_whole: bool
    meaning: str


class Transfer(NamedTuple):
    """What a transfer came to.

    counts: segments sent; of these, retransmissions, lost on the path, overflows of the queue; timeouts and recoveries
        of the sender; acks; octets that the receiver's application has read, and goodput, the same in bit/s
    series: arrays by name: sent.time, sent.position (octets) and sent.kind (1: sent again, 2: lost, 4: no room in the
        queue, or sums) of each segment of data; time and value of acked (octets), window (octets), threshold (octets)
        and queue (packets), each of which stays what it is until its next time
    buffer: octets of the buffer of each end; 0 where it grows
    """

    setting: str
    counts: dict[str, float]
    series: dict[str, numpy.ndarray]
    buffer: int


@cache
def _load() -> ctypes.CDLL:
    path = Path(os.environ.get("TCP_LOSSY_LEAN") or Path(__file__).with_name(_LIBRARY))
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise ImportError(f"tcp_lossy was installed without its simulator: {error}") from None
    numbers = ctypes.POINTER(ctypes.c_double)
    run = ctypes.c_void_p
    for name, result, arguments in (
        ("variants", ctypes.c_char_p, []),
        ("parameters", ctypes.c_char_p, []),
        ("count_names", ctypes.c_char_p, []),
        ("column_names", ctypes.c_char_p, []),
        ("begin", run, [ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint, ctypes.c_void_p]),
        ("run", ctypes.c_int, [run, ctypes.c_double]),
        ("counts", numbers, [run]),
        ("length", ctypes.c_uint, [run, ctypes.c_uint]),
        ("column", numbers, [run, ctypes.c_uint]),
        ("buffer", ctypes.c_double, [run]),
        ("end", None, [run]),
    ):
        function = getattr(library, "lean_" + name)
        function.restype = result
        function.argtypes = arguments
    return library


def count_names() -> list[str]:
    """Names of the counts of a transfer."""
    return _names("count")


@cache
def _names(what: str) -> list[str]:
    return str(getattr(_load(), f"lean_{what}_names")().decode()).split()


def lean_variants() -> list[str]:
    """Names of the presets that simulate() knows."""
    return [line.split("\t")[0] for line in _load().lean_variants().decode().splitlines()]


def parameters() -> dict[str, Parameter]:
    """The numbers that simulate() takes, by name; beside these are variant, model, trace and lost."""
    lines = [line.split("\t") for line in _load().lean_parameters().decode().splitlines()]
    return {name: Parameter(float(least), float(largest), float(usual), is_whole == "1", meaning)
            for name, least, largest, usual, is_whole, meaning in lines}


def _to_text(name: str, value: Any) -> str:
    if name in _RATES and isinstance(value, str):
        value = quantities.bits_per_second(value, name)
    if name in _TIMES and isinstance(value, str):
        value = quantities.seconds(value, name)
    if name in _WORDS:
        if not isinstance(value, (str, os.PathLike)):
            raise TypeError(f"{name} must be a text, not {value!r}")
        text = os.fspath(value)
        if "&" in text or "\0" in text:
            raise ValueError(f"{name} must be a text without & and \\0, not {text!r}")
        return text
    if name == "lost" and isinstance(value, Iterable) and not isinstance(value, str):
        return ",".join(_to_text("lost", number) for number in value)
    return repr(quantities.number(value, name))


def to_setting(options: dict[str, Any]) -> str:
    """The text that the simulator and the page's address take."""
    texts = {name: _to_text(name, value) for name, value in options.items() if name != "lost" or value is not None}
    return "&".join(f"{name}={text}" for name, text in texts.items() if name != "lost" or text)


@contextmanager
def _begun(setting: str, records: bool, control: ForeignControl | None = None) -> Iterator[int]:
    library = _load()
    fault = ctypes.create_string_buffer(_ROOM)
    functions = None if control is None else ctypes.byref(control.functions)
    run = library.lean_begin(os.fsencode(setting), records, fault, _ROOM, functions)
    if not run:
        raise ValueError(os.fsdecode(fault.value))
    try:
        yield run
    finally:
        library.lean_end(run)


def check(setting: str) -> None:
    """Raise ValueError that says what is wrong with a setting, if anything is."""
    with _begun(setting, False):
        pass


def _counts(run: int) -> dict[str, float]:
    names = _names("count")
    return dict(zip(names, _load().lean_counts(run)[:len(names)]))


def simulate(variant: str = "sack", control: Callable[[], Control] | None = None, **path: Any) -> Transfer:
    """One bulk transfer, alone on a path: what parameters() names, and

    variant: one of lean_variants()
    control: a class with functions reduce() and open(), see Control, which makes the sender's congestion control in
        place of the variant's, at two to three times the time
    model: leo, cell or wifi, a path towards the receiver that changes in time by chance, other for each seed;
        or steady, which has the rate
    trace: name of a file with what was recorded of such a path, as ns-3's LossyPathHelper takes; it is looped
    lost: segments of data that the path loses beside what is random, by the order in which it carries them, from 1 on

    rate, rtt and seconds may be texts such as "10Mbps" and "50ms". Needs numpy. Raises ValueError or TypeError for what
    is wrong, before anything is simulated; and ValueError as soon as there are more segments than the series hold, two
    million.
    """
    arrays = need("numpy", "simulate()")
    setting = to_setting({"variant": variant, **path})
    library = _load()
    if control is not None and not callable(control):
        raise TypeError(f"control must be a class, or a function that makes an object, not {control!r}")
    foreign = None if control is None else ForeignControl(control())
    with _begun(setting, True, foreign) as run, nullcontext() if foreign is None else foreign.keeping():
        is_over = False
        while not is_over:
            is_over = library.lean_run(run, _SLICE if foreign is None else _FOREIGN_SLICE)
            if foreign is not None:
                foreign.look()
            held = library.lean_length(run, _names("column").index("sent.time"))
            if _counts(run)["segments"] > held:
                raise ValueError(f"the series hold {held} segments, and there are more: take fewer seconds, or sweep(), "
                                 "which keeps counts alone")
        lengths = [library.lean_length(run, index) for index in range(len(_names("column")))]
        series = {name: arrays.ctypeslib.as_array(library.lean_column(run, index), (length,)).copy() if length
                  else arrays.zeros(0) for index, (name, length) in enumerate(zip(_names("column"), lengths))}
        return Transfer(setting, _counts(run), series, int(library.lean_buffer(run)))


def run_settings(settings: Iterable[str], jobs: int, on_done: Callable[[int, dict[str, float]], None]) -> None:
    """The counts of many settings, in threads; on_done gets the number of each and its counts, in this thread."""
    stop, lock = threading.Event(), threading.Lock()
    library = _load()
    numbered = enumerate(settings)
    ended: SimpleQueue[tuple[int, dict[str, float]] | None] = SimpleQueue()

    def work() -> None:
        try:
            while not stop.is_set():
                with lock:
                    index, setting = next(numbered, (-1, ""))
                if index < 0:
                    break
                with _begun(setting, False) as run:
                    while not (is_over := library.lean_run(run, _SLICE)) and not stop.is_set():
                        pass
                    if is_over:
                        ended.put((index, _counts(run)))
        except BaseException:
            stop.set()
            raise
        finally:
            ended.put(None)

    with ThreadPoolExecutor(jobs) as pool:
        try:
            workers = [pool.submit(work) for _ in range(jobs)]
            for worker in workers:
                while (found := ended.get()) is not None:
                    on_done(*found)
        finally:
            stop.set()
    for worker in workers:
        worker.result()
