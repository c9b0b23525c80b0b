# SPDX-License-Identifier: GPL-2.0-only
"""The checks of captures: segments made by hand, with and without a breach."""

import struct
import unittest

import capture
import invariants
from capture import ACK, FIN, SYN, Options, Segment


def syn(linux, ack=None, **options):
    return Segment(0.0, linux, 0, ack or 0, SYN | (ACK if ack else 0), 30000,
                   Options(mss=1460, sack_permitted=True, **options), b"")


def data(linux, seq, size, ack, window=30000, flags=0, **options):
    payload = bytes((seq + i) % 251 for i in range(size))
    return Segment(0.0, linux, seq, ack, ACK | flags, window, Options(**options), payload)


def acknowledge(linux, seq, ack, *blocks, window=30000):
    return data(linux, seq, 0, ack, window, blocks=list(blocks))


OPENING = [syn(True), syn(False, ack=1), acknowledge(True, 1, 1)]


class Breaches(unittest.TestCase):
    def expect(self, segments, *words, **properties):
        found = invariants.observe(OPENING + segments, linux=False, **properties).breaches
        self.assertEqual(len(found), len(words), found)
        for breach, word in zip(found, words):
            self.assertIn(word, breach)

    def test_orderly_connection(self):
        self.expect([data(True, 1, 1000, 1), acknowledge(False, 1, 1001),
                     data(False, 1, 1000, 1001), acknowledge(True, 1001, 1001),
                     data(True, 1001, 0, 1001, flags=FIN), data(False, 1001, 0, 1002, flags=FIN),
                     acknowledge(True, 1002, 1002)])

    def test_window(self):
        small = acknowledge(True, 1, 1, window=1000)
        # Linux offered 30000 before: it may not take them back, but we may use them.
        self.expect([small, data(False, 1, 1000, 1), data(False, 1001, 1000, 1)])
        self.expect([data(False, 1, 30000 - 1, 1)], "more than")
        self.expect([data(False, 1 + i, 1000, 1) for i in range(0, 31000, 1000)],
                    "beyond the window")
        self.expect([acknowledge(False, 1, 1, window=20000)], "the window shrinks")

    def test_window_behind_the_fin(self):
        self.expect([data(True, 1, 0, 1, flags=FIN), acknowledge(False, 1, 2, window=20000)])
        self.expect([data(True, 1, 1000, 1, flags=FIN), acknowledge(False, 1, 1001, window=20000)],
                    "the window shrinks")

    def test_ack(self):
        self.expect([acknowledge(False, 1, 1001)], "what has not arrived")
        self.expect([data(True, 1, 1000, 1), acknowledge(False, 1, 1001),
                     acknowledge(False, 1, 1)], "goes back", "shrinks")

    def test_octets(self):
        other = data(False, 1, 1000, 1)
        other.payload = bytes(1000)
        self.expect([data(False, 1, 1000, 1), other], "other octets")
        self.expect([data(False, 1001, 1000, 1)], "after a gap")

    def test_blocks(self):
        hole = [data(True, 1001, 1000, 1)]
        self.expect(hole + [acknowledge(False, 1, 1, (1001, 2001))])
        self.expect(hole + [acknowledge(False, 1, 1)], "0 blocks", "the first block")
        self.expect(hole + [acknowledge(False, 1, 1, (1001, 3001))],
                    "has not arrived", "could be longer", "the first block")
        self.expect(hole + [acknowledge(False, 1, 1, (1001, 1501))],
                    "could be longer", "the first block")
        two = hole + [data(True, 3001, 1000, 1)]
        self.expect(two + [acknowledge(False, 1, 1, (3001, 4001), (1001, 2001))])
        self.expect(two + [acknowledge(False, 1, 1, (1001, 2001), (3001, 4001))],
                    "the first block")
        self.expect(two + [acknowledge(False, 1, 1, (3001, 4001))], "1 blocks where 2")

    def test_block_of_a_fin_alone(self):
        after_all = [data(True, 1001, 1000, 1), data(True, 3001, 0, 1, flags=FIN)]
        by_recency = acknowledge(False, 1, 1, (3001, 3002), (1001, 2001))
        by_number = acknowledge(False, 1, 1, (1001, 2001), (3001, 3002))
        self.expect(after_all + [by_recency])
        self.expect(after_all + [by_number], "the first block")
        again = [data(True, 1001, 1000, 1), data(True, 3001, 0, 1, flags=FIN)]
        self.expect(after_all + again[:1] + [by_number])
        self.expect(after_all + again + [by_number])

    def test_reports_of_duplicates(self):
        twice = [data(True, 1, 1000, 1), acknowledge(False, 1, 1001), data(True, 1, 1000, 1)]
        self.expect(twice + [acknowledge(False, 1, 1001, (1, 1001))])
        self.expect(twice + [acknowledge(False, 1, 1001, (1, 1001))] * 2, "D-SACKs, but 1")
        self.expect(twice[:2] + [acknowledge(False, 1, 1001, (1, 1001))],
                    "arrived once", "D-SACKs, but 0")
        # Sent again with another cut: 12 octets are new, the others are not.
        self.expect([data(True, 13, 1000, 1), acknowledge(False, 1, 1, (13, 1013)),
                     data(True, 1, 1000, 1), acknowledge(False, 1, 1013, (13, 1001))])

    def test_what_was_sacked_is_not_sent_again(self):
        sent = [data(False, 1, 1000, 1), data(False, 1001, 1000, 1),
                acknowledge(True, 1, 1, (1001, 2001))]
        self.expect(sent + [data(False, 1, 1000, 1)])
        self.expect(sent + [data(False, 1001, 1000, 1)], "SACKed is sent again")
        self.expect(sent + [data(False, 1001, 1000, 1)], respects_sack=False)

    def test_broken_segments_have_not_arrived(self):
        broken = data(True, 1, 1000, 1)
        broken.intact = False
        self.expect([broken, acknowledge(False, 1, 1001)], "what has not arrived")

    def test_old_timestamps_are_dropped(self):
        opening = [syn(True, timestamps=(100, 0)), syn(False, ack=1, timestamps=(5, 100))]
        new = data(True, 1, 1000, 1, timestamps=(120, 5))
        answer = data(False, 1, 0, 1001, timestamps=(6, 120))
        old = data(True, 1001, 1000, 1, timestamps=(110, 5))
        wrong = data(False, 1, 0, 2001, timestamps=(6, 120))
        for last, breaches in ((answer, 0), (wrong, 1)):
            found = invariants.observe(opening + [new, answer, old, last], linux=False).breaches
            self.assertEqual(len(found), breaches, found)


class Parsing(unittest.TestCase):
    def packet(self, payload=b"abc", flip=None):
        options = bytes([1, 1, 5, 10]) + struct.pack(">II", 2**32 - 10, 5)
        tcp = bytearray(struct.pack(">HHIIBBHHH", 5001, 1, 2**32 - 5, 2**32 - 20,
                                    (20 + len(options)) // 4 << 4, ACK, 9, 0, 0)
                        + options + payload)
        addresses = bytes([10, 9, 0, 1, 10, 9, 0, 2])
        pseudo = addresses + struct.pack(">BBH", 0, capture.TCP, len(tcp))
        struct.pack_into(">H", tcp, 16,
                         0xFFFF - capture.ones_complement_sum(pseudo + bytes(tcp)))
        if flip is not None:
            tcp[flip // 8] ^= 1 << flip % 8
        return struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(tcp), 0, 0, 64, capture.TCP,
                           0) + addresses + bytes(tcp)

    def test_fields(self):
        segment = capture.parse(1.5, self.packet())
        self.assertTrue(segment.intact and segment.from_linux)
        self.assertEqual((segment.seq, segment.window, segment.payload), (2**32 - 5, 9, b"abc"))
        self.assertEqual(segment.options.blocks, [(2**32 - 10, 5)])

    def test_every_wrong_bit_is_seen(self):
        for bit in range(8 * 35):
            self.assertFalse(capture.parse(0.0, self.packet(flip=bit)).intact, bit)

    def test_numbers_wrap(self):
        unwrap = capture.Unwrapper()
        self.assertEqual([unwrap(2**32 - 1), unwrap(0)], [0, 1])
        unwrap.move(2**32)
        self.assertEqual([unwrap(5), unwrap(2**32 - 2)], [2**32 + 6, 2**32 - 1])


if __name__ == "__main__":
    unittest.main()
