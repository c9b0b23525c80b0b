# SPDX-License-Identifier: GPL-2.0-only
"""What RFC 9293, 2018, 2883 and 7323 demand of every segment, read from one capture.

A capture is made at one end, the observed one: what it sends, at the moment it does, and what
arrives there. With `exact`, nothing is under way between the capture and the socket, so that what
was captured is all that the socket knew.
"""

from bisect import bisect_right

from capture import ACK, FIN, RST, SYN

MAX_BLOCKS = 4
MAX_BLOCKS_WITH_TIMESTAMPS = 3


class Ranges:
    """Positions, as disjoint ranges in order."""

    def __init__(self):
        self.begins, self.ends = [], []

    def add(self, begin, end):
        """Whether any of them was there before."""
        if begin >= end:
            return False
        low = bisect_right(self.ends, begin - 1)
        high = bisect_right(self.begins, end)
        overlaps = any(self.begins[i] < end and begin < self.ends[i] for i in range(low, high))
        if low < high:
            begin, end = min(begin, self.begins[low]), max(end, self.ends[high - 1])
        self.begins[low:high], self.ends[low:high] = [begin], [end]
        return overlaps

    def holds(self, begin, end):
        index = bisect_right(self.begins, begin) - 1
        return index >= 0 and end <= self.ends[index]

    def around(self, position):
        """The range that a position is in."""
        index = bisect_right(self.begins, position) - 1
        if index >= 0 and position < self.ends[index]:
            return self.begins[index], self.ends[index]
        return None

    def above(self, position):
        """Those that begin above it."""
        first = bisect_right(self.begins, position)
        return list(zip(self.begins[first:], self.ends[first:]))

    def next(self):
        """The first position that is missing."""
        return self.ends[0] if self.begins and self.begins[0] == 0 else 0


class Observer:
    """Follows one end through a capture and collects the breaches of its side."""

    def __init__(self, exact=True, respects_sack=True):
        self.exact = exact
        self.respects_sack = respects_sack
        self.breaches = []
        self.syn = self.peer_syn = None  # the options of both
        self.sent_end = 0  # one past all that was sent
        self.sent = bytearray()
        self.last_ack = 0
        self.own_edge = 0  # what was offered
        self.edge = 0  # what the peer offered
        self.peer_ack = 0
        self.sacked = Ranges()
        self.held = Ranges()  # what arrived
        self.repeated = Ranges()  # what arrived again
        self.newest = None  # the segment with data, or with a first FIN, that arrived last
        self.duplicates = 0  # segments of which something had arrived before
        self.reports = 0  # of them
        self.probes = 0  # of a closed window, an octet each
        self.retransmissions = 0
        self.ts_recent = None
        self.fin_sent = False
        self.peer_fin = None  # one past it

    # -------------------------------------------------------------------------- what both agreed

    def agreed(self, what):
        return (self.syn is not None and self.peer_syn is not None
                and bool(what(self.syn)) and bool(what(self.peer_syn)))

    def scale(self, options):
        both = self.agreed(lambda syn: syn.scale is not None)
        return options.scale if both else 0

    def timestamps(self):
        return self.agreed(lambda syn: syn.timestamps)

    def sack(self):
        return self.agreed(lambda syn: syn.sack_permitted)

    # -------------------------------------------------------------------------- what arrives

    def arrives(self, segment):
        if not segment.intact or segment.flags & RST:
            return
        if segment.flags & SYN:
            self.peer_syn = segment.options
        window = segment.window
        if not segment.flags & SYN:
            window <<= self.scale(self.peer_syn)
        if segment.flags & ACK:
            self.edge = max(self.edge, segment.ack + window)
            self.peer_ack = max(self.peer_ack, segment.ack)
            for begin, end in segment.options.blocks:
                if begin >= segment.ack:
                    self.sacked.add(begin, end)
        # What is refused for its timestamp may be reported as a duplicate all the same.
        refused = self.is_too_old(segment) and segment.end > self.held.next()
        if refused or segment.size == 0:
            return
        known = list(self.overlaps(segment.seq, segment.end))
        for begin, end in known:
            self.repeated.add(begin, end)
        self.held.add(segment.seq, segment.end)
        if segment.flags & FIN:
            self.peer_fin = segment.end
        if segment.payload or (segment.flags & FIN and not known):
            self.newest = segment
        if segment.payload:
            self.duplicates += bool(known)

    def is_too_old(self, segment):
        """Whether the receiver has to drop a segment for its timestamp (RFC 7323, 5.3)."""
        if not self.exact or not self.timestamps() or not segment.options.timestamps:
            return False
        stamp = segment.options.timestamps[0]
        age = 0 if self.ts_recent is None else (self.ts_recent - stamp) % 2**32
        if 0 < age < 2**31:
            return True
        # What is out of the window does not count.
        if segment.seq <= self.last_ack and segment.end >= self.held.next() + (segment.size > 0):
            self.ts_recent = stamp
        return False

    def overlaps(self, begin, end):
        """The parts that were held before."""
        for low, high in zip(self.held.begins, self.held.ends):
            if low < end and begin < high:
                yield max(low, begin), min(high, end)

    # -------------------------------------------------------------------------- what is sent

    def sends(self, segment):
        if segment.flags & RST:
            if not self.is_over():
                self.breach("RST", segment)
            return
        if segment.flags & SYN:
            self.syn = segment.options
        self.check_options(segment)
        if segment.size:
            self.check_data(segment)
        if segment.flags & ACK:
            self.check_ack(segment)
            self.check_blocks(segment)

    def is_over(self):
        """Both directions are closed and acknowledged: to what comes still, RST is the answer."""
        return (self.fin_sent and self.peer_ack == self.sent_end
                and self.peer_fin is not None and self.last_ack == self.peer_fin)

    def breach(self, what, segment):
        self.breaches.append(f"{what}: {segment}")

    def check_options(self, segment):
        if not segment.flags & SYN:
            if bool(segment.options.timestamps) != bool(self.timestamps()):
                self.breach("timestamps in some segments (RFC 7323, 3.2)", segment)
            if segment.options.mss or segment.options.scale is not None:
                self.breach("an option of SYNs", segment)
        if segment.options.blocks and not (self.peer_syn and self.peer_syn.sack_permitted):
            self.breach("SACK that was not permitted (RFC 2018, 2)", segment)
        if self.peer_syn and segment.payload:
            room = (self.peer_syn.mss or 536) - segment.options.size
            if len(segment.payload) > room:
                self.breach(f"more than the {room} octets of the segment size (RFC 9293, 3.7.1)",
                            segment)

    def check_data(self, segment):
        if segment.seq < self.sent_end:
            self.retransmissions += 1
            if self.respects_sack and self.sacked.holds(segment.seq, segment.end):
                self.breach("what was SACKed is sent again (RFC 2018, 5)", segment)
        elif segment.seq > self.sent_end:
            self.breach(f"after a gap, from {self.sent_end} on", segment)
        self.sent_end = max(self.sent_end, segment.end)
        self.fin_sent |= bool(segment.flags & FIN)
        probe = len(segment.payload) == 1 and segment.seq == self.edge
        self.probes += probe
        if not segment.flags & SYN and segment.end > self.edge and not probe:
            self.breach(f"beyond the window, {self.edge} (RFC 9293, 3.8.6)", segment)
        begin = segment.seq - 1  # of the octets: the SYN is 0
        before = self.sent[begin:begin + len(segment.payload)]
        if before != segment.payload[:len(before)]:
            self.breach("other octets than before", segment)
        self.sent += segment.payload[len(before):]

    def check_ack(self, segment):
        if segment.ack < self.last_ack:
            self.breach(f"the ACK goes back from {self.last_ack} (RFC 9293, 3.4)", segment)
        if segment.ack > self.held.next():
            self.breach(f"ACK of what has not arrived, {self.held.next()} (RFC 9293, 3.10.7.4)",
                        segment)
        self.last_ack = max(self.last_ack, segment.ack)
        scale = 0 if segment.flags & SYN else self.scale(self.syn)
        edge = segment.ack + (segment.window << scale)
        # The field has no room for less than one unit of the scale. Behind the peer's FIN, there is
        # nothing to offer a window for, and Linux's, in TIME_WAIT, does shrink.
        if edge + (1 << scale) <= self.own_edge and segment.ack != self.peer_fin:
            self.breach(f"the window shrinks from {self.own_edge} (RFC 9293, 3.8.6)", segment)
        self.own_edge = max(self.own_edge, edge)

    # -------------------------------------------------------------------------- SACK

    def check_blocks(self, segment):
        blocks = list(segment.options.blocks)
        if any(begin >= end for begin, end in blocks):
            self.breach("a block without octets (RFC 2018, 3)", segment)
            return
        if blocks and self.is_report(segment.ack, blocks):
            self.check_report(segment, blocks.pop(0))
        for begin, end in blocks:
            if begin <= segment.ack:
                self.breach("a block at or below the ACK (RFC 2018, 3)", segment)
            if not self.held.holds(begin, end):
                self.breach("a block of what has not arrived (RFC 2018, 3)", segment)
        ordered = sorted(blocks)
        if any(first[1] >= second[0] for first, second in zip(ordered, ordered[1:])):
            self.breach("blocks that touch (RFC 2018, 3)", segment)
        # What an ACK makes it send goes before it has stored the data that came with this ACK.
        if self.exact and self.sack() and segment.size == 0:
            self.check_whole(segment, blocks)

    def is_report(self, ack, blocks):
        begin, end = blocks[0]
        return begin < ack or any(low <= begin and end <= high for low, high in blocks[1:2])

    def check_report(self, segment, block):
        self.reports += 1
        # When it takes a FIN from its queue, Linux acknowledges before it forgets the block.
        stale = not self.exact and block[1] == segment.ack == self.peer_fin
        if not self.repeated.holds(*block) and not stale:
            self.breach("D-SACK of what arrived once (RFC 2883, 4)", segment)
        if self.exact and not (self.newest and self.newest.seq <= block[0]
                               and block[1] <= self.newest.end):
            self.breach("D-SACK of another segment than the newest (RFC 2883, 4)", segment)

    def check_whole(self, segment, blocks):
        """Each block is as long as can be, the newest is first, and all are there that fit."""
        islands = self.held.above(segment.ack)
        for block in blocks:
            if block not in islands:
                self.breach("a block that could be longer (RFC 2018, 4)", segment)
        reports = len(segment.options.blocks) - len(blocks)
        room = MAX_BLOCKS_WITH_TIMESTAMPS if self.timestamps() else MAX_BLOCKS
        if len(blocks) < min(len(islands), room - reports):
            self.breach(f"{len(blocks)} blocks where {len(islands)} are held (RFC 2018, 3)",
                        segment)
        if islands and self.newest and self.newest.seq > segment.ack:
            if not blocks or blocks[0] != self.held.around(self.newest.seq):
                self.breach(f"the first block is not that of the newest data, {self.newest.seq} "
                            "(RFC 2018, 4)", segment)

    def finish(self):
        if self.exact and self.sack() and self.reports > self.duplicates:
            self.breaches.append(f"{self.reports} D-SACKs, but {self.duplicates} segments that "
                                 "arrived twice (RFC 2883, 4)")
        return self.breaches


def observe(segments, linux, **properties):
    """What one end did in a capture."""
    observer = Observer(**properties)
    for segment in segments:
        if segment.from_linux == linux:
            observer.sends(segment)
        else:
            observer.arrives(segment)
    observer.finish()
    return observer
