# SPDX-License-Identifier: GPL-2.0-only
#
# lossy-long-fat-path >lossy-long-fat-path.csv && gnuplot lossy-long-fat-path.gp
call system("dirname ".ARG0)."/style.gp" "lossy-long-fat-path" "CUBIC over 50 Mbit/s, round trip 200 ms" "time (s)" "goodput (Mbit/s)"
set yrange [0:70]
set key top left
of(buffers) = strcol("buffers") eq buffers ? column("value") : NaN
plot "lossy-long-fat-path.csv" using "time_s":(of("default")) with lines linewidth 2 dashtype 2 title "ns-3's default buffers", \
     "" using "time_s":(of("required")) with lines linewidth 2 title "buffers by TcpBufferHelper"
