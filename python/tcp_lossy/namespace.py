# SPDX-License-Identifier: GPL-2.0-only
"""ns-3's namespace, loaded with this module's library, and what is awkward about its pointers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
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


# ns-3 takes libraries from below the current folder, too: a build folder there, of this module or of
# ns-3, would be taken for a second ns-3 and refused.
_ns3 = find_spec("ns3").submodule_search_locations[0]  # type: ignore[union-attr, index]
with _in_folder(Path(_ns3) / "lib64"):
    from ns import ns  # type: ignore[import-untyped]

if not hasattr(ns, "TcpVariantPreset"):
    raise ImportError("the package ns3 was loaded without the library of tcp-lossy; is another ns-3 "
                      "found before it, by PATH or LD_LIBRARY_PATH?")

ns.cppyy.include(str(Path(__file__).with_name("bridge.h")))
bridge = ns.cppyy.gbl.tcp_lossy_bridge


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
