# SPDX-License-Identifier: GPL-2.0-only
#
# One choice at a time: F13, B6 and C5. Columns of their tables: place on the axis, mean, interval, name of the choice.
axis_of_choices = "set xrange [0.4:*]; set xtics () noenhanced rotate by 35 right; set offsets 0,0.8,0,0"
