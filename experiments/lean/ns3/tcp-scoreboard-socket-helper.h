/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_TCP_SCOREBOARD_SOCKET_HELPER_H
#define LEAN_TCP_SCOREBOARD_SOCKET_HELPER_H

#include "node-container.h"

namespace ns3
{

/// All hosts of the lean world have these sockets.
class TcpScoreboardSocketHelper
{
  public:
    void Install(const NodeContainer& /* nodes */) const
    {
    }
};

} // namespace ns3

#endif /* LEAN_TCP_SCOREBOARD_SOCKET_HELPER_H */
