/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MARKOV_ERROR_MODEL_H
#define MARKOV_ERROR_MODEL_H

#include "ns3/error-model.h"
#include "ns3/link-losses.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief Loss by a link that is good or bad, the states succeeding each other by chance (compressed
 * SACK paper, section V.B, Fig 5, Table 4).
 *
 * States: good and bad. The state is sampled every `t1` seconds while it is good, every `t2` while
 * it is bad: at a sample it stays with probability `p` in good, `q` in bad, and changes otherwise.
 * Each packet is lost with probability `alpha` in good, `beta` in bad.
 *
 * The clock starts in good, at time 0 of the simulation or at Reset(), and again at time 0 when the
 * simulated time is earlier than before, as in another simulation. It does not depend on
 * packets: it is brought up to date when one comes, however long that was ago, and a packet at the
 * instant of a sample meets the state after it.
 *
 * The number of samples until the state changes is geometric. It is drawn at once when a state is
 * entered, so that a change costs one random number and samples without a change cost nothing.
 * States and losses have random streams of their own: with the same streams the states are the same
 * function of time whatever is sent, and the n-th packet meets the same random number. So two
 * systems can be compared pair by pair.
 *
 * Invariant: the time in a state is a whole multiple, at least one, of its interval.
 *
 * By renewal, the mean times in the states are `t1 / (1 - p)` and `t2 / (1 - q)`, and the loss rate
 * in the long run is the mean of `alpha` and `beta` weighted by them.
 *
 * Attributes are read when a state is entered and when a packet comes.
 */
class MarkovErrorModel : public ErrorModel
{
  public:
    /// Signature of the State trace: instant of the change, and the new state. Changes are found
    /// out about, and reported one by one, when the next packet comes.
    typedef void (*StateTracedCallback)(Time when, bool isGood);

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// Fix the random streams of states and of losses, from index @p stream on. @return 2, the
    /// number of streams used
    int64_t AssignStreams(int64_t stream)
    {
        m_states->SetStream(stream);
        m_losses->SetStream(stream + 1);
        return 2;
    }

    /// @return whether the state at this moment of the simulation is the good one
    bool IsGood()
    {
        Advance();
        return m_link.IsGood();
    }

  private:
    bool DoCorrupt(Ptr<Packet> packet) override;
    /// Good from now on. Random numbers go on where they are.
    void DoReset() override;
    void Advance();
    MarkovStates::Settings GetSettings() const;

    Time m_goodInterval; //!< `t1`
    Time m_badInterval;  //!< `t2`
    double m_stayGood;   //!< `p`
    double m_stayBad;    //!< `q`
    double m_goodLoss;   //!< `alpha`
    double m_badLoss;    //!< `beta`

    /// For changes of the state.
    Ptr<UniformRandomVariable> m_states{CreateObject<UniformRandomVariable>()};
    Ptr<UniformRandomVariable> m_losses{CreateObject<UniformRandomVariable>()}; //!< for packets
    MarkovStates m_link;                                                        //!< good or bad
    Time m_latest; //!< when the state was last asked for or reset

    TracedCallback<Time, bool> m_stateTrace; //!< changes
};

} // namespace ns3

#endif /* MARKOV_ERROR_MODEL_H */
