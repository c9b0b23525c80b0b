# SPDX-License-Identifier: GPL-2.0-only
#
# wifi-venodr >wifi-venodr.csv && gnuplot wifi-venodr.gp
call system("dirname ".ARG0)."/style.gp" "wifi-venodr" "One flow over Wi-Fi of 6.5 Mbit/s without retries, 30 s of one run" "frames lost at random (%)" "throughput (kbit/s)"
set yrange [0:*]
variants = system("tail -n +2 wifi-venodr.csv | cut -d , -f 1 | sort -u")
of(v) = strcol("variant") eq v ? column("value") : NaN
plot for [i=1:words(variants)] "wifi-venodr.csv" using (100*column("loss")):(of(word(variants, i))) smooth unique with linespoints linewidth 2 pointtype 2 * i + 3 linecolor i title word(variants, i)
