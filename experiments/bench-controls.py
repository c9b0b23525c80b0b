# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, ratios, sweep

title = "Instructions a segment of each congestion control: ours and ns-3's own socket, to UDP"
paper = "beyond the papers"
see = "Our socket with the sender Rfc6675 costs less than ns-3's own under each control."
unstated = """Instructions for each delivered segment, counted by valgrind's callgrind, as in bench-instructions, with
timestamps. The control opens the window up to 1000 segments, the buffer's size, on a 10 Gbit/s link whose round trip is the
time of 1000; nothing is lost, or one packet in a thousand is. Classic recovery. Dctcp sets ECN, which nothing marks.
The two sockets do not send the same segments at the same time here: E1 compares those."""
program = "tcp-lossy-bench-instructions"
by_default = False
random = False
needs = "tcp-lossy-bench-instructions --can-count"
runs = [
    sweep(
        axis(
            "control",
            "Bbr Bic Cubic Dctcp Fack HighSpeed Htcp Hybla Illinois Ledbat LinuxReno Lp NewReno SackVeno "
            "Scalable Vegas Veno VenoDr WestwoodPlus Yeah",
            variant="ns3::Tcp{}",
        ),
        axis("p", "0 0.001", loss="{}"),
        window=1000,
        segments=2000,
        sockets="stock,scoreboard-rfc6675",
    )
]
derived = ratios("instructions", "scoreboard-rfc6675", "stock")
