# SPDX-License-Identifier: GPL-2.0-only
"""A congestion control in Python, for the simulator without ns-3."""

from __future__ import annotations

import ctypes
import math
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol


class Window(ctypes.Structure):
    """A connection as its congestion control sees it: times in seconds, sizes in octets, positions of the stream's
    octets from 0 on. The control may set cwnd and ssthresh. Each call has a Window of its own: what is set after the
    call changes nothing.

    now: time of the event
    cwnd, ssthresh: congestion window, slow start threshold
    mss: of a full segment
    in_flight: outstanding as far as is known
    una, nxt: first position that is not acknowledged, position after the last octet sent
    last_rtt, srtt, min_rtt: round trips; the last one, smoothed, and the least smoothed one
    """

    _fields_ = [(name, ctypes.c_double) for name in ("now", "cwnd", "ssthresh", "mss", "in_flight", "una", "nxt",
                                                     "last_rtt", "srtt", "min_rtt")]


class Control(Protocol):
    """What an object needs to be a congestion control; start() and arrived() may be missing."""

    def reduce(self, window: Window, flight: float) -> float:
        """A loss or ECN's echo reduces the window, for which `flight` octets count as outstanding. Returns ssthresh."""

    def open(self, window: Window, segments: float) -> None:
        """So many acknowledged segments open the window."""


_OWNER, _WINDOW = ctypes.c_void_p, ctypes.POINTER(Window)
_EVENT = ctypes.CFUNCTYPE(None, _OWNER, _WINDOW)
_SIZED_EVENT = ctypes.CFUNCTYPE(None, _OWNER, _WINDOW, ctypes.c_double)
_REDUCTION = ctypes.CFUNCTYPE(ctypes.c_double, _OWNER, _WINDOW, ctypes.c_double)


class _Functions(ctypes.Structure):
    """LeanControl of lean/c-interface.h."""

    _fields_ = [("owner", _OWNER), ("start", _EVENT), ("reduce", _REDUCTION), ("open", _SIZED_EVENT),
                ("arrived", _SIZED_EVENT)]


class ForeignControl:
    """A Control as the simulator calls it. What it raises is kept, and ends the simulation by look()."""

    def __init__(self, control: Control) -> None:
        for name in ("reduce", "open"):
            if not callable(getattr(control, name, None)):
                raise TypeError(f"control must have a function {name}(), which {control!r} has not")
        self._control = control
        self._raised: BaseException | None = None
        self.functions = _Functions(
            None, _EVENT(lambda _, window: self._call("start", window, True)),
            _REDUCTION(lambda _, window, flight: self._call("reduce", window, False, flight)),
            _SIZED_EVENT(lambda _, window, segments: self._call("open", window, False, segments)),
            _SIZED_EVENT(lambda _, window, segments: self._call("arrived", window, True, segments)))

    def look(self) -> None:
        """Raise what a function of the control has raised."""
        if self._raised is not None:
            raise self._raised

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """While the simulator runs: Ctrl-C between two lines of _call() is what ctypes would only print. Python
        interrupts its main thread alone."""
        before = sys.unraisablehook

        def hook(unraisable: sys.UnraisableHookArgs) -> None:
            if "ctypes callback" in (unraisable.err_msg or ""):
                self._raised = self._raised or unraisable.exc_value
            else:
                before(unraisable)

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        sys.unraisablehook = hook
        try:
            yield
        finally:
            sys.unraisablehook = before

    def _call(self, name: str, pointer: Any, may_be_missing: bool, *values: float) -> Any:
        function: Callable[..., Any] | None = getattr(self._control, name, None)
        if self._raised is not None or (function is None and may_be_missing):
            return math.nan if name == "reduce" else None
        # The simulator's own lives no longer than this call, and the control may keep what it is given.
        window = Window.from_buffer_copy(pointer.contents)
        try:
            found = function(window, *values)  # type: ignore[misc]
            if name == "reduce" and not hasattr(found, "__float__"):
                raise TypeError(f"reduce() of the control: the result must be a number of octets, not {found!r}")
            sizes = {"cwnd": window.cwnd, "ssthresh": window.ssthresh} | ({"the result": found} if name == "reduce" else {})
            for what, octets in sizes.items():
                most = 2 ** 32 - 1 if what == "ssthresh" else 2 ** 30
                if not 1 <= octets <= most:
                    raise ValueError(f"{name}() of the control: {what} must lie in [1, {most}] octets, not {octets!r}")
            pointer.contents.cwnd, pointer.contents.ssthresh = window.cwnd, window.ssthresh
            return found
        except BaseException as error:  # pylint: disable=broad-except  # ctypes would only print it
            self._raised = error
            return math.nan if name == "reduce" else None
