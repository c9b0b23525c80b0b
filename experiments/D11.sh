# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# D11, which the VenoDR paper lacks: its hop replaced by Wi-Fi (IEEE 802.11n, 13 Mbit/s), whose link
# layer sends frames again. Without retries the errors reach TCP, with one their square does.

D11_title='the flow of D5 over Wi-Fi, with and without retries of the link layer'

D11_possible()
{
    has_hop wifi
}

D11_runs()
{
    local seed retries
    for seed in $(seeds); do
        for retries in 0 1 6; do
            D11_variant venodr
            D11_variant veno
            D11_variant newreno
            D11_variant westwood-plus
        done
    done
}

# D11_variant VARIANT: at $retries and $seed of the caller.
D11_variant()
{
    run "$seed" wireless-path --id=D11 --hop=wifi --wirelessRate=13Mbps --wiredDelay=5ms \
        --retries="$retries" --per=0.02 --x="p=0.02,retries=$retries" --from=1s --to=41s \
        --variant="$1" --socket=scoreboard-newreno
}
