/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_PARAMETERS_H
#define FLOW_PARAMETERS_H

#include "option-table.h"

#include "ns3/nstime.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/trace-series.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
class NodeContainer;
} // namespace ns3

namespace ns3::tcplossy
{

/// The random stream of the flows' starts. Topologies take those from 0 on; far more than they ever
/// use lie below this one.
constexpr int64_t START_STREAM = 1'000'000;

/// The random stream of the times between a flow's bursts is this one and the flow's index.
constexpr int64_t BURST_STREAM = START_STREAM + 1;

/// When flows start, and when they are measured.
struct MeasurementParameters
{
    Time from{"0s"};        //!< begin of the measurement
    Time to{"200s"};        //!< end of measurement and run
    Time startSpread{"0s"}; //!< starts are spread over this

    /// @return what of a series, or of instants, is measured
    template <class Samples>
    Samples Within(const Samples& samples) const
    {
        return traceseries::Within(samples, from, to);
    }

    /// @brief All of them as options. @return the table, which refers to this object
    OptionTable GetOptions();
};

void AddSeries(OptionTable& options, bool& value);

/// Offer to write what shorter runs would have come to, besides. @param value ends of shorter runs
/// @param measurement of the whole run
void AddCheckpoints(OptionTable& options,
                    std::vector<Time>& value,
                    const MeasurementParameters& measurement);

/// What the TCP sockets of a run have in common, whatever the path.
struct SocketParameters
{
    struct Sizes
    {
        uint32_t segment{1000};          //!< MSS, octets
        uint32_t receiveBuffer{4194304}; //!< receiver's buffer, octets
        uint32_t initialWindow{2};       //!< initial window, segments
        uint32_t initialSsthresh{0};     //!< initial ssthresh, segments, 0 for unlimited
    };

    struct Recovery
    {
        bool limitedTransmit{true};     //!< RFC 3042
        bool sack{true};                //!< RFC 2018
        bool slowButSteady{false};      //!< variant of NewReno's timer
        std::string lostRetransmission; //!< of the sender Fack, or empty
        bool keepSack{false};           //!< a timeout forgets no SACK
    };

    struct Timer
    {
        Time granularity{"500ms"}; //!< floor of 4 RTTVAR in the timeout
        Time minRto{"1s"};         //!< least timeout
    };

    Sizes sizes;                   //!< segments, buffers, windows
    Recovery recovery;             //!< from losses
    Timer timer;                   //!< for retransmissions
    uint32_t delayedAck{1};        //!< segments each ACK
    bool timestamps{false};        //!< timestamp option
    std::string socket;            //!< name of the senders' socket, or empty
    std::string receiver{"stock"}; //!< the receivers' socket, `stock`, `scoreboard` or `stock-fast`
    std::string sackEncoding{"rfc2018"}; //!< of scoreboard sockets, `rfc2018` or `compressed`

    /// @brief All of them as options. @return the table, which refers to this object
    OptionTable GetOptions();

    /// Make them the defaults of TCP sockets.
    void Apply() const;

    /// A variant that has its own values of what Apply() sets, where it has any. @param name a
    /// preset's name or a TypeId, see TcpVariantPreset @param socket name of a socket, or empty for
    /// the variant's own
    static TcpVariantPreset MakeOn(const std::string& name, const std::string& socket = "");

    /// A variant on the socket that the parameters name. @param name a preset's name or a TypeId,
    /// see TcpVariantPreset @param law TypeId name of a recovery law; empty for the variant's own
    /// @return the variant, on its own socket when the parameters name none
    TcpVariantPreset MakeVariant(const std::string& name, const std::string& law = "") const;

    /// Give nodes, which the lean world has none of, the receivers' socket; before their
    /// applications start. @param nodes nodes with an internet stack
    void InstallReceivers(const NodeContainer& nodes) const;

    /// @brief Octets of TCP's header in a data segment. @return the option for timestamps included
    uint32_t GetHeaderSize() const;

    /// @brief What the name of a variant says of the socket. @return `+` and the name of the socket
    /// that the parameters name, if it is not ns-3's; else nothing
    std::string GetLabel() const;

  private:
    // Parts of the table.
    void AddSizes(OptionTable& options);
    void AddRecovery(OptionTable& options);
    void AddKinds(OptionTable& options);
};

/// Offer a variant of TCP. @param name of the option @param value a preset's name or a TypeId
void AddVariant(OptionTable& options, const std::string& name, std::string& value);

/// Offer a recovery law, by option `law`. @param value the TypeId name of a TcpRecoveryOps; empty
/// for the variant's own
Option& AddLaw(OptionTable& options, std::string& value);

} // namespace ns3::tcplossy

#endif /* FLOW_PARAMETERS_H */
