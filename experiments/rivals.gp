# SPDX-License-Identifier: GPL-2.0-only
#
# D4, D8, D14 and V7: a rival on ns-2's Reno has the mark of the one that it is, hollow, and not all the same one.
marker(v) = (strstrt(v, "+ns2") == 0) ? mark(v) : mark(base(v)) - mark(base(v)) % 2
