# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 @KEY_ROOM title "F16: lost opportunity of Reno and FACK where routers drop early (FACK paper, section 4.1)"
names = "reno-1996+100ms fack"
routers = "drop-tail red"
do for [i = 1:2] {
    eval(panel(i == 1 ? "the queue drops what it has no room for" : "RED, 5 and 15 packets", "queue length (packets)", "kB"))
    if (i == 2) { unset key } else { set key at screen 0.5,0.13 center top vertical maxrows 1 }
    plot [23:52][0:*] for [v in names] at(word(routers, i), v) using "q":@MEAN with yerrorlines @STYLE title name(v)
}
