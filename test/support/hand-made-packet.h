/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HAND_MADE_PACKET_H
#define HAND_MADE_PACKET_H

#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/packet.h"
#include "ns3/ppp-header.h"
#include "ns3/tcp-header.h"

/// What tests of packets made by hand share.
namespace dumbbells
{

using namespace ns3;

/// A PPP packet made by hand.
struct HandMade
{
    uint32_t sequence;
    uint32_t size;
    uint8_t flags{TcpHeader::ACK};
    uint16_t sourcePort{1};
    uint16_t destinationPort{2};
    bool ipv6{false};
    uint32_t ack{0};
    uint16_t fragmentOffset{0}; //!< IPv4 only, octets

    Ptr<Packet> Make() const
    {
        auto packet = Create<Packet>(size);
        TcpHeader tcp;
        tcp.SetSequenceNumber(SequenceNumber32(sequence));
        tcp.SetAckNumber(SequenceNumber32(ack));
        tcp.SetFlags(flags);
        tcp.SetSourcePort(sourcePort);
        tcp.SetDestinationPort(destinationPort);
        packet->AddHeader(tcp);
        return AddNetwork(packet, 6, ipv6, fragmentOffset);
    }

    static Ptr<Packet> AddNetwork(Ptr<Packet> packet,
                                  uint8_t protocol,
                                  bool ipv6,
                                  uint16_t fragmentOffset = 0)
    {
        PppHeader ppp;
        if (ipv6)
        {
            Ipv6Header header;
            header.SetSource("fd00::1");
            header.SetDestination("fd00::2");
            header.SetNextHeader(protocol);
            header.SetPayloadLength(packet->GetSize());
            packet->AddHeader(header);
            ppp.SetProtocol(0x0057);
        }
        else
        {
            Ipv4Header header;
            header.SetSource("10.0.0.1");
            header.SetDestination("10.0.0.2");
            header.SetProtocol(protocol);
            header.SetPayloadSize(packet->GetSize());
            header.SetFragmentOffset(fragmentOffset);
            packet->AddHeader(header);
            ppp.SetProtocol(0x0021);
        }
        packet->AddHeader(ppp);
        return packet;
    }
};

} // namespace dumbbells

#endif /* HAND_MADE_PACKET_H */
