# SPDX-License-Identifier: GPL-2.0-only
"""Trace sources of numbers, whatever ns-3 calls their type."""

from typing import Any, Callable, Iterable

from .namespace import bridge, dereference
from .series import Series
from .session import keep


def on_change(obj: Any, source: str, function: Callable[[float, float, float], object]) -> None:
    """Call a function whenever a traced value changes.

    obj: a Ptr to an object of ns-3, such as a socket
    source: name of its trace source, whose values must be numbers, truth values or times
    function: called with the time in seconds, the old value and the new one, as floats; a time in
        seconds, else in the unit of the source. It stays alive until the simulation is destroyed,
        and what it raises comes out of run().

    Raises ValueError for a trace source that the object does not have, with those that it has.
    """
    keep(function)
    _listen(obj, source, function)


def sample(obj: Any, source: str) -> Callable[[], Series]:
    """Keep all values of a trace source from now on; a function that returns them as a Series."""
    samples = bridge.MakeSamples()
    keep(samples)
    _listen(obj, source, bridge.Keep(samples))
    return lambda: to_series(samples)


def source_owner(objects: Iterable[Any], source: str) -> Any:
    """The first of some objects of ns-3 that has a trace source; ValueError if none has."""
    known = [_sources(obj.GetInstanceTypeId()) for obj in objects]
    for obj, sources in zip(objects, known):
        if source in sources:
            return obj
    raise ValueError(f"no trace source '{source}'; there are "
                     f"{', '.join(sorted(set().union(*known)))}")


def to_series(samples: Any) -> Series:
    """Series of the bridge's samples."""
    return Series(list(samples.times), list(samples.values))


def _sources(type_id: Any) -> dict[str, str]:
    """Trace sources of a TypeId and its parents: the type of the callback by name."""
    sources: dict[str, str] = {}
    while True:
        for index in range(type_id.GetTraceSourceN()):
            information = type_id.GetTraceSource(index)
            sources.setdefault(str(information.name), str(information.callback))
        if not type_id.HasParent():
            return sources
        type_id = type_id.GetParent()


def _listen(obj: Any, source: str, listener: Any) -> None:
    type_id = obj.GetInstanceTypeId()
    sources = _sources(type_id)
    if source not in sources:
        raise ValueError(f"{type_id.GetName()} has no trace source '{source}'; it has "
                         f"{', '.join(sorted(sources))}")
    kind = sources[source].rpartition("::")[2]
    if not bridge.Listen(dereference(obj), source, kind, listener):
        raise ValueError(f"trace source '{source}' of {type_id.GetName()} is of type {kind}, which "
                         f"is no number, truth value or time")
