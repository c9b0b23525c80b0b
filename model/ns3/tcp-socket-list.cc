/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-socket-list.h"

#include "ns3-compat.h"

namespace ns3::tcpsockets
{

namespace
{
using Condition = std::function<bool(const TcpSocketBase&)>;

template <class Sockets>
Ptr<TcpSocketBase>
FindAmong(const Sockets& sockets, const Condition& isWanted)
{
    for (const auto& entry : sockets)
    {
        const auto& socket = ns3compat::SocketOf(entry);
        if (isWanted(*socket))
        {
            return socket;
        }
    }
    return nullptr;
}

Ptr<TcpSocketBase> FindOf(const TcpL4Protocol& tcp, const Condition& isWanted);

/// Reads the sockets of TcpL4Protocol where they are, though they are private: C++ lets an explicit
/// instantiation name a private member.
template <auto SOCKETS>
struct PrivateSockets
{
    friend Ptr<TcpSocketBase> FindOf(const TcpL4Protocol& tcp, const Condition& isWanted)
    {
        return FindAmong(tcp.*SOCKETS, isWanted);
    }
};

template struct PrivateSockets<&TcpL4Protocol::m_sockets>;
} // namespace

Ptr<TcpSocketBase>
FindSocket(const TcpL4Protocol& tcp, const Condition& isWanted)
{
    return FindOf(tcp, isWanted);
}

} // namespace ns3::tcpsockets
