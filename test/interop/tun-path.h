/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TUN_PATH_H
#define TUN_PATH_H

#include "scripted-fates.h"

#include "ns3/callback.h"
#include "ns3/data-rate.h"
#include "ns3/fd-reader.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/path-conditions.h"
#include "ns3/path-net-device.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simple-channel.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace interop
{

using namespace ns3;

/// What befalls packets at random: probabilities, but for one.
struct Chances
{
    double loss{0.0};        //!< that a packet is lost
    double burst{1.0};       //!< mean number of packets that are lost in a row; 1: independently
    double ackLoss{0.0};     //!< that a packet without data is lost, beside the above
    double duplication{0.0}; //!< that a packet arrives twice
    double reordering{0.0};  //!< that others overtake a packet
    double bitErrors{0.0};   //!< that one bit behind the header of IP is wrong
};

/// What befalls packets, each way.
struct Impairments
{
    Chances chances;        //!< at random
    DataRate rate;          //!< of the path
    Time delay;             //!< of propagation
    Time jitter;            //!< each packet's delay differs from it by up to this, at random
    uint32_t queue{0};      //!< octets that wait for the rate at most; 0: no limit
    uint32_t mark{0};       //!< more than these wait: what is capable of ECN is marked; 0: never
    Time outage;            //!< for so long nothing passes, what comes waits; 0: never
    Time outageEvery;       //!< this after the first packet with data, and again and again
    Time batch;             //!< packets without data arrive at multiples of this after the first
                            //!< packet with data; 0: each by itself
    std::string fates;      //!< what befalls which segments, in words of ScriptedFates
    uint32_t segment{1448}; //!< octets of data in a segment, for these words
};

/// What befell the packets of one way.
struct WayCount
{
    uint64_t entered{0};    //!< packets that came
    uint64_t lost{0};       //!< of these, lost
    uint64_t dropped{0};    //!< of these, dropped by the full queue
    uint64_t duplicated{0}; //!< of these, delivered twice
    uint64_t delayed{0};    //!< of these, kept until others had passed
    uint64_t corrupted{0};  //!< copies that were delivered with a wrong bit
};

/// A TUN device of the kernel, and a capture of what it gives and gets.
class TunEnd
{
  public:
    /**
     * @param tun file descriptor of the device, without packet information
     * @param pcap file for the capture; empty for none
     * @param enter what to do with its packets
     */
    TunEnd(int tun, const std::string& pcap, Callback<void, Ptr<Packet>> enter);

    /// @brief Read from now on, in a thread of its own. @param context of what follows
    void Start(uint32_t context);

    /// @brief Stop reading.
    void Stop();

    /// Give a packet to the kernel.
    void Write(Ptr<Packet> packet);

  private:
    /// A packet was read, in the reader's thread. Its octets are to be freed.
    void Read(uint8_t* octets, ssize_t size);
    /// A packet comes from the kernel. Its octets are to be freed.
    void Enter(uint8_t* octets, ssize_t size);

    /// @brief Into the capture, if there is one. @param packet that passes
    void Capture(Ptr<const Packet> packet);

    int m_tun;                           //!< file descriptor
    Ptr<PcapFileWrapper> m_pcap;         //!< what it gives and gets; null without a capture
    Callback<void, Ptr<Packet>> m_enter; //!< what to do with its packets
    Ptr<FdReader> m_reader;              //!< in a thread of its own
    uint32_t m_context{0};               //!< of what follows
};

/**
 * The path between a TUN device of the kernel and another end, for IPv4 and IPv6 packets. The other
 * end is one SimpleNetDevice, a second TUN device, or both of them, side by side.
 *
 * What befalls the n-th packet of one way does not depend on the other way, nor on who sends.
 */
class TunPath : public SimpleChannel
{
  public:
    /**
     * @param tun file descriptor of the TUN device
     * @param impairments of both ways
     * @param pcap file for what passes between the path and the TUN device; empty for none
     */
    TunPath(int tun, const Impairments& impairments, const std::string& pcap);

    /// @brief Have conditions that change in time on the way to the TUN device, in place of the
    /// rate.
    /// @param conditions not null; of the queue's octets the packet that is sent is none then
    void SetConditions(std::shared_ptr<PathConditions> conditions);

    /// @brief Have a device as the other end. @param device of a node with an IPv4 address
    void SetDevice(Ptr<SimpleNetDevice> device);

    /// @brief Have a second TUN device as the other end, or beside the device as what sends there,
    /// too. @param tun its descriptor @param pcap file for what passes between it and the path;
    /// empty for none
    void SetOtherTun(int tun, const std::string& pcap);

    /// Carry packets from now on.
    void Start();

    /// @brief Stop reading.
    void Stop();

    void Send(Ptr<Packet> packet,
              uint16_t protocol,
              Mac48Address to,
              Mac48Address from,
              Ptr<SimpleNetDevice> sender) override;

    /// @brief Of the way to the TUN device. @return the count
    const WayCount& GetToTun() const;

    /// @brief Of the way from the TUN device. @return the count
    const WayCount& GetFromTun() const;

  private:
    /// One of the two ways.
    struct Way
    {
        /// @param deliver at its end @param firstStream of its random numbers
        Way(void (TunPath::*deliver)(Ptr<Packet>), int64_t firstStream);

        void (TunPath::*const deliver)(Ptr<Packet>); //!< at its end
        Ptr<UniformRandomVariable> losses;           //!< one number for each packet
        Ptr<UniformRandomVariable> jitters;         //!< one number for each packet that is not lost
        Ptr<UniformRandomVariable> changes;         //!< one for each that the conditions may lose
        Ptr<UniformRandomVariable> dice;            //!< for all else
        Time free;                                  //!< when the last packet will have been sent
        bool inBurst{false};                        //!< the last packet was lost
        std::shared_ptr<PathConditions> conditions; //!< null for a constant rate
        PlainComputedQueue<Time, uint8_t> waiting;  //!< for these; what is kept of a packet is 0
        WayCount count;                             //!< what befell the packets
    };

    void Carry(Way& way, Ptr<Packet> packet);
    /// Throw the dice for a packet.
    bool IsLost(Way& way, Ptr<const Packet> packet) const;
    /// @param at a time, not before the first packet with data
    /// @return the first time from then on at which the path is not interrupted
    Time SkipOutage(Time at) const;
    /// @param packet that would arrive @param at this time @return when its batch arrives
    Time AwaitBatch(Ptr<const Packet> packet, Time at) const;
    /// @return octets that wait for the rate of a way that no model changes
    double GetWaiting(const Way& way) const;
    /// @return a packet, marked if more waits than there should and IP's header permits it
    Ptr<Packet> Mark(const Way& way, Ptr<Packet> packet) const;
    /// Whether a way's queue has no room for a packet that comes.
    bool IsFull(Way& way, Ptr<const Packet> packet) const;
    /// @brief Put a packet behind the others. @param way which @param start the earliest time
    /// @param octets of the packet @return when it will have been sent
    Time Enqueue(Way& way, Time start, uint32_t octets) const;
    /// @brief After the packet was sent. @param way which @return how long it takes
    Time DrawDelay(Way& way);
    /// Where fates are scripted, a copy of a packet without PSH: Linux sets that flag by how its
    /// application's octets were copied, and its receiver acknowledges by it. Else the packet.
    Ptr<Packet> ClearPush(Ptr<Packet> packet) const;
    /// Perhaps turn a bit over. @return the packet, or a changed copy
    Ptr<Packet> Corrupt(Way& way, Ptr<Packet> packet);
    void TakeFromTun(Ptr<Packet> packet);
    /// From the other end, where that is a TUN device.
    void TakeFromOther(Ptr<Packet> packet);
    /// At the end of the way to the TUN device.
    void WriteToTun(Ptr<Packet> packet);
    /// At the end of the way from the TUN device.
    void GiveToOther(Ptr<Packet> packet);
    /// @param packet at the end of that way @return whether the device is its destination
    bool IsForDevice(Ptr<const Packet> packet) const;
    void GiveToDevice(Ptr<Packet> packet);

    Impairments m_impairments;       //!< of both ways
    ScriptedFates m_fates;           //!< what befalls which segments
    TunEnd m_tun;                    //!< one end
    std::unique_ptr<TunEnd> m_other; //!< at the other end, if there is a TUN device
    Ptr<SimpleNetDevice> m_device;   //!< at the other end, if there is one
    Ipv4Address m_address;           //!< of the device
    Way m_toTun;                     //!< the way to the TUN device
    Way m_fromTun;                   //!< the way from it
    std::optional<Time> m_firstData; //!< when a packet with data came first
};

} // namespace interop

#endif /* TUN_PATH_H */
