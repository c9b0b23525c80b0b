/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCRIPTED_WIRE_H
#define SCRIPTED_WIRE_H

#include "segment-script.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace segmentscript
{

/// A segment that the socket under test has sent.
struct Capture
{
    int64_t time{0};       //!< ns, when it left
    Segment segment;       //!< what it is
    bool intact{true};     //!< its octets are those that the application wrote
    bool understood{true}; //!< it is TCP
};

/**
 * The wire between a script's peer and the socket under test: relative numbers on one side, octets
 * of TCP without IP on the other.
 */
class ScriptedWire
{
  public:
    /// Where a server listens.
    static constexpr uint16_t SERVER_PORT = 5001;
    /// Of a peer that connects.
    static constexpr uint16_t PEER_PORT = 40000;

    /**
     * @param isn the peer's
     * @param stampOrigin what the socket's timestamps show at the script's time 0
     */
    explicit ScriptedWire(uint32_t isn, uint32_t stampOrigin = 0);

    /// The peer will connect.
    void AwaitPeer();

    /// The socket opens another connection.
    void Restart();

    /// What the peer sends. @return TCP's octets, whose checksum is 0
    std::vector<uint8_t> Encode(const Segment& segment) const;

    /// What the socket has sent. @param octets of TCP @param ecn codepoint of IP @param time ns
    Capture Understand(const std::vector<uint8_t>& octets, uint8_t ecn, int64_t time);

  private:
    uint32_t m_isn;                      //!< the peer's
    uint32_t m_stampOrigin;              //!< of the socket's timestamps
    uint16_t m_peerPort{SERVER_PORT};    //!< the peer's
    uint16_t m_socketPort{0};            //!< the socket's; 0: not known yet
    std::optional<uint32_t> m_socketIsn; //!< of its last SYN
    uint32_t m_latestStamp{0};           //!< of the socket, as on the wire
};

} // namespace segmentscript

#endif /* SCRIPTED_WIRE_H */
