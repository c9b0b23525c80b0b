/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSY_PATH_HELPER_H
#define LOSSY_PATH_HELPER_H

#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/path-conditions.h"
#include "ns3/path-net-device.h"
#include "ns3/queue-size.h"
#include "ns3/trace-helper.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief Joins two nodes by a whole path: a pair of PathNetDevices.
 *
 * Each direction has its own rate, delay, queue, loss and impairments, or conditions that change in
 * time. Nodes get devices only: stacks and addresses come from ns-3's helpers, as over any link. A
 * wrong parameter ends the program with a message that names it and its range.
 *
 * Where the nodes have different system IDs, ns-3's module mpi carries the packets, and each
 * process makes the same calls; the shorter one of the delays, above 0, is how far they look ahead.
 */
class LossyPathHelper : public PcapHelperForDevice
{
  public:
    /// Direction through the path.
    enum class Direction
    {
        FORWARD = 0, //!< from the first node of Install() to the second
        REVERSE = 1, //!< back
    };

    /// A value for each of two keys.
    template <typename Key, typename T>
    struct Both : public std::array<T, 2>
    {
        /// @brief A value. @param key whose
        T& operator[](Key key)
        {
            return this->at(static_cast<std::size_t>(key));
        }

        /// @copydoc operator[]
        const T& operator[](Key key) const
        {
            return this->at(static_cast<std::size_t>(key));
        }
    };

    /// One direction.
    struct Way
    {
        DataRate rate{"10Mbps"};                     //!< rate
        std::optional<Time> delay{};                 //!< propagation delay, if not 20 ms
        QueueSize size{QueueSizeUnit::PACKETS, 100}; //!< of the drop-tail queue
        std::optional<ObjectFactory> queue{};        //!< makes the queue, if not drop-tail
        Ptr<ErrorModel> loss{};                      //!< or null
        Ptr<PathImpairment> impairment{};            //!< or null
        /// Makes conditions, from a part of a trace's length on, 0 to 1; null for a constant rate.
        std::function<std::shared_ptr<PathConditions>(double)> trace{};
    };

    LossyPathHelper() = default;

    /// Have directions as they are given, unchecked.
    explicit LossyPathHelper(const Both<Direction, Way>& ways)
        : m_ways(ways)
    {
    }

    /// Set the rate, above 0; the default is 10 Mbit/s. Conditions and traces take its place,
    /// whichever was set last.
    void SetRate(Direction direction, DataRate rate);

    /// Set the propagation delay, not negative; the default is 20 ms.
    void SetDelay(Direction direction, Time delay);

    /// Set the length of the drop-tail queue, above 0, packets or octets; the default is 100
    /// packets. The packet being sent is not counted.
    void SetQueue(Direction direction, QueueSize size);

    /// Have any of ns-3's device queues instead, at one more event for each packet: of the TypeId
    /// name of a Queue<Packet>, with pairs of an attribute's name and its value.
    template <typename... Args>
    void SetQueueType(Direction direction, const std::string& typeId, Args&&... args)
    {
        m_ways[direction].queue = ObjectFactory(typeId, std::forward<Args>(args)...);
    }

    /// Lose packets independently of each other, with a probability in [0, 1].
    void SetPacketLoss(Direction direction, double probability);

    /// Lose packets as any error model decides, which is not null; wherever else it is given, it is
    /// the same one, with one state.
    void SetErrorModel(Direction direction, Ptr<ErrorModel> model);

    /// Have jitter, duplicates or bit errors, by an impairment that is not null and may serve
    /// several directions: the same object, so that a later change of its attributes reaches all.
    void SetImpairment(Direction direction, Ptr<PathImpairment> impairment);

    /// Have rate, further delay and loss that change in time, in place of the rate: conditions such
    /// as a trace, not null, of which each device has its own copy.
    void SetConditions(Direction direction, std::shared_ptr<PathConditions> conditions);

    /**
     * @brief Have the conditions that a file has recorded, in place of the rate.
     *
     * Whatever its name, a file whose first line has a comma is a table, see RateTrace; any other
     * is a trace of Mahimahi's, see DeliveryTrace. Comments do not count. A file that is neither
     * ends the program with the number of the line and what is wrong there.
     * @param direction there or back
     * @param file its name
     * @param isLooped whether it begins anew at its end; else the last row holds, and after a trace
     * of Mahimahi's nothing is sent
     */
    void SetTrace(Direction direction, const std::string& file, bool isLooped = true);

    /// Ask before SetTrace() ends the program. @param file its name @return what is wrong with it,
    /// and in which line; empty if nothing is
    static std::string FindTraceFault(const std::string& file);

    /// Begin with SetTrace()'s files anywhere in them, the same part of each in: that part is drawn
    /// now, once for both directions of all paths that are installed afterwards. @param stream
    /// index of the random stream that says where: each run (`RngRun`) begins elsewhere; -1 for one
    /// that ns-3 chooses. Without this call files begin at their start.
    void SetTraceOffset(int64_t stream);

    /**
     * @brief Let a queue disc stop when the device's queue is full, at one more event for each
     * packet.
     *
     * ns-3 puts its default queue disc in front of such a device when it gets its address.
     * @param enabled the default is false: the device's queue is where packets wait
     */
    void SetTrafficControl(bool enabled)
    {
        m_trafficControl = enabled;
    }

    /// Make a path. @param first one node @param second another @return the devices, in the same
    /// order
    NetDeviceContainer Install(Ptr<Node> first, Ptr<Node> second) const;

    /// Fix the random streams of paths, but for those of error models. @param devices of Install()
    /// @param stream first stream index to use, not negative @return number of streams used
    static int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream);

  private:
    Ptr<PathNetDevice> MakeDevice(Ptr<Node> node, const Way& way) const;

    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;

    Both<Direction, Way> m_ways;  //!< what leads each way
    double m_offset{0.0};         //!< into traces, part of their length
    bool m_trafficControl{false}; //!< the devices have queue interfaces
};

} // namespace ns3

#endif /* LOSSY_PATH_HELPER_H */
