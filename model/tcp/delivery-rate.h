/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DELIVERY_RATE_H
#define DELIVERY_RATE_H

#include "timer-set.h"
#include "window-control.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief How fast the network delivers, an ACK at a time (Cheng and others,
 * draft-cheng-iccrg-delivery-rate-estimation; Linux 6.1, tcp_rate.c).
 *
 * A sample is of the youngest sending that an ACK is the first to tell of: what was delivered since
 * that sending, over the longer of two times, that in which these were sent and that in which their
 * ACKs arrived. It is limited by the application if that sending followed a moment in which there
 * was room in the window and nothing to send.
 *
 * State: what was known at each sending that may still be told of. What goes between two ACKs knows
 * the same, so that one entry of a queue holds for all of it, and begins at a time.
 *
 * Invariants: entries begin at ascending times; once all that was sent before the second one began
 * is acknowledged, the first one is gone.
 *
 * Cost: O(log n) an ACK, with n ACKs in a round trip.
 */
class DeliveryRate
{
  public:
    /// What an ACK tells of the network.
    struct Sample
    {
        int64_t delivered{-1};    //!< segments since the sending; -1 if the ACK tells of none
        int64_t interval{-1};     //!< microseconds in which they were; -1 if that is unknown
        uint64_t prior{0};        //!< segments that had been delivered before that sending
        bool isAppLimited{false}; //!< there was not always something to send
        uint32_t arrived{0};      //!< segments that the ACK is the first to tell of

        /// @return whether there is a rate
        bool IsValid() const
        {
            return delivered >= 0 && interval > 0;
        }
    };

    /// Something goes while nothing is outstanding.
    void OnStart(const Window& window)
    {
        m_now.firstSent = window.now;
        m_now.deliveredAt = window.now;
        Note(window);
    }

    /// There is room in the window for more than these segments in flight, and nothing to send.
    void OnAppLimited(const Window& window, uint64_t inFlight)
    {
        m_appLimited = m_now.delivered + inFlight;
        Note(window);
    }

    /// An ACK arrived, the first to tell of so many segments. @p leastRtt is the least round trip
    /// until now: what was delivered in less time tells no rate. @return what it tells
    Sample OnAck(const Window& window, uint32_t arrived, std::optional<Instant> leastRtt);

    /// @return segments delivered in all; a SYN counts as one
    uint64_t GetDelivered() const
    {
        return m_now.delivered;
    }

    /// @return when an ACK told last that something was delivered, or the first went
    Instant GetDeliveredAt() const
    {
        return m_now.deliveredAt;
    }

    /// @return whether what is sent now counts as limited by the application
    bool IsAppLimited() const
    {
        return m_appLimited > 0;
    }

  private:
    /// What a sending knows.
    struct Knowledge
    {
        Instant begin{0};         //!< from when on
        uint64_t nxt{0};          //!< `snd.nxt` at that time
        uint64_t delivered{1};    //!< segments
        Instant deliveredAt{0};   //!< when the last of them was told of
        Instant firstSent{0};     //!< when the youngest sending went that was told of
        bool isAppLimited{false}; //!< nothing was there to be sent
    };

    /// What is sent from now on knows what is known now.
    void Note(const Window& window);

    Knowledge m_now;                  //!< what is known
    std::deque<Knowledge> m_sendings; //!< what was known
    uint64_t m_appLimited{0};         //!< until so many segments are delivered; 0: not
};

/**
 * @ingroup tcp-lossy
 * @brief The largest value of a window of rounds, nearly: three values are kept (Kathleen Nichols;
 * Linux 6.1, lib/win_minmax.c).
 */
class WindowedMax
{
  public:
    /// A value of a round; values older than so many rounds do not count.
    void Add(uint64_t round, uint64_t value, uint64_t rounds);

    /// @return the largest of the three, which a value that was not kept may exceed; 0 without any
    uint64_t Get() const
    {
        return m_best[0].value;
    }

  private:
    struct Entry
    {
        uint64_t round{0}; //!< of the value
        uint64_t value{0}; //!< what it is
    };

    std::array<Entry, 3> m_best; //!< the best, the best after that, the best after that one
};

} // namespace ns3

#endif /* DELIVERY_RATE_H */
