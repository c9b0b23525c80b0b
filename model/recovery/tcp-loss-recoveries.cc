/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-loss-recoveries.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/fack-sender.h"
#include "ns3/new-reno-sender.h"
#include "ns3/ns3-compat.h"
#include "ns3/rack-sender.h"
#include "ns3/reno-sender.h"
#include "ns3/rfc6675-sender.h"
#include "ns3/sack-sender.h"

#include <chrono>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpRenoRecovery);
NS_OBJECT_ENSURE_REGISTERED(TcpNewRenoRecovery);
NS_OBJECT_ENSURE_REGISTERED(TcpSackRecovery);
NS_OBJECT_ENSURE_REGISTERED(TcpFackRecovery);
NS_OBJECT_ENSURE_REGISTERED(TcpRfc6675Recovery);
NS_OBJECT_ENSURE_REGISTERED(TcpRackRecovery);

namespace
{
/// Help of an attribute that two have.
const char* const LATEST_SACK_ONLY =
    "The sender knows only the blocks of the latest ACK that has any (a reading of the compressed "
    "SACK paper, section III); without, all that was reported (RFC 2018, section 5)";
/// Help of another attribute that two have.
const char* const SLOW_BUT_STEADY = "Every partial ACK restarts the retransmission timer, not just "
                                    "the first (RFC 6582, section 4)";

HoleCount::Memory
ToMemory(bool latestSackOnly)
{
    return latestSackOnly ? HoleCount::Memory::LATEST : HoleCount::Memory::ALL;
}
} // namespace

TypeId
TcpRenoRecovery::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpRenoRecovery")
            .SetParent<TcpLossRecovery>()
            .SetGroupName("TcpLossy")
            .AddConstructor<TcpRenoRecovery>()
            .AddAttribute("RepeatedFastRetransmit",
                          "A fast retransmit may come after another inside one window, as RFC 2581 "
                          "allows and the Reno of 1996 did (FACK paper, section 6.1)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpRenoRecovery::m_repeatedFastRetransmit),
                          MakeBooleanChecker())
            .AddAttribute("TimerBackoff",
                          "A fast retransmit doubles the retransmission timer, too, and it stays "
                          "doubled until a round trip is measured, as in the Reno of 1996",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpRenoRecovery::m_timerBackoff),
                          MakeBooleanChecker());
    return tid;
}

bool
TcpRenoRecovery::NeedsSack() const
{
    return false;
}

TcpLossRecovery::Sender
TcpRenoRecovery::MakeSender(const Configuration& configuration, const RecoveryLaw*) const
{
    return std::make_unique<RenoSender>(
        configuration,
        RenoSender::Options{m_repeatedFastRetransmit, m_timerBackoff});
}

TypeId
TcpNewRenoRecovery::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpNewRenoRecovery")
            .SetParent<TcpLossRecovery>()
            .SetGroupName("TcpLossy")
            .AddConstructor<TcpNewRenoRecovery>()
            .AddAttribute("SlowButSteady",
                          SLOW_BUT_STEADY,
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpNewRenoRecovery::m_slowButSteady),
                          MakeBooleanChecker())
            .AddAttribute("ForgetRecoveryPoint",
                          "The next recovery may begin at the octet where the last one ended, with "
                          "any recovery law; without, the ACK has to cover more than that (RFC "
                          "6582, section 3.2, step 2). TcpDynamicRecovery has its own",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpNewRenoRecovery::m_forgetRecoveryPoint),
                          MakeBooleanChecker());
    return tid;
}

bool
TcpNewRenoRecovery::NeedsSack() const
{
    return false;
}

TcpLossRecovery::Sender
TcpNewRenoRecovery::MakeSender(const Configuration& configuration, const RecoveryLaw*) const
{
    return std::make_unique<NewRenoSender>(configuration,
                                           m_slowButSteady ? NewRenoSender::Timer::SLOW_BUT_STEADY
                                                           : NewRenoSender::Timer::IMPATIENT,
                                           m_forgetRecoveryPoint);
}

TypeId
TcpSackRecovery::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpSackRecovery")
            .SetParent<TcpLossRecovery>()
            .SetGroupName("TcpLossy")
            .AddConstructor<TcpSackRecovery>()
            .AddAttribute("HalfWindowLost",
                          "What is done when more than half of a window is lost: Wait for the "
                          "timer, or SlowStart at once (FACK paper, section 4.3)",
                          EnumValue(TcpSackRecovery::WAIT),
                          ns3compat::MakeEnumMemberAccessor<HalfWindowLost_t>(
                              &TcpSackRecovery::m_halfWindowLost),
                          MakeEnumChecker(TcpSackRecovery::WAIT,
                                          "Wait",
                                          TcpSackRecovery::SLOW_START,
                                          "SlowStart"))
            .AddAttribute("LatestSackOnly",
                          LATEST_SACK_ONLY,
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpSackRecovery::m_latestSackOnly),
                          MakeBooleanChecker());
    return tid;
}

TcpLossRecovery::Sender
TcpSackRecovery::MakeSender(const Configuration& configuration, const RecoveryLaw*) const
{
    using HalfLost = SackSender::HalfLost;
    return std::make_unique<SackSender>(configuration,
                                        m_halfWindowLost == SLOW_START ? HalfLost::TIMEOUT
                                                                       : HalfLost::WAIT,
                                        ToMemory(m_latestSackOnly));
}

TypeId
TcpFackRecovery::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpFackRecovery")
            .SetParent<TcpLossRecovery>()
            .SetGroupName("TcpLossy")
            .AddConstructor<TcpFackRecovery>()
            .AddAttribute("LostRetransmission",
                          "What is done when a retransmission is lost, too: Retransmit; Timeout, "
                          "as if the timer had expired (FACK paper, section 3.2); or Wait, send "
                          "nothing until it expires",
                          EnumValue(TcpFackRecovery::RETRANSMIT),
                          ns3compat::MakeEnumMemberAccessor<LostRetransmission_t>(
                              &TcpFackRecovery::m_lostRetransmission),
                          MakeEnumChecker(TcpFackRecovery::TIMEOUT,
                                          "Timeout",
                                          TcpFackRecovery::RETRANSMIT,
                                          "Retransmit",
                                          TcpFackRecovery::WAIT,
                                          "Wait"))
            .AddAttribute("LatestSackOnly",
                          LATEST_SACK_ONLY,
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpFackRecovery::m_latestSackOnly),
                          MakeBooleanChecker());
    return tid;
}

TcpLossRecovery::Sender
TcpFackRecovery::MakeSender(const Configuration& configuration, const RecoveryLaw* law) const
{
    using Lost = FackSender::LostRetransmission;
    auto lost = Lost::RETRANSMIT;
    if (m_lostRetransmission == TIMEOUT)
    {
        lost = Lost::TIMEOUT;
    }
    // A law that repairs them wants them sent.
    else if (m_lostRetransmission == WAIT && !(law && law->RepairsRetransmissions()))
    {
        lost = Lost::WAIT;
    }
    return std::make_unique<FackSender>(configuration, lost, ToMemory(m_latestSackOnly));
}

TypeId
TcpRfc6675Recovery::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpRfc6675Recovery")
            .SetParent<TcpLossRecovery>()
            .SetGroupName("TcpLossy")
            .AddConstructor<TcpRfc6675Recovery>()
            .AddAttribute("FindLostRetransmissions",
                          "A retransmission is lost, and sent again, when what was sent after it "
                          "is SACKed, as in ns-3's own socket after ns-3.48; without, it is left "
                          "to the timer",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpRfc6675Recovery::m_findLostRetransmissions),
                          MakeBooleanChecker())
            .AddAttribute(
                "RescueRetransmission",
                "Once in a recovery, when the window allows and there is nothing else, the last "
                "segment is sent again (RFC 6675, section 4, NextSeg() rule 4); and rule 3 also "
                "when the receiver has no room for new data",
                BooleanValue(false),
                MakeBooleanAccessor(&TcpRfc6675Recovery::m_rescueRetransmission),
                MakeBooleanChecker())
            .AddAttribute("SlowButSteady",
                          SLOW_BUT_STEADY,
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpRfc6675Recovery::m_slowButSteady),
                          MakeBooleanChecker());
    return tid;
}

TcpLossRecovery::Sender
TcpRfc6675Recovery::MakeSender(const Configuration& configuration, const RecoveryLaw*) const
{
    return std::make_unique<Rfc6675Sender>(
        configuration,
        Rfc6675Sender::Options{m_findLostRetransmissions, m_rescueRetransmission, m_slowButSteady});
}

Ptr<TcpLossRecovery>
TcpRfc6675Recovery::MakeFallback() const
{
    return CreateObjectWithAttributes<TcpNewRenoRecovery>("SlowButSteady",
                                                          BooleanValue(m_slowButSteady));
}

TypeId
TcpRackRecovery::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpRackRecovery")
            .SetParent<TcpLossRecovery>()
            .SetGroupName("TcpLossy")
            .AddConstructor<TcpRackRecovery>()
            .AddAttribute("TailLossProbe",
                          "Probe for the loss of the last segments of a flight (RFC 8985, section "
                          "7)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpRackRecovery::m_tailLossProbe),
                          MakeBooleanChecker())
            .AddAttribute("MaxAckDelay",
                          "For how long the peer may delay the ACK of a single segment, "
                          "TLP.max_ack_delay (RFC 8985, section 7.2)",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&TcpRackRecovery::m_maxAckDelay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("UndoNeedlessRepair",
                          "A reduction of the window is taken back when D-SACKs cover all that was "
                          "sent again for it, as Linux does (RFC 3708)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpRackRecovery::m_undo),
                          MakeBooleanChecker())
            .AddAttribute("UndoByTimestamps",
                          "A reduction of the window is taken back when timestamps show that ACKs "
                          "answer what was sent before the repair (RFC 3522, RFC 4015)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpRackRecovery::m_undoByTimestamps),
                          MakeBooleanChecker())
            .AddAttribute("Frto",
                          "A timeout is taken back when ACKs cover what was sent once, before it: "
                          "F-RTO with SACK (RFC 5682, section 3, as in Linux), which needs no "
                          "timestamps",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpRackRecovery::m_frto),
                          MakeBooleanChecker());
    return tid;
}

TcpLossRecovery::Sender
TcpRackRecovery::MakeSender(const Configuration& configuration, const RecoveryLaw*) const
{
    return std::make_unique<RackSender>(
        configuration,
        RackSender::Options{m_tailLossProbe,
                            m_undo,
                            m_undoByTimestamps,
                            std::chrono::nanoseconds(m_maxAckDelay.GetNanoSeconds()),
                            m_frto});
}

} // namespace ns3
