# SPDX-License-Identifier: GPL-2.0-only
title = "throughput with two-state loss in both directions"
paper = "compressed SACK paper, Tables 4 and 5, Fig 5"
see = """The paper's gain is not there: more than three blocks are rare at 5 % loss. No interval of the difference excludes 0; the
mean ratio is above 1 over 600 s."""
unstated = """Links, segment size, window, timer, and whether there are timestamps. Here 0.8 Mbit/s, a round trip of
100 ms and segments of 1000 octets; a receiver's window of 64 segments, which is never the limit;
timestamps, which leave room for 3 blocks; and ns-2's timer, which ticks at 100 ms, waits for 200 ms at
least and never gives a connection up. With that the runs of 50 s come close to the paper's. Ten runs, as
the paper has, cannot carry the claim. Both encodings meet the same states of the link, and the n-th packet
the same chance. 400 seeds. With 100, one of the five intervals of 95 % lay below 0 (t=300: -2.48 [-4.60,
-0.35]), which with five of them happens by chance in one of eight campaigns; 288 fresh seeds did not show
it again. The number was set to 400 before these were run, and is not to follow what they say.
Ablation: +fack is the sender Fack; +4blocks has no timestamps; +delack acknowledges every other segment;
newreno has no SACK at all. 100 seeds: a pair's interval needs the seeds of that pair only.
The quick run may end before: after 100, 200 or 300 seeds, when half of the interval of the difference at
600 s is 2 kbit/s or less, an eighth of the paper's; only the full one has all 400 in any case."""
program = "compressed-sack-flow"
seeds = 400, 400
# An eighth of the paper's gain.
stop = pick(
    narrow("difference", "compressed-rfc2018", "t=600", within=2, first=100, step=100), None
)

_durations = (50, 60, 120, 300, 600)
_common = {
    "receiver": "scoreboard",
    "segmentSize": 1000,
    "receiveBuffer": 64000,
    "initialWindow": 1,
    "limitedTransmit": False,
    "clockGranularity": "100ms",
    "minRto": "200ms",
    "ns3::TcpSocket::DataRetries": 1000,
    "rate": "0.8Mbps",
    "delay": "50ms",
    "queue": 100,
    "leftRate": "8Mbps",
    "rightRate": "8Mbps",
    "forwardMarkov": "25,5,0.05,0.55,0.05,0.25",
    "reverseMarkov": "25,15,0.45,0.45,0.05,0.75",
}


def _pair(suffix, sender, **options):
    return [
        variant(f"{encoding}{suffix}", variant=sender, sackEncoding=encoding, **options)
        for encoding in ("rfc2018", "compressed")
    ]


# One run is all durations: the shorter ones are its beginnings.
checkpoint = "t"


def _until(durations):
    return {"to": "600s", "checkpoints": ",".join(f"{t}s" for t in durations)}


runs = [
    sweep(_pair("", "sack", timestamps=True), **_until(_durations), **_common),
    sweep(
        _pair("+fack", "fack", timestamps=True)
        + _pair("+4blocks", "sack", timestamps=False)
        + _pair("+delack", "sack", timestamps=True, delayedAck=2)
        + [preset("newreno", timestamps=True, sack=False)],
        most_seeds=100,
        **_until(pick([600], _durations)),
        **_common,
    ),
]
derived = (
    differences("throughput", "compressed", "rfc2018")
    + ratios("throughput", "compressed", "rfc2018")
    + differences("throughput", "compressed+fack", "rfc2018+fack")
    + differences("throughput", "compressed+4blocks", "rfc2018+4blocks")
    + differences("throughput", "compressed+delack", "rfc2018+delack")
    + differences("throughput", "rfc2018", "newreno")
    + differences("throughput", "rfc2018+fack", "rfc2018")
)
_table = {
    50: (162.64, 169.84, 7.2, 1.044),
    60: (141.52, 156.0, 14.48, 1.102),
    120: (72.4, 124.24, 51.84, 1.716),
    300: (93.44, 94.48, 1.04, 1.011),
    600: (56.64, 72.72, 16.08, 1.284),
}
_links = "The paper does not state its links, timer and timestamps; ten runs of such loss vary by more than its gaps."
_rare = (
    "At 5 % loss and more a window holds about 5.5 segments, and more than three blocks are rare."
)
numbers = [
    row
    for t, (plain, offset, gap, ratio) in _table.items()
    for row in (
        number(
            "throughput",
            "rfc2018",
            f"t={t}",
            paper=plain,
            source="Table 5: No-Offset",
            reason=_links,
        ),
        number(
            "throughput",
            "compressed",
            f"t={t}",
            paper=offset,
            source="Table 5: Offset",
            reason=_links,
        ),
        number(
            "difference", "compressed-rfc2018", f"t={t}", paper=gap, source="Table 5", reason=_rare
        ),
        number(
            "ratio",
            "compressed/rfc2018",
            f"t={t}",
            paper=ratio,
            source="Table 5",
            reason=_rare,
            expect=(0.97, 1.1),
            why="never much worse",
        ),
    )
]
