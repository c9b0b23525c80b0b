# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import case, sweep

from shared import figure as _figure
from shared import veno as _veno

title = "readings of the SACK TCP Veno paper's text, one option after the other"
paper = "beyond the SACK TCP Veno paper, after its Fig 3"
see = "None of what the text leaves open about N takes the lead away."
unstated = (
    _veno.sender
    + """fig=3 is V2's pipe passed twice. choice=base is V2. clock-1ms stamps segments in whole milliseconds (section 2.2; Granularity),
first-round evaluates a round that begins without BaseRTT (EvaluateFirstRound), unknown-random judges a loss before the first
evaluation random (UnknownIsRandom), tagged takes the tagged segment's round trip (Sample), alpha-3 has the threshold of Fu and
Liew's Veno, no-reset keeps BaseRTT (ResetBaseRtt = false), full-pace never halves its growth (Beta = 10^9)."""
)
program = "sack-veno-single-flow"
by_default = False
_of = "ns3::TcpSackVeno::{}".format
_readings = {
    "base": {},
    "clock-1ms": {_of("Granularity"): "1ms"},
    "first-round": {_of("EvaluateFirstRound"): "true"},
    "unknown-random": {_of("UnknownIsRandom"): "true"},
    "tagged": {_of("Sample"): "Tagged"},
    "alpha-3": {_of("Alpha"): "3"},
    "no-reset": {_of("ResetBaseRtt"): "false"},
    "full-pace": {_of("Beta"): "1e9"},
}
_common = {"delayedAck": 2, "to": "200s", "direct": True} | _veno.common


runs = [
    sweep(
        [case(f"fig=3 choice={name}", **options) for name, options in _readings.items()],
        _veno.both(),
        **_common
        | {"loss": 0.01, "reverseLoss": 0.01, "segmentSize": 1460, "delay": "50ms"}
        | {"rate": "800kbps", "queue": 8, "passes": 2}
        | {"receiver": "scoreboard", "receiveBuffer": 65536},
    ),
]
derived = _veno.compare("throughput")


def tables(means):
    return _figure.choices(means, ("sack-veno/sack",), (3,))
