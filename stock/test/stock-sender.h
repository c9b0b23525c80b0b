/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STOCK_SENDER_H
#define STOCK_SENDER_H

#include "ns3/ns3-values.h"
#include "ns3/packet.h"
#include "ns3/sequence-position.h"
#include "ns3/stock-congestion.h"
#include "ns3/stock-outstanding.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-tx-buffer.h"

#include <cstdint>
#include <utility>
#include <vector>

/// A sender's variables without a socket: segments of 1000 octets from sequence number 1 on.
struct StockSender
{
    static constexpr uint32_t MSS = 1000;
    static constexpr uint64_t START = ns3::FirstPosition(1);

    /// @param written octets that the application wrote
    explicit StockSender(uint32_t written)
    {
        buffer->SetHeadSequence(ns3::SequenceNumber32(1));
        buffer->SetMaxBufferSize(written);
        buffer->Add(ns3::Create<ns3::Packet>(written));
        tcb->m_segmentSize = MSS;
        tcb->m_cWnd = 10 * MSS;
        tcb->m_ssThresh = 100 * MSS;
        tcb->m_highTxMark = ns3::SequenceNumber32(1);
        outstanding.FollowHead();
    }

    /// @brief Send new segments. @param segments how many
    void Send(uint32_t segments)
    {
        for (uint32_t i = 0; i < segments; ++i)
        {
            outstanding.Take(outstanding.GetBoard().GetNxt(), MSS);
        }
        tcb->m_highTxMark = ns3::ToSequence(outstanding.GetBoard().GetNxt());
    }

    /// @brief Read an ACK. @param number of it @param blocks of sequence numbers @return its
    /// meaning
    ns3::StockAck Read(uint32_t number, std::vector<std::pair<uint32_t, uint32_t>> blocks = {})
    {
        ns3::TcpHeader header;
        header.SetAckNumber(ns3::SequenceNumber32(number));
        const auto option = ns3::CreateObject<ns3::TcpOptionSack>();
        for (const auto& [begin, end] : blocks)
        {
            option->AddSackBlock({ns3::SequenceNumber32(begin), ns3::SequenceNumber32(end)});
        }
        if (!blocks.empty())
        {
            header.AppendOption(option);
        }
        highestAck = std::max(highestAck.Get(), header.GetAckNumber());
        return outstanding.Read(header, false);
    }

    ns3::Ptr<ns3::TcpSocketState> tcb = ns3::CreateObject<ns3::TcpSocketState>();
    ns3::Ptr<ns3::TcpTxBuffer> buffer = ns3::CreateObject<ns3::TcpTxBuffer>();
    ns3::Ptr<ns3::TcpCongestionOps> control = ns3::CreateObject<ns3::TcpNewReno>();
    ns3::Ptr<ns3::TcpRecoveryOps> law = ns3::CreateObject<ns3::TcpClassicRecovery>();
    ns3::Ptr<ns3::TcpRateOps> rates = ns3::CreateObject<ns3::TcpRateLinux>();
    bool sackEnabled{true};
    bool limitedTransmit{true};
    uint32_t threshold{3};
    ns3::TracedValue<uint32_t> window{100 * MSS};
    ns3::TracedValue<ns3::SequenceNumber32> highestAck{ns3::SequenceNumber32(1)};
    ns3::TracedValue<ns3::SequenceNumber32> echoedAck;
    ns3::StockVariables variables{tcb,
                                  buffer,
                                  control,
                                  law,
                                  rates,
                                  sackEnabled,
                                  limitedTransmit,
                                  threshold,
                                  window,
                                  highestAck,
                                  echoedAck};
    ns3::StockOutstanding outstanding{variables};
};

#endif /* STOCK_SENDER_H */
