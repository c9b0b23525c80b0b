# SPDX-License-Identifier: GPL-2.0-only
titles = "'Fig 3, one pipe' 'Fig 3, two pipes' 'Fig 5, 1 % loss'"
units = "ratio ratio ratio"
axes = "'[0.8:1.9]; set xtics 0.2' '[0.8:1.9]; set xtics 0.2' '[0.8:1.9]; set xtics 0.2'"
array of[3] = ["sack-veno sack-veno+oldest sack-veno+repairs", "sack-veno sack-veno+oldest sack-veno+repairs", "sack-veno sack-veno+oldest sack-veno+repairs"]
call "experiments/choices.gp" "V9: SACK TCP Veno's throughput to SACK's by its receiver's ACKs and by whose round trip they measure; dashed: the paper" "one-pipe two-pipes fig-5" "sack-veno sack-veno+oldest sack-veno+repairs" "1.72 1.72 1.72"
