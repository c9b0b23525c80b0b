# SPDX-License-Identifier: GPL-2.0-only
titles = "'Fig 11: reverse bursts of 4 kB' 'Fig 12: reverse bursts of 2 kB' 'Fig 6: later than FACK by' 'Fig 9: lost opportunity to Reno' 'Fig 9: the same, delayed ACKs'"
units = "'forward path used (%)' 'timeouts in 60 s' s ratio ratio"
axes = "'[0:105]; set xtics 50' '[0:8]; set xtics 2' '[0:2]; set xtics 0.5' '[0:1.2]; set xtics 0.4' '[0:1.2]; set xtics 0.4'"
array of[5] = ["reno reno-1996 sack fack", "reno fack-od-rd", "sack sack+slow-start", "sack fack fack-od fack-rd", "sack fack fack-od fack-rd"]
call "experiments/choices.gp" "F13: what the FACK paper leaves open, one choice at a time; dashed: the paper" "11 12 6 9-0 9-1" "reno reno-1996 sack sack+slow-start fack fack-od fack-rd fack-od-rd" "55 - 0.52 - -"
