/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BBR_CONTROL_H
#define BBR_CONTROL_H

#include "delivery-rate.h"
#include "window-control.h"

#include <array>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief Whether a policer lets only a rate through: BBR's long-term samples (Linux 6.1,
 * bbr_lt_bw_sampling(); Flach and others, "An Internet-Wide Analysis of Traffic Policing", 2016).
 *
 * An interval begins and ends with a loss, lasts for 4 to 16 rounds, and counts where a fifth of
 * what was delivered was lost. Two in a row of nearly one rate mean a policer; its rate holds for
 * 48 rounds in which BBR probes for more.
 */
class PolicerWatch
{
  public:
    /// What an ACK, or a timeout, says.
    struct Event
    {
        Instant deliveredAt{0};   //!< when something was delivered last
        uint64_t delivered{0};    //!< segments, in all
        uint64_t lost{0};         //!< segments, in all
        bool hasLoss{false};      //!< some are lost
        bool beginsRound{false};  //!< a round trip is over
        bool isAppLimited{false}; //!< there was not always something to send
        bool probes{false};       //!< BBR probes for more
    };

    /// Something happened; @p mss in octets. @return whether the policer's rate has held for long
    /// enough
    bool OnEvent(const Event& event, uint32_t mss);

    /// @brief All is forgotten.
    void Reset(const Event& event)
    {
        *this = {};
        BeginInterval(event);
    }

    /// @return the rate that the policer lets through, in 2^-24 segments in a microsecond; nothing
    /// where there is none
    std::optional<uint64_t> GetRate() const
    {
        return m_isFound ? std::optional(m_rate) : std::nullopt;
    }

  private:
    void BeginInterval(const Event& event)
    {
        m_begin = event;
        m_rounds = 0;
    }

    /// The interval is over if it says something.
    void EndInterval(const Event& event, uint32_t mss);

    bool m_isFound{false};    //!< there is a policer
    bool m_isSampling{false}; //!< a loss was seen
    uint64_t m_rate{0};       //!< of the last interval; 0: none
    uint32_t m_rounds{0};     //!< of the interval, or since the policer was found
    Event m_begin;            //!< of the interval
};

/**
 * @ingroup tcp-lossy
 * @brief How many ACKs come at once, so that the window has to allow for more than the path holds
 * (Linux 6.1, bbr_update_ack_aggregation()).
 *
 * What is acknowledged beyond what the rate delivers since an ACK was late; the most of the last 5
 * to 10 rounds.
 */
class AckAggregation
{
  public:
    /// Segments are told of by an ACK, of which the rate has delivered @p expected since
    /// GetBegin(); the window holds @p cwnd.
    void OnAck(const DeliveryRate::Sample& sample,
               Instant deliveredAt,
               uint64_t expected,
               uint32_t cwnd,
               bool beginsRound);

    /// @brief What is acknowledged is counted from now on.
    void Restart(Instant now)
    {
        m_begin = now;
        m_acked = 0;
    }

    /// @return since when acknowledged segments are counted
    Instant GetBegin() const
    {
        return m_begin;
    }

    /// @return segments
    uint32_t Get() const
    {
        return std::max(m_most[0], m_most[1]);
    }

  private:
    Instant m_begin{0};                 //!< of what is counted
    uint64_t m_acked{0};                //!< segments since then
    uint32_t m_rounds{0};               //!< of the present half of the rounds
    std::array<uint32_t, 2> m_most{{}}; //!< segments, of that and the one before
};

/**
 * @ingroup tcp-lossy
 * @brief BBR as Linux 6.1 has it: pace by the rate at which the network delivers (Cardwell, Cheng,
 * Gunn, Hassas Yeganeh and Jacobson, "BBR: Congestion-Based Congestion Control", ACM Queue 14(5),
 * 2016).
 *
 * The model of the path is the largest delivery rate of ten round trips, and the least round trip
 * of ten seconds. Segments are paced by `pacing_gain` times that rate, less 1 %, and the window is
 * `cwnd_gain` times their product and what ends of the path need to work in batches.
 *
 * | state     | `pacing_gain`        | `cwnd_gain` | ends                                         |
 * |-----------|----------------------|-------------|----------------------------------------------|
 * | STARTUP   | 2.89                 | 2.89        | rate not a quarter more in three rounds      |
 * | DRAIN     | 0.35                 | 2.89        | in flight is what the path holds             |
 * | PROBE_BW  | 5/4, 3/4, 6 times 1  | 2           | no less round trip for ten seconds           |
 * | PROBE_RTT | 1                    | 1           | 200 ms and a round with at most 4 segments   |
 *
 * A loss cuts no window but for a round trip, in which as much goes as arrives; the window of
 * before comes back. Invariants: outside of PROBE_RTT, of the first round of a recovery and of a
 * timeout the window holds four segments; rates are in 2^-24 segments in a microsecond, gains in
 * 1/256, round trips in whole microseconds, as in Linux, so that rounding is the same.
 *
 * Linux draws at which of the seven phases that do not drain PROBE_BW begins. Here the time and
 * what was delivered say so: the same run does the same, in ns-3 and outside.
 *
 * Where ns-3.44's TcpBbr differs: there are no policers, rates are sampled in octets, a recovery's
 * window is that of after the repair was sent, and segments of the first window are not paced.
 */
class KernelBbrControl : public WindowControl
{
  public:
    static constexpr const char* NAME = "ns3::TcpKernelBbr"; //!< of the TypeId

    uint32_t drawnPhases{7}; //!< with which PROBE_BW may begin, before the one that probes

    /// @copydoc WindowControl::Describe
    template <class Options>
    static void Describe(Options& options)
    {
        options("DrawnPhases",
                &KernelBbrControl::drawnPhases,
                "PROBE_BW begins with one of so many phases, of which the last one probes, in [1, "
                "7]; 1: with that one (Linux 6.1, bbr_cycle_rand: 7)",
                1U,
                7U);
    }

    bool Regulates() const override
    {
        return true;
    }

    void Start(Window& window) override;

    uint32_t Reduce(Window& window, uint32_t /* flight */) override
    {
        KeepWindow(window);
        return window.ssthresh;
    }

    void OnState(Window& window, Window::State state) override;
    void OnEvent(Window& window, ControlEvent event) override;

    void OnAck(Window& window, const AckOutcome& outcome) override
    {
        m_known.priorInFlight = window.inFlight;
        m_known.isReading = outcome.delivered.acknowledged > 0 || window.una < window.nxt;
    }

    void Regulate(Window& window, const AckOutcome& outcome) override;
    std::optional<Instant> GetPace(const Window& window, uint32_t octets) override;

    void Open(Window& /* window */, uint32_t /* segments */) override
    {
    }

  private:
    using Sample = DeliveryRate::Sample;

    /// How fast to send.
    enum class Mode
    {
        STARTUP,
        DRAIN,
        PROBE_BW,
        PROBE_RTT,
    };

    struct Ack
    {
        Sample sample;       //!< of the rate
        uint32_t losses{0};  //!< segments that it shows to be lost
        bool mayWait{false}; //!< it tells of a small segment alone: a receiver delays that
    };

    struct Knowledge
    {
        DeliveryRate rates;                 //!< what the network delivers
        WindowedMax rate;                   //!< largest rate of ten rounds
        PolicerWatch policer;               //!< whether there is one
        AckAggregation aggregation;         //!< of ACKs
        Mode mode{Mode::STARTUP};           //!< how fast to send
        uint32_t pacingGain{0};             //!< of that, in 1/256
        uint32_t windowGain{0};             //!< the same
        std::optional<Instant> leastRtt;    //!< of ten seconds
        Instant leastRttAt{0};              //!< when it was measured, in jiffies
        std::optional<Instant> leastOfAll;  //!< least round trip
        uint64_t rounds{0};                 //!< that are over
        uint64_t roundEnd{0};               //!< segments delivered at the end of this one
        bool beginsRound{false};            //!< the last ACK began one
        uint64_t fullRate{0};               //!< when the rate grew last
        uint32_t fullRounds{0};             //!< since then
        bool isFull{false};                 //!< the pipe
        uint32_t phase{0};                  //!< of PROBE_BW
        Instant phaseAt{0};                 //!< when it began
        std::optional<Instant> probeRttEnd; //!< PROBE_RTT lasts at least until then
        bool isProbeRttRoundOver{false};    //!< and a round
        bool isIdleRestart{false};          //!< nothing was there to send before this
        bool conserves{false};              //!< as much goes as arrives
        Window::State priorState{Window::State::OPEN}; //!< at the last ACK
        uint32_t priorWindow{0};                       //!< before recovery or PROBE_RTT, segments
        uint64_t lost{0};                              //!< segments, in all
        uint64_t octets{0};                            //!< delivered, that make no whole segment
        uint32_t priorInFlight{0};                     //!< octets, before the ACK that is read
        bool isReading{false};                         //!< an ACK is read
        uint64_t pacingRate{0};                        //!< octets in a second
        bool hasRtt{false};                            //!< the first pacing rate is of a round trip
        Instant departure{0};                          //!< the next segment goes no sooner
        uint32_t sent{0};                              //!< segments, as far as this matters
    };

    /// @return the rate of the path, in 2^-24 segments in a microsecond
    uint64_t GetRate() const
    {
        return m_known.policer.GetRate().value_or(m_known.rate.Get());
    }

    /// @return what is known, for the policer's watch
    PolicerWatch::Event DescribeEvent() const;
    /// @return segments that the path holds, times a gain
    uint32_t GetPipe(uint64_t rate, uint32_t gain) const;
    /// @return segments, and those that wait at both ends
    uint32_t AddBatches(const Window& window, uint32_t segments) const;
    /// @return segments that a burst has
    uint32_t GetBurst(const Window& window) const;

    /// @return GetPipe() with batches, of the largest rate
    uint32_t GetTarget(const Window& window, uint32_t gain) const
    {
        return AddBatches(window, GetPipe(m_known.rate.Get(), gain));
    }

    /// @return of so many segments in flight those that are there when the next one goes
    uint32_t GetInNetwork(const Window& window, uint32_t inFlight) const;

    void InitPacing(Window& window);
    void UpdateRate(const Window& window, const Ack& ack);
    void UpdateAggregation(const Window& window, const Ack& ack);
    bool IsPhaseOver(const Window& window, const Ack& ack) const;
    void CheckFull(const Ack& ack);
    void CheckDrain(Window& window);
    void UpdateLeastRtt(Window& window, const Ack& ack);
    void ProbeRtt(Window& window);
    void EndProbeRtt(Window& window);
    void BeginProbeBw(Instant now);
    void BeginNextPhase();
    void UpdateGains();
    void SetPacing(Window& window, uint32_t gain);
    void SetPacingRate(Window& window, uint64_t octets);
    void SetWindow(Window& window, const Ack& ack);
    /// @return the window after so many segments have arrived
    uint32_t OpenToTarget(const Window& window, uint32_t cwnd, uint32_t arrived) const;
    void KeepWindow(const Window& window);

    Knowledge m_known; //!< of the connection
};

} // namespace ns3

#endif /* BBR_CONTROL_H */
