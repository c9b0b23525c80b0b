# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# F9, FACK paper, Fig 9: lost opportunity against queue length, without and with delayed ACK. The
# paper defines it as what could have been sent more if the connection had been in congestion
# avoidance all the time, and does not say how to compute it. Here: the kilobytes by which the flow
# stays behind one that ran from time 0 at the rate which this one has in its own steady state,
# measured over whole cycles of its window in the second half of the run. It contains the opening of
# the connection (a round trip and a half until the first segment has arrived), which all share.
# Deterministic: one run each.
#
# reno is RFC 2581's. reno-1996 also backs its timer off at a fast retransmit and keeps it so until a
# round trip is measured; reno-modern does not fast-retransmit twice in one window (RFC 6582).

F9_title='lost opportunity of six algorithms against queue length'

F9_runs()
{
    local queue delayed_ack variant queues='5 6 8 10 14 17 25 35 50'
    local variants='reno sack fack fack-od fack-rd fack-od-rd'
    [[ $PROFILE == full ]] && queues=$(seq 5 50)
    has_variant ns3-fack && variants+=' ns3-fack'
    for queue in $queues; do
        for delayed_ack in 1 2; do
            for variant in $variants; do
                F9_run "$variant"
            done
            F9_run reno --label=reno-1996 --ns3::TcpScoreboardSocket::TimerBackoff=true
            F9_run reno --label=reno-modern \
                --ns3::TcpScoreboardSocket::RepeatedFastRetransmit=false
        done
    done
}

# F9_run VARIANT OPTION...: at $queue and $delayed_ack of the caller.
F9_run()
{
    run 1 fack-lost-opportunity --id=F9 --variant="$1" --queue="$queue" \
        --delayedAck="$delayed_ack" --steadyFrom=60s --to=120s "${@:2}"
}
