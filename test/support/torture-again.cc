/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "torture-again.h"

#include "ns3/ns3-compat.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <sstream>
#include <vector>

namespace torture
{

namespace
{

using impaired::Address;
using impaired::End;
using impaired::EndOptions;
using impaired::MakeSocket;
using impaired::Network;
using impaired::Segment;

/// ns-3's controls that do not do the same twice: TcpBbr draws numbers, which depend on all that
/// was drawn before, and copies of the others, which accepted sockets have, have members that
/// nobody has set.
const std::array UNREPEATABLE{"ns3::TcpBbr", "ns3::TcpCubic", "ns3::TcpWestwoodPlus"};

/// A segment as it enters the link: direction, nanoseconds from the beginning, flags, SEQ and ACK
/// from the SYNs on, octets of data, window, octets of the header.
using Line = std::array<int64_t, 8>;
using Lines = std::vector<Line>;

std::string
ToText(const Lines& lines, std::size_t index)
{
    if (index >= lines.size())
    {
        return "none";
    }
    const auto& [direction, time, flags, seq, ack, size, window, header] = lines[index];
    std::ostringstream text;
    text << (direction ? 'A' : 'B') << " at " << Time(NanoSeconds(time)).As(Time::S) << ": "
         << TcpHeader::FlagsToString(static_cast<uint8_t>(flags)) << " seq " << seq << " ack "
         << ack << " size " << size << " window " << window << " header " << header;
    return text.str();
}

/// The same path, later.
Path
Delay(Path path, Time delay)
{
    path.calm += delay;
    for (auto& change : path.changes)
    {
        change.at += delay;
    }
    for (auto& outage : path.outages)
    {
        outage.from += delay;
        outage.to += delay;
    }
    return path;
}

/// Two nodes, and a connection after which nothing is left, or none, before the one that is written
/// down.
class Sequel
{
  public:
    /// @param torture the case @param isUsed whether there is a first connection
    Sequel(const Case& torture, bool isUsed)
        : m_case(torture),
          m_isUsed(isUsed),
          m_begin(GetEnd(torture) + Seconds(10)),
          m_network(MakeOptions()),
          m_first{MakeEnd(true, Time()), MakeEnd(false, Time())},
          m_second{MakeEnd(true, m_begin), MakeEnd(false, m_begin)}
    {
        SetRates(m_case.path, Time());
        SetRates(m_case.path, m_begin);
        m_sockets = {Make(0), Make(1)};
        if (m_isUsed)
        {
            Listen(m_sockets[1], m_first[1].get());
            ns3compat::ScheduleCall(impaired::START,
                                    [this] { Open(m_sockets[0], *m_first[0], 1); });
        }
        ns3compat::ScheduleCall(m_begin, [this] { Prepare(); });
        ns3compat::ScheduleCall(m_begin + impaired::START, [this] { Begin(); });
    }

    ~Sequel()
    {
        Simulator::Destroy();
    }

    Sequel(const Sequel&) = delete;
    Sequel& operator=(const Sequel&) = delete;

    /// @return the second connection; nothing if the first one is not over when it begins
    std::optional<Lines> Run()
    {
        Simulator::Stop(m_begin + GetEnd(m_case));
        Simulator::Run();
        return m_isOver ? std::optional(m_lines) : std::nullopt;
    }

  private:
    /// Who opens the second connection is not who opened the first one.
    bool IsTurned() const
    {
        return m_case.seed % 4 >= 2;
    }

    /// The socket that was accepted takes part in the second one, and not the one that listened.
    bool IsAcceptedAgain() const
    {
        return m_case.seed % 2 == 1;
    }

    const EndOptions& GetOptions(uint32_t node) const
    {
        return node == 0 ? m_case.options.a : m_case.options.b;
    }

    impaired::Options MakeOptions()
    {
        auto options = m_case.options;
        options.rule = [this,
                        first = MakeRule(m_case.path),
                        second = MakeRule(Delay(m_case.path, m_begin))](const Segment& segment) {
            const bool isFirst = Simulator::Now() < m_begin;
            if (!isFirst)
            {
                Note(segment);
            }
            return isFirst ? first(segment) : second(segment);
        };
        return options;
    }

    std::unique_ptr<End> MakeEnd(bool isA, Time later) const
    {
        auto options = GetOptions(isA ? 0 : 1);
        options.application.opened += later;
        const auto own = isA ? impaired::STREAM_A : impaired::STREAM_B;
        const auto other = isA ? impaired::STREAM_B : impaired::STREAM_A;
        return std::make_unique<End>(own, other, options);
    }

    Ptr<Socket> Make(uint32_t node) const
    {
        return MakeSocket(m_network.nodes.Get(node), GetOptions(node));
    }

    void SetRates(const Path& path, Time later)
    {
        const auto set = [this](const std::array<DataRate, 2>& rate) {
            for (uint32_t end = 0; end < 2; ++end)
            {
                m_network.link->GetDevice(end)->SetAttribute("DataRate", DataRateValue(rate[end]));
            }
        };
        ns3compat::ScheduleCall(later, [set, rate = path.rate] { set(rate); });
        for (const auto& change : path.changes)
        {
            ns3compat::ScheduleCall(later + change.at, [set, rate = change.rate] { set(rate); });
        }
    }

    void Listen(const Ptr<Socket>& socket, End* end)
    {
        socket->Bind(impaired::GetAnyAddress(m_case.options.ipv6));
        socket->Listen();
        Await(socket, end);
    }

    void Await(const Ptr<Socket>& listener, End* end)
    {
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    Callback<void, Ptr<Socket>, const Address&>(
                                        [this, end](Ptr<Socket> socket, const Address&) {
                                            m_accepted = socket;
                                            end->Attach(socket);
                                            end->Connected(socket);
                                        }));
    }

    void Open(const Ptr<Socket>& socket, End& end, uint32_t peer)
    {
        end.Attach(socket);
        socket->SetConnectCallback(MakeCallback(&End::Connected, &end), end.CountErrors());
        socket->Connect(m_network.GetPeer(m_case.options.ipv6, peer));
        end.Opening();
    }

    /// What listened listens no more, if another socket is to take its place.
    void Prepare()
    {
        m_isOver = !m_isUsed || (m_accepted && m_first[0]->state == TcpSocket::CLOSED &&
                                 m_first[1]->state == TcpSocket::CLOSED);
        if (m_isUsed && (IsTurned() || IsAcceptedAgain()))
        {
            m_sockets[1]->Close();
        }
        if (m_isUsed && IsAcceptedAgain())
        {
            m_sockets[1] = m_accepted;
        }
    }

    void Begin()
    {
        if (!m_isOver)
        {
            return;
        }
        const uint32_t opener = IsTurned() ? 1 : 0;
        const uint32_t listener = 1 - opener;
        const bool listens = m_isUsed && !IsTurned() && !IsAcceptedAgain();
        if (listens)
        {
            Await(m_sockets[listener], m_second[listener].get());
        }
        else
        {
            Listen(m_sockets[listener], m_second[listener].get());
        }
        Open(m_sockets[opener], *m_second[opener], listener);
    }

    void Note(const Segment& segment)
    {
        const auto& header = segment.header;
        auto& own = m_syns[segment.fromA ? 0 : 1];
        const auto& other = m_syns[segment.fromA ? 1 : 0];
        if (!own && (header.GetFlags() & TcpHeader::SYN))
        {
            own = header.GetSequenceNumber();
        }
        const auto from = [](SequenceNumber32 number, std::optional<SequenceNumber32> syn) {
            return syn ? int64_t{number - *syn} : 0;
        };
        m_lines.push_back({segment.fromA,
                           (Simulator::Now() - m_begin).GetNanoSeconds(),
                           header.GetFlags(),
                           from(header.GetSequenceNumber(), own),
                           from(header.GetAckNumber(), other),
                           segment.size,
                           header.GetWindowSize(),
                           header.GetSerializedSize()});
    }

    const Case& m_case;
    const bool m_isUsed;
    const Time m_begin; //!< of the second connection
    Network m_network;
    std::array<std::unique_ptr<End>, 2> m_first;
    std::array<std::unique_ptr<End>, 2> m_second;
    std::array<Ptr<Socket>, 2> m_sockets; //!< of A and B
    Ptr<Socket> m_accepted;
    bool m_isOver{false};
    std::array<std::optional<SequenceNumber32>, 2> m_syns; //!< from A and from B
    Lines m_lines;
};

/// @return the second connection. @param torture the case @param isUsed on sockets that had another
std::optional<Lines>
RunSecond(const Case& torture, bool isUsed)
{
    return std::make_unique<Sequel>(torture, isUsed)->Run();
}

} // namespace

std::string
FindDifference(const Case& torture)
{
    for (const auto* end : {&torture.options.a, &torture.options.b})
    {
        if (end->stock || std::count(UNREPEATABLE.begin(), UNREPEATABLE.end(), end->control) > 0)
        {
            return "";
        }
    }
    const auto used = RunSecond(torture, true);
    if (!used)
    {
        return "";
    }
    const auto fresh = *RunSecond(torture, false);
    const auto [one, other] = std::mismatch(used->begin(), used->end(), fresh.begin(), fresh.end());
    if (one == used->end() && other == fresh.end())
    {
        return "";
    }
    const auto index = static_cast<std::size_t>(one - used->begin());
    return "the second connection of its sockets is not that of fresh ones: segment " +
           std::to_string(index) + " is [" + ToText(*used, index) + "], not [" +
           ToText(fresh, index) + "]";
}

} // namespace torture
