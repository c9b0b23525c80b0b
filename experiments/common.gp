# SPDX-License-Identifier: GPL-2.0-only
#
# What all figures share. "data" is the folder of the experiment's tables.

set datafile separator comma
set datafile commentschars "#"
set key noenhanced spacing 1.1
set grid linecolor rgb "#dddddd"
set border linewidth 0.8
set style data lines

# The same colour for a variant everywhere.
SACK = "#d95f02"
VENO = "#1b6ca8"
OTHER = "#777777"
THIRD = "#7b9e3c"
FOURTH = "#9467bd"
colour(v) = (v eq "sack") ? SACK : VENO
