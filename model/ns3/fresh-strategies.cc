/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fresh-strategies.h"

#include "ns3/ns3-compat.h"
#include "ns3/object-factory.h"
#include "ns3/tcp-lossy-controls.h"
#include "ns3/tcp-rx-buffer.h"

#include <cstddef>
#include <typeinfo>

namespace ns3
{

namespace
{
template <class Strategy>
RenewableStrategy*
AsRenewable(const Ptr<Strategy>& strategy)
{
    return dynamic_cast<RenewableStrategy*>(PeekPointer(strategy));
}

/// A copy to begin with later. @return null where the strategy itself can
template <class Strategy>
Ptr<Strategy>
KeepFresh(const Ptr<Strategy>& strategy)
{
    return AsRenewable(strategy) ? nullptr : strategy->Fork();
}

/// Give @p to all attributes that @p from has.
void
CopyAttributes(const Object& from, Object& to)
{
    for (TypeId tid = from.GetInstanceTypeId();; tid = tid.GetParent())
    {
        for (std::size_t index = 0; index < tid.GetAttributeN(); ++index)
        {
            const auto attribute = tid.GetAttribute(index);
            const auto value = attribute.checker->Create();
            if (attribute.accessor->HasGetter() && attribute.accessor->HasSetter() &&
                attribute.accessor->Get(&from, *value))
            {
                attribute.accessor->Set(&to, *value);
            }
        }
        if (!tid.HasParent() || tid == tid.GetParent())
        {
            return;
        }
    }
}

/// @return another object of the class of @p strategy, with its attributes; null where its type
/// does not make such an object
template <class Strategy>
Ptr<Strategy>
MakeAnew(const Ptr<Strategy>& strategy)
{
    const auto tid = strategy->GetInstanceTypeId();
    if (!tid.HasConstructor())
    {
        return nullptr;
    }
    ObjectFactory factory;
    factory.SetTypeId(tid);
    const auto object = factory.Create<Strategy>();
    const auto& is = *object;
    const auto& was = *strategy;
    if (typeid(is) != typeid(was))
    {
        return nullptr;
    }
    CopyAttributes(*strategy, *object);
    return object;
}

/// @p strategy becomes one that knows nothing. Not a copy, if it can be helped: those of ns-3's
/// controls lack some of their attributes (TcpCubic's, TcpWestwoodPlus's).
template <class Strategy>
void
Begin(Ptr<Strategy>& strategy, const Ptr<Strategy>& fresh)
{
    if (auto* renewable = AsRenewable(strategy))
    {
        renewable->Renew();
    }
    else if (const auto anew = MakeAnew(strategy))
    {
        strategy = anew;
    }
    else
    {
        strategy = fresh->Fork();
    }
}
} // namespace

void
FreshStrategies::Take(const Ptr<TcpCongestionOps>& control, const Ptr<TcpRecoveryOps>& recovery)
{
    if (m_isKept && m_control != control)
    {
        m_freshControl = KeepFresh(control);
    }
    if (m_isKept && m_recovery != recovery)
    {
        m_freshRecovery = KeepFresh(recovery);
    }
    m_control = control;
    m_recovery = recovery;
}

void
FreshStrategies::Keep()
{
    m_isKept = true;
    m_control = nullptr;
    m_recovery = nullptr;
}

void
FreshStrategies::Renew(Ptr<TcpCongestionOps>& control,
                       Ptr<TcpRecoveryOps>& recovery,
                       TcpSocketState& tcb)
{
    Begin(control, m_freshControl);
    Begin(recovery, m_freshRecovery);
    m_control = control;
    m_recovery = recovery;
    tcb.m_lastAckedSeq = SequenceNumber32(0);
    tcb.m_nextTxSequence = SequenceNumber32(0);
    tcb.m_highTxMark = SequenceNumber32(0);
    tcb.m_congState = TcpSocketState::CA_OPEN;
    tcb.m_ecnState = TcpSocketState::ECN_DISABLED;
    tcb.m_pacingRate = tcb.m_maxPacingRate;
    ns3compat::SetSmoothedRoundTrip(tcb, Time(0));
    ns3compat::SetLastRoundTrip(tcb, Time(0));
    tcb.m_minRtt = Time::Max();
    ns3compat::SetCwndLimited(tcb, false);
    tcb.m_bytesInFlight = 0;
    tcb.m_rxBuffer->SetNextRxSequence(SequenceNumber32(0));
}

} // namespace ns3
