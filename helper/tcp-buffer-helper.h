/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_BUFFER_HELPER_H
#define TCP_BUFFER_HELPER_H

#include "ns3/data-rate.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/queue-size.h"
#include "ns3/socket.h"
#include "ns3/tcp-buffer-model.h"

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief How large `SndBufSize` and `RcvBufSize` have to be on a path, and what the present sizes
 * allow.
 *
 * What the two sizes allow, what to set and why: doc/design/buffers.rst. TcpBufferModel has the
 * formulas, for packets.
 *
 * @code
 *   TcpBufferHelper buffers;
 *   buffers.SetPath(DataRate("1Gbps"), MilliSeconds(100), QueueSize("1000p"));
 *   buffers.SetVariant("cubic");
 *   buffers.SetDefaults();               // or Install(nodes), or Configure(socket)
 *   buffers.Warn(TcpBufferHelper::GetDefaultSizes(), std::cerr); // false: they cap nothing
 * @endcode
 *
 * How octets become the model's packets:
 * - A packet is a segment of `SegmentSize` octets and its headers, 54 octets unless SetHeaderSize()
 *   says otherwise (TCP 20, timestamps 12, IPv4 20, PPP 2). `C` is the rate in packets; goodput
 *   counts payload only.
 * - `RTT_m` is the round trip given, plus the transmission of a full packet and of its ACK at the
 *   bottleneck's rate. A delayed ACK for `d` segments waits for the transmission of all of them.
 * - The receiver offers GetAdvertisedWindow() of `RcvBufSize`. The sender's buffer holds all that
 *   is not acknowledged. Whole segments fit into the smaller one: `Q`. ns-3's sender's buffer takes
 *   a write as a whole or not at all: an application's writes (`SendSize`) should be small against
 *   it or whole segments, or up to one of them is missing in `Q`.
 * - With delayed ACKs, one for `d` segments, `Q` counts as a multiple of `d`: the rest is always at
 *   the receiver, waiting for others, which then wait for fewer. Where a window's last segment
 *   waits longer than the receiver's timer, `RTT_m - Q/C`, or `Q < d`, the rest goes round in
 *   `RTT_m` and this timer.
 *
 * What is told, in octets of data:
 * - Least: `C RTT_m`, with which buffers do not cap the goodput while nothing is lost.
 * - Required: with which recovery never starves, TcpBufferModel::GetRequirement() with the sign of
 *   the paper's Table I. It is never below `P = C RTT_m + B`.
 * - Cap: the most goodput that sizes allow, `min(C, Q / RTT_m)`, see TcpBufferModel.
 * - Expected: goodput in the long run of a lone flow on a path without other losses. It is the cap
 *   while `Q <= P` (of ns-3's own socket after 3.48 a lower bound where a receive buffer of less
 *   than two segments waits for more before it acknowledges); beyond, the congestion control
 *   decides, SawtoothCycle, and with a constant increase NewReno's long recovery. With `Q` above
 *   `P` and below what is required it is a bound only.
 * - Cycle: how long the window takes to open again after an overflow.
 *
 * The variants' `a` and `b`: NewReno's and its kin's `1/cwnd` per ACK and 1/2; CUBIC's 0.3 and,
 * near the overflow where its window is flat, no more than `1/cwnd`; Westwood+ cuts to `C RTT_m`,
 * so `b = B/P`. An ACK for `d` segments makes it `a/d`. SACK Veno, Veno and VenoDR count as at a
 * loss by congestion, and as if they did not slow down above Beta, where their cycle takes up to
 * twice as long.
 *
 * A wrong parameter ends the program with a message that names it and its range, in every build
 * type.
 */
class TcpBufferHelper
{
  public:
    /// Sizes of the two buffers.
    struct Sizes
    {
        uint32_t sndBufSize; //!< the sender's `SndBufSize`, octets
        uint32_t rcvBufSize; //!< the receiver's `RcvBufSize`, octets
    };

    /// What limits a connection.
    enum class Limit
    {
        LINK,               //!< the rate of the bottleneck
        SND_BUF,            //!< `SndBufSize`, alone or as much as `RcvBufSize`
        RCV_BUF,            //!< `RcvBufSize`
        CONGESTION_CONTROL, //!< the window after its cuts, or recovery
    };

    /// What sizes mean on the path.
    struct Verdict
    {
        double linkRate;      //!< goodput of a busy link, bit/s
        double cap;           //!< the most goodput that the sizes allow, bit/s
        double expected;      //!< goodput in the long run, see the class, bit/s
        double cycle;         //!< from one overflow of the queue to the next without caps, s
        Limit limit;          //!< of `expected`
        bool capsThroughput;  //!< `cap` is below `linkRate` by more than rounding to segments
        bool starvesRecovery; //!< a size is below what GetRequired() says
        bool isBound;         //!< `expected` is an upper bound only, see the class
    };

    /// How a window opens and closes.
    enum class Law
    {
        CLASSIC,  //!< `1/cwnd` per ACK
        CONSTANT, //!< `a` per ACK
        CUBIC,    //!< RFC 9438
    };

    TcpBufferHelper();

    /// Set the path; the default is ns-3's default of a point-to-point link and its queue.
    /// @param rate of the bottleneck, 1 kbit/s to 1 Tbit/s @param rtt round trip of a small packet
    /// without queueing, twice the sum of the delays, above 0 and at most 1000 s @param buffer the
    /// bottleneck's queue, the packet being sent not counted; packets, or octets with headers; at
    /// least one packet
    void SetPath(DataRate rate, Time rtt, QueueSize buffer);

    /// @brief Set `SegmentSize`. @param octets payload, 1 to 60000; the default is ns-3's, 536
    void SetSegmentSize(uint32_t octets);

    /// @brief Set what a packet has besides. @param octets of headers, 0 to 1000
    void SetHeaderSize(uint32_t octets);

    /// Set the receiver's delayed ACK; the default is ns-3's. @param segments `DelAckCount`,
    /// segments each ACK, 1 to 1000 @param timeout `DelAckTimeout`, above 0
    void SetDelayedAck(uint32_t segments, Time timeout = MilliSeconds(200));

    /// @return names that SetVariant() knows, separated by a comma and a space
    static std::string GetVariantNames();

    /// @return whether SetVariant() knows a variant of this name
    static bool HasVariant(const std::string& name)
    {
        return FindSender(name).has_value();
    }

    /// Set congestion control and recovery; the default is `sack`. @param name a preset's name, see
    /// TcpVariantPreset; anything else ends the program with a message that lists the names
    void SetVariant(const std::string& name);

    /// Take ns3::TcpGeneralAimd as congestion control. @param recovery how losses are repaired
    /// @param increase `a`, packets per ACK, in [1e-6, 1] @param decrease `b`, part of the window,
    /// in [0.001, 0.999]
    void SetAimd(TcpBufferModel::Recovery recovery, double increase, double decrease);

    /// @brief Sizes that do not cap the goodput without losses. @return sizes that can be set:
    /// where the path needs more than TCP's largest window, those of that window, which do cap it,
    /// as Check() tells
    Sizes GetLeast() const;

    /// @brief Sizes with which recovery never starves. @return sizes that can be set
    Sizes GetRequired() const
    {
        return GetSizesFor(GetRequiredOctets());
    }

    /// Octets with which recovery never starves, be they too many for TCP's window or not. @return
    /// octets, in whole segments
    uint64_t GetRequiredOctets() const;

    /// @brief Sizes of sockets that are made from now on. @return the attributes' defaults
    static Sizes GetDefaultSizes();

    /// Judge sizes. @param sizes both from SegmentSize to 1073725440 octets @return what they mean
    Verdict Check(const Sizes& sizes) const;

    /// Say on a stream that sizes cap the goodput, by how much, and what to set. @param sizes both
    /// from SegmentSize to 1073725440 octets @param os where to write; nothing is written if they
    /// do not @return whether they do
    bool Warn(const Sizes& sizes, std::ostream& os) const;

    /**
     * @brief Give GetRequired() to all TCP sockets that are made from now on.
     *
     * If TCP's largest window is too small for the path, it sets that, and Warn() says so on
     * std::clog.
     * @return what was set
     */
    Sizes SetDefaults() const;

    /// Give sizes to all TCP sockets that are made from now on. @param sizes both from 1 to
    /// 1073725440 octets
    static void SetDefaults(const Sizes& sizes);

    /// As SetDefaults(), for one socket. @param socket a TCP socket that is neither connected nor
    /// connecting: the scale of its window is fixed by its SYN; sockets that a listening one
    /// accepts have its sizes @return what was set
    Sizes Configure(Ptr<Socket> socket) const;

    /// As SetDefaults(), for applications on nodes that name `ns3::TcpSocketFactory`, whatever
    /// variant they have or are given. @param nodes nodes with an internet stack, senders and
    /// receivers alike @return what was set
    Sizes Install(const NodeContainer& nodes) const;

  private:
    /// The congestion control and how losses are repaired.
    struct Sender
    {
        TcpBufferModel::Recovery recovery; //!< how losses are repaired
        Law law;                           //!< how the window opens
        double increase;                   //!< `a` of the constant law
        std::optional<double> decrease;    //!< `b`; nothing for `B/P`
    };

    /// @return nothing for a name that is no preset's
    static std::optional<Sender> FindSender(const std::string& name);
    /// Refuse sizes out of range, or below so many octets.
    static void CheckSizes(const Sizes& sizes, uint32_t least);
    TcpBufferModel::Path GetPath() const;
    TcpBufferModel GetModel() const;
    double GetDecrease() const;
    static Sizes GetSizesFor(uint64_t octets);
    /// @return octets of whole packets, in multiples of delayed ACKs
    uint64_t GetOctets(double packets) const;
    /// @param octets the smaller buffer @return packets a second
    double GetCap(uint32_t octets) const;
    /// @return a lone flow's, from cut to overflow, that buffers do not limit
    SawtoothCycle GetCycle() const;
    /// @param packets `Q` @return packets a second
    double GetSawtoothRate(double packets) const;
    Sizes GetRequiredOrWarn() const;

    DataRate m_rate;        //!< of the bottleneck
    Time m_rtt;             //!< without transmission times
    QueueSize m_buffer;     //!< of the bottleneck
    uint32_t m_segmentSize; //!< payload
    uint32_t m_headerSize;  //!< headers
    uint32_t m_delAckCount; //!< segments each ACK
    Time m_delAckTimeout;   //!< timer of delayed ACKs
    Sender m_sender;        //!< congestion control and recovery
};

/// Print what limits a connection. @param os the stream @param limit what
std::ostream& operator<<(std::ostream& os, TcpBufferHelper::Limit limit);

} // namespace ns3

#endif /* TCP_BUFFER_HELPER_H */
