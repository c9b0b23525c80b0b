/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECEIVE_TUNING_H
#define RECEIVE_TUNING_H

#include <chrono>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief How large a receiver's buffer should be, by what its application reads in a round trip.
 *
 * Dynamic right-sizing (Fisk and Feng, "Dynamic right-sizing in TCP", 2001) with Linux's numbers
 * (6.1, tcp_rcv_space_adjust()): twice what was read in a round trip, since the sender may double
 * its window in the next, and 16 segments; and more by twice the part by which reading has grown.
 *
 * State: the least time in which a whole offered window arrived, which is a round trip or more;
 * when the present measurement began and what had been read then; the most that was read in a round
 * trip.
 * Events: Start(), OnArrival(), OnRead().
 * Invariants: nothing is said before a round trip is known; what is wanted is above twice what was
 * read.
 */
class ReceiveTuning
{
  public:
    /// A time since any fixed origin.
    using Instant = std::chrono::nanoseconds;

    /// The connection begins. @p edge is the end of the window that is offered, a position; @p
    /// space is what is expected to be read in the first round trip, octets, above 0.
    void Start(Instant now, uint64_t edge, uint64_t space);

    /// Data arrived in order, up to position @p next; @p edge is the end of the window that is
    /// offered.
    void OnArrival(Instant now, uint64_t next, uint64_t edge);

    /// The application has read octets. @return how large the buffer should be, octets; nothing if
    /// there is nothing new to say
    std::optional<uint64_t> OnRead(Instant now, uint64_t size, uint32_t mss);

  private:
    Instant m_roundStart{0};      //!< when the window was offered that is being filled
    uint64_t m_roundEdge{0};      //!< end of that window
    std::optional<Instant> m_rtt; //!< least time in which a window was filled
    Instant m_since{0};           //!< when the measurement of reading began
    uint64_t m_read{0};           //!< octets that were read since
    uint64_t m_space{0};          //!< octets that were read in a round trip at most
};

} // namespace ns3

#endif /* RECEIVE_TUNING_H */
