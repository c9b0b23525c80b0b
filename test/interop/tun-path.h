/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TUN_PATH_H
#define TUN_PATH_H

#include "ns3/data-rate.h"
#include "ns3/fd-reader.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simple-channel.h"

#include <cstdint>
#include <string>

namespace interop
{

using namespace ns3;

/// What befalls packets, each way.
struct Impairments
{
    double loss{0.0};        //!< probability that a packet is lost
    double duplication{0.0}; //!< that it arrives twice
    double reordering{0.0};  //!< that others overtake it
    double bitErrors{0.0};   //!< that one bit behind the header of IP is wrong
    DataRate rate;           //!< of the path
    Time delay;              //!< of propagation
};

/// What befell the packets of one way.
struct WayCount
{
    uint64_t entered{0};    //!< packets that came
    uint64_t lost{0};       //!< of these, lost
    uint64_t duplicated{0}; //!< of these, delivered twice
    uint64_t delayed{0};    //!< of these, kept until others had passed
    uint64_t corrupted{0};  //!< copies that were delivered with a wrong bit
};

/// The path between one SimpleNetDevice and a TUN device of the kernel, for IPv4 and IPv6 packets.
class TunPath : public SimpleChannel
{
  public:
    /**
     * @param tun file descriptor of the TUN device, without packet information
     * @param impairments of both ways
     * @param pcap file for what passes between the path and the TUN device
     */
    TunPath(int tun, const Impairments& impairments, const std::string& pcap);

    /// @brief Read from the TUN device from now on. @param device the other end
    void Start(Ptr<SimpleNetDevice> device);

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
        void (TunPath::*deliver)(Ptr<Packet>); //!< at its end
        Time free;                             //!< when the last packet will have been sent
        WayCount count;                        //!< what befell the packets
    };

    /// @brief A packet was read, in the reader's thread. @param octets it, to be freed @param size
    /// octets
    void Read(uint8_t* octets, ssize_t size);
    /// @brief A packet comes from the TUN device. @param octets it, to be freed @param size octets
    void Enter(uint8_t* octets, ssize_t size);
    /// @brief Impair and deliver. @param way which @param packet it
    void Carry(Way& way, Ptr<Packet> packet);
    /// @brief Throw the dice. @param probability of the event @return whether it happens
    bool Happens(double probability);
    /// @brief Perhaps turn a bit over. @param way which @param packet it @return it or another
    Ptr<Packet> Corrupt(Way& way, Ptr<Packet> packet);
    /// @brief At the end of the way to the TUN device. @param packet it
    void WriteToTun(Ptr<Packet> packet);
    /// @brief At the end of the way from the TUN device. @param packet it
    void GiveToDevice(Ptr<Packet> packet);

    int m_tun;                           //!< file descriptor
    Impairments m_impairments;           //!< of both ways
    PcapFileWrapper m_pcap;              //!< what the TUN device gives and gets
    Ptr<UniformRandomVariable> m_random; //!< the dice
    Ptr<SimpleNetDevice> m_device;       //!< the other end
    uint32_t m_node{0};                  //!< its node
    Ptr<FdReader> m_reader;              //!< of the TUN device, in a thread of its own
    Way m_toTun;                         //!< the way to the TUN device
    Way m_fromTun;                       //!< the way from it
};

} // namespace interop

#endif /* TUN_PATH_H */
