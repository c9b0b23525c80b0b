# SPDX-License-Identifier: GPL-2.0-only
"""Segments of a capture file, with their numbers as positions that do not wrap."""

import socket
import struct
from dataclasses import dataclass, field
from pathlib import Path

import namespace

FIN, SYN, RST, PSH, ACK = 1, 2, 4, 8, 16
TCP = 6
SCALE_LIMIT = 14
FRAGMENT = 0x3FFF  # more fragments, or an offset


class FragmentError(ValueError):
    """A packet of IP that is not whole."""


@dataclass
class Options:
    """Those of a header. Raw numbers."""
    mss: int = None
    scale: int = None
    sack_permitted: bool = False
    blocks: list = field(default_factory=list)
    timestamps: tuple = None
    size: int = 0


@dataclass
class Segment:
    """What was on the wire."""
    time: float
    from_linux: bool
    seq: int
    ack: int
    flags: int
    window: int
    options: Options
    payload: bytes
    intact: bool = True
    readable: bool = True  # the header is not longer than the packet

    @property
    def size(self):
        """Octets of sequence numbers."""
        return len(self.payload) + bool(self.flags & SYN) + bool(self.flags & FIN)

    @property
    def end(self):
        return self.seq + self.size

    def __str__(self):
        flags = "".join(name for bit, name in ((SYN, "S"), (FIN, "F"), (RST, "R"), (PSH, "P"),
                                               (ACK, ".")) if self.flags & bit)
        blocks = "".join(f" {begin}-{end}" for begin, end in self.options.blocks)
        return (f"{self.time:.6f} {'Linux' if self.from_linux else 'ns-3'} {flags} "
                f"{self.seq}:{self.end}({len(self.payload)}) ack {self.ack} win {self.window}"
                + (f" sack{blocks}" if blocks else ""))


def read_packets(path):
    """Time and octets of each."""
    octets = Path(path).read_bytes()
    order = "<" if octets[:4] in (b"\xd4\xc3\xb2\xa1", b"\x4d\x3c\xb2\xa1") else ">"
    fraction = 1e-9 if struct.unpack(order + "I", octets[:4])[0] == 0xA1B23C4D else 1e-6
    position = 24
    while position + 16 <= len(octets):
        seconds, part, size, _ = struct.unpack_from(order + "IIII", octets, position)
        position += 16
        yield seconds + part * fraction, octets[position:position + size]
        position += size


def ones_complement_sum(octets):
    if len(octets) % 2:
        octets += b"\0"
    total = sum(struct.unpack(f">{len(octets) // 2}H", octets))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total


def read_options(octets):
    """Options of a header, or nothing if they make no sense."""
    options, position = Options(size=len(octets)), 0
    while position < len(octets) and octets[position] != 0:
        if octets[position] == 1:
            position += 1
            continue
        size = octets[position + 1] if position + 1 < len(octets) else 0
        if size < 2 or position + size > len(octets):
            return None
        kind, value = octets[position], octets[position + 2:position + size]
        if kind == 2:
            options.mss = int.from_bytes(value, "big")
        elif kind == 3:
            options.scale = min(value[0], SCALE_LIMIT)
        elif kind == 4:
            options.sack_permitted = True
        elif kind == 5:
            edges = struct.unpack(f">{len(value) // 4}I", value)
            options.blocks = list(zip(edges[::2], edges[1::2]))
        elif kind == 8:
            options.timestamps = struct.unpack(">II", value)
        position += size
    return options


def parse(time, packet):
    """The segment in an IPv4 packet, nothing if it is none."""
    if packet[0] >> 4 != 4 or packet[9] != TCP:
        return None
    length = struct.unpack_from(">H", packet, 2)[0]
    begin = 4 * (packet[0] & 15)
    if struct.unpack_from(">H", packet, 6)[0] & FRAGMENT:
        raise FragmentError(f"at {time:.6f}: a segment that IP had to cut")
    tcp = packet[begin:length]
    pseudo = packet[12:20] + struct.pack(">BBH", 0, TCP, len(tcp))
    intact = ones_complement_sum(pseudo + tcp) == 0xFFFF
    header = 4 * (tcp[12] >> 4)
    options = read_options(tcp[20:header]) if intact else Options()
    _, _, seq, ack, _, flags, window = struct.unpack_from(">HHIIBBH", tcp)
    from_linux = packet[12:16] == socket.inet_aton(namespace.LINUX)
    return Segment(time, from_linux, seq, ack, flags, window, options, tcp[header:], intact,
                   header <= len(tcp))


class Unwrapper:
    """Numbers of one direction as positions: the SYN's is 0."""

    def __init__(self):
        self.first = None
        self.last = 0

    def __call__(self, number):
        if self.first is None:
            self.first = number
        offset = (number - self.first - self.last) % 2**32
        return self.last + (offset - 2**32 if offset >= 2**31 else offset)

    def move(self, position):
        self.last = max(self.last, position)


def read_segments(path):
    """All segments of a capture, with positions for numbers. Broken ones keep theirs."""
    unwrap = {True: Unwrapper(), False: Unwrapper()}
    segments = []
    for time, packet in read_packets(path):
        segment = parse(time, packet)
        if segment is None:
            continue
        segments.append(segment)
        if not segment.intact:
            continue
        own, other = unwrap[segment.from_linux], unwrap[not segment.from_linux]
        segment.seq = own(segment.seq)
        own.move(segment.end)
        if segment.flags & ACK:
            segment.ack = other(segment.ack)
            segment.options.blocks = [(other(begin), other(end))
                                      for begin, end in segment.options.blocks]
    return segments
