/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SOCKET_PARTS_H
#define SOCKET_PARTS_H

#include "ns3/rtt-estimator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-ops-control.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/tcp-tx-buffer.h"

/// What a socket of ns-3's has of congestion control, without one.
struct SocketParts
{
    SocketParts()
    {
        tcb->m_rxBuffer = ns3::CreateObject<ns3::TcpRxBuffer>();
    }

    ns3::TcpOpsControl::Parts Get()
    {
        return {tcb,
                control,
                law,
                rates,
                rtt,
                [this] { ++pacingUpdates; },
                [this] { return isPaced; }};
    }

    ns3::Ptr<ns3::TcpSocketState> tcb = ns3::CreateObject<ns3::TcpSocketState>();
    ns3::Ptr<ns3::TcpTxBuffer> buffer = ns3::CreateObject<ns3::TcpTxBuffer>();
    ns3::Ptr<ns3::TcpCongestionOps> control = ns3::CreateObject<ns3::TcpNewReno>();
    ns3::Ptr<ns3::TcpRecoveryOps> law = ns3::CreateObject<ns3::TcpClassicRecovery>();
    ns3::Ptr<ns3::TcpRateOps> rates = ns3::CreateObject<ns3::TcpRateLinux>();
    ns3::Ptr<ns3::RttEstimator> rtt = ns3::CreateObject<ns3::RttMeanDeviation>();
    int pacingUpdates{0}; //!< times the rate was to be set anew
    bool isPaced{false};  //!< segments wait for the pacing rate
};

#endif /* SOCKET_PARTS_H */
