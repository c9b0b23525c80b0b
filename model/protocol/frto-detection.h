/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRTO_DETECTION_H
#define FRTO_DETECTION_H

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Whether a timeout was needless, by what ACKs cover after it, without timestamps: F-RTO
 * with SACK (RFC 5682, section 3; as Linux has it).
 *
 * "An original" is a segment that was sent once, before the timeout. "All" is what was sent before.
 *
 * | State   | Event                                              | Next    | Answer          |
 * |---------|----------------------------------------------------|---------|-----------------|
 * | any     | the timer expires while nothing is repaired, or    | WAITING | repair the head |
 * |         | again, at the same `snd.una` (Linux)               |         |                 |
 * | any     | the timer expires within a repair (step 1)         | IDLE    | repair the head |
 * | WAITING | an ACK covers or reports an original               | IDLE    | NEEDLESS        |
 * | WAITING | an ACK advances, and does not cover all (step 2b)  | TESTING | TEST            |
 * | TESTING | an ACK covers or reports an original (step 3b)     | IDLE    | NEEDLESS        |
 * | TESTING | an ACK reports or repeats anything else (step 3a)  | IDLE    | NOTHING         |
 * | TESTING | old data are sent again: there are no new ones     | IDLE    |                 |
 * | any     | an ACK covers all (step 2a)                        | IDLE    | NOTHING         |
 *
 * Invariant: TESTING means that new data go, and no old ones; one timeout is found needless once.
 */
class FrtoDetection
{
  public:
    /// What an ACK after a timeout is.
    struct Ack
    {
        bool coversAll{false};      //!< all that was sent before the timeout
        bool coversOriginal{false}; //!< or reports by SACK, for the first time
        bool advances{false};       //!< `snd.una` moved
        bool isDuplicate{false}; //!< repeats the last one, or reports something for the first time
    };

    /// What is to be done.
    enum class Answer
    {
        NOTHING,  //!< what would be done without F-RTO
        TEST,     //!< send new data, and nothing old
        NEEDLESS, //!< take the timeout back
    };

    /// The timer expired, while losses were repaired already or not.
    void OnTimeout(bool isRepairing, uint64_t una)
    {
        const bool isOnceMore = m_timedOut == una;
        m_timedOut = una;
        m_state = isRepairing && !isOnceMore ? State::IDLE : State::WAITING;
    }

    /// @return what an ACK asks for
    Answer OnAck(const Ack& ack)
    {
        if (m_state == State::IDLE)
        {
            return Answer::NOTHING;
        }
        if (ack.coversOriginal)
        {
            Stop();
            return Answer::NEEDLESS;
        }
        if (ack.coversAll || (m_state == State::TESTING && ack.isDuplicate))
        {
            Stop();
        }
        else if (ack.advances)
        {
            m_state = State::TESTING;
        }
        return m_state == State::TESTING ? Answer::TEST : Answer::NOTHING;
    }

    /// Old data were sent again.
    void OnSentAgain()
    {
        if (m_state == State::TESTING)
        {
            Stop();
        }
    }

    /// @return whether only new data go
    bool IsTesting() const
    {
        return m_state == State::TESTING;
    }

    /// The repair is over, for whatever reason.
    void Stop()
    {
        m_state = State::IDLE;
    }

  private:
    /// See above.
    enum class State
    {
        IDLE,
        WAITING,
        TESTING,
    };

    State m_state{State::IDLE};         //!< see above
    std::optional<uint64_t> m_timedOut; //!< `snd.una` at the last timeout
};

} // namespace ns3

#endif /* FRTO_DETECTION_H */
