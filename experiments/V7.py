# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, changes, mean, sweep

from shared import figure as _figure
from shared import veno as _veno

title = "what the SACK TCP Veno paper leaves open, one choice after the other"
paper = "beyond the SACK TCP Veno paper, after its Figs 3 to 7"
see = "In Figs 3 to 6 SACK-Veno keeps its lead under each of these choices; on the fast link of Fig 7, with delayed ACKs, it has none."
unstated = (
    _veno.sender
    + """Each row is a figure's run with one choice made otherwise: fig=3 is V2's pipe passed twice, fig=4 is V3,
fig=5 V4's single connection, fig=6 and fig=7 V5's and V6's four and four flows without random loss, 75 ms each way. As there an ACK for each
segment in fig=5 and fig=6, delayed ones in fig=3 and fig=4, and delayed ones in fig=7, too. no-reset keeps BaseRTT
(ResetBaseRtt = false), full-pace never halves its growth (Beta = 10^9). largest-N is
the mean over the N largest of V4's seven loss rates."""
)
program = "sack-veno-single-flow"
by_default = False
inner = ("flow",)
_four = _veno.SHARED | {"each": 4}
_figures = {
    3: _veno.FIG3 | {"passes": 2, "delayedAck": 2},
    4: _veno.FIG4 | {"delayedAck": 2},
    5: _veno.FIG5 | {"program": "sack-veno-utilisation", "delayedAck": 1},
    6: _four | _veno.LINKS[6] | {"program": "sack-veno-sharing", "delayedAck": 1},
    7: _four | _veno.LINKS[7] | {"program": "sack-veno-sharing", "delayedAck": 2},
}
# What they are run at; Figs 6 and 7 have both variants in each run.
_axes = {
    3: [_veno.both()],
    4: [axis("p", "0.001 0.01", loss="{}"), _veno.both()],
    5: [axis("p", [0.01], loss="{}"), _veno.both()],
}


def _vary(fig, name, *axes, **options):
    """A figure's run with one choice made otherwise."""
    axes = axes or _axes.get(fig, ())
    return sweep(case(f"fig={fig} choice={name}"), *axes, **_figures[fig] | _veno.common | options)


_timer = {"minRto": "200ms", "clockGranularity": "10ms"}
runs = [
    _vary(3, "base"),
    _vary(3, "timer-200ms", **_timer),
    _vary(3, "window-1", initialWindow=1),
    _vary(3, "window-10", initialWindow=10),
    _vary(3, "to-100s", to="100s"),
    _vary(3, "to-400s", to="400s"),
    _vary(4, "base"),
    _vary(4, "passes-2", passes=2),
    _vary(4, "timer-200ms", **_timer),
    _vary(4, "to-400s", to="400s"),
    _vary(5, "base"),
    _vary(5, "queue-8", queue=8),
    _vary(5, "queue-30", queue=30),
    _vary(5, "rate-0.8", rate="800kbps"),
    _vary(5, "rate-3.2", rate="3.2Mbps"),
    _vary(5, "segment-1460", segmentSize=1460),
    _vary(5, "timer-200ms", **_timer),
    _vary(5, "to-400s", to="400s"),
    *(
        _vary(5, f"largest-{count}", axis("p", _veno.LOSSES[-count:], loss="{}"), _veno.both())
        for count in (3, 4, 5, 6, 7)
    ),
    _vary(6, "base"),
    _vary(6, "spread-10s", startSpread="10s"),
    _vary(6, "to-1000s", to="1000s"),
    _vary(6, "timer-200ms", **_timer),
    _vary(7, "base"),
    _vary(7, "to-1000s", to="1000s"),
    _vary(7, "delay-25", delay="25ms"),
    _vary(7, "socket-stock", socket="stock", receiver="stock"),
    _vary(7, "no-reset", **{"ns3::TcpSackVeno::ResetBaseRtt": "false"}),
    _vary(7, "full-pace", **{"ns3::TcpSackVeno::Beta": "1e9"}),
    _vary(7, "full-pace-1000s", to="1000s", **{"ns3::TcpSackVeno::Beta": "1e9"}),
]
derived = (
    _veno.compare("throughput")
    + _veno.compare("utilisation")
    + _veno.compare("normalised_throughput")
    + mean("ratio", "p", _veno.pair(""))
    + changes("ratio", "choice", "base", _veno.pair(""))
    + changes("mean_ratio", "choice", "largest-7", _veno.pair(""))
)


def tables(means):
    return _figure.choices(means, {"sack-veno": "sack-veno/sack"}, (3, 4, 5, 6, 7))
