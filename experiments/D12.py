# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import number, pick, published, ratios, reading

from shared import figure as _figure
from shared import wireless as _wireless

title = "what the lead at 2 % errors depends on: the timer, the pipe, and which Reno"
paper = "VenoDR paper, Fig 5"
see = "Where the paper's three ratios lie among the choices that it does not state."
unstated = """All of them, varied here. rto: 1 is a timer of 1 s at least with a granularity of 500 ms, 0.2 is
ns-2's, 200 ms and 10 ms. The links: bw in Mbit/s, rtt in ms; buffers are equal to the pipe. Which Reno: that of
RFC 2581 (veno-reno, reno, and Westwood+ on NewReno), or +ns2, which fast-retransmits once in a window, as ns-2's
(its bugFix_). Limited transmit (RFC 3042) is off: the paper does not mention it; limited=1 has it on, as ns-2 since
November 2001, and window=20 is that with ns-2's default window of 20 segments as well. What a deflation begins at:
+flight takes what is in flight (DeflateFromFlight), which matters without limited transmit only. 40 s, as D4 to D6 and
D10, which share runs with it."""
program = "wireless-path"
by_default = False

_PLACE = (10, 20), "0.2"
_rivals = [_wireless.venodr, *_wireless.rfc2581_rivals, *_wireless.paper_rivals]
_of_ns2 = [_wireless.venodr, *_wireless.paper_rivals]
_more = pick([], [(2, 10), (20, 20), (5, 40), (10, 40), (20, 40), (2, 60)])
_at = _wireless.at
runs = (
    [_at(place, rto, "0.02", _rivals) for rto in _wireless.TIMERS for place in _wireless.PLACES + _more]
    + [_at(place, "0.2", "0.02", _wireless.flight) for place in ((10, 20), (2, 90))]
    + [_at(place, rto, "0.002", _of_ns2) for place, rto in (_PLACE, ((2, 90), "1"))]
    + [_at((5, 20), "1", "0.002", [_wireless.venodr, *_wireless.rfc2581_rivals])]
    + [
        _at(*_PLACE, "0.02", _of_ns2, " limited=1", limitedTransmit=True),
        _at(*_PLACE, "0.02", _of_ns2, " window=20", limitedTransmit=True, receiveBuffer=20 * 1400),
    ]
)
derived = ratios("throughput", "venodr", *_wireless.rfc2581_names, *_wireless.paper_names) + ratios(
    "throughput", "venodr+flight", "venodr"
)

# Of 24 places that at which least of the paper is refuted: doc/validation/verdict.rst.
_PLACED = "p=0.02 bw=5 rtt=20 rto=1"
numbers = (
    [
        number(
            "ratio", f"venodr/{name}", "p=0.02 bw=10 rtt=20 rto=0.2", expect=expect, why="as in D5"
        )
        for name, expect in (
            ("veno-reno+ns2", (1.3, 1.8)),
            ("reno+ns2", (1.8, 2.4)),
            ("westwood-plus+ns2", (1.2, 1.8)),
            ("westwood-plus", (0.75, 1)),
        )
    ]
    + [
        row
        for name, rival in zip(_wireless.rfc2581_names, ("veno", "reno", "westwood"))
        for row in published(
            *_wireless.fig5[rival],
            reading("the seeds that chose the place", "ratio", f"venodr/{name}", _PLACED),
            of="D15",
            chosen=True,
        )
    ]
    + published(
        *_wireless.fig4,
        *(
            reading(f"the seeds that chose the place, to {rival}", "ratio", f"venodr/{name}", "p=0.002 bw=5 rtt=20 rto=1")
            for name, rival in zip(_wireless.rfc2581_names, ("Veno", "Reno", "Westwood"))
        ),
        of="D15",
        tolerance=_wireless.ALMOST,
        chosen=True,
    )
)


_OCTETS = 1462  # of a packet on the link


def tables(means):
    """Where on the map a ratio lies: pipe in segments, least timeout in round trips, the ratio, Mbit/s."""
    found = {}
    for name in [*_wireless.rfc2581_names, *_wireless.paper_names]:
        ratio = _figure.rows(means, "ratio", f"venodr/{name}", p=0.02, limited=None, window=None)
        found[f"map-{name}"] = ratio.assign(
            pipe=ratio["bw"] * ratio["rtt"] * 1000 / 8 / _OCTETS, timeout=1000 * ratio["rto"] / ratio["rtt"]
        )[["pipe", "timeout", "mean", "bw"]]
    return found
