# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import asserted, decides, knees, pick, published, reading

from shared import buffers as _buffers
from shared import figure as _figure

title = "goodput of NewReno against internal buffers"
paper = "TCP buffer paper, Fig 2(a)"
see = "The knee is less than 3 % above eq. (1) with the printed minus; goodput collapses between C RTT_m + B and the knee."
unstated = (
    _buffers.unstated
    + """ Up to C RTT_m = 5000 packets nothing is lost: 6 s,
20 round trips, and one B are enough. Above C RTT_m + B a
cycle of NewReno takes 20 to 37 s: goodput is that of whole cycles, and the runs last for one at least."""
)
program = "buffer-goodput"
random = False


def _ample(setting):
    """What a flow can leave unacknowledged is less: in one setting only a little more than 1.03 of the eq. (1) printed."""
    return 120 if setting[3] == 110309 else 103


_narrow = _buffers.settings[0]


def _less(setting):
    """Half of it is enough to see the collapse in one setting."""
    few = (50, 100) if setting == _narrow else (100,)
    return _part(setting, pick(few, (10, 25, 50, 75, 90, 95, 98, 100, 101, 102)))


def _part(setting, percents):
    return [setting[3] * p // 100 for p in percents]


def _end(setting):
    return "80s" if setting[2] == "0.5" else "75s"


def _end_of_ample(setting):
    """Buffers that are never full: where a first cycle is also the largest, one is enough."""
    return "45s" if setting[0] == "0.01" and setting[2] != "0.5" else _end(setting)


runs = [
    run
    for setting in _buffers.settings
    for run in (
        _buffers.goodput(
            setting,
            _part(setting, sorted(pick({103, _ample(setting)}, {103, 105, 120}))),
            "newreno",
            to=_end_of_ample(setting),
        ),
        # 8000 is a little above C RTT_m + B: there losses begin.
        _buffers.goodput(
            setting,
            _less(setting) + [8000],
            "newreno",
            to=_end(setting),
        ),
    )
]
runs += _buffers.below("newreno", "16s")
runs += [_buffers.paced(_narrow, [8000, 120461], "newreno", to=_end(_narrow))]
derived = knees("goodput", "Q", "newreno")
numbers = [
    row
    for setting in _buffers.settings
    for a, b, share, minus, _, table, _ in [setting]
    for row in published(
        table,
        _buffers.table("NewReno", a, b, share),
        reading(
            "simulated, with ample buffers",
            "max_unacknowledged",
            "newreno",
            f"a={a} b={b} B={share} Q={minus * _ample(setting) // 100}",
            expect=(minus, table),
            why="between eq. (1) as printed and Table I",
        ),
        tolerance=5,
        of="B1",
    )
] + [
    row
    for a, b, share, _, _, table, _ in _buffers.settings
    for row in published(
        table,
        f'Fig 2(a): NewReno\'s knee, a={a} b={b} B={share}, "very accurate" read as within 5 %',
        decides("knee", "newreno", f"a={a} b={b} B={share}"),
        tolerance=round(0.05 * table),
        because=[
            asserted(
                "Table I has the plus in eq. (1); goodput is full 3 % above eq. (1) as printed, the next point that was run."
            )
        ],
    )
]
fingerprint = "a=0.01 b=0.125 B=0.05 Q=1250"


def tables(means):
    """The model's buffers, Table I's and the flow's, at each setting: its largest Q is ample, and nothing is lost before."""
    at = ["a", "b", "B"]
    found = [
        _figure.rows(means, quantity, "newreno").sort_values("Q").groupby(at)["mean"].last().rename(quantity)
        for quantity in ("max_unacknowledged", "model_minus", "model_plus", "model")
    ]
    table = found[0].to_frame().join(found[1:])
    printed = {tuple(map(float, s[:3])): s[5] for s in _buffers.settings}
    table["printed"] = [printed[setting] for setting in table.index]
    off = 100 * table.iloc[:, 1:].div(table["max_unacknowledged"], axis=0) - 100
    return {"off-newreno": off.reset_index()}
