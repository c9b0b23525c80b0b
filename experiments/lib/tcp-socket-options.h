/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SOCKET_OPTIONS_H
#define TCP_SOCKET_OPTIONS_H

#include "result-writer.h"

#include "ns3/command-line.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/tcp-variant-preset.h"

#include <cstdint>
#include <string>

namespace ns3::tcplossy
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What all TCP sockets of a run have in common, from the command line.
 *
 * Part of the example programs: AddTo() the command line, parse it, Apply(), and Describe() in the
 * results. The members may be set before for other defaults; the help texts say what they mean.
 */
struct TcpSocketOptions
{
    uint32_t segmentSize{1000};          //!< MSS, octets, 1 to 60000
    uint32_t receiveBuffer{4194304};     //!< receiver's buffer, octets
    uint32_t delayedAck{1};              //!< segments each ACK
    uint32_t initialWindow{2};           //!< initial window, segments
    uint32_t initialSsthresh{0};         //!< initial ssthresh, segments, 0 for unlimited
    bool limitedTransmit{true};          //!< RFC 3042
    bool sack{true};                     //!< RFC 2018
    bool slowButSteady{false};           //!< variant of NewReno's timer
    Time clockGranularity{"500ms"};      //!< tick of the retransmission timer
    Time minRto{"1s"};                   //!< least retransmission timeout
    bool timestamps{false};              //!< timestamp option
    std::string socket;                  //!< name of the senders' socket, or empty
    std::string receiver{"stock"};       //!< the receivers' socket, `stock` or `scoreboard`
    std::string sackEncoding{"rfc2018"}; //!< of scoreboard sockets, `rfc2018` or `compressed`

    /// @brief Offer all of them. @param cmd the command line
    void AddTo(CommandLine& cmd);

    /// @brief Check them and make them the defaults of TCP sockets. A wrong one ends the program
    /// with a message that names the option and its range.
    void Apply() const;

    /// @brief Say in a result what was run. @param writer the output
    void Describe(ResultWriter& writer) const;

    /**
     * @brief A variant on the socket that the command line names.
     * @param name a preset's name or a TypeId, see TcpVariantPreset
     * @return the variant, on its own socket when the command line names none
     */
    TcpVariantPreset MakeVariant(const std::string& name) const;

    /**
     * @brief Give nodes the receivers' socket; before their applications start.
     * @param nodes nodes with an internet stack
     */
    void InstallReceivers(const NodeContainer& nodes) const;

    /// @brief Octets of TCP's header in a data segment. @return the option for timestamps included
    uint32_t GetHeaderSize() const;

  private:
    /// @brief Refuse what no other class checks.
    void Check() const;
};

} // namespace ns3::tcplossy

#endif /* TCP_SOCKET_OPTIONS_H */
