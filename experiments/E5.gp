# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 margins 0.08,0.985,0.24,0.9 spacing 0.07,0.05 title "E5: the paths of E2 with the presets linux and linux-reno beside RACK-TLP; 95 % intervals"
variants = "rack linux"
array WHAT[12] = ["loss 0.01 %%", "loss 0.1 %%", "loss 1 %%", "loss 10 %%", "bursts, 0.1 %%", "bursts, 1 %%", "reordering", "reordering, loss 1 %%", "10 ms, loss 1 %%", "600 ms, loss 0.1 %%", "overflow alone", "loss 1 %%, ACKs 20 %%"]
set key at screen 0.5,0.04 center top horizontal
do for [quantity in "throughput timeouts"] {
    do for [control in "reno cubic"] {
        eval(panel((quantity eq "throughput") ? (control eq "reno" ? "Reno" : "CUBIC") : "", "", (quantity eq "throughput") ? "throughput (Mbit/s)" : "timeouts"))
        set xtics () rotate by 45 right
        set for [i = 1:12] xtics add ((quantity eq "timeouts" ? WHAT[i] : "") i)
        plot [0.5:12.5][0:*] for [v in variants] at(quantity."-".control, v) using (column("place") + side(variants, v, 0.3)):@MEAN @BARS
        unset key
    }
}
