# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# C1, compressed SACK paper, Table 1, Figs 3 and 4: of a window's segments 2, 7, 9 and 11 are lost, and
# the ACKs of 6, 8 and 10; segment 1 is the flow's 34th, as the figures have it. Not stated: link and
# window. Here the 0.8 Mbit/s and 100 ms of Fall and Floyd (the paper's [5]) and a receiver's window
# of 20 segments, ns-2's default; Reno+SACK as ns-2 has it, timestamps, no delayed ACK.
#
# The rows without a point are this. Others show what it depends on: the sender, the window, and
# whether there are timestamps, which leave room for 3 blocks instead of 4. Losses are those of
# Table 1, or go on to segment 18 in the same way (data 13, 15, 17, ACKs of 12, 14, 16): Table 1 is
# about one segment, the paper's Fig 3 about four, and it takes the longer ones to get these four.
# Deterministic: one run each.

C1_title='every other segment and their ACKs are lost: what is sent again'

C1_runs()
{
    local sender timestamps window
    C1_pair sack true 20 table1 --series=true
    C1_pair fack true 20 longer --series=true --x=loss=longer,sender=fack,timestamps=1,window=20
    for sender in sack fack; do
        for timestamps in true false; do
            for window in 11 14 16 20 32; do
                C1_point table1
            done
            for window in 20 32; do
                [[ $sender$timestamps$window == facktrue20 ]] || C1_point longer
            done
        done
    done
}

# C1_point LOSSES: with $sender, $timestamps and $window of the caller.
C1_point()
{
    local x=loss=$1,sender=$sender,timestamps=0,window=$window
    [[ $timestamps == true ]] && x=${x/timestamps=0/timestamps=1}
    C1_pair "$sender" "$timestamps" "$window" "$1" --x="$x"
}

# C1_pair SENDER TIMESTAMPS WINDOW LOSSES OPTION...: both encodings.
C1_pair()
{
    local encoding drop=35,40,42,44 acks=34:5,34:6,34:7
    if [[ $4 == longer ]]; then
        drop+=,46,48,50
        acks+=,34:8,34:9,34:10
    fi
    for encoding in rfc2018 compressed; do
        run 1 compressed-sack-flow --id=C1 --variant="$1" --timestamps="$2" \
            --receiveBuffer=$(($3 * 1000)) --drop="$drop" --dropAcks="$acks" \
            --label="$encoding" --sackEncoding="$encoding" --receiver=scoreboard \
            --segmentSize=1000 --initialWindow=1 --limitedTransmit=false --rate=0.8Mbps \
            --delay=100ms --queue=100 --leftRate=8Mbps --rightRate=8Mbps --to=6s "${@:5}"
    done
}
