# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# B4, beyond the buffer paper: B3's curve for FACK, for CUBIC, with delayed ACKs, and at 1 and 10
# Gbit/s. RTT_m = 300 ms, B = 0.1 C RTT_m, (a, b) = (0.01, 0.125); C is in Mbit/s. At 1 Gbit/s
# NewReno would need 6.6 million packets, nine times what a scaled window can announce (2^30
# octets), so that only SACK and FACK go on there. The quick run at 10 Gbit/s ends after the first
# recovery.

B4_title='internal buffers with FACK, CUBIC, delayed ACKs, 1 and 10 Gbit/s'

B4_runs()
{
    local packets few='2500 5000 7500 12500' more='12500 25000 46000 62500' most='620000' end=3500ms
    if [[ $PROFILE == full ]]; then
        few='1250 2500 3750 5000 5500 6500 7500 8500 9500 10500 12500 20000'
        more='6250 12500 18750 25000 27500 35000 42000 46000 49000 51500 54000 62500'
        most='125000 250000 350000 460000 620000'
        end=12s
    fi
    # Below C RTT_m nothing is lost, and whole round trips are enough.
    for packets in $few; do
        B4_run C=200,delack=0 --sender=fack --to="$(B4_end 5000 16s 40s)"
        B4_run C=200,delack=0 --sender=sack --control=cubic --to="$(B4_end 5000 16s 70s)"
        B4_run C=200,delack=1 --sender=sack --delayedAck=2 --to="$(B4_end 5000 16s 40s)"
    done
    for packets in $more; do
        B4_run C=1000,delack=0 --sender=sack --rate=1Gbps --from=1s --to="$(B4_end 25000 4s 9s)"
        [[ $PROFILE != full ]] || B4_run C=1000,delack=0 --sender=fack --rate=1Gbps --from=1s \
            --to="$(B4_end 25000 4s 9s)"
    done
    for packets in $most; do
        B4_run C=10000,delack=0 --sender=sack --rate=10Gbps --from=1s --to="$end"
    done
    if [[ $PROFILE == full ]]; then
        # What NewReno gets from the largest buffers that TCP's window allows.
        packets=680000
        B4_run C=1000,delack=0 --sender=newreno --rate=1Gbps --from=1s --to=100s
    fi
}

# B4_end PIPE BELOW ABOVE: BELOW if no more than PIPE packets fit into the buffers, else ABOVE.
B4_end()
{
    if ((packets <= $1)); then
        echo "$2"
    else
        echo "$3"
    fi
}

# B4_run X OPTION...: at $packets of the caller.
B4_run()
{
    run 1 buffer-goodput --id=B4 --x="$1" --share=0.1 --a=0.01 --b=0.125 --packets="$packets" \
        "${@:2}"
}
