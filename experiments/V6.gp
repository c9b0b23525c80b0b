# SPDX-License-Identifier: GPL-2.0-only
call "experiments/sharing.gp" "V6: n + n flows share 16 Mbit/s, queue 150 (SACK TCP Veno paper, Fig 7: fair); an ACK for each segment; at random loss 1 + 1 and 4 + 4 alone were run"
