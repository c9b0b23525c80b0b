# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, changes, mean, preset, ratios, sweep

from shared import figure as _figure
from shared import veno as _veno

title = "whose round trip an ACK measures, and how long a receiver delays it"
paper = "beyond the SACK TCP Veno paper, after its Figs 1 and 3 to 7"
see = "With delayed ACKs the oldest segment's round trip takes most of the lead away: N then counts what the receiver waited for."
unstated = (
    _veno.sender
    + """Whether the receiver delays its ACKs, and for how long: ack=each has an ACK for each segment, the others one for two segments
or after 40, 100 or 200 ms. Which segment's round trip RTT is where an ACK covers several: the youngest one's; with +oldest, or
sample=oldest, that of the oldest one, whose timestamp a receiver by RFC 7323 echoes, and BaseRTT of the same ones. What is sent
for the first time in a recovery is not measured; with +repairs it is. fig=1 is V1 with queues of 10 and 11 packets,
fig=3 V2, fig=4 V3, fig=5 V4's single connection, fig=6 and fig=7 V5 and V6 without random loss, 75 ms each way."""
)
program = "sack-veno-single-flow"
by_default = False
inner = ("flow",)
_of = "ns3::TcpSackVeno::{}".format
_oldest, _repairs = {_of("Sample"): "Oldest"}, {_of("SampleRepairs"): "true"}
_ALL = _veno.both() + [
    preset("sack-veno+oldest", **_oldest),
    preset("sack-veno+repairs", **_repairs),
]
_THREE = _ALL[:3]


def _acks(names="each 40ms 100ms 200ms"):
    """An ACK for each segment, or one that is delayed by so much at most."""
    return [
        case(f"ack={name}", delayedAck=1)
        if name == "each"
        else case(f"ack={name}", delayedAck=2, **{"ns3::TcpSocket::DelAckTimeout": name})
        for name in names.split()
    ]


def _share(flows, acks, samples, fig=6):
    return sweep(
        case(f"fig={fig}"),
        axis("n", flows, each="{}"),
        acks,
        samples,
        program="sack-veno-sharing",
        **_veno.common | _veno.SHARED | _veno.LINKS[fig],
    )


_samples = [case("sample=youngest"), case("sample=oldest", **_oldest)]
_kept = [case("sample=repairs", **_repairs)]
_others = [loss for loss in _veno.LOSSES if loss != "0.01"]
_lone = {"program": "sack-veno-utilisation"} | _veno.common | _veno.FIG5
runs = [
    sweep(
        case("fig=1"),
        axis("q", [10, 11], queue="{}"),
        _acks(),
        _THREE,
        random=False,
        **_veno.common | _veno.FIG1,
    ),
    sweep(
        case("fig=3"),
        axis("passes", [1, 2], passes="{}"),
        _acks(),
        _ALL,
        **_veno.common | _veno.FIG3,
    ),
    sweep(
        case("fig=4"),
        axis("p", "0.0001 0.001 0.01 0.1", loss="{}"),
        _acks(),
        _ALL,
        **_veno.common | _veno.FIG4,
    ),
    sweep(case("fig=5"), axis("p", [0.01], loss="{}"), _acks(), _ALL, **_lone),
    sweep(case("fig=5"), axis("p", _others, loss="{}"), _acks("200ms"), _THREE, **_lone),
    _share("1 2 4 8 16", _acks("each 200ms"), _samples),
    _share("4", _acks("40ms 100ms"), _samples),
    _share("4", _acks("each 200ms"), _kept),
    _share("4", _acks("40ms 100ms 200ms"), _samples, fig=7),
]
_VENO = ("sack-veno", "sack-veno+oldest", "sack-veno+repairs")
derived = (
    [
        rule
        for quantity in ("throughput", "utilisation", "cycles")
        for rule in ratios(quantity, _VENO, "sack")
    ]
    + _veno.compare("normalised_throughput")
    + mean("ratio", "p", *(f"{name}/sack" for name in _VENO[:2]))
    + changes("ratio", "ack", "each", *(f"{name}/sack" for name in _VENO))
    + changes("ratio", "sample", "youngest", _veno.pair(""))
)


def tables(means):
    """A table for each panel and variant, in the order of the ACKs."""
    panels = {
        "one-pipe": {"fig": 3, "passes": 1, "p": None, "n": None},
        "two-pipes": {"fig": 3, "passes": 2, "p": None, "n": None},
        "fig-5": {"fig": 5, "p": 0.01, "n": None},
    }
    words = {"each": "an ACK each", **{f"{n}ms": f"delayed by {n} ms" for n in (40, 100, 200)}}
    found = {}
    for panel, where in panels.items():
        for name in _VENO:
            table = _figure.rows(means, "ratio", f"{name}/sack", **where)
            table = table[table["ack"].isin(words)]
            places = table["ack"].map({word: place for place, word in enumerate(words, 1)})
            drawn = table[_figure.INTERVAL].assign(place=places, choice=table["ack"].map(words))
            found[f"{panel}-{name}"] = drawn.sort_values("place")
    return found
