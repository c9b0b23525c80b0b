# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,3 title "C2: throughput with two-state loss both ways (compressed SACK paper, Table 5); 95 % intervals"
set logscale x
set xtics (50, "" 60, 120, 300, 600)
set xtics rotate by -45
set xrange [42:720]
set xlabel "length of a run (s)"
set key top right
set title "mean over runs"
set ylabel "kbit/s"
set yrange [0:200]
set style data yerrorlines
plot for [v in "rfc2018 compressed"] data."throughput-".v.".csv" using ($1 * (v eq "rfc2018" ? 0.98 : 1.02)):2:3:4 pointtype mark(v) pointsize 0.6 linecolor rgb colour(v) title v, \
     "< printf '50,162.64\n60,141.52\n120,72.4\n300,93.44\n600,56.64\n'" using 1:2 with linespoints pointtype 6 dashtype 2 linecolor rgb colour("rfc2018") title "paper: No-Offset", \
     "< printf '50,169.84\n60,156\n120,124.24\n300,94.48\n600,72.72\n'" using 1:2 with linespoints pointtype 4 dashtype 2 linecolor rgb colour("compressed") title "paper: Offset"
set title "compressed - rfc2018, paired by seed"
set key bottom left
set ylabel "kbit/s"
set yrange [*:*]
plot data."difference-compressed-rfc2018.csv" using 1:2:3:4 pointtype mark("compressed") pointsize 0.6 linecolor rgb colour("compressed") title "measured", \
     0 with lines dashtype 2 linecolor rgb NEUTRAL notitle
set title "runs of 600 s"
unset logscale x
set xlabel ""
set ylabel "kbit/s"
set xrange [-0.6:6.6]
set yrange [0:*]
variants = "newreno rfc2018 compressed rfc2018+4blocks rfc2018+delack rfc2018+fack compressed+fack"
set xtics () norotate
set for [i = 1:words(variants)] xtics add (word(variants, i) (i - 1))
set xtics noenhanced rotate by -45
plot for [i = 1:words(variants)] "< grep '^600,' ".data."throughput-".word(variants, i).".csv" using (i - 1):2:3:4 with yerrorbars pointtype mark(word(variants, i)) pointsize 0.8 linecolor rgb colour(word(variants, i)) notitle
unset multiplot
