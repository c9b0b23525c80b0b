# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# F11, FACK paper, Figs 10 and 11: a bulk flow, and a connection in the other direction on which two
# bursts a second of 1 to 6 kB come at random; queue of 20 packets. Not stated: where the reverse
# connection ends (here at hosts of its own, on access links like the others'), the distribution of
# the times between bursts (exponential here), what counts as load of the reverse path (here both:
# reverse_utilisation is all that passes there, the ACKs of the bulk flow included, reverse_load the
# segments of the reverse connection alone), and the timer (500 ms here; the second panel has Reno's
# idle share against the tick). The timer waits for two ticks at least. reno-1996 also backs its
# timer off at a fast retransmit, as in F9.

F11_title='forward against reverse utilisation with bursts on the reverse path'

F11_runs()
{
    local seed burst variant tick bursts='1 2 4 6' ticks='100 250 500'
    if [[ $PROFILE == full ]]; then
        bursts='1 2 3 4 5 6'
        ticks='10 50 100 200 300 400 500'
    fi
    for seed in $(seeds); do
        for burst in $bursts; do
            for variant in reno sack fack fack-od-rd; do
                reverse_run "$seed" F11 "$variant" "$burst" --queue=20
            done
            reverse_run "$seed" F11 reno "$burst" --queue=20 --label=reno-1996 \
                --ns3::TcpScoreboardSocket::TimerBackoff=true
        done
        for tick in $ticks; do
            F11_tick
            F11_tick --label=reno-1996 --ns3::TcpScoreboardSocket::TimerBackoff=true
        done
    done
}

# F11_tick OPTION...: Reno at $seed and $tick of the caller.
F11_tick()
{
    reverse_run "$seed" F11 reno 6 --queue=20 --sweep=tick --clockGranularity="${tick}ms" \
        --minRto="$((2 * tick))ms" "$@"
}

# reverse_run SEED ID VARIANT KILOBYTES OPTION...: seventy seconds, the last sixty measured.
reverse_run()
{
    local seed=$1 id=$2 variant=$3 burst=$4
    shift 4
    run "$seed" fack-reverse-traffic --id="$id" --variant="$variant" --burstSize="$((burst * 1000))" \
        --from=10s --to=70s "$@"
}
