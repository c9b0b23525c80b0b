/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BULK_SOURCE_H
#define BULK_SOURCE_H

#include "ns3/address.h"
#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/sequence-number.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-variant-preset.h"

#include <cstdint>
#include <optional>

namespace ns3::tcplossy
{

/**
 * @brief A TCP sender with endless data, which it writes as they are needed.
 *
 * ns-3's BulkSendApplication fills the whole buffer, thousands of packets in memory that a run may
 * never send. This one keeps two windows ahead of what was sent, so that the sender never waits for
 * it.
 */
class BulkSource : public Application
{
  public:
    /// @brief Type information. @return the TypeId
    static TypeId GetTypeId();

    /**
     * @brief Send to somebody.
     * @param to address and port of the receiver
     * @param writeSize octets of one write; whole segments fill the sender's buffer
     */
    BulkSource(const Address& to, uint32_t writeSize);

    /**
     * @brief Send by the TCP of a variant, which the node uses from the start on.
     *
     * At the start, so that sources of one node may differ.
     * @param variant of the socket
     */
    void SetVariant(const TcpVariantPreset& variant);

    /// @brief What it sends by. @return the socket; null before the start
    Ptr<Socket> GetSocket() const;

  private:
    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;

    /// @brief Write until two windows lie ahead of what was sent, or the buffer is full.
    void Fill();

    /// @brief Octets that have to lie ahead. @return at least those of some dozen writes
    uint64_t GetAhead() const;

    /// @name Sinks
    /// @{
    void Connected(Ptr<Socket> socket);
    void HasRoom(Ptr<Socket> socket, uint32_t octets);
    void Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);
    void WindowChanged(uint32_t oldValue, uint32_t newValue);
    /// @}

    Address m_to;                                //!< receiver
    uint32_t m_writeSize;                        //!< octets
    std::optional<TcpVariantPreset> m_variant{}; //!< of the socket; none for the node's
    Ptr<Socket> m_socket;                        //!< from the start on
    bool m_isConnected{false};                   //!< may write
    uint32_t m_window{0};                        //!< congestion window, octets
    uint64_t m_written{0};                       //!< octets
    uint64_t m_sent{0};                          //!< octets, each counted once
    std::optional<SequenceNumber32> m_highest{}; //!< one past the highest octet sent
    EventId m_fill;                              //!< a Fill() to come
};

} // namespace ns3::tcplossy

#endif /* BULK_SOURCE_H */
