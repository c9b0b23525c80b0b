# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,3 title "D13: VenoDR against alpha; 95 % intervals; dashed: the paper's 0.55"
at(file) = data.file.".csv"
set xlabel "alpha"
set xrange [0.05:0.95]
set arrow from first 0.55, graph 0 to first 0.55, graph 1 nohead dashtype 2 linecolor rgb PAPER
set title "one flow, 2 % errors"
set ylabel "throughput (Mbit/s)"
set yrange [0:7]
unset key
plot at("throughput-1-0.02") using 1:2:3:4 with yerrorlines pointtype mark("venodr") linecolor rgb colour("venodr")
set title "ten flows, together"
set yrange [0:22]
set key at graph 0.98, 0.5 right samplen 1 opaque
plot at("total_throughput-10-0") using 1:2:3:4 with yerrorlines pointtype mark("venodr") linecolor rgb colour("venodr") title "no errors", \
     at("total_throughput-10-0.02") using 1:2:3:4 with yerrorlines pointtype (mark("venodr") - 1) dashtype 3 linecolor rgb colour("venodr") title "2 % errors"
unset key
set title "ten flows (as beside)"
set ylabel "Jain's index"
set yrange [0:1.05]
plot at("jain_index-10-0") using 1:2:3:4 with yerrorlines pointtype mark("venodr") linecolor rgb colour("venodr"), \
     at("jain_index-10-0.02") using 1:2:3:4 with yerrorlines pointtype (mark("venodr") - 1) dashtype 3 linecolor rgb colour("venodr")
unset multiplot
