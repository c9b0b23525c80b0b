/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RENEWABLE_STRATEGY_H
#define RENEWABLE_STRATEGY_H

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A congestion control or a recovery law that serves one connection after the other, so that
 * whoever has connected its traces, or holds it to set its attributes, has that of each connection.
 *
 * TcpScoreboardSocket asks its strategies for this interface with a dynamic cast when a socket is
 * used again. A strategy without it is replaced by another object, whose traces nobody hears.
 */
class RenewableStrategy
{
  public:
    virtual ~RenewableStrategy() = default;

    /// @brief A further connection begins: the last one is forgotten. Attributes stay.
    virtual void Renew() = 0;
};

} // namespace ns3

#endif /* RENEWABLE_STRATEGY_H */
