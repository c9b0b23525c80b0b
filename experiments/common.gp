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
RENO = "#555555"
FACK = "#1b9e77"
colour(v) = (v eq "sack") ? SACK : \
            (strstrt(v, "rfc2018") == 1) ? SACK : \
            (strstrt(v, "compressed") == 1) ? VENO : \
            (v eq "reno") ? RENO : \
            (v eq "reno-1996") ? "#000000" : \
            (v eq "reno-modern") ? "#bbbbbb" : \
            (v eq "fack") ? FACK : \
            (v eq "fack-od") ? FOURTH : \
            (v eq "fack-rd") ? THIRD : \
            (v eq "fack-od-rd") ? "#e7298a" : \
            (v eq "venodr") ? "#1f3d7a" : \
            (v eq "veno") ? "#e6ab02" : \
            (v eq "veno-reno") ? "#c9a95b" : \
            (v eq "ns3-veno") ? FOURTH : \
            (v eq "newreno") ? "#d95f02" : \
            (v eq "westwood-plus") ? FACK : \
            (v eq "ns3-fack") ? "#a6761d" : VENO

# Whether a table was written: some variants are not in all releases of ns-3.
has(file) = (system("test -s '".file."' && echo yes") eq "yes")
