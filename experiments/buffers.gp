# SPDX-License-Identifier: GPL-2.0-only
#
# Goodput against Q: B2 and B3. "v" is the variant, "heading" the title, "a" and "b" the setting.
#
# What the model requires is a vertical line in the colour of the curve.
shares = "0.05 0.1 0.5"
share_colour(s) = (s eq "0.05") ? SACK : (s eq "0.1") ? VENO : FACK
rows(quantity, share) = "< grep '^".a.",".b.",".share.",' ".data.quantity."-".v.".csv"
set title heading
plot for [s in shares] rows("goodput", s) using 4:5 with linespoints pointtype 7 pointsize 0.8 linewidth 1.5 linecolor rgb share_colour(s) title "B = ".s, \
     for [s in shares] rows("model", s)." | head -n 1" using 5:(0):(0):(200) with vectors nohead dashtype 2 linewidth 1.5 linecolor rgb share_colour(s) title "model"
