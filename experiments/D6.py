# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, number, pick, ratios

from shared import figure as _figure
from shared import wireless as _wireless

title = "throughput at 2 % errors against bandwidth and delay"
paper = "VenoDR paper, Fig 6"
see = """The lead over the three on ns-2's Reno stays at each bandwidth, and is smaller at 100 ms than at 20; over Veno on
NewReno recovery it is a tenth at most."""
unstated = (
    _wireless.place
    + """Which bandwidths: this is also the table of what D5 depends on. Buffers are equal to the pipe; rtt is the
round trip of propagation in ms, 20 where it is not said. delack=1 has delayed ACKs. The last point is what this laboratory
took before it had the map: a timer of 1 s at least with a granularity of 500 ms, limited transmit, and the Reno of RFC 2581."""
)
program = "wireless-path"


def _half(rtt):
    return f"{int(rtt) // 2}ms"


_rates = pick("2 5 10 20", "2 5 10 20 50")
_trips = pick("10 50 100", "4 10 50 100 200")
_errors = axis("p", [0.02], per="{}")
_ten = axis("bw", [10])
runs = [
    *[
        _wireless.one_flow(_errors, axis("bw", [bw]), _wireless.rivals, rate=f"{bw}Mbps")
        for bw in _rates.split()
    ],
    *[
        _wireless.one_flow(_errors, _ten, axis("rtt", [rtt]), _wireless.rivals, delay=_half(rtt))
        for rtt in _trips.split()
    ],
    _wireless.one_flow(_errors, _ten, case("delack=1"), _wireless.rivals, delayedAck=2),
    _wireless.one_flow(
        _errors,
        _ten,
        case("rtt=10 rto=1 limited=1"),
        [_wireless.venodr, *_wireless.rfc2581_rivals],
        delay="5ms",
        **_wireless.former | {"limitedTransmit": True},
    ),
]
derived = ratios("throughput", "venodr", *_wireless.names, *_wireless.rfc2581_names)
numbers = [
    number(
        "ratio",
        f"venodr/{name}",
        f"p=0.02 bw={bw}",
        expect=(1.05, None),
        why="Fig 6: the lead stays",
    )
    for bw in (2, 5, 10, 20)
    for name in _wireless.paper_names
]


def tables(means):
    """Throughput and ratio against bandwidth at 20 ms, and against round trip at 10 Mbit/s."""
    means = means.fillna({"rtt": 20})
    place = _figure.rows(means, "throughput", delack=None, rto=None)
    found = {"full": place[place["bw"] == 50][["bw"]].drop_duplicates()}
    for name in ("venodr", *_wireless.names, *(f"venodr/{name}" for name in _wireless.names)):
        quantity = "ratio" if "/" in name else "throughput"
        rows = _figure.rows(means, quantity, name, delack=None, rto=None)
        for axis_name, other, value in (("bw", "rtt", 20), ("rtt", "bw", 10)):
            table = rows[rows[other] == value].sort_values(axis_name)
            found[f"{axis_name}-{name.replace('/', '_over_')}"] = table[[axis_name, *_figure.INTERVAL]]
    for name in _wireless.rfc2581_names:
        table = _figure.rows(means, "ratio", f"venodr/{name}", delack=None, rto=1)
        found[f"former-{name}"] = table[["rtt", *_figure.INTERVAL]]
    return found
