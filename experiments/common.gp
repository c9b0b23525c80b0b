# SPDX-License-Identifier: GPL-2.0-only
#
# The style of all figures, and what their files use. "data" is the folder of the experiment's tables, relative to
# gnuplot's own; colour(v), mark(v) and name(v), of a variant, come from variants.csv.

set datafile separator comma
set datafile commentschars "#"
set datafile columnheaders
# Rows that a curve leaves out do not break the curve.
set datafile missing NaN
set termoption noenhanced
set format "%g"
set key spacing 1.1 samplen 2
set grid linecolor rgb "#dddddd"
set border linewidth 0.8
set style data lines
set style fill solid 0.8
set bars 0.6

# What is no variant: a link, a queue, a line to compare with; and what a paper prints.
NEUTRAL = "#777777"
PAPER = "#000000"
# The rows of panels, and where they leave room for a key below.
ROOM = "margins 0.075,0.985,0.09,0.9 spacing 0.08,0.15"
KEY_ROOM = "margins 0.075,0.985,0.2,0.9 spacing 0.08,0.13"
KEY_BELOW = "set key at screen 0.5,0.11 center top vertical maxrows 3"

# A table; whether it was written, since some variants are not in all releases of ns-3.
at(quantity, v) = data.quantity."-".v.".csv"
has(file) = (system("test -s '".file."' && echo yes") eq "yes")
# Those rows alone that have a value in a column: to be multiplied with. A column that is a text has is().
only(name, value) = (column(name) == value) ? 1 : NaN
is(name, text) = (strcol(name) eq text) ? 1 : NaN
# A word that may be missing, as a number.
number(text) = strlen(text) ? text + 0 : NaN
# A mean times a factor, with its interval; what is not random has none.
end(name, factor) = factor * (strlen(strcol(name)) ? column(name) : column("mean"))
MEAN = '(column("mean")):(end("ci_low", 1)):(end("ci_high", 1))'
PERCENT = '(100*column("mean")):(end("ci_low", 100)):(end("ci_high", 100))'

# How a variant v is drawn: with its name in the key, and without.
STYLE = "pointtype mark(v) linecolor rgb colour(v)"
CURVE = "with yerrorlines ".STYLE." title name(v)"
BARS = "with yerrorbars ".STYLE." title name(v)"
MARKS = "with points ".STYLE." title name(v)"
# One of several panels: eval(panel(title, below, beside)).
panel(title, x, y) = sprintf("set title \"%s\"; set xlabel \"%s\"; set ylabel \"%s\"", title, x, y)
# The place of a word in a list, and how far to the side of a place its mark stands.
rank(list, v) = (word(list, 1) eq v) ? 1 : 1 + rank(list[strlen(word(list, 1)) + 2:*], v)
side(list, v, width) = width * (rank(list, v) - 0.5 * (words(list) + 1))
# The words of a list below or beside the axis, at 1, 2 and so on.
XTICS = "set xtics (); set for [i = 1:words(names)] xtics add (name(word(names, i)) i)"
