# SPDX-License-Identifier: GPL-2.0-only
_wireless = shared("wireless")

title = "throughput at 2 % errors against bandwidth and delay"
paper = "VenoDR paper, Fig 6"
see = "The lead grows with the bandwidth and shrinks with the round trip, since it is made of timeouts."
unstated = (
    """Which bandwidths, and the delays of its links: this is also the table of what D5 depends on. Buffers
are equal to the pipe; rtt is the round trip of propagation in ms. The last points: delayed ACKs, and a
timer that waits for 200 ms at least instead of 1 s. """
    + _wireless.timer
)
program = "wireless-path"


def _half(rtt):
    return f"{int(rtt) // 2}ms"


_rates = pick("2 5 10 20", "2 5 10 20 50")
_trips = pick("20 50 100", "4 20 50 100 200")
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
        _errors, _ten, case("rto=0.2"), _wireless.rivals, minRto="200ms", clockGranularity="1ms"
    ),
]
derived = ratios("throughput", "venodr", *_wireless.names)
numbers = [
    number(
        "ratio", f"venodr/{name}", f"p=0.02 bw={bw}", expect=(1, None), why="Fig 6: the lead stays"
    )
    for bw in (5, 10, 20)
    for name in ("veno-reno", "reno", "westwood-plus")
]
