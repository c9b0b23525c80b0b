# SPDX-License-Identifier: GPL-2.0-only
"""Attributes of ns-3 by name, from Python's values."""

from __future__ import annotations

import re
from typing import Any, Callable

from . import quantities
from .namespace import ns
from .session import at_end


def set_default(name: str, value: Any) -> None:
    """Set the default of an attribute, as ns.Config.SetDefault.

    name: such as "ns3::TcpSocket::SegmentSize"
    value: a number, truth value, text, time (seconds or "50ms") or rate (bit/s or "1Mbps"), as the
        attribute wants it; or an AttributeValue of ns-3

    Within simulation() it holds until its end. Raises ValueError for an unknown type or attribute
    and for a value that the attribute does not take, with those that it does.
    """
    if not isinstance(name, str):
        raise TypeError(f"the attribute's name must be a text, not {name!r}")
    type_name, _, attribute = name.rpartition("::")
    found, type_id = ns.LookupByNameFailSafe(type_name)
    if not found:
        raise ValueError(f"'{name}': ns-3 has no type '{type_name}'")
    converted = _convert(type_id, attribute, value)
    owner, index = _owner(type_id, attribute)
    before = owner.GetAttribute(index).initialValue
    at_end(lambda: owner.SetAttributeInitialValue(index, before))
    owner.SetAttributeInitialValue(index, converted)


def set_attribute(obj: Any, name: str, value: Any) -> None:
    """Set an attribute of one object, as its SetAttribute.

    obj: a Ptr to an object of ns-3
    name: such as "SegmentSize"
    value: as for set_default()

    Raises ValueError as set_default() does, and for an attribute that cannot be changed any more.
    """
    type_id = obj.GetInstanceTypeId()
    if not obj.SetAttributeFailSafe(name, _convert(type_id, name, value).__deref__()):
        raise ValueError(f"{type_id.GetName()}::{name} cannot be set to {value!r} now")


def _owner(type_id: Any, attribute: str) -> tuple[Any, int | None]:
    """The TypeId among this one and its parents that declares an attribute, and the index there."""
    while True:
        for index in range(type_id.GetAttributeN()):
            if str(type_id.GetAttribute(index).name) == attribute:
                return type_id, index
        if not type_id.HasParent():
            return None, None
        type_id = type_id.GetParent()


def _names(type_id: Any) -> list[str]:
    names: set[str] = set()
    while True:
        names.update(str(type_id.GetAttribute(i).name) for i in range(type_id.GetAttributeN()))
        if not type_id.HasParent():
            return sorted(names)
        type_id = type_id.GetParent()


def _convert(type_id: Any, attribute: str, value: Any) -> Any:
    """The Ptr to the AttributeValue for a value of Python."""
    owner, index = _owner(type_id, attribute)
    if owner is None:
        raise ValueError(f"{type_id.GetName()} has no attribute '{attribute}'; it has "
                         f"{', '.join(_names(type_id))}")
    checker = owner.GetAttribute(index).checker
    name = f"{type_id.GetName()}::{attribute}"
    if not isinstance(value, ns.AttributeValue):
        value = _attribute_value(checker, name, value)
    valid = checker.CreateValidValue(value)
    if not valid:
        raise ValueError(f"{name}: {value.SerializeToString(checker)} is not in "
                         f"{_allowed(checker)}")
    return valid


def _allowed(checker: Any) -> str:
    return str(checker.GetUnderlyingTypeInformation() if checker.HasUnderlyingTypeInformation()
               else checker.GetValueTypeName())


def _bounds(checker: Any, widest: tuple[int, int]) -> tuple[int, int]:
    """The least and the largest whole number that a checker takes; it says "uint32_t 0:4294967295"."""
    found = re.fullmatch(r"\w+ (-?\d+):(-?\d+)", _allowed(checker))
    return (int(found[1]), int(found[2])) if found else widest


def _attribute_value(checker: Any, name: str, value: Any) -> Any:
    # Of an enumeration: EnumValue<...>.
    kind = str(checker.GetValueTypeName()).removeprefix("ns3::").partition("<")[0]
    if kind not in _CONVERSIONS:
        raise TypeError(f"{name}: give it as ns.{kind}(...)")
    return _CONVERSIONS[kind](checker, name, value)


def _truth(_: Any, name: str, value: Any) -> Any:
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, not {value!r}")
    return ns.BooleanValue(value)


def _text(checker: Any, name: str, value: Any) -> Any:
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a text, not {value!r}")
    # ns-3 would end the program.
    if _allowed(checker) == "LossRecoveryChoice":
        fault = str(ns.LossRecoveryChoice(value).FindFault())
        if fault:
            raise ValueError(f"{name}: {fault}")
    return ns.StringValue(value)


def _choice(checker: Any, name: str, value: Any) -> Any:
    choices = _allowed(checker).split("|")
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, not {value!r}")
    return ns.StringValue(value)


def _type_id(_: Any, name: str, value: Any) -> Any:
    found, type_id = ns.LookupByNameFailSafe(value)
    if not found:
        raise ValueError(f"{name}: ns-3 has no type {value!r}")
    return ns.TypeIdValue(type_id)


_CONVERSIONS: dict[str, Callable[[Any, str, Any], Any]] = {
    "BooleanValue": _truth,
    "DoubleValue": lambda _, name, value: ns.DoubleValue(quantities.number(value, name)),
    "IntegerValue": lambda checker, name, value: ns.IntegerValue(
        quantities.integer(value, name, *_bounds(checker, (-2 ** 63, 2 ** 63 - 1)))),
    "UintegerValue": lambda checker, name, value: ns.UintegerValue(
        quantities.integer(value, name, *_bounds(checker, (0, 2 ** 64 - 1)))),
    "TimeValue": lambda _, name, value: ns.TimeValue(
        ns.Seconds(quantities.seconds(value, name, low=-quantities.MOST_SECONDS))),
    "DataRateValue": lambda _, name, value: ns.DataRateValue(
        ns.DataRate(quantities.bits_per_second(value, name))),
    "StringValue": _text,
    "EnumValue": _choice,
    "TypeIdValue": _type_id,
}
