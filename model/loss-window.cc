/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "loss-window.h"

#include <algorithm>

namespace ns3
{

uint32_t
CwndAtLoss(Ptr<const TcpSocketState> tcb)
{
    const uint32_t cwnd = tcb->m_cWnd;
    const uint32_t flightSize = std::max<int32_t>(0, tcb->m_highTxMark.Get() - tcb->m_lastAckedSeq);
    const bool windowIsFull = flightSize + tcb->m_segmentSize > cwnd;
    return windowIsFull ? cwnd : flightSize;
}

} // namespace ns3
