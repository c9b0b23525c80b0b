# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, changes, sweep

from shared import figure as _figure
from shared import veno as _veno

title = "readings of the SACK TCP Veno paper's text, one option after the other"
paper = "beyond the SACK TCP Veno paper, after its Figs 3 and 5"
see = "None of what the text leaves open about N takes the lead away."
unstated = (
    _veno.sender
    + """fig=3 is V2's pipe passed twice, fig=5 V4's single connection. choice=base is V2 and V4. rate-0.4 is one pipe that each packet passes twice, and so fills twice. clock-1ms stamps segments in whole milliseconds (section 2.2; Granularity),
first-round evaluates a round that begins without BaseRTT (EvaluateFirstRound), unknown-random judges a loss before the first
evaluation random (UnknownIsRandom), tagged takes the tagged segment's round trip (Sample), alpha-3 has the threshold of Fu and
Liew's Veno, no-reset keeps BaseRTT (ResetBaseRtt = false), full-pace never halves its growth (Beta = 10^9)."""
)
program = "sack-veno-single-flow"
by_default = False
_of = "ns3::TcpSackVeno::{}".format
_readings = {
    "base": {},
    "rate-0.4": {"rate": "400kbps"},
    "clock-1ms": {_of("Granularity"): "1ms"},
    "first-round": {_of("EvaluateFirstRound"): "true"},
    "unknown-random": {_of("UnknownIsRandom"): "true"},
    "tagged": {_of("Sample"): "Tagged"},
    "alpha-3": {_of("Alpha"): "3"},
    "no-reset": {_of("ResetBaseRtt"): "false"},
    "full-pace": {_of("Beta"): "1e9"},
}


def _cases(fig, names):
    return [case(f"fig={fig} choice={name}", **_readings[name]) for name in names.split()]


runs = [
    sweep(
        _cases(3, " ".join(_readings)),
        _veno.both(),
        **_veno.common | _veno.FIG3 | {"passes": 2, "delayedAck": 2},
    ),
    sweep(
        _cases(5, "base first-round unknown-random"),
        axis("p", "0.01 0.1", loss="{}"),
        _veno.both(),
        program="sack-veno-utilisation",
        **_veno.common | _veno.FIG5 | {"delayedAck": 2},
    ),
]
derived = (
    _veno.compare("throughput")
    + _veno.compare("utilisation")
    + changes("ratio", "choice", "base", _veno.pair(""))
)


def tables(means):
    return _figure.choices(means, {"sack-veno": "sack-veno/sack"}, (3,))
