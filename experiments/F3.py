# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import preset

from shared import fack as _fack

title = "Reno+SACK in slow start: time-sequence plot"
paper = "FACK paper, Fig 3"
see = "No timeout and nothing sent for nothing, but ten round trips until all is repaired."
unstated = _fack.timer + _fack.clock
program = "fack-recovery"
random = False
runs = _fack.recovery(17, preset("sack"))
sequences = [("sack", "q=17 delack=0")]
view = (0, 2.5)
numbers = _fack.clean("F3", "sack", "q=17 delack=0")
