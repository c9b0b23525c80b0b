# SPDX-License-Identifier: GPL-2.0-only
#
# Goodput against Q: B2 and B3. "v" is the variant, "heading" the title, "a" and "b" the setting.
#
# The curves are of one variant, so that their colours are those of three sizes of the bottleneck's
# buffer. What the model requires is a vertical line in the colour of the curve. "paced", if it is set, is
# the share for which the sender was also paced; with "only_paced" the key has that curve alone, the others being in
# another panel's.
shares = "0.05 0.1 0.5"
share_colour(s) = (s eq "0.05") ? "#009e73" : (s eq "0.1") ? "#0072b2" : "#cc79a7"
share_mark(s) = (s eq "0.05") ? 5 : (s eq "0.1") ? 7 : 9
rows(quantity, share) = "< grep '^".a.",".b.",".share.",' ".data.quantity."-".v.".csv"
paced_rows(share) = "< grep '^".a.",".b.",".share.",' ".data."goodput-".v."+paced.csv"
named(text) = exists("only_paced") ? "" : text
set title heading
plot for [s in shares] rows("goodput", s) using 4:5 with linespoints pointtype share_mark(s) pointsize 0.8 linewidth 1.5 linecolor rgb share_colour(s) title named("B = ".s), \
     for [s in exists("paced") ? paced : ""] paced_rows(s) using 4:5 with linespoints dashtype 3 pointtype share_mark(s) - 1 pointsize 0.8 linewidth 1.5 linecolor rgb share_colour(s) title (strlen(s) ? "B = ".s.", paced" : ""), \
     for [s in shares] rows("model", s)." | head -n 1" using 5:(0):(0):(200) with vectors nohead dashtype 2 linewidth 1.5 linecolor rgb share_colour(s) title named("model, B = ".s)
