# SPDX-License-Identifier: GPL-2.0-only
_fack = shared("fack")

title = "more than half a window lost: SACK and FACK"
paper = "FACK paper, Fig 6"
see = "SACK runs out of ACKs and sends 22 to 24 segments for nothing in the slow start that follows; FACK needs neither."
unstated = """Which four segments are lost beside those of the overshoot. In slow start the queue
drops every other segment of the last window, those with odd numbers from 65 to 129; the four are
taken at random from the others. A run's seed is the number of its choice and nothing else is
random: means are means over choices. When the paper's SACK goes into slow start: sack+slow-start
does once more than half of the window is known to be missing. Also """ + _fack.timer + _fack.clock
program = "fack-recovery"
seeds = 30, 300


runs = [
    sweep(
        case("q=17 delack=0"),
        [
            preset("sack"),
            preset(
                "sack+slow-start",
                variant="sack",
                **{"ns3::TcpSackRecovery::HalfWindowLost": "SlowStart"},
            ),
            preset("fack"),
        ],
        queue=17,
        to="6s",
        drop=by_seed(_fack.choose_four),
        first_seed={"series": True},
    )
]
sequences = [(name, "q=17 delack=0") for name in ("sack", "sack+slow-start", "fack")]
view = (0.4, 3.6)
_sacks = ("sack", "sack+slow-start")
derived = (
    least("unnecessary_retransmissions", "seed", *_sacks)
    + largest("unnecessary_retransmissions", "seed", *_sacks, "fack")
    + least("timeouts", "seed", *_sacks)
    + largest("timeouts", "seed", *_sacks, "fack")
    + differences("recovery_end", "sack", "fack")
    + differences("recovery_end", "sack+slow-start", "fack")
)
_waits = "Our SACK waits for its timer where the paper's goes into slow start at once: see sack+slow-start."
_chosen = "Which four segments the paper lost is not stated; and how soon its sender notices."
numbers = (
    [
        number(
            f"{kind}unnecessary_retransmissions",
            variant,
            "q=17 delack=0",
            paper=25,
            source="Fig 6" if kind else "Fig 6: mean over choices",
            reason=_chosen,
            expect=(None if kind == "max_" else 1, None if kind != "max_" else 30),
        )
        for variant in _sacks
        for kind in ("", "min_", "max_")
    ]
    + [
        number(
            "difference",
            f"{variant}-fack",
            "q=17 delack=0",
            paper=0.52,
            source="Fig 6: 6 round trips, of 87 ms, lost to the slow start; until all is repaired",
            reason=_waits if variant == "sack" else _chosen,
            expect=expect,
        )
        for variant, expect in (("sack", (1, 1.8)), ("sack+slow-start", (0.1, 0.6)))
    ]
    + [
        number(
            "min_timeouts",
            variant,
            "q=17 delack=0",
            expect=(1, None),
            why="a slow start with every choice",
        )
        for variant in _sacks
    ]
    + [
        number("max_unnecessary_retransmissions", "fack", "q=17 delack=0", expect=(None, 0)),
        number(
            "max_timeouts",
            "fack",
            "q=17 delack=0",
            expect=(None, 0),
            why="no slow start with any choice",
        ),
    ]
)
