# SPDX-License-Identifier: GPL-2.0-only
_veno = shared("veno")

title = "utilisation against loss and number of connections"
paper = "SACK TCP Veno paper, Fig 5"
see = "The gap at 1 % loss is that of few connections: with 32 both fill the link."
unstated = (
    _veno.sender + """With it on, see +limited-transmit. The labels of Fig 2(b): here 1.6 Mbit/s,
queues of 15 packets and segments of 1000 octets as in Fig 6, and the round trip of 150 ms of section
2.3. Over which losses the paper's average is taken: here the seven of 1e-4 to 1e-1. There are no
links to the hosts (--direct)."""
)
program = "sack-veno-utilisation"


def _run(counts, losses, variants, **options):
    return sweep(
        axis("n", counts, connections="{}"),
        axis("p", losses, loss="{}"),
        variants,
        rate="1.6Mbps",
        delay="75ms",
        queue=15,
        direct=True,
        segmentSize=1000,
        delayedAck=2,
        to="200s",
        **_veno.common | options,
    )


_seven = "0.0001 0.0003 0.001 0.003 0.01 0.03 0.1"
_both = [preset("sack", theoryCut=0.5), preset("sack-veno", theoryCut=0.2)]
_beside = pick("0.01", _seven)
runs = [
    _run("1", _seven, _both),
    _run(pick("4 32", "2 4 8 16 32"), pick("0.0001 0.01 0.1", _seven), _both),
    _run("1", _seven, _veno.both("+stock", socket="stock")),
    _run("1", _beside, _veno.both("+limited-transmit"), limitedTransmit=True),
    _run("1", _beside, _veno.both("+fack", socket="scoreboard-fack")),
]
derived = (
    _veno.compare("utilisation", "+stock", "+limited-transmit", "+fack")
    + mean("ratio", "p", _veno.pair(""), _veno.pair("+stock"))
    + differences("utilisation", "sack-veno", "sack")
)
_near = "The labels of the paper's path and its spread are not stated."
_cut = "ns-3's stock socket cuts from its pipe, the paper's from the window."
_little = "At this loss a connection meets few errors in 200 s, and both nearly fill the link."
_over = "The paper does not say over which losses it takes its average."
numbers = (
    [
        number(
            "ratio",
            _veno.pair(""),
            "n=1 p=0.0001",
            paper=1.05,
            source="Fig 5",
            reason=_little,
            expect=(0.97, 1.15),
        ),
    ]
    + [
        number(
            "ratio",
            _veno.pair(suffix),
            "n=1 p=0.01",
            paper=1.72,
            source="Fig 5",
            reason=reason,
            expect=expect,
        )
        for suffix, reason, expect in (
            ("", _near, (1.5, 2.05)),
            ("+stock", _cut, (1.6, 2.3)),
            ("+limited-transmit", _near, (1.45, 2.0)),
            ("+fack", _near, (1.5, 2.05)),
        )
    ]
    + [
        number(
            "mean_ratio",
            _veno.pair(suffix),
            "n=1",
            paper=1.44,
            source="Fig 5: on average; here over seven losses",
            reason=_over,
            expect=(1.3, 1.6),
        )
        for suffix in ("", "+stock")
    ]
    + [
        number(
            "difference",
            "sack-veno-sack",
            "n=32 p=0.01",
            expect=(None, 0.05),
            why="the gap closes: below a quarter of that at n=1",
        ),
    ]
)
