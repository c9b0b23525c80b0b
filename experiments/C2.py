# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import (
    decides,
    differences,
    narrow,
    number,
    pick,
    preset,
    published,
    ratios,
    sweep,
    variant,
    varied,
)

title = "throughput with two-state loss in both directions"
paper = "compressed SACK paper, Tables 4 and 5, Fig 5"
see = """The paper's gain is not there. No interval of the difference excludes 0; the mean ratio is above 1 over 600 s. Ten runs that are
not paired stray by more than each of the paper's gaps but that at 120 s."""
unstated = """Links, segment size, window, timer, and whether there are timestamps. Here 0.8 Mbit/s, a round trip of
100 ms and segments of 1000 octets; a receiver's window of 64 segments, which is never the limit;
timestamps, which leave room for 3 blocks; and ns-2's timer, which ticks at 100 ms, waits for 200 ms at
least and never gives a connection up. With that the runs of 50 s come close to the paper's. Both encodings meet the same states of the link, and the n-th packet
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
        **_until(_durations),
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
    50: (162.64, 169.84, 7.2),
    60: (141.52, 156.0, 14.48),
    120: (72.4, 124.24, 51.84),
    300: (93.44, 94.48, 1.04),
    600: (56.64, 72.72, 16.08),
}
_choices = {
    "rate-0.4": "0.4 Mbit/s",
    "rate-1.6": "1.6 Mbit/s",
    "rtt-50": "a round trip of 50 ms",
    "segment-500": "segments of 500 octets",
    "segment-1460": "segments of 1460 octets",
    "window-20": "a receiver's window of 20 segments",
    "fine": "a timer with ticks of 10 ms",
}
_at_all = {
    "rtt-200": "a round trip of 200 ms",
    "timer-1": "a timer of at least 1 s",
    "delack": "delayed ACKs",
}


def _because(t, quantity, variant):
    """What C5 varied: three choices at each duration, the others at 600 s, against their own base."""
    row = f"C5 {quantity} {variant}"
    base = f"{row} table=5 choice=base t={t}"
    shown = [varied(what, f"{row} table=5 choice={name} t={t}", base) for name, what in _at_all.items()]
    if t == 600:
        long = f"{row} fig=5 choice="
        shown += [varied(what, long + name, long + "base") for name, what in _choices.items()]
    return shown


_RUNS = 10
# Of six settings that was taken which has the paper's level at 50 s.
_CHOSEN_BY = 50
numbers = [
    row
    for t, (plain, offset, gap) in _table.items()
    for row in (
        *published(
            plain,
            f"Table 5: No-Offset, {t} s",
            decides("throughput", "rfc2018", f"t={t}"),
            runs=_RUNS,
            chosen=t == _CHOSEN_BY,
            because=_because(t, "throughput", "rfc2018"),
        ),
        *published(
            offset,
            f"Table 5: Offset, {t} s",
            decides("throughput", "compressed", f"t={t}"),
            runs=_RUNS,
            chosen=t == _CHOSEN_BY,
            because=_because(t, "throughput", "compressed"),
        ),
        *published(
            gap,
            f"Table 5: what Offset has more, {t} s",
            decides("difference", "compressed-rfc2018", f"t={t}"),
            runs=_RUNS,
            because=_because(t, "difference", "compressed-rfc2018"),
        ),
        number("ratio", "compressed/rfc2018", f"t={t}", expect=(0.97, 1.1), why="never much worse"),
    )
]
