# SPDX-License-Identifier: GPL-2.0-only
# Two groups of flows on one link: V5 and V6.

unstated = """The delay: a round trip of 150 ms here, as in V4; other delays give other shares, see the guide.
Starts are spread over a second, so that runs without loss differ by seed."""


def share(counts, **options):
    """As many flows of SACK as of SACK-Veno, without and with random loss."""
    return [
        sweep(
            axis("n", counts, each="{}"),
            axis("p", [0, 0.01], loss="{}"),
            socket="stock",
            delay="75ms",
            segmentSize=1000,
            delayedAck=2,
            to="200s",
            startSpread="1s",
            **options,
        )
    ]


def fair(counts, figure, reason):
    """What the paper says of groups without random loss."""
    return [
        row
        for n in counts
        for row in (
            number(
                "normalised_throughput",
                "sack",
                f"n={n} p=0",
                paper=1,
                source=f"{figure}: fair",
                reason=reason,
                expect=(0.65, 1.35),
            ),
            number(
                "normalised_throughput",
                "sack-veno",
                f"n={n} p=0",
                paper=1,
                source=f"{figure}: fair",
                reason=reason,
                expect=(0.65, 1.35),
            ),
            number(
                "total_utilisation", "all", f"n={n} p=0", expect=(0.9, 1.02), why="the link is full"
            ),
        )
    ] + [
        number("ratio", "sack-veno/sack", "n=1 p=0.01", expect=(1, None), why="Veno ahead at loss")
    ]
