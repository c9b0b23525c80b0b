/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KERNEL_FATE_H
#define KERNEL_FATE_H

#include "../kernel/kernel-calls.h"
#include "../kernel/kernel-network.h"
#include "fate-recording.h"

#include <array>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <vector>

namespace fates
{

/// The path between two networks of the kernel: what it does to packets is a fate's.
class FatedPath
{
  public:
    /// A packet that arrives.
    struct Arrival
    {
        int64_t time;                    //!< ns
        uint64_t turn;                   //!< among those of this time
        End from;                        //!< who sent it
        segmentscript::TcpPacket packet; //!< all of it

        /// The first one last.
        bool operator<(const Arrival& other) const
        {
            return time != other.time ? time > other.time : turn > other.turn;
        }
    };

    /// @param fate that packets meet
    explicit FatedPath(const Fate& fate)
        : m_fate(fate)
    {
    }

    /// An end sends a packet.
    void Enter(int64_t now, End from, segmentscript::TcpPacket packet);

    /// @return when the next packet arrives; nothing if none is under way
    std::optional<int64_t> GetNext() const;

    /// @return the next packet
    Arrival Take();

    /// @return what became of packets so far, as the word of Fate says it
    const std::string& GetPackets() const
    {
        return m_packets;
    }

  private:
    /// A packet that others overtake.
    struct Held
    {
        uint32_t packets;                //!< so many more
        segmentscript::TcpPacket packet; //!< all of it
    };

    /// One of the two ways.
    struct Way
    {
        uint32_t count{0};      //!< packets that came
        int64_t free{0};        //!< when the last one will have been sent, ns
        std::vector<Held> held; //!< waits for others
    };

    /// Another packet of a way has come. @return those that no more are to overtake
    static std::vector<Held> TakePassed(Way& way);

    /// A packet arrives at a time, or with its batch.
    void Deliver(int64_t at, End from, const segmentscript::TcpPacket& packet);

    const Fate& m_fate;                   //!< what befalls packets
    std::array<Way, 2> m_ways;            //!< from A, from B
    std::priority_queue<Arrival> m_under; //!< packets that are under way
    uint64_t m_turns{0};                  //!< taken
    std::string m_packets;                //!< what became of packets
};

/// Has the kernel's TCP meet fates, at both ends, and writes down what happens.
class KernelFates
{
  public:
    /// @param control congestion control of both ends @param notesState write down, too, what the
    /// kernel says of a connection when a segment has arrived
    KernelFates(const std::string& control, bool notesState);

    /// @return what the kernel does @throw std::system_error
    Recording Meet(const Fate& fate);

  private:
    static constexpr int64_t NEVER = INT64_MAX; //!< no time

    /// What an end's application has yet to do.
    struct Application
    {
        int socket{-1};          //!< descriptor
        int64_t next{NEVER};     //!< when it does something again, ns
        uint32_t left{0};        //!< octets to write
        bool isConnected{false}; //!< there is a connection
        bool hasClosed{false};   //!< it writes no more
        bool readsAll{false};    //!< as soon as there is something
    };

    void Begin(const Fate& fate);
    /// @brief Wait until a packet leaves, or something is due.
    void Wait() const;
    /// Everything that is due happens.
    void Step();
    /// Segments that have left come to the path.
    void Collect(End end);
    /// An application does what is due.
    void Act(End end);
    void Connect();
    void Accept();
    /// @brief A writes what is due.
    void WriteDue();
    /// @brief B reads what is due.
    void ReadDue();
    void Close(End end);
    /// @return whether an end's socket has no connection any more
    bool IsClosed(End end) const;
    /// @brief Nothing of the connection is left.
    void Forget();
    /// @return whether nothing happens any more
    bool IsOver() const;
    int64_t GetNow() const;
    void Note(End end, EndEvent::Kind kind, uint32_t octets);
    void Note(End end, EndEvent::Kind kind, const segmentscript::TcpPacket& packet);
    /// @brief Write down what the kernel says of an end's connection.
    void NoteState(End end);
    int MakeSocket(End end) const;

    std::string m_control;                                                   //!< of both ends
    bool m_notesState;                                                       //!< see there
    std::array<std::unique_ptr<segmentscript::KernelNetwork>, 2> m_networks; //!< of A and B
    segmentscript::KernelAlarm m_alarm;                                      //!< for what is due
    uint16_t m_port{5000};                     //!< of B, another each time
    int m_listening{-1};                       //!< descriptor
    int64_t m_beginning{0};                    //!< ns of the clock
    std::array<Application, 2> m_applications; //!< of A and B
    const Fate* m_fate{nullptr};               //!< that is met
    std::unique_ptr<FatedPath> m_path;         //!< between A and B
    Recording m_recording;                     //!< of it
};

/// Have the kernel meet fates. @param control of both ends @param file with a fate's words in each
/// line @param notesState see KernelFates @param os for the recordings @throw std::system_error,
/// std::runtime_error
void RecordFates(const std::string& control,
                 const std::string& file,
                 bool notesState,
                 std::ostream& os);

} // namespace fates

#endif /* KERNEL_FATE_H */
