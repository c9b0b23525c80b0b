# SPDX-License-Identifier: GPL-2.0-only
heading = "V7: SACK-Veno to SACK, one choice made otherwise; 95 % intervals"
figures = "3 4 5 6 7"
pairs = "sack-veno_over_sack"
against = "sack-veno"
load "experiments/panels-of-choices.gp"
