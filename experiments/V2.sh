# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# V2, SACK TCP Veno paper, Fig 3. Given: 800 kbit/s, queue of 8 packets, 1 % loss and 50 ms in each
# dummynet pipe, segments of 1460 octets, a receiver's buffer of 64 kB. Not stated: the duration,
# and whether the receiver delays ACKs. A rule without "in" or "out" sends each packet through its
# pipe twice, so both readings are run. The window never fills 64 kB; the buffer is larger here
# because the socket of ns-3.37 crashes when lost retransmissions fill the receiver's window.
#
# The stock socket is ns-3's own; on ours SACK is the sender of the paper's section 2.1 (Sack), and
# FACK, which the paper does not have.
#
# sack-window is an ablation: TcpSackVeno that always halves and never slows its growth, that is
# SACK with the cut taken from the window as in the paper, not from ns-3's pipe.

V2_title='throughput at 1 % loss through dummynet pipes, passed once or twice'

V2_runs()
{
    local seed x passes delayed_ack
    for seed in $(seeds); do
        for x in single double double,delack=1; do
            passes=$([[ $x == single ]] && echo 1 || echo 2)
            delayed_ack=$([[ $x == *delack=1 ]] && echo 1 || echo 2)
            V2_variant sack sack --theoryCut=0.5
            V2_variant sack-veno sack-veno --theoryCut=0.2
            V2_variant ns3-veno ns3-veno
            V2_variant westwood-plus westwood-plus
            V2_on_scoreboard sack
            V2_on_scoreboard sack-veno
            V2_variant sack-window sack-veno --ns3::TcpSackVeno::RandomLossFactor=0.5 \
                --ns3::TcpSackVeno::Beta=1e9
        done
    done
}

# V2_on_scoreboard VARIANT: on our socket, where the paper's numbers come from.
V2_on_scoreboard()
{
    local socket
    [[ $x == double ]] || return 0
    for socket in scoreboard-sack scoreboard-fack; do
        V2_variant "$1+$socket" "$1" --socket="$socket"
    done
}

# V2_variant LABEL VARIANT OPTION...: at $x, $passes, $delayed_ack and $seed of the caller.
V2_variant()
{
    local label=$1 variant=$2
    shift 2
    run "$seed" sack-veno-single-flow --id=V2 --variant="$variant" --label="$label" --x="$x" \
        --rate=800kbps --delay=50ms --queue=8 --loss=0.01 --reverseLoss=0.01 --passes="$passes" \
        --segmentSize=1460 --delayedAck="$delayed_ack" --to=200s --series="$(first_seed "$seed")" \
        --socket=stock "$@"
}
