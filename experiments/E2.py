# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, ratios, variant

from shared import figure as _figure
from shared import study as _study

title = "which control, recovery law and sender for which path: all combinations"
paper = "beyond the papers"
see = "A column is a sender, a row a control with a recovery law. Where columns differ the sender matters, where rows do the control."
unstated = """One flow for 20 s (60 s at 600 ms) over 10 Mbit/s with a queue of one pipe; where nothing else is said, the round
trip is 40 ms. Losses are independent (random), or come in bursts of 20 ms in which half of the segments are lost (burst, with
the mean rate). On the paths late segments come up to 5 ms late, so that some overtake others. On acks 1 % of the segments and
a fifth of the ACKs are lost. Beside cubic another flow, of the preset cubic, begins at the same time and shares the queue, for 40 s; senders Sack and Rack only.
Receivers delay every other ACK by up to 200 ms; the timer is that of RFC 6298, 1 s at least. The sender rfc6675 is that
RFC's; newreno, sack and fack are as in the papers: a timeout forgets what was SACKed (RFC 2018), and a lost retransmission costs one. BBR sets its window itself: no law does."""
program = "tcp-lossy-study"
by_default = False
seeds = (3, 10)
fingerprint = "path=random-0.01 control=bbr law=none sender=rack"

_laws = {
    "classic": "TcpClassicRecovery",
    "prr": "TcpPrrRecovery",
    "rampdown": "TcpRampdownRecovery",
    "dynamic": "TcpDynamicRecovery",
}
_law = axis("law", list(_laws), law=lambda w: f"ns3::{_laws[w]}")
_bbr = case("control=bbr law=none", variant="ns3::TcpBbr")
_SENDERS = "newreno sack rfc6675 fack rack".split()
_senders = axis("sender", _SENDERS, socket="scoreboard-{}")
_two = axis("sender", "sack rack", socket="scoreboard-{}")
_rfc2018 = variant("rfc2018", sackEncoding="rfc2018")
_compressed = variant("compressed", sackEncoding="compressed")
runs = [
    _study.flows(paths, *controls, senders, encoding)
    for paths, senders, encoding in (
        (_study.alone, _senders, _rfc2018),
        ([_study.beside_cubic], _two, _rfc2018),
        ([_study.lost_acks], _senders, _compressed),
    )
    for controls in ((_study.controls, _law), (_bbr,))
]
derived = ratios("throughput", "compressed", "rfc2018")


# A row of the picture for each control with a recovery law; BBR has none.
_ROWS = [(c, law) for c in _study.CONTROLS for law in _laws] + [("bbr", "none")]


def _cells(path):
    """Throughput to the best of a path without BBR in %, for each row and sender; nothing where it was not run."""
    grid = path.pivot_table(index=["control", "law"], columns="sender", values="mean")
    grid = grid.reindex(index=_ROWS, columns=_SENDERS)
    grid = 100 * grid / grid.iloc[:-1].max().max()
    grid.index, grid.columns = range(1, len(_ROWS) + 1), range(1, len(_SENDERS) + 1)
    cells = grid.rename_axis(index="row").reset_index()
    cells = cells.melt("row", var_name="sender", value_name="percent").sort_values(["row", "sender"])
    return cells[["sender", "row", "percent"]]


def tables(means):
    found = _figure.rows(means, "throughput", "rfc2018")
    return {f"cells-{name}": _cells(path) for name, path in found.groupby("path")}
