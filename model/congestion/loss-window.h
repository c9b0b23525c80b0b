/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSS_WINDOW_H
#define LOSS_WINDOW_H

#include "ns3/ptr.h"
#include "ns3/tcp-socket-state.h"

#include <cstdint>

namespace ns3
{

namespace losswindow
{

/// RFC 5681, equation (4): `ssthresh` is at least so many segments.
constexpr uint32_t MIN_SSTHRESH_SEGMENTS = 2;

/**
 * @ingroup tcp-lossy
 *
 * @brief `cwnd_loss`: the window that a loss is held against.
 *
 * The papers cut the congestion window as it is when the loss is detected. ns-3 hands
 * TcpCongestionOps::GetSsThresh() the pipe instead, which lacks the lost and the SACKed segments. A
 * sender that its application or its peer holds back has not tried its window: for it, it is
 * FlightSize (RFC 5681, section 3.1). The window counts as tried when less than a segment of it is
 * free.
 *
 * Call it before the window is cut.
 *
 * @param tcb the connection
 * @return octets
 */
uint32_t CwndAtLoss(Ptr<const TcpSocketState> tcb);

/**
 * @ingroup tcp-lossy
 *
 * @brief `cwnd_loss` of a cut that no fast retransmit asked for.
 *
 * Inside a recovery the papers' `cwnd` stands at `ssthresh`, whatever a recovery algorithm lets the
 * sender use beyond it: a timeout or ECN's echo there cuts no more than that.
 *
 * Call it before the window is cut.
 *
 * @param tcb the connection
 * @return octets
 */
uint32_t CwndAtTimeoutOrEcn(Ptr<const TcpSocketState> tcb);

} // namespace losswindow
} // namespace ns3

#endif /* LOSS_WINDOW_H */
