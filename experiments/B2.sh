# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# B2 and B3, buffer paper, Fig 2: goodput against the size Q of the internal buffers, with NewReno's
# recovery and with SACK's. C = 200 Mbit/s, packets of 1500 octets, RTT_m = 300 ms; B = 0.05, 0.1
# and 0.5 of C RTT_m; (a, b) = (0.01, 0.125) and (0.005, 0.2). Which Q its figure has, how long it
# ran, and how the connection starts is not in the text; see BufferExperiment. Nothing is random:
# one run each.
#
# Below C RTT_m = 5000 packets nothing is lost, and 6 s, 20 round trips, are enough. Above
# C RTT_m + B a cycle of NewReno takes 20 to 37 s: goodput is that of whole cycles, and the runs
# last for one at least.

B2_title='goodput of NewReno against internal buffers'

B2_runs()
{
    buffer_settings B2_setting
}

# buffer_settings FUNCTION: calls it with $a, $b and $share set, and the bounds of NewReno (by eq.
# (1) as printed) and of SACK in packets, as B1 has them.
buffer_settings()
{
    local setting a b share newreno sack
    for setting in 0.01,0.125,0.05,240923,9838 0.01,0.125,0.1,264405,10306 \
        0.01,0.125,0.5,491577,14054 0.005,0.2,0.05,110309,9445 0.005,0.2,0.1,121045,9895 \
        0.005,0.2,0.5,224913,13493; do
        IFS=, read -r a b share newreno sack <<<"$setting"
        "$1"
    done
}

B2_setting()
{
    local part packets percents='50 90 100 103 105'
    [[ $PROFILE == full ]] && percents='10 25 50 75 90 95 98 100 101 102 103 105'
    # More than either reading requires: what is the largest number of unacknowledged packets?
    B2_run $((newreno * 6 / 5))
    for part in $percents; do
        B2_run $((newreno * part / 100))
    done
    for packets in 1250 2500 5000; do
        B2_run "$packets" --to=16s
    done
    # A little above C RTT_m + B: there losses begin.
    B2_run 8000
}

# B2_run Q OPTION...: at $a, $b and $share of the caller.
B2_run()
{
    local to=75s
    [[ $share == 0.5 ]] && to=80s
    run 1 buffer-goodput --id=B2 --sender=newreno --a="$a" --b="$b" --share="$share" \
        --packets="$1" --to="$to" "${@:2}"
}
