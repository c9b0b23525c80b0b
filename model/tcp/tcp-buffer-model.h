/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_BUFFER_MODEL_H
#define TCP_BUFFER_MODEL_H

#include <algorithm>
#include <cstdint>
#include <optional>

namespace ns3
{

/// Largest window scale (RFC 7323, section 2.3).
constexpr uint8_t MAX_WINDOW_SCALE = 14;

/// Largest value of the field.
constexpr uint32_t MAX_WINDOW_FIELD = 65535;

/// Octets that no window exceeds, a little less than 2^30.
constexpr uint32_t MAX_ADVERTISED_WINDOW = MAX_WINDOW_FIELD << MAX_WINDOW_SCALE;

/**
 * @ingroup tcp-lossy
 * @brief What window a receiver's buffer can offer through TCP's 16-bit field (RFC 7323, section
 * 2).
 *
 * The field holds the window without its last `scale` bits. ns-3 takes the smallest scale, 14 at
 * most, with which the size of the empty buffer fits into the field, when the SYN is sent; it cuts
 * the bits off and offers the rest. A sender thus never has more in flight than the size rounded
 * down to a multiple of `2^scale`, and never more than MAX_ADVERTISED_WINDOW.
 */
namespace advertisedwindow
{

/// @return the scale that ns-3 announces in its SYN, 0 to 14, with a buffer of so many octets
uint8_t GetWindowScale(uint32_t rcvBufSize);

/// @return the window of an empty buffer, octets, at most @p rcvBufSize and MAX_ADVERTISED_WINDOW
uint32_t GetAdvertisedWindow(uint32_t rcvBufSize);

/// @return octets of the smallest buffer that offers a window; more than MAX_ADVERTISED_WINDOW
/// cannot be offered and counts as that
uint32_t GetReceiveBufferFor(uint64_t window);

} // namespace advertisedwindow

/**
 * @ingroup tcp-lossy
 * @brief From the cut of a window to the overflow of the bottleneck's queue, by fluid laws.
 *
 * A lone flow's window grows from `(1-b) W` to `W`, where it overflows the queue. The round trip is
 * `RTT_m` and the rate `w / RTT_m` while the window is below `C RTT_m`; with more the link is busy,
 * the rate is `C` and the queue makes the round trip longer. Recovery itself is not part of it, and
 * no loss happens but by overflow.
 *
 * Invariants: packets and seconds are finite and above 0, and packets are at most `C` times seconds
 * but for rounding.
 */
struct SawtoothCycle
{
    /// The link: what limits the rate.
    struct Link
    {
        double packetsPerSecond;   //!< `C`, above 0
        double rttWithoutQueueing; //!< `RTT_m` in seconds, above 0
    };

    /// One cycle of the window.
    struct Window
    {
        double largest;  //!< `W`, packets, above 0
        double decrease; //!< `b`, in (0, 1)
    };

    double packets; //!< sent in the cycle
    double seconds; //!< of the cycle
};

/// Classic TCP: a window grows by @p pace packets each round trip, above 0: 1, or 1/2 with delayed
/// ACKs. `dw/dt = pace / RTT`; below `C RTT_m` `(v^2 - u^2) / (2 pace)` packets are sent while the
/// window grows from `u` to `v`, and above as well.
SawtoothCycle LinearCycle(const SawtoothCycle::Link& link,
                          const SawtoothCycle::Window& window,
                          double pace);

/// Scalable TCP and its like: a window grows by @p increase packets, above 0, for each packet. `(v
/// - u) / increase` packets are sent while the window grows from `u` to `v`.
SawtoothCycle ConstantCycle(const SawtoothCycle::Link& link,
                            const SawtoothCycle::Window& window,
                            double increase);

/// CUBIC (RFC 9438): `w(t) = 0.4 (t - K)^3 + W` with `K` such that `w(0) = (1-b) W`, or its
/// Reno-friendly line of slope `3 b / (2 - b)` a round trip where that is quicker.
SawtoothCycle CubicCycle(const SawtoothCycle::Link& link, const SawtoothCycle::Window& window);

/**
 * @ingroup tcp-lossy
 * @brief How large TCP's retransmission and out-of-order buffers have to be.
 *
 * Baiocchi, Mascolo and Vacirca, "TCP internal buffers optimization for fast long-distance links",
 * section II. One connection with a window that grows by `a` packets per ACK and loses the part `b`
 * at a loss fills a bottleneck of `C` packets a second behind a buffer of `B` packets; `RTT_m` is
 * its round trip without queueing. Everything is counted in packets of equal size.
 *
 * | symbol   | meaning                                                   | value                  |
 * |----------|-----------------------------------------------------------|------------------------|
 * | `P`      | packets that the path and its buffer hold                 | `C RTT_m + B`          |
 * | `W(t0)`  | window that sends the first packet to be lost             | `P + 1`                |
 * | `W(t2)`  | window when the loss is detected, one round trip later    | `P + 1 + a P`          |
 * | `aP`     | packets lost besides the first one                        | `W(t2) - W(t0)`        |
 * | `U_n`    | unacknowledged packets before the n-th retransmission     | eq. (1)                |
 * | `Q`      | size of each of the two buffers                           |                        |
 *
 * Eq. (1) is `U_n = W(t2) + n (P - b W(t2)) - (n - 1) (1/a + 1)`: a round trip of NewReno's
 * recovery sends `P - b W(t2)` new packets and repairs one loss, and losses lie `1/a + 1` packets
 * apart. The paper's Table I cannot be derived from it. With a plus before the last term all its
 * NewReno values do: Sign names the reading.
 *
 * Conditions: i) no loss during recovery: `1 - b <= 1 / (1 + a + 1/P)`; ii) full utilisation:
 * `b <= B/P`; iii) `Q >= U_n` at `n = aP` for NewReno, `Q >= P (2 - b - ab) + 1 - b` for SACK.
 *
 * By simulation (doc/validation/buffers.rst) the minus is right, but two terms are missing, which
 * GetNewRenoPeak() has: the ACK that ends recovery comes a round trip after the last of the `aP`
 * retransmissions, and the k-th round trip sends `k - 1` packets more.
 *
 * **What smaller buffers cost** (not in the paper, by its reasoning). At most `Q` packets are
 * unacknowledged, and each stays so for at least `RTT_m`: at most `Q / RTT_m` packets a second, and
 * no more than `C`. The bound is met while `Q <= P`: the window `Q` never overflows the path, with
 * `Q <= C RTT_m` no queue makes the round trip longer than `RTT_m`, and with more the link never
 * idles. Beyond `P` there are losses, and what counts is recovery: SACK's lasts one round trip,
 * NewReno's `aP`. There `U_n <= Q` in eq. (1) as printed leaves
 * `Q - W(t2) + (n - 1) (1/a + 1)` new packets in `n` round trips: once the buffers are full, a
 * round trip sends no more than the `1/a + 1` packets that it acknowledges.
 *
 * A value that never changes, and total: parameters out of range make no model, no result is
 * infinite or not a number, nothing throws.
 */
class TcpBufferModel
{
  public:
    /// The path. A round trip that was measured holds the transmission times, which is as well.
    struct Path
    {
        double packetsPerSecond;   //!< `C`, in [1e-6, 1e9]
        double rttWithoutQueueing; //!< `RTT_m` in seconds, in [1e-9, 1e5]
        double bottleneckPackets;  //!< `B`, in [0, 1e14]
    };

    /// The congestion control.
    struct Aimd
    {
        double increasePerAck; //!< `a`, packets, in [1e-15, 1]
        double decrease;       //!< `b`, part of the window, in (0, 1)
    };

    /// Reading of the sign of the last term of eq. (1).
    enum class Sign
    {
        MINUS, //!< as printed
        PLUS,  //!< as the paper's Table I was computed
    };

    /// How losses are repaired.
    enum class Recovery
    {
        NEW_RENO, //!< one loss a round trip, section II-A
        SACK,     //!< all losses in one round trip, section II-B
    };

    /// @return the model, or nothing if a parameter is out of its range, or not a number
    static std::optional<TcpBufferModel> Make(const Path& path, const Aimd& aimd);

    /// @return `a` of classic TCP, whose window grows by `1/cwnd` per ACK: `1 / W(t0)` packets, the
    /// increase when the path is full, so that at most one packet is lost besides the first one;
    /// nothing if the path is not valid
    static std::optional<double> ClassicIncrease(const Path& path);

    /// @brief `P`, what fits into the path and its buffer. @return packets, above 0
    double GetCapacity() const
    {
        return GetCapacity(m_path);
    }

    /// @brief `W(t2)`, the window when the loss is detected. @return packets, above 1
    double GetWindowAtDetection() const
    {
        return GetCapacity() + 1.0 + GetFurtherLosses();
    }

    /// @brief `aP`, losses besides the first one, a mean: it need not be whole. @return packets
    double GetFurtherLosses() const
    {
        return m_aimd.increasePerAck * GetCapacity();
    }

    /// @return `U_n` of NewReno, eq. (1), packets, at @p n of 1 or more; both readings agree at 1.
    /// `U_0`, to which eq. (1) does not apply, is GetWindowAtDetection()
    double GetNewRenoUnacknowledged(double n, Sign sign) const
    {
        const double moved = (n - 1.0) * GetLossSpacing();
        return GetWindowAtDetection() + n * GetSentInRoundTrip() +
               (sign == Sign::PLUS ? moved : -moved);
    }

    /// @return condition iii) to the letter for NewReno, packets: eq. (1) at `n = aP`. It makes
    /// sense where the paper applies it: if there are further losses, `aP >= 1`, and `U_n` grows
    /// with `n`. GetRequirement() is for all paths.
    double GetNewRenoBound(Sign sign) const
    {
        return GetNewRenoUnacknowledged(GetFurtherLosses(), sign);
    }

    /// @return what NewReno with ample buffers has unacknowledged at most, packets, see above:
    /// `W(t2) + n (P - b W(t2)) + n (n - 1) / 2 - (n - 1) (1/a + 1)` at `n = floor(aP) + 1`, the
    /// whole packets that are lost
    double GetNewRenoPeak() const;

    /// @brief Condition iii) to the letter for SACK, `P (2 - b - ab) + 1 - b`. @return packets
    double GetSackBound() const
    {
        const double a = m_aimd.increasePerAck;
        const double b = m_aimd.decrease;
        return GetCapacity() * (2.0 - b - a * b) + 1.0 - b;
    }

    /// @return the largest number of unacknowledged packets in a recovery, on any path: the largest
    /// of `U_0 = W(t2)` and, for SACK, `U_1`; for NewReno, `U_n` at both ends of `1 <= n <= max(1,
    /// aP)`, between which it is linear. Where the paper's assumptions hold it is GetNewRenoBound()
    /// or GetSackBound(). SACK has one @p sign only.
    double GetRequirement(Recovery recovery, Sign sign) const;

    /// @return NewReno's recovery with buffers of @p packets, `Q`, 0 or more, see above: how long
    /// it takes, `n = max(1, aP)` round trips of `RTT_m + max(0, B - b W(t2)) / C`, the paper's
    /// mean (section II-A), and the most new packets that it sends,
    /// `min(n (P - b W(t2)), max(0, Q - W(t2)) + (n - 1) (1/a + 1))`; never more than `C` a second
    /// nor fewer than 0
    SawtoothCycle GetNewRenoRecovery(double packets) const;

  private:
    TcpBufferModel(const Path& path, const Aimd& aimd)
        : m_path(path),
          m_aimd(aimd)
    {
    }

    static double GetCapacity(const Path& path)
    {
        return path.packetsPerSecond * path.rttWithoutQueueing + path.bottleneckPackets;
    }

    /// @brief `P - b W(t2)`, what a round trip of recovery sends. @return packets
    double GetSentInRoundTrip() const
    {
        return GetCapacity() - m_aimd.decrease * GetWindowAtDetection();
    }

    /// @brief `1/a + 1`, from one loss to the next. @return packets
    double GetLossSpacing() const
    {
        return 1.0 / m_aimd.increasePerAck + 1.0;
    }

    /// @brief Round trips that NewReno's recovery takes, `max(1, aP)`. @return their number
    double GetNewRenoRoundTrips() const
    {
        return std::max(1.0, GetFurtherLosses());
    }

    Path m_path; //!< the path
    Aimd m_aimd; //!< the congestion control
};

} // namespace ns3

#endif /* TCP_BUFFER_MODEL_H */
