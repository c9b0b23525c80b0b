# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 2,2 margins 0.09,0.985,0.08,0.9 spacing 0.1,0.13 title "E1: ns-3's own socket (across) and ours by stock-fast (up), a mark for each path"
controls = "NewReno Cubic LinuxReno Bbr Dctcp"
quantities = "goodput resent timeouts window"
titles = "'goodput, Mbit/s' 'segments sent again, % of those delivered' 'timeouts in a run' 'mean window, segments'"
set key top left
set grid
do for [i = 1:4] {
    q = word(quantities, i)
    set title word(titles, i)
    scale = (q eq "goodput") ? 1e-6 : 1
    if (q eq "timeouts") { unset logscale } else { set logscale xy }
    plot for [c = 1:words(controls)] data.q."-both-".word(controls, c).".csv" using ($1*scale):($2*scale):($3*scale):($4*scale) with yerrorbars pointtype (4 + 2*c) linecolor c title (i == 1) ? word(controls, c) : "", \
         x linecolor rgb NEUTRAL notitle
}
unset multiplot
