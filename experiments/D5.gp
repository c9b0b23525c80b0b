# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 title "D5: one flow at 2 % errors, 10 Mbit/s, round trip 20 ms (VenoDR paper, Fig 5)"
all = "venodr veno-reno+ns2 reno+ns2 westwood-plus+ns2 veno newreno westwood-plus ns3-veno sack-veno"
set title "mean throughput since the start, first seed"
set xlabel "time (s)"
set ylabel "Mbit/s"
set yrange [0:10]
set xrange [0:40]
set key outside center bottom horizontal
set bmargin 10
plot for [i = 1:words(all)] data."series-throughput_so_far-".word(all, i)."-p0.02_bw10.csv" using 1:2 with linespoints pointtype mark(word(all, i)) pointsize 0.8 pointinterval 12 linecolor rgb colour(word(all, i)) title word(all, i)
set title "VenoDR to the others, 95 % intervals"
set ylabel "ratio"
set xlabel ""
set yrange [0.6:2.6]
set xrange [-0.7:7.7]
rivals = "veno-reno+ns2 westwood-plus+ns2 reno+ns2 veno westwood-plus newreno ns3-veno sack-veno"
set xtics rotate by -35 noenhanced
set xtics ()
set for [i = 1:words(rivals)] xtics add (word(rivals, i) (i - 1))
set key top left inside vertical
# What the paper prints for its Veno, Westwood+ and Reno.
plot for [i = 1:words(rivals)] data."ratio-venodr_over_".word(rivals, i).".csv" using (i - 1):3:4:5 with yerrorbars pointtype mark(word(rivals, i)) linecolor rgb colour(word(rivals, i)) notitle, \
     "< printf '0,1.441\n1,1.470\n2,2.138\n'" using 1:2 with points pointtype 4 pointsize 1.8 linecolor rgb PAPER title "paper", \
     1 dashtype 2 linecolor rgb NEUTRAL title "equal"
unset multiplot
