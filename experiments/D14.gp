# SPDX-License-Identifier: GPL-2.0-only
heading = "D14: VenoDR to its rivals, one choice made otherwise; 95 % intervals"
figures = "5 8"
pairs = "venodr_over_veno-reno+ns2 venodr_over_reno+ns2 venodr_over_westwood-plus+ns2"
against = "veno-reno+ns2 reno+ns2 westwood-plus+ns2"
load "experiments/panels-of-choices.gp"
