# SPDX-License-Identifier: GPL-2.0-only
title = "every other segment and their ACKs are lost: what is sent again"
paper = "compressed SACK paper, Table 1, Figs 3 and 4"
see = "With RFC 2018's blocks segments that arrived are sent again, with compressed offsets none."
unstated = """Link and window: here the 0.8 Mbit/s and 100 ms of Fall and Floyd (the paper's [5]) and a receiver's
window of 20 segments, ns-2's default; Reno+SACK as ns-2 has it, timestamps, no delayed ACK. Of a window's
segments 2, 7, 9 and 11 are lost, and the ACKs of 6, 8 and 10; segment 1 is the flow's 34th, as the figures
have it. The rows without a point are this. Others show what it depends on: the sender, the window, and
whether there are timestamps, which leave room for 3 blocks instead of 4. Losses are those of Table 1, or
go on to segment 18 in the same way (data 13, 15, 17, ACKs of 12, 14, 16): Table 1 is about one segment,
the paper's Fig 3 about four, and it takes the longer ones to get these four."""
program = "compressed-sack-flow"
random = False

_losses = {
    "table1": {"drop": "35,40,42,44", "dropAcks": "34:5,34:6,34:7"},
    "longer": {"drop": "35,40,42,44,46,48,50", "dropAcks": "34:5,34:6,34:7,34:8,34:9,34:10"},
}
_encodings = [variant(name, sackEncoding=name) for name in ("rfc2018", "compressed")]


def _of(losses, sender, timestamps, window):
    return _losses[losses] | {
        "variant": sender,
        "timestamps": bool(timestamps),
        "receiveBuffer": window * 1000,
    }


def _at(losses, sender, timestamps, window):
    text = f"loss={losses} sender={sender} timestamps={timestamps} window={window}"
    return case(text, **_of(losses, sender, timestamps, window))


_figures = _at("longer", "fack", 1, 20)
_common = {
    "receiver": "scoreboard",
    "segmentSize": 1000,
    "initialWindow": 1,
    "limitedTransmit": False,
    "rate": "0.8Mbps",
    "delay": "100ms",
    "queue": 100,
    "leftRate": "8Mbps",
    "rightRate": "8Mbps",
    "to": "6s",
    "series": True,
}
runs = [
    sweep([case("", **_of("table1", "sack", 1, 20)), _figures], _encodings, **_common),
    sweep(
        [
            _at(losses, sender, timestamps, window)
            for sender in ("sack", "fack")
            for timestamps in (1, 0)
            for losses, windows in (("table1", (11, 14, 16, 20, 32)), ("longer", (20, 32)))
            for window in windows
            if (losses, sender, timestamps, window) != ("longer", "fack", 1, 20)
        ],
        _encodings,
        **_common,
    ),
]
_longer = "loss=longer sender=fack timestamps=1 window=20"
sequences = [
    ("rfc2018", ""),
    ("compressed", ""),
    ("rfc2018", _longer),
    ("compressed", _longer),
]
view = (1.25, 1.95)
numbers = [
    number(
        "unnecessary_retransmissions",
        "rfc2018",
        paper=1,
        source="Table 1: segment 6",
        expect=(1, None),
    ),
    number("unnecessary_retransmissions", "compressed", paper=0, source="Fig 4", expect=(None, 0)),
    number(
        "unnecessary_retransmissions",
        "rfc2018",
        _longer,
        paper=4,
        source="Fig 3: 39 41 43 45",
        expect=(4, 4),
    ),
    number(
        "unnecessary_retransmissions",
        "compressed",
        _longer,
        paper=0,
        source="Fig 4",
        expect=(None, 0),
    ),
]
