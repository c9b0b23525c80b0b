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
 * @brief How large a receiver's buffer should be, by what its application reads in a round trip,
 * and how much of it is offered, by what has arrived.
 *
 * Dynamic right-sizing (Fisk and Feng, "Dynamic right-sizing in TCP", 2001) with Linux's numbers
 * (6.1, tcp_rcv_space_adjust()): twice what was read in a round trip, since the sender may double
 * its window in the next, and 16 segments; and more by twice the part by which reading has grown.
 *
 * A sender that is believed to keep the window full gets twice of it (6.1, tcp_grow_window()): each
 * segment lets the window grow by two of its size, up to the buffer's.
 *
 * State: a round trip, smoothed, if timestamps measure it, and never above the least time in which
 * a whole offered window arrived; when the present measurement of reading began and what had been
 * read then; the most that was read in a round trip; the window. Events: Start(), OnSegment(),
 * OnRoundTrip(), OnArrival(), OnRead(). Invariants: nothing is said before a round trip is known;
 * what is wanted is above twice what was read; the window never shrinks.
 */
class ReceiveTuning
{
  public:
    /// A time since any fixed origin.
    using Instant = std::chrono::nanoseconds;

    /// The connection begins. A @p window is offered up to the position @p edge; @p space is what
    /// is expected to be read in the first round trip, octets, above 0.
    void Start(Instant now, uint64_t window, uint64_t edge, uint64_t space);

    /// A segment of new data arrived, in order or not; the buffer has @p room beyond what is not
    /// read, octets.
    void OnSegment(uint32_t size, uint64_t room);

    /// A segment of @p size octets echoes a @p timestamp that is @p age old. What is no whole
    /// segment may have waited, and what echoes the same says the same.
    void OnEcho(uint32_t timestamp, Instant age, uint32_t size);

    /// Data arrived in order, up to position @p next; @p edge is the end of the window that is
    /// offered.
    void OnArrival(Instant now, uint64_t next, uint64_t edge);

    /// The application has read octets. @return how large the buffer should be, octets; nothing if
    /// there is nothing new to say
    std::optional<uint64_t> OnRead(Instant now, uint64_t size, uint32_t mss);

    /// @return how much to offer at most, octets
    uint64_t GetWindow() const
    {
        return m_window;
    }

  private:
    uint64_t m_window{0};         //!< how much to offer at most
    uint32_t m_largest{0};        //!< octets of the largest segment
    uint32_t m_lastEcho{0};       //!< timestamp that was echoed last
    Instant m_roundStart{0};      //!< when the window was offered that is being filled
    uint64_t m_roundEdge{0};      //!< end of that window
    std::optional<Instant> m_rtt; //!< a round trip
    Instant m_since{0};           //!< when the measurement of reading began
    uint64_t m_read{0};           //!< octets that were read since
    uint64_t m_space{0};          //!< octets that were read in a round trip at most
};

} // namespace ns3

#endif /* RECEIVE_TUNING_H */
