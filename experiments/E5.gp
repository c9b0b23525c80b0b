# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 margins 0.08,0.985,0.22,0.93 spacing 0.07,0.05 title "E5: the paths of E2 with the presets linux and linux-reno; 95 % intervals"
variants = "rack linux"
paths = "0.01%% 0.1%% 1%% 10%% bursts-0.1%% bursts-1%% late late-1%% 10ms-1%% 600ms-0.1%% overflow acks"
set xtics rotate by 45 right noenhanced
rows(q, control, v) = data.q."-".control."-".v.".csv"
set xrange [0.5:12.5]
set key at screen 0.5,0.045 center top horizontal
do for [quantity in "throughput timeouts"] {
    do for [control in "reno cubic"] {
        set title (quantity eq "throughput" ? control : "") noenhanced
        set ylabel (control eq "cubic" ? "" : (quantity eq "throughput" ? "Mbit/s" : "timeouts"))
        set xtics ()
        set for [i = 1:words(paths)] xtics add (quantity eq "timeouts" ? word(paths, i) : "" i)
        set yrange [0:*]
        if (quantity eq "throughput" && control eq "reno") { set key } else { unset key }
        plot for [i = 1:2] rows(quantity, control, word(variants, i)) using ($1 + 0.2 * (i - 1.5)):2:3:4 with yerrorbars pointtype mark(word(variants, i)) linecolor rgb colour(word(variants, i)) title word(variants, i)
    }
}
unset multiplot
