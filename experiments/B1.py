# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import decides, published, reading, sweep

from shared import buffers as _buffers
from shared import figure as _figure

title = "buffers that NewReno and SACK require, by the model"
paper = "TCP buffer paper, Table I"
see = "SACK's column comes out to the packet; NewReno's does if the last term of eq. (1) has a plus, against the printed minus."
unstated = "No simulation: the formulas, with both readings of the sign in eq. (1)."
program = "buffer-table"
random = False
inner = ("a", "b", "B")
runs = [sweep()]

numbers = [
    row
    for a, b, share, minus, bound, newreno, sack in _buffers.settings
    for row in (
        *published(
            newreno,
            _buffers.table("NewReno", a, b, share),
            decides(
                "buffer", "newreno-minus", f"a={a} b={b} B={share}", expect=(0.9 * newreno, newreno)
            ),
            reading(
                "eq. (1) with a plus before its last term, against the printed minus",
                "buffer",
                "newreno-plus",
                f"a={a} b={b} B={share}",
                expect=(newreno - 5, newreno + 5),
            ),
            tolerance=5,
        ),
        *published(
            sack,
            _buffers.table("SACK", a, b, share),
            decides("buffer", "sack", f"a={a} b={b} B={share}", expect=(sack - 1, sack + 1)),
            tolerance=1,
        ),
    )
]


def tables(means):
    """By how much the model is off what the paper prints, in %."""
    found = {}
    for name in ("newreno-minus", "newreno-plus", "sack"):
        printed = {tuple(map(float, s[:3])): s[6 if name == "sack" else 5] for s in _buffers.settings}
        model = _figure.rows(means, "buffer", name).set_index(["a", "b", "B"])["mean"]
        found[f"off-{name}"] = (100 * (model / [printed[setting] for setting in model.index] - 1)).reset_index()
    return found
