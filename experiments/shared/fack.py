# SPDX-License-Identifier: GPL-2.0-only
# The FACK paper's experiments.

timer = "the retransmission timer, which ticks at 500 ms here and waits for two ticks at least"


def recovery(queue, variants, delack=0, seconds=6, **options):
    """Six seconds of one flow with a time-sequence plot."""
    return [
        sweep(
            case(f"q={queue} delack={delack}"),
            variants,
            queue=queue,
            to=f"{seconds}s",
            series=True,
            **options,
        )
    ]


def reverse(queue, point, variants, first_seed=None, **options):
    """A flow with bursts on the reverse path: seventy seconds, the last sixty measured."""
    common = {"from": "10s", "to": "70s", "queue": queue}
    return sweep(point, variants, first_seed=first_seed, **(common | options))


# Reno of 1996: also backs its timer off at a fast retransmit.
backoff = {"ns3::TcpScoreboardSocket::TimerBackoff": "true"}
