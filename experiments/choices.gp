# SPDX-License-Identifier: GPL-2.0-only
#
# One choice at a time: F13, B6 and C5. "choices" is a list, in the order of the axis.

# Place on the axis, mean and interval of the rows of a table that a condition of awk holds for; "at" is the
# column of the choice.
chosen(quantity, v, at, condition) = "< awk -F, -v choices='".choices."' 'BEGIN {n = split(choices, name, \" \"); for (i = 1; i <= n; ++i) place[name[i]] = i} \
    ".condition." && ($".at." in place) {print place[$".at."] \",\" $(NF-3) \",\" $(NF-2) \",\" $(NF-1)}' '".data.quantity."-".v.".csv'"
axis_of_choices = "set xrange [0.4:words(choices) + 0.8]; set xtics () noenhanced rotate by 35 right; set for [i = 1:words(choices)] xtics add (word(choices, i) i)"
