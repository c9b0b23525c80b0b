# SPDX-License-Identifier: GPL-2.0-only
"""ns-3's namespace, loaded with this module's library when it is first used, and what is awkward about its pointers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any


@contextmanager
def _in_folder(folder: Path) -> Iterator[None]:
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@cache
def _load() -> Any:
    """The namespace ns, which takes some seconds to load."""
    # ns-3 takes libraries from below the current folder, too: a build folder there, of this module or of
    # ns-3, would be taken for a second ns-3 and refused.
    found = find_spec("ns3")
    if found is None:
        raise ImportError("tcp_lossy needs the package ns3")
    with _in_folder(Path(found.submodule_search_locations[0]) / "lib64"):  # type: ignore[index]
        from ns import ns as loaded  # type: ignore[import-untyped, import-not-found, unused-ignore]
    if not hasattr(loaded, "TcpVariantPreset"):
        raise ImportError("the package ns3 was loaded without the library of tcp-lossy; is another ns-3 "
                          "found before it, by PATH or LD_LIBRARY_PATH?")
    # cppyy takes an alias of an enumeration for a number.
    loaded.LossyDumbbellHelper.Direction = loaded.LossyPathHelper.Direction
    loaded.cppyy.include(str(Path(__file__).with_name("bridge.h")))
    return loaded


class _Loaded:
    """What has a namespace's names, and loads the namespace at the first."""

    def __init__(self, get: Callable[[], Any]) -> None:
        self._get = get

    def __getattr__(self, name: str) -> Any:
        # Whoever looks for what objects have in general, as help() does, loads nothing.
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._get(), name)

    def __dir__(self) -> list[str]:
        return dir(self._get())

    def __repr__(self) -> str:
        return "<ns-3's namespace>"


ns = _Loaded(_load)
bridge = _Loaded(lambda: _load().cppyy.gbl.tcp_lossy_bridge)


def dereference(pointer: Any) -> Any:
    """The object that a Ptr points to; cppyy converts none of ns-3's Ptrs to those of a base class."""
    return pointer.__deref__() if hasattr(pointer, "__deref__") else pointer


def is_a(pointer: Any, kind: Any) -> bool:
    """Whether cast() would succeed."""
    try:
        return bool(cast(pointer, kind))
    except TypeError:
        return False


def cast(pointer: Any, kind: Any) -> Any:
    """The same object as another class, as ns-3's DynamicCast.

    pointer: what a container's Get() returns, such as a Ptr to ns.Application
    kind: the class, such as ns.PacketSink, or its name in ns-3, "PacketSink"

    Raises TypeError if the object is null or not of this class.
    """
    target = kind
    if isinstance(kind, str):
        target = getattr(ns, kind.removeprefix("ns3::"), None)
        if target is None:
            raise TypeError(f"ns-3 has no class '{kind}'")
    try:
        result = bridge.Cast[target](dereference(pointer))
    except TypeError:
        raise TypeError(f"{pointer!r} is no Ptr to an object of ns-3") from None
    if not result:
        raise TypeError(f"{pointer!r} is no {target.__name__}")
    return result
