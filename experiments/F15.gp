# SPDX-License-Identifier: GPL-2.0-only
set multiplot layout 1,2 @KEY_ROOM title "F15: lost opportunity of FACK, half in octets and in whole segments (FACK paper, Fig 9)"
names = "fack fack+whole fack-od fack-od+whole fack-rd fack-rd+whole fack-od-rd fack-od-rd+whole"
do for [delack = 0:1] {
    eval(panel(delack ? "delayed ACKs" : "an ACK for each segment", "queue length (packets)", "kB"))
    if (delack) { unset key } else { set key at screen 0.5,0.13 center top vertical maxrows 4 }
    plot [4:52][0:*] for [v in names] at(delack, v) using "q":"mean" with linespoints @STYLE title name(v)
}
