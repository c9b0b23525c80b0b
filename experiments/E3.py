# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, by_seed, case, preset, sweep

from shared import fack as _fack

title = "FACK's figures with its heirs: RFC 6675 and RACK-TLP beside the six"
paper = "beyond the papers, after Figs 2 to 12 of the FACK paper"
see = "RACK has repaired no later than Reno, SACK and FACK in its variants, and never waits for its timer; with delayed ACKs it loses less than FACK."
unstated = (
    """Path (holds-all-headers, see F14) and sender of the FACK paper: a window of one segment at the start, no limited transmit, no
timestamps. fig says which of its figures: 4 (as 2 and 3), 5 with ssthresh set to 35, 6 with ten choices of what else is
lost, 8 with a queue of 6, 9, 11 and 12. scoreboard-rfc6675 is NewReno's control with the sender of RFC
6675; rack is RACK-TLP with proportional rate reduction, linux-reno and linux what
Linux 6.1 does, its initial window of ten segments, too; they are not in Fig 6. Also """
    + _fack.timer
)
program = "fack-recovery"
by_default = False
seeds = 10, 20
fingerprint = "fig=4"
_all = [preset(v) for v in "reno sack fack fack-od fack-rd fack-od-rd rack".split()]
_all.append(preset("scoreboard-rfc6675", variant="sack", socket="scoreboard-rfc6675"))
# With Linux's initial window the segments that Fig 6 loses are others.
_beside = [*_all, preset("linux-reno"), preset("linux")]


def _recovery(fig, queue, variants=_beside, **options):
    return sweep(case(f"fig={fig}"), variants, queue=queue, to="6s", **options)


def _reverse(fig, queue, bursts):
    return sweep(
        case(f"fig={fig}"),
        _fack.bursts(bursts),
        _beside,
        program="fack-reverse-traffic",
        queue=queue,
        to="70s",
        **{"from": "10s"},
    )


runs = [
    _recovery(4, 17, random=False),
    _recovery(5, 10, random=False, initialSsthresh=35),
    _recovery(6, 17, _all, drop=by_seed(_fack.choose_four)),
    _recovery(8, 6, random=False),
    sweep(
        case("fig=9"),
        _fack.fig9_acks(0, 1),
        axis("q", "5 6 8 10 14 17 25 35 50", queue="{}"),
        _beside,
        program="fack-lost-opportunity",
        random=False,
        against="syn",
    ),
    _reverse(11, 20, "1 2 4 6"),
    _reverse(12, 18, "2 4 6"),
]
