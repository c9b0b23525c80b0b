/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEND_WINDOW_H
#define SEND_WINDOW_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief The window that the peer offers, as a position: how far a sender may send.
 *
 * States: the right edge; SND.WL1 and SND.WL2, the segment that brought it; the largest window.
 * Event: a segment that was accepted.
 * Invariants:
 *  - a window from an older segment does not replace one from a newer segment: the segment must
 *    acknowledge new data, or be newer by its sequence number, or be as new and no smaller an ACK
 *    (RFC 9293, section 3.10.7.4, fifth check; the first condition is for a peer that repeats
 *    data);
 *  - the edge is the peer's word and does not move by ACKs alone; it may move left (section 3.8.6).
 */
class SendWindow
{
  public:
    /// Take the handshake's window, octets.
    void Reset(uint64_t seq, uint64_t ack, uint64_t window);

    /// A segment was accepted, before `snd.una` moves; windows are in octets. @return whether the
    /// window was taken from this segment
    bool Update(uint64_t seq, uint64_t ack, uint64_t window, uint64_t una);

    /// @return whether Update() of a segment would make the window another one
    bool WouldChange(uint64_t seq, uint64_t ack, uint64_t window, uint64_t una) const
    {
        return IsNewer(seq, ack, una) && ack + window != GetRightEdge();
    }

    /// @brief One past the last octet that may be sent. @return a position
    uint64_t GetRightEdge() const
    {
        return m_wl2 + m_window;
    }

    /// @brief The window as it was offered. @return SND.WND in octets
    uint64_t GetWindow() const
    {
        return m_window;
    }

    /// @brief The largest window offered so far. @return MAX.SND.WND in octets
    uint64_t GetLargest() const
    {
        return m_largest;
    }

  private:
    /// @return whether a segment's window is to be taken
    bool IsNewer(uint64_t seq, uint64_t ack, uint64_t una) const
    {
        return ack > una || (ack == una && (seq > m_wl1 || (seq == m_wl1 && ack >= m_wl2)));
    }

    uint64_t m_wl1{0};     //!< SND.WL1
    uint64_t m_wl2{0};     //!< SND.WL2
    uint64_t m_window{0};  //!< SND.WND
    uint64_t m_largest{0}; //!< MAX.SND.WND
};

} // namespace ns3

#endif /* SEND_WINDOW_H */
