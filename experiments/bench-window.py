# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import axis, case, number, pick, sweep

title = "CPU time a segment against the window: stock, ours, UDP"
paper = "beyond the papers"
see = "The stock socket's cost grows with the window, ours stays within twice the floor."
unstated = """CPU time for each delivered segment: ns-3's own socket, ours with each sender, and the floor, UDP with as
many packets both ways on the same topology. The window is held at its size whatever is lost, the round
trip is the window's time on a 10 Gbit/s link, and all sockets of a row run in one process, one after the
other. Of the largest windows ns-3's own socket has only 2000 segments, or none. Timing wants a quiet machine: --jobs 1, and
nothing else running."""
program = "tcp-lossy-bench-window"
by_default = False
seeds = 3
_ours = "scoreboard-reno,scoreboard-newreno,scoreboard-sack,scoreboard-fack,scoreboard-rfc6675,scoreboard-rack"
_no_loss, _loss = case("p=0", loss=0), case("p=0.001", loss=0.001)
_stock, _without = {"sockets": f"udp,stock,{_ours}"}, {"sockets": f"udp,{_ours}"}
_large = axis("window", pick("100000", "100000 250000"), window="{}")
runs = [
    sweep(axis("window", "10 100 1000 10000", window="{}"), _no_loss, **_stock),
    sweep(axis("window", "10 100 1000", window="{}"), _loss, **_stock),
    sweep(_large, _no_loss, **_without),
    sweep(_large, _loss, **_without),
    sweep(axis("window", [10000], window="{}"), _loss, **_without),
    # What the stock socket does not end within ten minutes otherwise.
    sweep(
        axis("window", "1000 5000 10000", window="{}"),
        _loss,
        case("segments=2000", segments=2000),
        sockets="udp,stock,scoreboard-fack,scoreboard-rfc6675",
        limit="600s",
    ),
]
numbers = [
    number(f"cost_to_{base}", f"scoreboard-{sender}", f"window={point}", expect=(None, most), why=why)
    for base, sender, point, most, why in (
        ("udp", "sack", "100000 p=0", 3, "at most three times the floor"),
        ("stock", "rfc6675", "10000 p=0.001 segments=2000", 1 / 15, "fifteen times faster"),
        ("stock", "sack", "100 p=0", 1.05, "small windows cost no more"),
    )
]
