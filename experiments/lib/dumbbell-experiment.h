/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUMBBELL_EXPERIMENT_H
#define DUMBBELL_EXPERIMENT_H

#include "dumbbell-parameters.h"
#include "flow-parameters.h"
#include "result-writer.h"

#include "ns3/bottleneck-recorder.h"
#include "ns3/flow-recorder.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/trace-series.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3::tcplossy
{

struct DumbbellSetUp
{
    DumbbellParameters path;               //!< links and losses
    SocketParameters sockets;              //!< of all flows
    MeasurementParameters measurement;     //!< times
    uint32_t burstSize{1000};              //!< octets of a reverse burst
    Time burstInterval{"500ms"};           //!< mean time between reverse bursts
    std::string burstTimes{"exponential"}; //!< how these times are distributed
    std::string pcap;                      //!< capture file, or empty
    uint32_t ranks{1};                     //!< processes

    /**
     * @brief The path and the sender of the FACK paper (section 4.1, Fig 1).
     *
     * A host 2 ms from the left router at 10 Mbit/s, a T1 of 1.5 Mbit/s and 5 ms with queues of 17
     * packets, and a host 33 ms from the right router at 10 Mbit/s: the round trip of a lone
     * segment of 1000 octets is 80 ms and 7 ms of store and forward. The sender of 1996 starts with
     * a window of one segment, sends nothing on the first duplicate ACKs, has no timestamps, and
     * its retransmission timeout is at least 1 s, 4 RTTVAR in it at least 500 ms.
     * @return the set-up
     */
    static DumbbellSetUp Fack();

    /// @brief All of it as options. @return the table, which refers to this object
    OptionTable GetOptions();

    std::string FindRanksFault() const;

    /// @brief Octets of packets on the links. @return headers included
    PacketSizes GetSizes() const;
};

/**
 * @brief One run on a lossy dumbbell: bulk flows, recorders, and what follows from them.
 *
 * Order of calls: UseVariant() for each group of senders, RecordBottleneck() where wanted, Run(),
 * then the results.
 */
class DumbbellExperiment
{
  public:
    /// Build topology and flows. @param setUp the parameters, which must outlive the experiment
    /// @param pairs number of bulk flows from the left to the right @param reversePairs number of
    /// connections from the right to the left, each between hosts of its own unless the parameters
    /// say otherwise, on which an application writes bursts; their indices follow those of the bulk
    /// flows
    explicit DumbbellExperiment(const DumbbellSetUp& setUp,
                                uint32_t pairs = 1,
                                uint32_t reversePairs = 0);
    ~DumbbellExperiment();

    /// Make senders use a variant. @param first index of the first sender @param last one past the
    /// index of the last sender
    void UseVariant(const TcpVariantPreset& variant, uint32_t first, uint32_t last);

    /// Make all senders use a variant, on the socket that the parameters name.
    TcpVariantPreset UseVariant(const std::string& name);

    /// Record what happens to one flow's segments at the bottleneck, and all octets there.
    /// @param pair index of the flow; the direction is that of its data
    void RecordBottleneck(uint32_t pair);

    /// Also record a trace of the congestion control of one flow, if its variant has it.
    void TraceCongestionControl(uint32_t pair,
                                const TcpVariantPreset& variant,
                                const std::string& name);

    void Run();

    /// Write the time-sequence plot of a bulk flow whose bottleneck is recorded, its window and the
    /// forward queue, while measured. Series of segment numbers: `enqueue`, `dequeue` (first
    /// transmissions), `resent_enqueue`, `resent_dequeue` (retransmissions), `drop` (of either, by
    /// the queue or behind it); and `cwnd`, `ssthresh`, `queue`. @param origin what the instants
    /// count from
    void WriteTimeSequence(ResultWriter& writer,
                           uint32_t pair,
                           const std::string& variant,
                           Time origin = Time(0)) const;

    const FlowRecorder& GetFlow(uint32_t pair) const;

    /// @param pair a flow that is recorded there
    const BottleneckRecorder& GetBottleneck(uint32_t pair) const;

    /// Packets in the forward queue over time, the packet being sent not counted.
    const TraceSeries& GetQueueSeries() const
    {
        return m_queueSeries;
    }

    double GetQueueAt(Time at) const
    {
        return traceseries::ValueAt(m_queueSeries, at).value_or(0.0);
    }

    /// @return goodput of a flow while measured, segments a second
    double GetSegmentRate(uint32_t pair) const;

    /// Part of the forward link that segments carry which a flow's receiver read. @return the part,
    /// headers of these segments included; 1 is all
    double GetUtilisation(uint32_t pair) const
    {
        return GetSegmentRate(pair) / GetLinkRate();
    }

    /// @return part of the bottleneck's capacity that is used while measured, headers and
    /// retransmissions included, in the direction of a flow that is recorded there, by all or by
    /// that flow's data segments alone
    double GetLinkUse(uint32_t pair, bool ofFlowOnly = false) const;

    /// @brief Rate of the link in full segments. @return segments a second
    double GetLinkRate() const;

    /// @brief Round trip of a full segment that meets no queue. @return seconds
    double GetBaseRtt() const;

    /// Loss-limited AIMD on this path, without timeouts. A window that grows by `a` segments each
    /// round trip, 1 or, with delayed ACKs, less, goes from `(1-b) W` to `W`; with one loss in
    /// `1/p` segments its mean rate is `sqrt(a (2-b) / (2 b p)) / RTT`. @param b part of the window
    /// that a loss takes, in (0, 1) @return segments a second; not above the link's rate
    double GetTheory(double b) const;

    /// Refuse losses of `--drop` and `--dropAcks` that did not happen, after the run.
    void CheckPlannedDrops() const;

    /// @brief Losses of `--drop` and `--dropAcks` that did not happen. @return their number
    std::size_t GetPlannedDrops() const;

    /// @brief Loss probability of a segment, all passes together. @return the probability
    double GetForwardLoss() const
    {
        return m_setUp.path.losses.GetLoss(FORWARD);
    }

  private:
    class Network;

    const DumbbellSetUp& m_setUp;       //!< parameters
    uint32_t m_flows;                   //!< in both directions
    TraceSeries m_queueSeries;          //!< packets in the forward queue
    std::unique_ptr<Network> m_network; //!< hosts, links and flows, of ns-3 or of the lean world
};

/// Offer to write what AIMD theory says, see DumbbellExperiment::GetTheory(). @param value part of
/// the window that a loss takes; 0 for no theory
void AddTheory(OptionTable& options, double& value);

} // namespace ns3::tcplossy

#endif /* DUMBBELL_EXPERIMENT_H */
