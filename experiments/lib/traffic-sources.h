/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRAFFIC_SOURCES_H
#define TRAFFIC_SOURCES_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet-sink.h"
#include "ns3/random-variable-stream.h"
#include "ns3/sequence-number.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-variant-preset.h"

#include <cstdint>
#include <optional>

namespace ns3::tcplossy
{

/// A TCP sender that connects when it starts.
class TcpSource : public Application
{
  public:
    /// @return what it sends by; null before the start
    Ptr<Socket> GetSocket() const
    {
        return m_socket;
    }

  protected:
    explicit TcpSource(const Address& to)
        : m_to(to)
    {
    }

    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;
    virtual void Fill() = 0;

    Ptr<Socket> m_socket; //!< from the start on
    EventId m_next;       //!< of Fill(), or of whoever derives from this class

  private:
    /// A trace sink.
    void HasRoom(Ptr<Socket> socket, uint32_t octets);

    Address m_to; //!< receiver
};

/**
 * @brief A TCP sender with endless data, which it writes as they are needed.
 *
 * ns-3's BulkSendApplication fills the whole buffer, thousands of packets in memory that a run may
 * never send. This one keeps two windows ahead of what was sent, so that the sender never waits for
 * it.
 */
class BulkSource : public TcpSource
{
  public:
    static TypeId GetTypeId();

    /// Send to somebody. @param writeSize octets of one write; whole segments fill the sender's
    /// buffer
    BulkSource(const Address& to, uint32_t writeSize)
        : TcpSource(to),
          m_writeSize(writeSize)
    {
    }

    /// Send by the TCP of a variant, which the node uses from the start on, so that sources of one
    /// node may differ.
    void SetVariant(const TcpVariantPreset& variant)
    {
        m_variant = variant;
    }

  private:
    void StartApplication() override;
    void StopApplication() override;
    /// Write until two windows lie ahead of what was sent, or the buffer is full.
    void Fill() override;
    /// @return octets that have to lie ahead, at least those of some dozen writes
    uint64_t GetAhead() const;

    // Trace sinks.
    void Connected(Ptr<Socket> socket);
    void Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);
    void WindowChanged(uint32_t oldValue, uint32_t newValue);

    uint32_t m_writeSize;                        //!< octets
    std::optional<TcpVariantPreset> m_variant{}; //!< of the socket; none for the node's
    bool m_isConnected{false};                   //!< may write
    uint32_t m_window{0};                        //!< congestion window, octets
    uint64_t m_written{0};                       //!< octets
    uint64_t m_sent{0};                          //!< octets, each counted once
    std::optional<SequenceNumber32> m_highest{}; //!< one past the highest octet sent
};

/**
 * @brief Writes bursts of constant size to one TCP connection at random instants.
 *
 * The first burst comes an interval after the start. What the socket's buffer does not take at once
 * is written when it has room; no burst is lost. It never reads.
 */
class BurstSource : public TcpSource
{
  public:
    static TypeId GetTypeId();

    /// Send bursts of so many octets to somebody. @param meanInterval mean time between bursts
    /// @param intervals these times in units of their mean, none negative
    BurstSource(const Address& to,
                uint32_t burstSize,
                Time meanInterval,
                Ptr<RandomVariableStream> intervals)
        : TcpSource(to),
          m_burstSize(burstSize),
          m_meanInterval(meanInterval),
          m_intervals(intervals)
    {
    }

  private:
    void StartApplication() override;
    void Fill() override;
    void Schedule();
    void Burst();

    uint32_t m_burstSize;                  //!< octets
    Time m_meanInterval;                   //!< between bursts
    Ptr<RandomVariableStream> m_intervals; //!< in means
    uint64_t m_unwritten{0};               //!< octets the socket did not take yet
};

/// A TCP sender with endless data and its receiver.
struct BulkFlow
{
    Ptr<BulkSource> sender;   //!< on the source; null if another process runs that
    Ptr<PacketSink> receiver; //!< on the destination, there from the beginning; null likewise

    struct Ends
    {
        Ptr<Node> source;      //!< sends
        Ptr<Node> destination; //!< receives
        Address to;            //!< address and port that the source connects to
        Address listen;        //!< address and port that the destination listens on
    };

    /// Put both applications on their nodes. @param sendSize octets of one write; whole segments
    /// fill the sender's buffer @param start when the source connects
    static BulkFlow Install(const Ends& ends, uint32_t sendSize, Time start);
};

/// What a run has to know of a topology: where each flow comes from and goes to.
class Topology
{
  public:
    virtual ~Topology() = default;

    /// Where a flow goes. @param port TCP port of its receiver @return nodes and addresses
    virtual BulkFlow::Ends GetEnds(uint32_t flow, uint16_t port) const = 0;
};

} // namespace ns3::tcplossy

#endif /* TRAFFIC_SOURCES_H */
