# SPDX-License-Identifier: GPL-2.0-only
set title "B1: buffers by the model, less what Table I of the buffer paper prints"
set style fill solid 0.8
set boxwidth 0.25
set ylabel "packets"
set xrange [-0.6:5.6]
set yrange [-16000:1000]
set key outside center top horizontal
set bmargin 4
unset grid
set xtics scale 0
rows(v) = "< grep '^0' ".data."difference-".v.".csv"
label(a, b, share) = sprintf("a = %g, b = %g\nB = %g C RTT_m", a, b, share)
plot rows("newreno-minus") using ($0 - 0.25):4:xticlabels(label($1, $2, $3)) with boxes linecolor rgb SACK title "NewReno, eq. (1) as printed", \
     rows("newreno-plus") using 0:4 with boxes linecolor rgb FACK title "NewReno, last term of eq. (1) with a plus", \
     rows("sack") using ($0 + 0.25):4 with boxes linecolor rgb VENO title "SACK", \
     rows("newreno-minus") using ($0 - 0.25):4:(sprintf("%.0f", $4)) with labels offset 0,-0.7 notitle, \
     rows("newreno-plus") using 0:4:(sprintf("%.1f", $4)) with labels offset 0,0.7 notitle, \
     rows("sack") using ($0 + 0.25):4:(sprintf("%.1f", $4)) with labels offset 0,1.7 notitle
