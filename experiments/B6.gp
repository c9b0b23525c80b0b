# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 title "B6: what the buffer paper's set-up leaves open, one choice at a time (a = 0.01, b = 0.125, B = 0.05 C RTT_m)"
# Tables begin with the columns choice and Q.
at(v, quantity, q) = "< grep -E '^[^,]+,(".q."),' '".data.quantity."-".v.".csv'"
BOUND = "9838|9825|1641|25618"
AMPLE = "248150|6999"
set xtics rotate by 35 right noenhanced
set key bottom left
set xrange [-0.5:*]
set yrange [0:210]
set ylabel "goodput (Mbit/s)"
set title "SACK"
plot at("sack", "goodput", BOUND) using 0:3:xticlabels(1) with points pointtype mark("sack") pointsize 1.2 linecolor rgb colour("sack") title "Q as the bound says", \
     at("sack", "goodput", "5500") using 0:3 with points pointtype 6 pointsize 1.2 linecolor rgb NEUTRAL title "Q = 5500: base, exact, no-limited, wide in this order"
set title "NewReno, Q 3 % above eq. (1)"
plot at("newreno", "goodput", AMPLE) using 0:3:xticlabels(1) with points pointtype mark("newreno") pointsize 1.2 linecolor rgb colour("newreno") notitle
unset multiplot
