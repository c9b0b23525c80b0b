/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Preloaded before a program that nobody has changed, it takes the place of the one function of
// ns-3 that makes TCP sockets: all of them are TcpStockFastSocket (scripts/compare-examples).

#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/rtt-estimator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-stock-fast-socket.h"

namespace ns3
{

Ptr<Socket>
TcpL4Protocol::CreateSocket(TypeId control, TypeId recovery)
{
    TypeIdValue estimator;
    GetAttribute("RttEstimatorType", estimator);
    const auto make = [](TypeId typeId) {
        ObjectFactory factory;
        factory.SetTypeId(typeId);
        return factory.Create();
    };
    const auto socket = CreateObject<TcpStockFastSocket>();
    socket->SetNode(GetObject<Node>());
    socket->SetTcp(this);
    socket->SetRtt(DynamicCast<RttEstimator>(make(estimator.Get())));
    socket->SetCongestionControlAlgorithm(DynamicCast<TcpCongestionOps>(make(control)));
    socket->SetRecoveryAlgorithm(DynamicCast<TcpRecoveryOps>(make(recovery)));
    AddSocket(socket);
    return socket;
}

} // namespace ns3
