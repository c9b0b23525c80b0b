# SPDX-License-Identifier: GPL-2.0-only
#
# What all figures share. "data" is the folder of the experiment's tables, relative to gnuplot's own;
# colour(v) and mark(v), a variant's colour and point type, come from variants.csv.

set datafile separator comma
set datafile commentschars "#"
set key noenhanced spacing 1.1
set grid linecolor rgb "#dddddd"
set border linewidth 0.8
set style data lines
set bars 0.6

# What is no variant: a link, a queue, a line to compare with; and what a paper prints.
NEUTRAL = "#777777"
PAPER = "#000000"

# Whether a table was written: some variants are not in all releases of ns-3.
has(file) = (system("test -s '".file."' && echo yes") eq "yes")
