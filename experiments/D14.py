# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, changes, differences, ratios, sweep

from shared import figure as _figure
from shared import wireless as _wireless

title = "what the VenoDR paper leaves open, one choice after the other"
paper = "beyond the VenoDR paper, after its Figs 5, 7 and 8"
see = """Beside timer, pipe and Reno (D12) one choice decides: whether what had left when a recovery began counts in the
deflation."""
unstated = (
    _wireless.place
    + """Each row is a figure's run with one choice made otherwise: fig=5 is D5's flow at 2 %, fig=7 and fig=8 D7's and D8's
ten flows at 2 %, on a link of other rate or delay whose buffer is its pipe, as everywhere. minqueue-0 is the bare rule of the
paper's threshold (MinQueue = 0), minqueue-3 takes three segments for the least queue. The
points of D12's map are with venodr+later, which counts in a deflation only what leaves after it began."""
)
program = "wireless-path"
by_default = False
_MIN_QUEUE = "ns3::TcpVenoDr::MinQueue"
_rivals = [_wireless.venodr, *_wireless.paper_rivals]


def _five(name, variants=_rivals, **options):
    """Fig 5: one flow at 2 %."""
    return _wireless.one_flow(
        case(f"fig=5 choice={name}"), axis("p", [0.02], per="{}"), variants, **options
    )


def _eight(name, **options):
    """Figs 7 and 8: ten flows at 2 %."""
    return _wireless.ten_flows(
        case(f"fig=8 choice={name}"), axis("p", [0.02], per="{}"), _wireless.ten_rivals, **options
    )


def _seven(name, losses=axis("p", [0.02], loss="{}"), bw=20, rtt=100, **options):
    """Fig 7: VenoDR alone, by a program that also runs without ns-3."""
    return sweep(
        case(f"fig=7 choice={name}"),
        losses,
        _wireless.venodr,
        program="sack-veno-utilisation",
        connections=10,
        **_wireless.dumbbell(bw, rtt) | {"startSpread": "1s", "to": "50s"} | options,
    )


runs = [
    _five("base"),
    _five("to-100s", to="100s"),
    _five("minqueue-0", **{_MIN_QUEUE: "0"}),
    _five("minqueue-3", **{_MIN_QUEUE: "3"}),
    _five("window-64kB", receiveBuffer=65536),
    _five("initial-window-10", initialWindow=10),
    _five("buffer-half", queue=8),
    _five("buffer-twice", queue=34),
    _five("segment-1460", segmentSize=1460),
    _eight("base"),
    _eight("to-100s", to="100s"),
    _eight("rate-10", rate="10Mbps"),
    _eight("rate-40", rate="40Mbps"),
    _eight("rtt-50", delay="25ms"),
    _eight("rtt-200", delay="100ms"),
    _eight("timer-1s", **_wireless.former),
    _seven("base"),
    _seven("to-100s", to="100s"),
    _seven("rate-40", bw=40),
    _seven("rtt-200", rtt=200),
    _seven("timer-1s", **_wireless.former),
    _seven("to-100s-rtt-20", axis("p", "0.005 0.02 0.05", loss="{}"), rtt=20, to="100s"),
    *(
        _wireless.at(place, rto, "0.02", [_wireless.later, *_wireless.rfc2581_rivals, *_wireless.paper_rivals])
        for rto in _wireless.TIMERS
        for place in _wireless.PLACES
    ),
]
derived = (
    ratios("total_throughput", "venodr", *_wireless.paper_names)
    + differences("jain_index", "venodr", *_wireless.paper_names)
    + ratios("total_throughput", "venodr+later", *_wireless.rfc2581_names, *_wireless.paper_names)
    + changes("jain_index", "choice", "base", "venodr")
)


def tables(means):
    found = _figure.choices(means, {name: f"venodr/{name}" for name in _wireless.paper_names}, (5, 8))
    return found | {f"5-{name}": _wireless.with_fig5(found[f"5-{name}"], name) for name in _wireless.paper_names}
