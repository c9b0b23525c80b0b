/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SOCKET_PARTS_H
#define SOCKET_PARTS_H

#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/rtt-estimator.h"
#include "ns3/socket.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-ops-control.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/tcp-tx-buffer.h"

#include <ctime>
#include <gtest/gtest.h>

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

/// A node has 2000 sockets. Looking for one must not take the square of their number: what is done
/// with the node, a hundred looks, takes less of the CPU than making them.
template <class Looks>
void
ExpectLooksToTakeLessThanTheSockets(const Looks& look)
{
    const ns3::NodeContainer nodes(1);
    ns3::InternetStackHelper().Install(nodes);
    const auto begin = std::clock();
    for (int i = 0; i < 2000; ++i)
    {
        ns3::Socket::CreateSocket(nodes.Get(0), ns3::TcpSocketFactory::GetTypeId());
    }
    const auto made = std::clock();
    look(nodes.Get(0));
    EXPECT_LT(std::clock() - made, made - begin);
}

#endif /* SOCKET_PARTS_H */
