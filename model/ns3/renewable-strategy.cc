/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "renewable-strategy.h"

#include <algorithm>

namespace ns3
{

namespace losswindow
{

uint32_t
CwndAtLoss(Ptr<const TcpSocketState> tcb)
{
    const uint32_t cwnd = tcb->m_cWnd;
    const uint32_t flightSize = std::max<int32_t>(0, tcb->m_highTxMark.Get() - tcb->m_lastAckedSeq);
    const bool windowIsFull = flightSize + tcb->m_segmentSize > cwnd;
    return windowIsFull ? cwnd : flightSize;
}

uint32_t
CwndAtTimeoutOrEcn(Ptr<const TcpSocketState> tcb)
{
    const bool inRecovery = tcb->m_congState == TcpSocketState::CA_RECOVERY ||
                            tcb->m_congState == TcpSocketState::CA_CWR;
    const auto cwndLoss = CwndAtLoss(tcb);
    return inRecovery ? std::min(cwndLoss, tcb->m_ssThresh.Get()) : cwndLoss;
}

} // namespace losswindow
} // namespace ns3
