# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import case, decides, preset, published, ratios, reading, sweep, varied

from shared import veno as _veno

title = "throughput at 1 % loss through dummynet pipes, passed once or twice"
paper = "SACK TCP Veno paper, Fig 3"
see = "Only the pipe that is passed twice comes near the paper's 22 and 38 pkt/s."
unstated = (
    _veno.sender
    + """With it on, see +limited-transmit. Which segment's round trip a delayed ACK
gives: the youngest one's here, +tagged has that of the tagged one with the delay. Fack is a sender that
the paper does not have. The duration, and whether the receiver delays ACKs. A rule of dummynet without
"in" or "out" sends each packet through its pipe twice, so both readings are run. On ns-3's own socket
the receiver's buffer is larger than the stated 64 kB, because that of ns-3.37 crashes when lost
retransmissions fill the receiver's window. Links to the hosts are a part of the pipe's delay (--direct)."""
)
program = "sack-veno-single-flow"

# ns-3's own socket has neither the paper's buffer nor our receiver.
_pipe = {name: value for name, value in _veno.FIG3.items() if name not in ("receiver", "receiveBuffer")}
_double = case("double", passes=2, delayedAck=2)
_points = [
    case("single", passes=1, delayedAck=2),
    _double,
    case("double delack=1", passes=2, delayedAck=1),
]
runs = [
    sweep(
        _points,
        [
            *_veno.in_theory,
            preset("ns3-veno"),
            preset("westwood-plus"),
        ],
        first_seed={"series": True},
        **_veno.common | _veno.FIG3,
    ),
    sweep(_points, _veno.both("+stock", socket="stock"), **_veno.common, **_pipe),
    sweep(
        _double,
        _veno.both("+limited-transmit", limitedTransmit=True)
        + _veno.both("+fack", socket="scoreboard-fack", **_veno.common)
        + [
            preset("sack-veno+tagged", **{"ns3::TcpSackVeno::Sample": "Tagged"} | _veno.common),
            preset("sack-veno+beta1", **{"ns3::TcpSackVeno::Beta": "1"} | _veno.common),
        ],
        **_veno.FIG3,
    ),
]
_beside = ("+stock", "+limited-transmit", "+fack")
derived = (
    _veno.compare("throughput", *_beside)
    + ratios("throughput", "sack-veno+tagged", "sack", "sack-veno")
    + ratios("throughput", "sack-veno+beta1", "sack", "sack-veno")
    + ratios("throughput", "ns3-veno", "sack")
    + ratios("throughput", "westwood-plus", "sack")
)
_once, _twice, _each = "single", "double", "double delack=1"
_TWICE = "the pipe passed twice"
# Read otherwise, suffix of the variants, point, and what we expect of the two and of their ratio.
_readings = (
    (_TWICE, "", _twice, (17.5, 24), (31, 39), (1.4, 2.05)),
    (f"{_TWICE}, an ACK for each segment", "", _each, (27, 36), (40, 50), (1.25, 1.7)),
    (f"{_TWICE}, limited transmit", "+limited-transmit", _twice, (18, 25), (31, 39), (1.35, 1.95)),
    (f"{_TWICE}, the sender Fack", "+fack", _twice, (17.5, 24), (31, 39), (1.4, 2.05)),
    ("ns-3's own socket", "+stock", _once, (40, 52), (50, 61), (1.08, 1.4)),
    (f"{_TWICE}, ns-3's own socket", "+stock", _twice, (16, 23), (31, 39), (1.45, 2.2)),
    (
        f"{_TWICE}, ns-3's own socket, an ACK for each segment",
        "+stock",
        _each,
        (25, 34),
        (42, 52),
        (1.35, 1.85),
    ),
)
_tagged = f"{_TWICE}, the round trip of the tagged segment"
_row = "V7 ratio sack-veno/sack fig=3 choice={}"
_choices = (
    ("timer-200ms", "a timer of at least 200 ms"),
    ("window-1", "an initial window of 1"),
    ("window-10", "an initial window of 10"),
    ("to-100s", "100 s"),
    ("to-400s", "400 s"),
)


def _by_acks(quantity, name):
    """V9's rows in the same pipe, passed once."""
    row = f"V9 {quantity} {name} fig=3 passes=1 ack={{ack}}"
    of_veno = "{sample}" in name
    return _veno.by_acks(
        row,
        row.format(ack="200ms", sample=""),
        "each 40ms 100ms 200ms",
        ("", "+oldest") if of_veno else None,
    ) + (
        [varied("samples in a recovery kept", row.format(ack="200ms", sample="+repairs"), row.format(ack="200ms", sample=""))]
        if of_veno
        else []
    )


def _of(place, quantity, variant):
    """The rows of one of the three numbers; its range is the place-th of three."""
    return [
        reading(what, quantity, variant(suffix), point, expect=ranges[place])
        for what, suffix, point, *ranges in _readings
    ]


numbers = (
    published(
        22,
        "Fig 3: SACK in pkt/s",
        decides("throughput", "sack", _once, expect=(42, 55)),
        *_of(0, "throughput", lambda suffix: f"sack{suffix}"),
        because=_by_acks("throughput", "sack"),
    )
    + published(
        38,
        "Fig 3: SACK-Veno in pkt/s",
        decides("throughput", "sack-veno", _once, expect=(50, 61)),
        *_of(1, "throughput", lambda suffix: f"sack-veno{suffix}"),
        reading(_tagged, "throughput", "sack-veno+tagged", _twice, expect=(31, 39)),
        because=_by_acks("throughput", "sack-veno{sample}"),
    )
    + published(
        1.72,
        "Fig 3: SACK-Veno to SACK",
        decides("ratio", _veno.pair(""), _once, expect=(1.02, 1.3)),
        *_of(2, "ratio", _veno.pair),
        reading(_tagged, "ratio", "sack-veno+tagged/sack", _twice, expect=(1.4, 2.05)),
        because=[
            varied(f"{what}, {_TWICE}", _row.format(name), _row.format("base"))
            for name, what in _choices
        ]
        + _by_acks("ratio", "sack-veno{sample}/sack"),
    )
)
