# SPDX-License-Identifier: GPL-2.0-only
heading = "V8: SACK-Veno to SACK, one reading of the text made otherwise; 95 % intervals"
figures = "3"
pairs = "sack-veno_over_sack"
against = "sack-veno"
load "experiments/panels-of-choices.gp"
