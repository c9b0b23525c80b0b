# SPDX-License-Identifier: GPL-2.0-only
eval(panel("D16: VenoDR by other readings of its text, to its rivals, 2 % errors; left and dashed: the paper (Fig 5); 95 % intervals", "", "ratio of the throughputs"))
names = "venodr venodr+newest venodr+grow venodr+watch-deflation venodr+watch-early"
rivals = "veno-reno+ns2 westwood-plus+ns2 reno+ns2"
paper(v) = word("1.441 1.470 2.138", rank(rivals, v)) + 0
eval(XTICS)
set xtics add ("the paper" 0) rotate by 15 right
set margins 8,2,7,3
set key bottom center horizontal
plot [-0.5:5.5][0:2.6] for [n in names] for [v in rivals] at("ratio", n."_over_".v) using (rank(names, n) + side(rivals, v, 0.12)):@MEAN with yerrorbars @STYLE title (n eq "venodr" ? name(v) : ""), \
     for [v in rivals] "+" using (side(rivals, v, 0.12)):(paper(v)) every ::::0 with points @STYLE notitle, \
     for [v in rivals] paper(v) dashtype 2 linecolor rgb colour(v) notitle
