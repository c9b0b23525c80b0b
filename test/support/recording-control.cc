/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recording-control.h"

#include "ns3/tcp-header.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-socket-state.h"

#include <map>
#include <utility>

using namespace ns3;

namespace
{

std::vector<std::string>&
GetNotes()
{
    static std::vector<std::string> notes;
    return notes;
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(RecordingControl);
NS_OBJECT_ENSURE_REGISTERED(RecordingRateControl);
NS_OBJECT_ENSURE_REGISTERED(RecordingLaw);
NS_OBJECT_ENSURE_REGISTERED(AcknowledgingControl);

TypeId
RecordingControl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpLossyRecordingControl")
                            .SetParent<TcpNewReno>()
                            .AddConstructor<RecordingControl>();
    return tid;
}

std::vector<std::string>
RecordingControl::Take()
{
    return std::exchange(GetNotes(), {});
}

void
RecordingControl::Note(const std::string& word)
{
    GetNotes().push_back(word);
}

std::string
RecordingControl::GetName() const
{
    return "RecordingControl";
}

void
RecordingControl::Init(Ptr<TcpSocketState> tcb)
{
    if (m_isUsed)
    {
        Note("init:again");
    }
    TcpNewReno::Init(tcb);
}

void
RecordingControl::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segments)
{
    Note("increase:" + std::to_string(segments));
    TcpNewReno::IncreaseWindow(tcb, segments);
}

void
RecordingControl::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segments, const Time& rtt)
{
    Note("acked:" + std::to_string(segments) + (tcb->m_isRetransDataAcked ? ":resent" : ""));
    TcpNewReno::PktsAcked(tcb, segments, rtt);
}

void
RecordingControl::CongestionStateSet(Ptr<TcpSocketState> tcb,
                                     const TcpSocketState::TcpCongState_t state)
{
    static const std::map<TcpSocketState::TcpCongState_t, std::string> names{
        {TcpSocketState::CA_OPEN, "open"},
        {TcpSocketState::CA_DISORDER, "disorder"},
        {TcpSocketState::CA_CWR, "cwr"},
        {TcpSocketState::CA_RECOVERY, "recovery"},
        {TcpSocketState::CA_LOSS, "loss"}};
    m_isUsed = true;
    Note("state:" + names.at(state));
    TcpNewReno::CongestionStateSet(tcb, state);
}

void
RecordingControl::CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event)
{
    static const std::map<TcpSocketState::TcpCAEvent_t, std::string> names{
        {TcpSocketState::CA_EVENT_TX_START, "start"},
        {TcpSocketState::CA_EVENT_CWND_RESTART, "restart"},
        {TcpSocketState::CA_EVENT_COMPLETE_CWR, "complete"},
        {TcpSocketState::CA_EVENT_LOSS, "loss"},
        {TcpSocketState::CA_EVENT_ECN_NO_CE, "no-mark"},
        {TcpSocketState::CA_EVENT_ECN_IS_CE, "mark"},
        {TcpSocketState::CA_EVENT_DELAYED_ACK, "delayed"},
        {TcpSocketState::CA_EVENT_NON_DELAYED_ACK, "at-once"}};
    const bool isAtOnce = event == TcpSocketState::CA_EVENT_NON_DELAYED_ACK;
    if (!isAtOnce || m_isDelayed)
    {
        Note("event:" + names.at(event));
    }
    m_isDelayed = event == TcpSocketState::CA_EVENT_DELAYED_ACK || (m_isDelayed && !isAtOnce);
    TcpNewReno::CwndEvent(tcb, event);
}

uint32_t
RecordingControl::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t flight)
{
    Note("ssthresh:" + std::to_string(flight));
    return TcpNewReno::GetSsThresh(tcb, flight);
}

Ptr<TcpCongestionOps>
RecordingControl::Fork()
{
    return CopyObject<RecordingControl>(this);
}

TypeId
RecordingRateControl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpLossyRecordingRateControl")
                            .SetParent<RecordingControl>()
                            .AddConstructor<RecordingRateControl>();
    return tid;
}

bool
RecordingRateControl::HasCongControl() const
{
    return true;
}

void
RecordingRateControl::CongControl(Ptr<TcpSocketState>,
                                  const TcpRateOps::TcpRateConnection& connection,
                                  const TcpRateOps::TcpRateSample& sample)
{
    const uint64_t before = connection.m_delivered - sample.m_ackedSacked;
    if (!std::exchange(m_isSampled, true) && before > 0)
    {
        Note("former:" + std::to_string(before));
    }
    std::string word("sample");
    char separator = ':';
    for (const int64_t octets : {int64_t{sample.m_ackedSacked},
                                 int64_t{sample.m_bytesLoss},
                                 int64_t{sample.m_priorInFlight},
                                 int64_t{sample.m_delivered}})
    {
        word += separator + std::to_string(octets);
        separator = '/';
    }
    Note(word);
}

Ptr<TcpCongestionOps>
RecordingRateControl::Fork()
{
    return CopyObject<RecordingRateControl>(this);
}

TypeId
RecordingLaw::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpLossyRecordingLaw")
                            .SetParent<TcpRecoveryOps>()
                            .AddConstructor<RecordingLaw>();
    return tid;
}

std::string
RecordingLaw::GetName() const
{
    return "RecordingLaw";
}

void
RecordingLaw::BeginRecovery(Ptr<TcpSocketState> tcb, uint32_t, uint32_t, uint32_t deliveredBytes)
{
    RecordingControl::Note("enter:" + std::to_string(deliveredBytes));
    tcb->m_cWnd = tcb->m_ssThresh;
    tcb->m_cWndInfl = tcb->m_cWnd;
}

void
RecordingLaw::ContinueRecovery(Ptr<TcpSocketState>, uint32_t deliveredBytes)
{
    RecordingControl::Note("go-on:" + std::to_string(deliveredBytes));
}

void
RecordingLaw::ExitRecovery(Ptr<TcpSocketState>)
{
    RecordingControl::Note("exit");
}

Ptr<TcpRecoveryOps>
RecordingLaw::Fork()
{
    return CopyObject<RecordingLaw>(this);
}

TypeId
AcknowledgingControl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpLossyAcknowledgingControl")
                            .SetParent<TcpNewReno>()
                            .AddConstructor<AcknowledgingControl>();
    return tid;
}

void
AcknowledgingControl::CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event)
{
    if (event == TcpSocketState::CA_EVENT_ECN_IS_CE)
    {
        tcb->m_sendEmptyPacketCallback(TcpHeader::ACK);
    }
}

Ptr<TcpCongestionOps>
AcknowledgingControl::Fork()
{
    return CopyObject<AcknowledgingControl>(this);
}
