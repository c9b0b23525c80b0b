# SPDX-License-Identifier: GPL-2.0-only
title = "sending rate over time at four loss rates"
paper = "SACK TCP Veno paper, Fig 4"
see = (
    "SACK fades sooner as loss grows; at 10 % both collapse. The paper shows curves and no numbers."
)
unstated = """Passes through the pipe (one here), delayed ACKs (on here), the duration (200 s here). Links to the
hosts are a part of the pipe's delay (--direct)."""
program = "sack-veno-single-flow"
runs = [
    sweep(
        axis("p", "0.0001 0.001 0.01 0.1", loss="{}"),
        [preset("sack", theoryCut=0.5), preset("sack-veno", theoryCut=0.2)],
        socket="stock",
        unit="kbit/s",
        rate="1.6Mbps",
        delay="100ms",
        queue=12,
        segmentSize=1460,
        delayedAck=2,
        to="200s",
        direct=True,
        first_seed={"series": True},
        step="5s",
    )
]
derived = ratios("throughput", "sack-veno", "sack")
numbers = [
    number("ratio", "sack-veno/sack", f"p={p}", expect=(1, None), why="Fig 4: SACK fades faster")
    for p in ("0.0001", "0.001", "0.01", "0.1")
]
