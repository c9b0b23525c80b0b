/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_DIRECT_DEMUX_H
#define TCP_DIRECT_DEMUX_H

#include "isolated-test-case.h"
#include "tcp-impaired-connection.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/simulator.h"
#include "ns3/tcp-connection-demux.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/test.h"

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

/// What tests of connections with and without TcpConnectionDemux share.
namespace impaired
{

/// Segments that did not go to TcpL4Protocol.
inline uint64_t
GetDirectSegments(Ptr<Node> node)
{
    const auto front = TcpConnectionDemux::Find(node);
    return front ? front->GetDirectSegments() : 0;
}

using Transcript = std::vector<std::string>;

inline std::string
Describe(const Segment& segment)
{
    std::ostringstream text;
    text << Simulator::Now().GetTimeStep() << (segment.fromA ? " A " : " B ") << segment.header
         << " " << segment.size;
    return text.str();
}

inline std::string
Describe(const End& end)
{
    std::ostringstream text;
    text << "connected " << end.connected << " written " << end.written << " read " << end.read
         << " wrong " << end.wrong << " at " << end.lastRead.GetTimeStep() << " closes "
         << end.closes << " errors " << end.errors << " shrinks " << end.shrinks << " state "
         << end.state;
    return text.str();
}

/// A socket whose sequence numbers wrap during the transfer, and that counts how many there are.
class WrappingSocket : public TcpScoreboardSocket
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TcpLossyFrontTestSocket")
                                .SetParent<TcpScoreboardSocket>()
                                .AddConstructor<WrappingSocket>();
        return tid;
    }

    WrappingSocket()
    {
        m_tcb->m_nextTxSequence = SequenceNumber32(0U - 20000);
        ++s_living;
    }

    WrappingSocket(const WrappingSocket& other)
        : TcpScoreboardSocket(other)
    {
        ++s_living;
    }

    ~WrappingSocket() override
    {
        --s_living;
    }

    Ptr<TcpSocketBase> Fork() override
    {
        return CopyObject<WrappingSocket>(this);
    }

    static inline int s_living{0}; //!< sockets
};

} // namespace impaired

#endif /* TCP_DIRECT_DEMUX_H */
