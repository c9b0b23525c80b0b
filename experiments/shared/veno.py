# SPDX-License-Identifier: GPL-2.0-only
# What V1 to V6 have in common: the paper's sender, and ns-3's own socket beside it.
from campaign.declare import preset, ratios

sender = """The sender is that of the paper's section 2.1, Sack on our socket, which cuts from the window;
ns-3's own socket, which cuts from its pipe, is a row beside it (+stock). Limited transmit (RFC 3042,
January 2001) is off: the paper neither has nor cites it. """

# Paper section 2.1 does not know what RFC 3042 sends on the first two duplicate ACKs.
common = {"limitedTransmit": False}
NAMES = ("sack", "sack-veno")


def both(suffix="", **options):
    """SACK and SACK-Veno, with the same options."""
    return [preset(name + suffix, variant=name, **options) for name in NAMES]


def compare(quantity, *suffixes):
    """sack-veno/sack, and the same for each of the suffixes."""
    return [
        rule
        for suffix in ("",) + suffixes
        for rule in ratios(quantity, "sack-veno" + suffix, "sack" + suffix)
    ]


def pair(suffix):
    """The name of the ratio of two variants with a suffix."""
    return f"sack-veno{suffix}/sack{suffix}"
