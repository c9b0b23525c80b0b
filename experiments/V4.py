# SPDX-License-Identifier: GPL-2.0-only
title = "utilisation against loss and number of connections"
paper = "SACK TCP Veno paper, Fig 5"
see = "The gap at 1 % loss is that of few connections: with 32 both fill the link."
unstated = """The labels of Fig 2(b): here 1.6 Mbit/s, queues of 15 packets and segments of 1000 octets as in
Fig 6, and the round trip of 150 ms of section 2.3. One connection goes without links to the hosts
(--direct)."""
program = "sack-veno-utilisation"

_link = {
    "rate": "1.6Mbps",
    "delay": "75ms",
    "queue": 15,
    "segmentSize": 1000,
    "delayedAck": 2,
    "to": "200s",
}
_losses = axis("p", pick("0.0001 0.01 0.1", "0.0001 0.0003 0.001 0.003 0.01 0.03 0.1"), loss="{}")
_ours = ("scoreboard-sack", "scoreboard-fack")
runs = [
    sweep(
        axis("n", pick("1 4 32", "1 2 4 8 16 32"), connections="{}", direct=lambda n: n == "1"),
        _losses,
        [preset("sack", theoryCut=0.5), preset("sack-veno", theoryCut=0.2)],
        socket="stock",
        **_link,
    ),
    sweep(
        axis("n", [1], connections="{}", direct=True),
        _losses,
        [
            preset(f"{name}+{s}", variant=name, socket=s)
            for s in _ours
            for name in ("sack", "sack-veno")
        ],
        **_link,
    ),
]
derived = (
    ratios("utilisation", "sack-veno", "sack")
    + [rule for s in _ours for rule in ratios("utilisation", f"sack-veno+{s}", f"sack+{s}")]
    + differences("utilisation", "sack-veno", "sack")
)
_cut = "ns-3's stock socket cuts from its pipe, the paper's from the window: see our socket."
_little = "At this loss a connection meets few errors in 200 s, and both nearly fill the link."
numbers = [
    number(
        "ratio",
        "sack-veno/sack",
        "n=1 p=0.0001",
        paper=1.05,
        source="Fig 5",
        reason=_little,
        expect=(0.97, 1.15),
    ),
    number(
        "ratio",
        "sack-veno/sack",
        "n=1 p=0.01",
        paper=1.72,
        source="Fig 5",
        reason=_cut,
        expect=(1.4, 2.3),
    ),
    number(
        "ratio",
        "sack-veno+scoreboard-sack/sack+scoreboard-sack",
        "n=1 p=0.01",
        paper=1.72,
        source="Fig 5",
        expect=(1.5, 2),
    ),
    number(
        "ratio",
        "sack-veno+scoreboard-fack/sack+scoreboard-fack",
        "n=1 p=0.01",
        paper=1.72,
        source="Fig 5",
        expect=(1.5, 2),
    ),
    number(
        "difference",
        "sack-veno-sack",
        "n=32 p=0.01",
        expect=(None, 0.05),
        why="the gap closes: below a quarter of that at n=1",
    ),
]
