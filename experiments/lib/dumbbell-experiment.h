/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUMBBELL_EXPERIMENT_H
#define DUMBBELL_EXPERIMENT_H

#include "result-writer.h"
#include "tcp-socket-options.h"

#include "ns3/ack-loss-model.h"
#include "ns3/bottleneck-recorder.h"
#include "ns3/command-line.h"
#include "ns3/flow-recorder.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/segment-loss-model.h"
#include "ns3/tcp-variant-preset.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::tcplossy
{

/**
 * @ingroup tcp-lossy
 *
 * @brief One run on a lossy dumbbell: parameters from the command line, bulk flows, recorders.
 *
 * The common part of the example programs. Order of calls: UseFackDefaults() where wanted,
 * AddOptions(), the command line's Parse(), Build(), UseVariant() for each group of senders,
 * RecordBottleneck() where wanted, Run(), then the results.
 */
class DumbbellExperiment
{
  public:
    /**
     * @brief Take the path and the sender of the FACK paper (section 4.1, Fig 1) as defaults.
     *
     * A host 2 ms from the left router at 10 Mbit/s, a T1 of 1.5 Mbit/s and 5 ms with queues of 17
     * packets, and a host 33 ms from the right router at 10 Mbit/s: the round trip of a lone
     * segment of 1000 octets is 80 ms and 7 ms of store and forward. The sender of 1996 starts with
     * a window of one segment, sends nothing on the first duplicate ACKs, has no timestamps, and
     * its retransmission timer ticks at 100 ms and waits for two ticks at least.
     */
    void UseFackDefaults();

    /// @brief Offer all parameters on the command line. @param cmd the command line
    void AddOptions(CommandLine& cmd);

    /**
     * @brief Build topology and flows.
     * @param pairs number of bulk flows from the left to the right
     * @param reversePairs number of connections from the right to the left, each between hosts of
     * its own, on which an application writes bursts; their indices follow those of the bulk flows
     */
    void Build(uint32_t pairs, uint32_t reversePairs = 0);

    /**
     * @brief A variant on the socket that the command line names.
     * @param name a preset's name or a TypeId, see TcpVariantPreset
     * @return the variant, on its own socket when the command line names none
     */
    TcpVariantPreset MakeVariant(const std::string& name) const;

    /**
     * @brief Make senders use a variant.
     * @param variant the variant
     * @param first index of the first sender
     * @param last one past the index of the last sender
     */
    void UseVariant(const TcpVariantPreset& variant, uint32_t first, uint32_t last);

    /**
     * @brief Record what happens to one flow's segments at the bottleneck, and all octets there.
     * @param pair index of the flow; the direction is that of its data
     */
    void RecordBottleneck(uint32_t pair);

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

    /**
     * @brief Write the time-sequence plot of a flow, its window and the forward queue.
     *
     * Series of segment numbers: `enqueue`, `dequeue` (first transmissions), `resent_enqueue`,
     * `resent_dequeue` (retransmissions), `drop` (of either, by the queue or behind it); and
     * `cwnd`, `ssthresh`, `queue`. All of them while measured.
     *
     * @param writer the output
     * @param pair a bulk flow whose bottleneck is recorded
     * @param variant name of its variant
     * @param x the point
     */
    void WriteTimeSequence(ResultWriter& writer,
                           uint32_t pair,
                           const std::string& variant,
                           const std::string& x) const;

    /// @brief Recorder of a flow. @param pair index of the flow @return the recorder
    const FlowRecorder& GetFlow(uint32_t pair) const;

    /// @brief Recorder of the bottleneck. @param pair a flow that is recorded @return the recorder
    const BottleneckRecorder& GetBottleneck(uint32_t pair) const;

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

    /**
     * @brief Largest number of packets in the forward queue.
     * @param from begin, included
     * @param to end, excluded
     * @return the largest number then
     */
    double GetLargestQueue(Time from, Time to) const;

    /// @brief Goodput of a flow while measured. @param pair its index @return segments a second
    double GetSegmentRate(uint32_t pair) const;

    /**
     * @brief Part of the forward link that segments carry which a flow's receiver read.
     * @param pair index of the flow
     * @return the part, headers of these segments included; 1 is all
     */
    double GetUtilisation(uint32_t pair) const;

    /**
     * @brief Part of the bottleneck's capacity that is used, headers and retransmissions included.
     * @param pair a flow that is recorded there; it says which direction
     * @return the part that all flows use while measured
     */
    double GetLinkUse(uint32_t pair) const;

    /**
     * @brief The same, of one flow's data segments alone.
     * @param pair a flow that is recorded there
     * @return the part that its data segments use while measured
     */
    double GetLinkUseOfFlow(uint32_t pair) const;

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

    /// @brief What the name of a variant says of the socket. @return `+` and the name of the socket
    /// that the command line names, if it is not ns-3's; else nothing
    std::string GetSocketLabel() const;

    /// @brief Octets of payload in a segment. @return the segment size
    uint32_t GetSegmentSize() const;

    /**
     * @brief Queue and delayed ACK as a point of the result tables.
     * @return such as `q=17 delack=0`; delack is 1 when an ACK is for two segments or more
     */
    std::string GetQueuePoint() const;

    /// @brief Octets in a burst of the reverse connections. @return octets
    uint32_t GetBurstSize() const;

    /// @brief Tick of the retransmission timer. @return its granularity
    Time GetClockGranularity() const;

    /// @brief Losses of `--drop` and `--dropAcks` that did not happen. @return their number
    std::size_t GetPlannedDrops() const;

    /// @brief Loss probability of a segment, all passes together. @return the probability
    double GetForwardLoss() const;

  private:
    /// @name Parts of AddOptions()
    /// @{
    void AddPathOptions(CommandLine& cmd);
    void AddRunOptions(CommandLine& cmd);
    /// @}

    /// @name Refuse parameters that no other class checks
    /// @{
    void CheckPathOptions() const;
    void CheckRunOptions() const;
    /// @}

    /// @brief Set up the bottleneck from the parameters.
    void SetBottleneck();

    /**
     * @brief Put what loses packets behind the queue of a direction.
     * @param direction the direction
     */
    void SetLoss(LossyDumbbellHelper::Direction direction);

    /// @brief Put the losses of `--drop` behind the forward queue.
    void PlanDrops();

    /// @brief Put the losses of `--dropAcks` behind the reverse queue.
    void PlanAckDrops();

    /**
     * @brief Install sender, receiver and recorder of one flow.
     * @param pair its index
     * @param start when it starts
     */
    void InstallFlow(uint32_t pair, Time start);

    /**
     * @brief Install sender and receiver of one reverse connection.
     * @param pair its index
     * @param stream random stream of its bursts
     */
    void InstallReverseFlow(uint32_t pair, int64_t stream);

    /// @brief Whether a flow goes from the right to the left. @param pair its index @return if so
    bool IsReverse(uint32_t pair) const;

    /**
     * @brief Part of the capacity of the bottleneck while measured.
     * @param octets octets that left its queue
     * @return the part
     */
    double GetShare(uint64_t octets) const;

    /// @brief Octets of a full segment on the link. @return headers included
    uint32_t GetWireSize() const;

    /// @brief The queue changed. @param oldValue before @param newValue now
    void QueueChanged(uint32_t oldValue, uint32_t newValue);

    // Parameters; the help texts say what they mean.
    DataRate m_rate{"1.6Mbps"};          //!< bottleneck rate
    Time m_delay{"50ms"};                //!< one-way delay
    uint32_t m_queue{15};                //!< queue, packets
    DataRate m_leftRate{"100Mbps"};      //!< access rate of the left hosts
    Time m_leftDelay{"0s"};              //!< access delay of the left hosts
    DataRate m_rightRate{"100Mbps"};     //!< access rate of the right hosts
    Time m_rightDelay{"0s"};             //!< access delay of the right hosts
    Time m_jitter{"0s"};                 //!< more of it towards these, at most
    double m_loss{0.0};                  //!< forward loss each pass
    double m_reverseLoss{0.0};           //!< reverse loss each pass
    uint32_t m_passes{1};                //!< passes through the loss and delay
    std::string m_drop;                  //!< segments of the first flow to lose
    std::string m_dropAcks;              //!< ACKs of the first flow to lose
    std::array<std::string, 2> m_markov; //!< two-state loss by direction, or empty
    TcpSocketOptions m_tcp;              //!< what all sockets have in common
    bool m_ipv6{false};                  //!< IPv6 instead of IPv4
    Time m_from{"0s"};                   //!< measure from
    Time m_to{"200s"};                   //!< measure to
    Time m_startSpread{"0s"};            //!< starts are spread over
    uint32_t m_burstSize{1000};          //!< octets of a reverse burst
    Time m_burstInterval{"500ms"};       //!< mean time between reverse bursts
    std::string m_pcap;                  //!< capture file, or empty

    uint32_t m_pairs{0};                                //!< bulk flows
    std::unique_ptr<LossyDumbbellHelper> m_dumbbell;    //!< topology
    Ptr<SegmentLossModel> m_drops;                      //!< losses of `--drop`, or null
    Ptr<AckLossModel> m_ackDrops;                       //!< losses of `--dropAcks`, or null
    std::vector<std::unique_ptr<FlowRecorder>> m_flows; //!< by pair
    std::map<uint32_t, std::unique_ptr<BottleneckRecorder>> m_bottlenecks; //!< by pair
    TraceSeries m_queueSeries; //!< packets in the forward queue
};

} // namespace ns3::tcplossy

#endif /* DUMBBELL_EXPERIMENT_H */
