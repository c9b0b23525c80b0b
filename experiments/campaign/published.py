# SPDX-License-Identifier: GPL-2.0-only
"""Numbers that papers print, our rows for them, and what was varied where ours differ."""

from dataclasses import dataclass, replace

from . import points
from .verdict import AT_LEAST, AT_MOST

# Between the parts of a reason, and between reasons, where they stand in one cell of a table.
SHOWN_BY = " -> "
INSTEAD_OF = " <- "
BETWEEN = " | "
ASSERTED = "asserted: "


@dataclass(frozen=True)
class Published:
    """A number that a paper prints.

    runs: how many runs of the paper's it is the mean of; bound: "at least" or "at most" where it is
    no value; of: the experiment whose row decides, if not this one; chosen: whether our choice of
    what the paper leaves open was made by it.
    """

    value: float
    source: str
    tolerance: float
    runs: int
    bound: str
    of: str
    chosen: bool
    reasons: tuple
    has_readings: bool

    @property
    def has_reasons(self):
        """Whether anything was varied, or a cause is asserted."""
        return bool(self.reasons) or self.has_readings


@dataclass(frozen=True)
class Number:
    """A row of ours: for a number that a paper prints, with a range that ours must keep, or both."""

    quantity: str
    variant: str
    point: tuple
    expect: tuple | None
    why: str
    published: Published | None = None
    reading: str = ""

    @property
    def key(self):
        """What it is called among the groups of its experiment."""
        return self.quantity, self.variant, self.point

    @property
    def decides(self):
        """Whether the published number's verdict is this row's."""
        return self.published is not None and not self.reading


@dataclass(frozen=True)
class Varied:
    """What was made otherwise, the row that shows what came of it, and the row to compare it with."""

    what: str
    row: str
    base: str

    def __str__(self):
        return f"{self.what}{SHOWN_BY}{self.row}" + (
            f"{INSTEAD_OF}{self.base}" if self.base else ""
        )


@dataclass(frozen=True)
class Asserted:
    """A cause that we take for likely, and that no run shows."""

    what: str

    def __str__(self):
        return f"{ASSERTED}{self.what}"


# What the experiments' files call.


def number(quantity, variant, point="", *, expect=None, why=""):
    """A row with a range that ours must keep; expect is (least, largest), either may be None."""
    if expect is None:
        raise ValueError(f"number {quantity} {variant} {point}: no range is expected")
    return _row(quantity, variant, point, expect, why)


def decides(quantity, variant, point="", *, expect=None, why=""):
    """The row that decides on a published number."""
    return _row(quantity, variant, point, expect, why)


def reading(what, quantity, variant, point="", *, expect=None, why=""):
    """A row in which something is read or chosen otherwise."""
    return _row(quantity, variant, point, expect, why, _text(what))


def published(
    value,
    source,
    *rows,
    tolerance=0,
    runs=1,
    bound="",
    of="",
    chosen=False,
    because=(),
):
    """Our rows for a number that a paper prints."""
    if bound not in ("", AT_LEAST, AT_MOST):
        raise ValueError(f"published {source}: bound is '{AT_LEAST}' or '{AT_MOST}'")
    if not source or runs < 1 or tolerance < 0:
        raise ValueError(f"published {value} {source}: source, runs or tolerance cannot be")
    if bool(of) == any(not row.reading for row in rows):
        raise ValueError(f"published {source}: rows decide, here or in one other experiment")
    if not all(isinstance(reason, (Varied, Asserted)) for reason in because):
        raise ValueError(f"published {source}: a reason is varied(...) or asserted(...)")
    known = Published(
        value,
        source,
        tolerance,
        runs,
        bound,
        of,
        chosen,
        tuple(because),
        any(row.reading for row in rows),
    )
    return [replace(row, published=known) for row in rows]


def varied(what, row, base=""):
    """A reason that a run shows: rows are named 'ID QUANTITY VARIANT POINT'.

    The base, if it is not the row that decides, is what the row is compared with.
    """
    return Varied(_text(what), " ".join(row.split()), " ".join(base.split()))


def asserted(what):
    """A cause that no run shows."""
    return Asserted(_text(what))


def _row(quantity, variant, point, expect, why, what=""):
    if expect is not None and None not in expect and expect[0] > expect[1]:
        raise ValueError(f"number {quantity} {variant} {point}: expect is empty: {expect}")
    return Number(quantity, variant, points.parse(point), expect, why, None, what)


def _text(what):
    if not what or any(mark in what for mark in (SHOWN_BY, INSTEAD_OF, BETWEEN)):
        raise ValueError(f"'{what}' says nothing, or has a mark between reasons in it")
    return what
