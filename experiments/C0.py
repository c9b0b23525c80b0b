# SPDX-License-Identifier: GPL-2.0-only
from campaign.declare import decides, number, published, sweep

title = "octets of SACK options, and blocks that fit"
paper = "compressed SACK paper, Tables 2 and 3"
see = "Five blocks take 22 octets in the paper's first form and 18 in its second, where RFC 2018 has room for four in 34."
unstated = """Octets of the option against the number of blocks, and blocks that fit into the 40 octets of TCP's
options or the 30 that a timestamp leaves, against the largest offset. Segments of 500 octets of which every
other one is lost, as in the paper. The codec alone: no simulation. compressed-form-1 and
compressed-form-2 are the paper's two alternatives; compressed is the better one, which the option uses.
octets_by_paper_count adds the 16 bits that the paper counts for a timestamp, octets_with_timestamp the
10 octets of RFC 7323."""
program = "compressed-sack-size"
random = False
inner = ("blocks", "max", "capacity", "window")
runs = [sweep(blocks=12)]
_OF_FOUR = "of four blocks and a timestamp of 16 bits"
_LARGEST = "the largest offset needs 13 bits"
numbers = [
    row
    for value, source, what, variant, blocks in (
        (22, "Table 3: octets of five blocks, first form", "octets", "compressed-form-1", 5),
        (34, "Table 2: octets of the option", "octets", "rfc2018", 5),
        (4, "Table 2: blocks in the option", "reported", "rfc2018", 5),
        (5, "Table 3: blocks in the option", "reported", "compressed", 5),
        (20, f"section IV: octets {_OF_FOUR}", "octets_by_paper_count", "compressed-form-1", 4),
        (13, "section IV: X for five blocks", "offset_bits", "compressed-form-1", 5),
        (173, "section IV: bits of five blocks", "bits", "compressed-form-1", 5),
        (12, "section IV: X for four blocks", "offset_bits", "compressed-form-1", 4),
        (156, f"section IV: bits {_OF_FOUR}", "bits_by_paper_count", "compressed-form-1", 4),
    )
    for row in published(
        value, source, decides(what, variant, f"blocks={blocks} max={1000 * blocks - 500}", expect=(value, value))
    )
] + [
    number(quantity, variant, point, expect=expect, why=why)
    for quantity, variant, point, expect, why in (
        ("octets_with_timestamp", "compressed-form-1", "blocks=4 max=3500", (28, 28), "a timestamp of 10 octets"),
        ("blocks", "compressed", "capacity=30 window=8191", (7, None), _LARGEST),
        ("blocks", "compressed-form-1", "capacity=30 window=8191", (7, 7), _LARGEST),
    )
]
