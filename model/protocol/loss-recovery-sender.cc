/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "loss-recovery-sender.h"

#include "repair-progress.h"

namespace ns3
{

std::optional<LossRecoverySender::Deadline>
LossRecoverySender::Schedule(const Timing&)
{
    return std::nullopt;
}

const LossRecoverySender::AckOutcome&
LossRecoverySender::OnDeadline(Instant)
{
    static const AckOutcome nothing;
    return nothing;
}

void
LossRecoverySender::OnHeadLost()
{
}

void
LossRecoverySender::SetLaw(const Law&)
{
}

void
LossRecoverySender::NoteProbe(uint64_t position)
{
    m_heldProgress.GetSent().SendProbe(position);
}

const SentSegments&
LossRecoverySender::GetSent() const
{
    return GetProgress().GetSent();
}

} // namespace ns3
