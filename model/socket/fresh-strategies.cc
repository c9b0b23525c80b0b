/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fresh-strategies.h"

#include "ns3/tcp-rx-buffer.h"

namespace ns3
{

void
FreshStrategies::Take(const Ptr<TcpCongestionOps>& control, const Ptr<TcpRecoveryOps>& recovery)
{
    if (m_options && m_control != control)
    {
        m_freshControl = control->Fork();
    }
    if (m_options && m_recovery != recovery)
    {
        m_freshRecovery = recovery->Fork();
    }
    m_control = control;
    m_recovery = recovery;
}

void
FreshStrategies::Keep(const Options& options)
{
    m_options = options;
    m_control = nullptr;
    m_recovery = nullptr;
}

void
FreshStrategies::Renew(Ptr<TcpCongestionOps>& control,
                       Ptr<TcpRecoveryOps>& recovery,
                       TcpSocketState& tcb)
{
    control = m_freshControl->Fork();
    recovery = m_freshRecovery->Fork();
    m_control = control;
    m_recovery = recovery;
    tcb.m_segmentSize = m_options->segmentSize;
    tcb.m_nextTxSequence = SequenceNumber32(0);
    tcb.m_highTxMark = SequenceNumber32(0);
    tcb.m_congState = TcpSocketState::CA_OPEN;
    tcb.m_minRtt = Time::Max();
    tcb.m_bytesInFlight = 0;
    tcb.m_rxBuffer->SetNextRxSequence(SequenceNumber32(0));
}

} // namespace ns3
