# SPDX-License-Identifier: GPL-2.0-only
call "experiments/sharing.gp" "V5: n + n flows share 1.6 Mbit/s, queue 15 (SACK TCP Veno paper, Fig 6: fair); an ACK for each segment"
