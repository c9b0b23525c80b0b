# SPDX-License-Identifier: GPL-2.0-only
titles = "'Fig 5: throughput over 600 s' 'the same: compressed less rfc2018' 'Fig 3: sent in vain, case 1' 'Fig 3: case 2' 'Fig 3: case 3'"
units = "kbit/s kbit/s segments segments segments"
axes = "'[0:180]; set xtics 50' '[-10:20]; set xtics 10' '[-0.5:6]; set xtics 2' '[-0.5:6]; set xtics 2' '[-0.5:6]; set xtics 2'"
array of[5] = ["rfc2018 compressed", "compressed", "rfc2018 compressed", "rfc2018 compressed", "rfc2018 compressed"]
call "experiments/choices.gp" "C5: what the compressed SACK paper leaves open, one choice at a time; dashed: the paper" "5 difference 3-1 3-2 3-3" "rfc2018 compressed" "- 16.08 - - -"
