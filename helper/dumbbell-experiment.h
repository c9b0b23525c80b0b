/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUMBBELL_EXPERIMENT_H
#define DUMBBELL_EXPERIMENT_H

#include "flow-recorder.h"
#include "lossy-dumbbell-helper.h"
#include "result-writer.h"
#include "tcp-variant-preset.h"

#include "ns3/command-line.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief One run on a lossy dumbbell: parameters from the command line, bulk flows, recorders.
 *
 * The common part of the example programs. Order of calls: AddOptions(), the command line's
 * Parse(), Build(), UseVariant() for each group of senders, Run(), then the results.
 */
class DumbbellExperiment
{
  public:
    /// @brief Offer all parameters on the command line. @param cmd the command line
    void AddOptions(CommandLine& cmd);

    /**
     * @brief Build topology and flows.
     * @param pairs number of flows
     */
    void Build(uint32_t pairs);

    /**
     * @brief Make senders use a variant.
     * @param variant the variant
     * @param first index of the first sender
     * @param last one past the index of the last sender
     */
    void UseVariant(const TcpVariantPreset& variant, uint32_t first, uint32_t last);

    /**
     * @brief Also record a trace of the congestion control of one flow, if it has it.
     * @param pair index of the flow
     * @param variant the variant of the flow
     * @param name the trace source
     */
    void TraceCongestionControl(uint32_t pair,
                                const TcpVariantPreset& variant,
                                const std::string& name);

    /// @brief Simulate until the end of the run.
    void Run();

    /// @brief Say in a result what was run. @param writer the output
    void Describe(ResultWriter& writer) const;

    /// @brief Recorder of a flow. @param pair index of the flow @return the recorder
    const FlowRecorder& GetFlow(uint32_t pair) const;

    /**
     * @brief Packets in the forward queue over time, the packet being sent not counted.
     * @return the series
     */
    const TraceSeries& GetQueueSeries() const;

    /**
     * @brief Packets in the forward queue.
     * @param at an instant
     * @return the number then
     */
    double GetQueueAt(Time at) const;

    /// @brief Goodput of a flow while measured. @param pair its index @return segments a second
    double GetSegmentRate(uint32_t pair) const;

    /**
     * @brief Part of the forward link that segments carry which a flow's receiver read.
     * @param pair index of the flow
     * @return the part, headers of these segments included; 1 is all
     */
    double GetUtilisation(uint32_t pair) const;

    /// @brief Rate of the link in full segments. @return segments a second
    double GetLinkRate() const;

    /// @brief Round trip of a full segment that meets no queue. @return seconds
    double GetBaseRtt() const;

    /**
     * @brief Loss-limited AIMD on this path, see AimdRate().
     * @param b part of the window that a loss takes
     * @return segments a second; not above the link's rate
     */
    double GetTheory(double b) const;

    /// @brief When measuring begins. @return simulated time
    Time GetFrom() const;

    /// @brief When measuring, and the run, ends. @return simulated time
    Time GetTo() const;

    /// @brief Octets of payload in a segment. @return the segment size
    uint32_t GetSegmentSize() const;

    /// @brief Loss probability of a segment, all passes together. @return the probability
    double GetForwardLoss() const;

  private:
    /// @brief Refuse parameters that no other class checks.
    void CheckOptions() const;

    /// @brief Set the defaults of TCP sockets from the parameters.
    void SetTcpDefaults() const;

    /**
     * @brief Install sender, receiver and recorder of one flow.
     * @param pair its index
     * @param start when it starts
     */
    void InstallFlow(uint32_t pair, Time start);

    /// @brief Octets of a full segment on the link. @return headers included
    uint32_t GetWireSize() const;

    /// @brief The queue changed. @param oldValue before @param newValue now
    void QueueChanged(uint32_t oldValue, uint32_t newValue);

    // Parameters; the help texts say what they mean.
    DataRate m_rate{"1.6Mbps"};        //!< bottleneck rate
    Time m_delay{"50ms"};              //!< one-way delay
    uint32_t m_queue{15};              //!< queue, packets
    double m_loss{0.0};                //!< forward loss each pass
    double m_reverseLoss{0.0};         //!< reverse loss each pass
    uint32_t m_passes{1};              //!< passes through the loss and delay
    uint32_t m_segmentSize{1000};      //!< MSS
    uint32_t m_receiveBuffer{4194304}; //!< receiver's buffer
    uint32_t m_delayedAck{1};          //!< segments each ACK
    uint32_t m_initialWindow{2};       //!< initial window
    Time m_clockGranularity{"500ms"};  //!< tick of the retransmission timer
    bool m_timestamps{false};          //!< timestamp option
    bool m_ipv6{false};                //!< IPv6 instead of IPv4
    Time m_from{"0s"};                 //!< measure from
    Time m_to{"200s"};                 //!< measure to
    Time m_startSpread{"0s"};          //!< starts are spread over

    std::unique_ptr<LossyDumbbellHelper> m_dumbbell;    //!< topology
    std::vector<std::unique_ptr<FlowRecorder>> m_flows; //!< by pair
    TraceSeries m_queueSeries;                          //!< packets in the forward queue
};

} // namespace ns3

#endif /* DUMBBELL_EXPERIMENT_H */
