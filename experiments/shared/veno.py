# SPDX-License-Identifier: GPL-2.0-only
# What V1 to V6 have in common: the paper's sender, and ns-3's own socket beside it.
from campaign.declare import preset, ratios, varied

sender = """The sender is that of the paper's section 2.1, Sack on our socket, which cuts from the window;
ns-3's own socket, which cuts from its pipe, is a row beside it (+stock). Limited transmit (RFC 3042,
January 2001) is off: the paper neither has nor cites it. """

# Paper section 2.1 does not know what RFC 3042 sends on the first two duplicate ACKs.
common = {"limitedTransmit": False}
NAMES = ("sack", "sack-veno")


def both(suffix="", **options):
    """SACK and SACK-Veno, with the same options."""
    return [preset(name + suffix, **options) for name in NAMES]


# The same with the cut that the theory of each has.
in_theory = [preset("sack", theoryCut=0.5), preset("sack-veno", theoryCut=0.2)]


def compare(quantity, *suffixes):
    """sack-veno/sack, and the same for each of the suffixes."""
    return [
        rule
        for suffix in ("",) + suffixes
        for rule in ratios(quantity, "sack-veno" + suffix, "sack" + suffix)
    ]


def pair(suffix):
    """The name of the ratio of two variants with a suffix."""
    return f"sack-veno{suffix}/sack{suffix}"



def by_acks(row, base, acks="40ms 100ms 200ms", samples=None):
    """V9's rows for a number: how long ACKs wait, and whose round trip they measure.

    row: with {ack} and {sample}; samples: what stands for the youngest and the oldest segment's, if the row is of
    SACK-Veno; base: the row to compare with.
    """
    youngest, oldest = samples or ("", None)
    said = {"each": "an ACK for each segment"} | {f"{n}ms": f"ACKs delayed by {n} ms" for n in (40, 100, 200)}
    shown = []
    for sample, whose in ((youngest, ""), (oldest, ", the oldest segment's round trip")):
        for ack in acks.split() if sample is not None else ():
            name = row.format(ack=ack, sample=sample)
            if name != base:
                shown.append(varied(f"{said[ack]}{whose}", name, base))
    return shown


# The paths of the paper's figures, beside what common has.
FIG1 = {"rate": "33600bps", "delay": "75ms", "segmentSize": 512, "from": "20s", "to": "80s", "cycles": True}
FIG3 = {  # dummynet's pipe; how often it is passed is not stated
    "loss": 0.01,
    "reverseLoss": 0.01,
    "segmentSize": 1460,
    "delay": "50ms",
    "rate": "800kbps",
    "queue": 8,
    "to": "200s",
    "receiver": "scoreboard",
    "receiveBuffer": 65536,
    "direct": True,
}
FIG4 = {
    "receiver": "scoreboard",
    "rate": "1.6Mbps",
    "delay": "100ms",
    "queue": 12,
    "segmentSize": 1460,
    "to": "200s",
    "direct": True,
    "unit": "kbit/s",
}
FIG5 = {
    "receiver": "scoreboard",
    "rate": "1.6Mbps",
    "delay": "75ms",
    "queue": 15,
    "segmentSize": 1000,
    "to": "200s",
    "direct": True,
    "connections": 1,
}
SHARED = {  # Figs 6 and 7, which differ in rate and queue
    "receiver": "scoreboard",
    "delay": "75ms",
    "segmentSize": 1000,
    "to": "200s",
    "startSpread": "1s",
    "direct": True,
    "socket": "scoreboard-sack",
    "ns3::TcpSackVeno::ResetBaseRtt": "true",
}
LINKS = {6: {"rate": "1.6Mbps", "queue": 15}, 7: {"rate": "16Mbps", "queue": 150}}
LOSSES = "0.0001 0.0003 0.001 0.003 0.01 0.03 0.1".split()
