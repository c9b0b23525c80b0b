/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROPORTIONAL_RATE_REDUCTION_H
#define PROPORTIONAL_RATE_REDUCTION_H

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Proportional Rate Reduction: how much a sender in recovery may send for each ACK, so that
 * `ssthresh` is outstanding when recovery ends (RFC 9937, section 6).
 *
 * State: RecoverFS, what was outstanding at detection; `prr_delivered`, octets that have arrived
 * since; `prr_out`, octets that were sent since.
 * Events: Begin() at detection; OnAck() for each ACK, that of the detection included; OnSent().
 *
 * | outstanding after the ACK | what may be sent now                                             |
 * |---------------------------|------------------------------------------------------------------|
 * | above `ssthresh`          | `ssthresh / RecoverFS` of what was delivered, in whole segments, |
 * |                           | less what was sent                                               |
 * | not above                 | as much as was delivered, and one segment more for a safe ACK,   |
 * |                           | until `ssthresh` is outstanding                                  |
 *
 * Invariants: the first segment of a recovery may always be sent; an ACK that delivers nothing
 * changes nothing; what may be sent is never negative.
 */
class ProportionalRateReduction
{
  public:
    /// An ACK, all sizes in octets.
    struct Ack
    {
        uint64_t delivered{0}; //!< newly known to have arrived (DeliveredData)
        uint64_t inflight{0};  //!< outstanding after the ACK, without what is lost
        uint64_t ssthresh{0};  //!< the window after recovery
        uint32_t mss{536};     //!< SMSS
        bool safe{false};      //!< `snd.una` moved and no further loss was found (SafeACK)
    };

    /// A loss was detected; what was counted before is void. RecoverFS is what was outstanding
    /// before the ACK that shows the loss, without what was SACKed before, octets; 0 counts as 1.
    void Begin(uint64_t recoverFs);

    /// An ACK arrived. @return what may be sent now (`sndcnt`), octets; nothing if the ACK delivers
    /// nothing: the window stays as it is
    std::optional<uint64_t> OnAck(const Ack& ack);

    /// Octets were sent, new or again.
    void OnSent(uint64_t octets)
    {
        m_out += octets;
    }

    /// What a duplicate ACK stands for where the receiver has no SACK (section 6.2). @return one
    /// segment, octets, or 0 once all of RecoverFS would be delivered
    uint64_t GetDeliveredByDuplicate(uint32_t mss) const
    {
        return m_delivered + mss <= m_recoverFs ? mss : 0;
    }

  private:
    uint64_t m_recoverFs{1}; //!< RecoverFS, octets
    uint64_t m_delivered{0}; //!< `prr_delivered`, octets
    uint64_t m_out{0};       //!< `prr_out`, octets
};

} // namespace ns3

#endif /* PROPORTIONAL_RATE_REDUCTION_H */
