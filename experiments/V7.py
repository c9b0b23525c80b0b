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
_both = _veno.both()


def _twice(name, **options):
    """Fig 3: dummynet's pipe, passed twice."""
    common = _veno.FIG3 | {"passes": 2, "delayedAck": 2}
    point = case(f"fig=3 choice={name}")
    return sweep(point, _both, **(common | _veno.common | options))


def _rates(name, **options):
    """Fig 4: four loss rates."""
    common = _veno.FIG4 | {"delayedAck": 2}
    return sweep(
        case(f"fig=4 choice={name}"),
        axis("p", "0.001 0.01", loss="{}"),
        _both,
        **(common | _veno.common | options),
    )


def _lone(name, *axes, **options):
    """Fig 5: one connection."""
    common = _veno.FIG5 | {"delayedAck": 1}
    return sweep(
        case(f"fig=5 choice={name}"),
        *axes,
        _both,
        program="sack-veno-utilisation",
        **(common | _veno.common | options),
    )


def _four(fig, name, **options):
    """Figs 6 and 7: four flows of each."""
    common = _veno.SHARED | _veno.LINKS[fig] | {"each": 4, "delayedAck": 1 if fig == 6 else 2}
    return sweep(
        case(f"fig={fig} choice={name}"),
        program="sack-veno-sharing",
        **(common | _veno.common | options),
    )


_timer = {"minRto": "200ms", "clockGranularity": "10ms"}
_one_percent = axis("p", [0.01], loss="{}")
runs = [
    _twice("base"),
    _twice("timer-200ms", **_timer),
    _twice("window-1", initialWindow=1),
    _twice("window-10", initialWindow=10),
    _twice("to-100s", to="100s"),
    _twice("to-400s", to="400s"),
    _rates("base"),
    _rates("passes-2", passes=2),
    _rates("timer-200ms", **_timer),
    _rates("to-400s", to="400s"),
    _lone("base", _one_percent),
    _lone("queue-8", _one_percent, queue=8),
    _lone("queue-30", _one_percent, queue=30),
    _lone("rate-0.8", _one_percent, rate="800kbps"),
    _lone("rate-3.2", _one_percent, rate="3.2Mbps"),
    _lone("segment-1460", _one_percent, segmentSize=1460),
    _lone("timer-200ms", _one_percent, **_timer),
    _lone("to-400s", _one_percent, to="400s"),
    *(
        _lone(f"largest-{count}", axis("p", _veno.LOSSES[-count:], loss="{}"))
        for count in (3, 4, 5, 6, 7)
    ),
    _four(6, "base"),
    _four(6, "spread-10s", startSpread="10s"),
    _four(6, "to-1000s", to="1000s"),
    _four(6, "timer-200ms", **_timer),
    _four(7, "base"),
    _four(7, "to-1000s", to="1000s"),
    _four(7, "delay-25", delay="25ms"),
    _four(7, "socket-stock", socket="stock", receiver="stock"),
    _four(7, "no-reset", **{"ns3::TcpSackVeno::ResetBaseRtt": "false"}),
    _four(7, "full-pace", **{"ns3::TcpSackVeno::Beta": "1e9"}),
    _four(7, "full-pace-1000s", to="1000s", **{"ns3::TcpSackVeno::Beta": "1e9"}),
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
