# SPDX-License-Identifier: GPL-2.0-only
# The compressed SACK paper's link and losses, and its Table 5: two-state loss both ways (C2, and C6 with fresh seeds).
from campaign.declare import decides, published, reading, variant, varied

link = {
    "receiver": "scoreboard",
    "initialWindow": 1,
    "limitedTransmit": False,
    "queue": 100,
    "leftRate": "8Mbps",
    "rightRate": "8Mbps",
}
# Those of Table 1, and the same that go on to segment 17.
losses = {
    "table1": {"drop": "35,40,42,44", "dropAcks": "34:5,34:6,34:7"},
    "longer": {"drop": "35,40,42,44,46,48,50", "dropAcks": "34:5,34:6,34:7,34:8,34:9,34:10"},
}
common = link | {
    "segmentSize": 1000,
    "receiveBuffer": 64000,
    "clockGranularity": "100ms",
    "minRto": "200ms",
    "ns3::TcpSocket::DataRetries": 1000,
    "rate": "0.8Mbps",
    "delay": "50ms",
    "forwardMarkov": "25,5,0.05,0.55,0.05,0.25",
    "reverseMarkov": "25,15,0.45,0.45,0.05,0.75",
}
# Seconds, and the paper's kbit/s without and with the offset, and the difference.
table = {
    50: (162.64, 169.84, 7.2),
    60: (141.52, 156.0, 14.48),
    120: (72.4, 124.24, 51.84),
    300: (93.44, 94.48, 1.04),
    600: (56.64, 72.72, 16.08),
}
# One run is all durations: the shorter ones are its beginnings.
until = {"to": "600s", "checkpoints": ",".join(f"{t}s" for t in table)}


def pair(suffix, sender, **options):
    """Both encodings of the option."""
    return [
        variant(f"{encoding}{suffix}", variant=sender, sackEncoding=encoding, **options)
        for encoding in ("rfc2018", "compressed")
    ]


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


def printed(t, is_fresh):
    """The paper's three numbers of a duration: C6 decides, whose seeds chose nothing; C2's chose the setting."""
    rows = []
    for value, what, quantity, name in zip(
        table[t],
        ("No-Offset", "Offset", "what Offset has more"),
        ("throughput", "throughput", "difference"),
        ("rfc2018", "compressed", "compressed-rfc2018"),
    ):
        place = quantity, name, f"t={t}"
        ours = decides(*place) if is_fresh else reading("the seeds that chose the setting", *place)
        rows += published(
            value,
            f"Table 5: {what}, {t} s",
            ours,
            runs=_RUNS,
            chosen=t == _CHOSEN_BY and quantity == "throughput",
            of="" if is_fresh else "C6",
            because=_because(t, quantity, name) if is_fresh else (),
        )
    return rows
