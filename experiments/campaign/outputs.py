# SPDX-License-Identifier: GPL-2.0-only
"""What the programs print: '# key: value' lines, then a CSV header and rows."""

from typing import NamedTuple

from . import points
from .errors import CampaignError

_NEEDED = ("quantity", "unit", "value")


class Row(NamedTuple):
    """One value; time is in seconds, None for a value of the whole run."""

    quantity: str
    variant: str
    unit: str
    time: float | None
    value: float
    inner: tuple


class Output(NamedTuple):
    """A program's output."""

    description: dict
    rows: list


def read_description(text):
    """The '# key: value' lines."""
    description = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        key, colon, value = line[1:].partition(":")
        if colon:
            description[key.strip()] = value.strip()
    return description


def read(text, name, inner=()):
    """Read an output; inner names the coordinates that its rows carry."""
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if line and not line.startswith("#")), None)
    if start is None:
        raise CampaignError(f"{name}: there is no header, the output is not complete")
    header = lines[start].split(",")
    lacking = [column for column in _NEEDED if column not in header]
    if lacking:
        raise CampaignError(f"{name}: the header has no column '{lacking[0]}'")
    place = {column: i for i, column in enumerate(header)}
    rows = []
    for number, line in enumerate(lines[start + 1 :], start + 2):
        fields = line.split(",")
        try:
            if len(fields) != len(header):
                raise ValueError(f"expected {len(header)} fields, found {len(fields)}")
            rows.append(_row(fields, place, inner))
        except ValueError as error:
            raise CampaignError(f"{name}:{number}: {error}") from error
    return Output(read_description(text), rows)


def _row(fields, place, inner):
    def get(column):
        return fields[place[column]] if column in place else ""

    time = get("time")
    return Row(
        quantity=get("quantity"),
        variant=get("variant"),
        unit=get("unit"),
        time=float(time) if time else None,
        value=float(get("value")),
        inner=_inner_point(inner, get) if inner else (),
    )


def _inner_point(inner, get):
    """Coordinates from columns of their own, or from the column 'x'."""
    in_x = dict(points.parse(get("x")))
    pairs = [(name, get(name) or in_x.get(name, "")) for name in inner]
    return tuple((name, value) for name, value in pairs if value)
