# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import (
    asserted,
    axis,
    case,
    decides,
    differences,
    mean,
    number,
    pick,
    published,
    reading,
    sweep,
    varied,
)

from shared import veno as _veno

title = "utilisation against loss and number of connections"
paper = "SACK TCP Veno paper, Fig 5"
see = "The gap at 1 % loss is that of few connections: with 32 both fill the link."
unstated = (
    _veno.sender + """With it on, see +limited-transmit. The labels of Fig 2(b): here 1.6 Mbit/s,
queues of 15 packets and segments of 1000 octets as in Fig 6, and the round trip of 150 ms of section
2.3. An ACK for each segment (ack=each), as ns's sink has, decides; the other rows have delayed ones. Over which losses the paper's average is taken: here the seven of 1e-4 to 1e-1. There are no
links to the hosts (--direct). One connection at 1 % with an ACK each has 110 seeds: with the mean and spread of the first ten 71 would settle the paper's number, and
half of that is added; fixed before they were run."""
)
program = "sack-veno-utilisation"
# One connection at 1 % has more of them than the rest.
seeds = 110, 110
_others = pick(10, 20)


def _run(counts, losses, variants, *acks, **options):
    return sweep(
        axis("n", counts, connections="{}"),
        axis("p", losses, loss="{}"),
        *acks,
        variants,
        **_veno.FIG5 | _veno.common | {"delayedAck": 2} | options,
    )


_seven = " ".join(_veno.LOSSES)
_both = _veno.in_theory
_beside = pick("0.01", _seven)
_each = case("ack=each", delayedAck=1)
runs = [
    *(
        run
        for acks in ((), (_each,))
        for run in (
            _run("1", _seven if not acks else [loss for loss in _seven.split() if loss != "0.01"], _both, *acks, most_seeds=_others),
            _run(pick("4 32", "2 4 8 16 32"), pick("0.0001 0.01 0.1", _seven), _both, *acks, most_seeds=_others),
            *pick([_run("2 8 16", "0.01", _both, *acks, most_seeds=_others)], []),
        )
    ),
    _run("1", "0.01", _both, _each),
    _run("1", _seven, _veno.both("+stock", socket="stock", receiver="stock"), most_seeds=_others),
    _run("1", _beside, _veno.both("+limited-transmit"), limitedTransmit=True, most_seeds=_others),
    _run("1", _beside, _veno.both("+fack", socket="scoreboard-fack"), most_seeds=_others),
]
derived = (
    _veno.compare("utilisation", "+stock", "+limited-transmit", "+fack")
    + mean("ratio", "p", _veno.pair(""), _veno.pair("+stock"))
    + differences("utilisation", "sack-veno", "sack")
)
_one = "n=1 p=0.01"
_DELAYED = "delayed ACKs"
_OLDEST = "ACKs delayed by 200 ms, the oldest segment's round trip"
_labels = "V7 ratio sack-veno/sack fig=5 choice={} p=0.01"
_choices = (
    ("queue-8", "a queue of 8 packets"),
    ("queue-30", "a queue of 30 packets"),
    ("rate-0.8", "0.8 Mbit/s"),
    ("rate-3.2", "3.2 Mbit/s"),
    ("segment-1460", "segments of 1460 octets"),
    ("timer-200ms", "a timer of at least 200 ms"),
    ("to-400s", "400 s"),
)
_means = "V7 mean_ratio sack-veno/sack fig=5 choice=largest-{}"
numbers = (
    published(
        1.05,
        "Fig 5: SACK-Veno to SACK at 0.01 % loss",
        decides("ratio", _veno.pair(""), "n=1 p=0.0001 ack=each"),
        reading(_DELAYED, "ratio", _veno.pair(""), "n=1 p=0.0001", expect=(0.97, 1.15)),
        reading(f"{_DELAYED}, ns-3's own socket", "ratio", _veno.pair("+stock"), "n=1 p=0.0001"),
        because=[
            asserted(
                "A connection meets few errors in 200 s at this loss, and both nearly fill the link."
            ),
            varied(_OLDEST, "V9 ratio sack-veno+oldest/sack fig=5 p=0.0001 ack=200ms"),
        ],
    )
    + published(
        1.72,
        "Fig 5: SACK-Veno to SACK near 1 % loss",
        decides("ratio", _veno.pair(""), f"{_one} ack=each"),
        *(
            reading(f"{_DELAYED}{what}", "ratio", _veno.pair(suffix), _one, expect=expect)
            for what, suffix, expect in (
                ("", "", (1.5, 2.05)),
                (", ns-3's own socket, which cuts from its pipe", "+stock", (1.6, 2.3)),
                (", limited transmit", "+limited-transmit", (1.45, 2.0)),
                (", the sender Fack", "+fack", (1.5, 2.05)),
            )
        ),
        because=[
            varied(what, _labels.format(name), _labels.format("base")) for name, what in _choices
        ]
        + _veno.by_acks(
            "V9 ratio sack-veno{sample}/sack fig=5 p=0.01 ack={ack}",
            "V9 ratio sack-veno/sack fig=5 p=0.01 ack=each",
            samples=("", "+oldest"),
        ),
    )
    + published(
        1.44,
        "Fig 5: SACK-Veno to SACK on average; here over seven losses",
        decides("mean_ratio", _veno.pair(""), "n=1 ack=each"),
        reading(_DELAYED, "mean_ratio", _veno.pair(""), "n=1", expect=(1.3, 1.6)),
        reading(f"{_DELAYED}, ns-3's own socket", "mean_ratio", _veno.pair("+stock"), "n=1", expect=(1.3, 1.6)),
        because=[
            varied(f"the {few} largest losses", _means.format(few), _means.format(7))
            for few in (3, 4, 5, 6)
        ]
        + [varied(_OLDEST, "V9 mean_ratio sack-veno+oldest/sack fig=5 ack=200ms")],
    )
    + [
        number(
            "ratio",
            _veno.pair(""),
            f"n={n} p={p}",
            expect=(1, None),
            why="section 3.2, Fig 4: always higher",
        )
        for n, losses in (
            ("1", "0.0003 0.001 0.003 0.03 0.1"),
            ("4", "0.0001 0.01 0.1"),
            ("32", "0.0001 0.01 0.1"),
            *((n, "0.01") for n in ("2", "8", "16")),
        )
        for p in losses.split()
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
