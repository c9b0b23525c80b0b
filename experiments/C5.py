# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import case, changes, differences, ratios, sweep

from shared import figure as _figure
from shared import twostate as _twostate

title = "what the compressed SACK paper leaves open: links, segments, window and timer"
paper = "beyond the compressed SACK paper, after its Figs 3 to 5"
see = "C1's counts are the same on other links and with other segments. In C2 no choice brings the paper's gain of 16 kbit/s."
unstated = """fig says which of the paper's figures, choice what is other than in C1 and C2; base is what these have. Fig 3 (C1): rate
in Mbit/s, delay in ms each way, segment in octets with a window of as many segments; case 1 is the rows of C1 without a point, 2
those of Fack at a window of 11, 3 those of the longer losses. Fig 5 (C2): runs of 600 s of 40 seeds, paired; rate in Mbit/s, rtt in ms, segment in
octets with a window of 64 of them; window-20 is a receiver's window of 20 segments; timer-1 is a timer of at least 1 s
with at least 500 ms for 4 RTTVAR, fine one of at least 200 ms with at least 10 ms. With 40 seeds the interval of the
difference excluded 0 at rate-1.6 and rtt-200, two of ten; both were then given 100 more, seeds 41 to 140.
Table 5: three choices beside C2 (base) at each of its durations, 100 seeds, paired; delack acknowledges every other segment."""
program = "compressed-sack-flow"
by_default = False
seeds = 140, 140
fingerprint = "fig=5 choice=base"

_cases = {
    1: ("sack", 20, "table1"),
    2: ("fack", 11, "table1"),
    3: ("fack", 20, "longer"),
}
_links = {
    "base": (0.8, 100, 1000),
    "rate-0.4": (0.4, 100, 1000),
    "rate-1.6": (1.6, 100, 1000),
    "delay-50": (0.8, 50, 1000),
    "delay-200": (0.8, 200, 1000),
    "segment-500": (0.8, 100, 500),
    "segment-1460": (0.8, 100, 1460),
}


def _chosen(choice, number):
    sender, window, losses = _cases[number]
    rate, delay, segment = _links[choice]
    return sweep(
        case(f"fig=3 choice={choice} case={number}", **_twostate.losses[losses]),
        _twostate.pair("", sender),
        random=False,
        timestamps=True,
        segmentSize=segment,
        receiveBuffer=window * segment,
        rate=f"{rate}Mbps",
        delay=f"{delay}ms",
        to="6s",
        **_twostate.link,
    )


def _segments(octets):
    return {"segmentSize": octets, "receiveBuffer": 64 * octets}


_two_state = {
    "base": {},
    "rate-0.4": {"rate": "0.4Mbps"},
    "rate-1.6": {"rate": "1.6Mbps"},
    "rtt-50": {"delay": "25ms"},
    "rtt-200": {"delay": "100ms"},
    "segment-500": _segments(500),
    "segment-1460": _segments(1460),
    "window-20": {"receiveBuffer": 20000},
    "timer-1": {"clockGranularity": "500ms", "minRto": "1s"},
    "fine": {"clockGranularity": "10ms"},
}
_encodings = _twostate.pair("", "sack", timestamps=True)
runs = [_chosen(choice, number) for choice in _links for number in _cases] + [
    sweep(
        case(f"fig=5 choice={choice}"),
        _encodings,
        most_seeds=140 if choice in ("rate-1.6", "rtt-200") else 40,
        **_twostate.common | {"to": "600s"} | options,
    )
    for choice, options in _two_state.items()
]
# Table 5: as long as the paper's runs, with as many seeds as C2 has at least.
checkpoint = "t"
runs += [
    sweep(
        case(f"table=5 choice={choice}"),
        _encodings,
        most_seeds=100,
        **_twostate.common | _twostate.until | options,
    )
    for choice, options in (
        *((name, _two_state[name]) for name in ("base", "rtt-200", "timer-1")),
        ("delack", {"delayedAck": 2}),
    )
]
derived = (
    differences("throughput", "compressed", "rfc2018")
    + ratios("throughput", "compressed", "rfc2018")
    + changes("difference", "choice", "base", "compressed-rfc2018")
    + changes("throughput", "choice", "base", "compressed", "rfc2018")
)


def tables(means):
    links, losses = " ".join(_two_state), " ".join(_links)
    found = {"difference-compressed": _figure.chosen(means, "difference", "compressed-rfc2018", links, fig=5)}
    for name in ("rfc2018", "compressed"):
        found[f"5-{name}"] = _figure.chosen(means, "throughput", name, links, fig=5)
        for number in (1, 2, 3):
            found[f"3-{number}-{name}"] = _figure.chosen(
                means, "unnecessary_retransmissions", name, losses, fig=3, case=number
            )
    return found
