# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# C2, compressed SACK paper, Tables 4 and 5, Fig 5: one flow for 50 to 600 s, two-state loss of data and
# of ACKs. Not stated: links, segment size, window, timer, and whether there are timestamps. Here
# 0.8 Mbit/s, a round trip of 100 ms and segments of 1000 octets; a receiver's window of 64 segments,
# which is never the limit; timestamps, which leave room for 3 blocks; and ns-2's timer, which ticks
# at 100 ms, waits for 200 ms at least and never gives a connection up. With that the runs of 50 s
# come close to the paper's.
#
# Ten runs, as the paper has, cannot carry the claim. Both encodings meet the same states of the link,
# and the n-th packet the same chance.
#
# 400 seeds. With 100, one of the five intervals of 95 % lay below 0 (t=300: -2.48 [-4.60, -0.35]),
# which with five of them happens by chance in one of eight campaigns; 288 fresh seeds did not show
# it again. The number was set to 400 before these were run, and is not to follow what they say.
#
# Ablation: +fack is the sender Fack; +4blocks has no timestamps; +delack acknowledges every other
# segment; newreno has no SACK at all. 100 seeds: a pair's interval needs the seeds of that pair only.

C2_title='throughput with two-state loss in both directions'

C2_runs()
{
    local seed t
    for seed in $(seeds 400 400); do
        for t in 50 60 120 300 600; do
            C2_pair '' sack
            ((seed <= 100)) || continue
            if [[ $PROFILE == full ]] || ((t == 600)); then
                C2_pair +fack fack
                C2_pair +4blocks sack --timestamps=false
                C2_pair +delack sack --delayedAck=2
                C2_flow newreno newreno --sack=false
            fi
        done
    done
}

# C2_pair SUFFIX SENDER OPTION...: both encodings, at $seed and $t of the caller.
C2_pair()
{
    C2_flow "rfc2018$1" "${@:2}" --sackEncoding=rfc2018
    C2_flow "compressed$1" "${@:2}" --sackEncoding=compressed
}

# C2_flow LABEL SENDER OPTION...: at $seed and $t of the caller.
C2_flow()
{
    run "$seed" compressed-sack-flow --id=C2 --label="$1" --variant="$2" --x="t=$t" --to="${t}s" \
        --receiver=scoreboard --timestamps=true --segmentSize=1000 --receiveBuffer=64000 \
        --initialWindow=1 --limitedTransmit=false --clockGranularity=100ms --minRto=200ms \
        --ns3::TcpSocket::DataRetries=1000 --rate=0.8Mbps --delay=50ms --queue=100 \
        --leftRate=8Mbps --rightRate=8Mbps --forwardMarkov=25,5,0.05,0.55,0.05,0.25 \
        --reverseMarkov=25,15,0.45,0.45,0.05,0.75 "${@:3}"
}
