# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, differences, preset, reading, sweep

from shared import fack as _fack

title = "Reno in slow start: time-sequence plot"
paper = "FACK paper, Fig 2"
see = "Half of a window is lost; Reno repairs one segment, waits for its timer and sends 30 segments for nothing."
unstated = _fack.timer + _fack.clock
program = "fack-recovery"
random = False
# Beside the figure, section 6.2: a largest window slightly below the pipe; Veno's first slow-start, which its paper
# says is Reno's; and section 1: what four losses in a window cost Reno on longer paths.
_path = {"to": "6s"} | _fack.path(17)
runs = _fack.recovery(17, [preset("reno"), _fack.reno_1996()]) + [
    sweep(case("window=16"), preset("reno"), receiveBuffer=16000, **_path),
    sweep(case("q=17 delack=0"), preset("veno"), **_path),
    sweep(
        case("losses=4"),
        axis("rtt", [87, 187, 387], rightDelay=lambda rtt: f"{33 + (rtt - 87) / 2:g}ms"),
        [preset("reno"), preset("fack")],
        drop="300,301,302,303",
        initialSsthresh=25,
        **_path | {"to": "20s", "queue": 60},
    ),
]
derived = differences("recovery_end", "reno", "fack")
sequences = [("reno", "q=17 delack=0"), ("reno-1996", "q=17 delack=0")]
view = (0, 5)
_point = "q=17 delack=0"
numbers = [
    row
    for quantity, expect in (("timeouts", (1, None)), ("unnecessary_retransmissions", (20, 60)))
    for row in _fack.decided(
        "F2",
        quantity,
        "reno",
        _point,
        reading("the Reno of 1996", quantity, "reno-1996", _point, expect=expect),
        expect=expect,
    )
]
