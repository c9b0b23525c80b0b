/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fate-replay.h"

#include "lean/variants.h"

#include "ns3/tcp-endpoint.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace fates
{

using ns3::SegmentFields;
using ns3::TcpEcn;

namespace
{

/// A tick of the kernel's timers, and one of what waits for it.
constexpr int64_t TOLERANCE = 2'000'000;
/// A segment: Linux rounds windows to segments, and scales them by more.
constexpr int64_t WINDOW_TOLERANCE = 1460;
constexpr uint32_t SEND_BUFFER = 4'194'304; // as a kernel's that meets fates
constexpr uint32_t CAPABLE = 2;             // ECT(0)
/// When a recording begins, ns: late enough for a timestamp that is not 0, and a beginning of a
/// turn of the kernel's timers.
constexpr int64_t BEGINNING = 4096'000'000;

SegmentFields
ReadHeader(const EndEvent& event)
{
    SegmentFields header;
    if (header.Read(event.header.data(), event.header.size()) != SegmentFields::Form::SOUND)
    {
        throw std::runtime_error("a segment whose header makes no sense");
    }
    return header;
}

/// Where the numbers of a recording begin.
struct Origins
{
    std::array<std::optional<uint32_t>, 2> sequence; //!< of the SYN of A, of B
    std::array<uint32_t, 2> timestamp{};             //!< TSval of these
};

Origins
FindOrigins(const Recording& recording)
{
    Origins origins;
    for (const auto& event : recording.events)
    {
        if (event.kind == EndEvent::Kind::SENT && !origins.sequence[event.end])
        {
            const auto header = ReadHeader(event);
            origins.sequence[event.end] = header.sequence;
            origins.timestamp[event.end] =
                header.timestamps.value_or(SegmentFields::Timestamps()).value;
        }
    }
    return origins;
}

/// Add to the numbers that name octets of one end, and to its timestamps.
struct Shift
{
    uint32_t sequence{0};  //!< octets
    uint32_t timestamp{0}; //!< ticks
};

/// What names octets that the sender of a segment has sent.
void
MoveOwn(SegmentFields& header, const Shift& shift)
{
    header.sequence += shift.sequence;
    if (header.timestamps)
    {
        header.timestamps->value += shift.timestamp;
    }
}

/// What names octets that the sender of a segment has got.
void
MovePeers(SegmentFields& header, const Shift& shift)
{
    if (header.Has(SegmentFields::ACK))
    {
        header.acknowledgment += shift.sequence;
    }
    for (uint32_t block = 0; block < header.blockCount; ++block)
    {
        header.blocks[block].begin += shift.sequence;
        header.blocks[block].end += shift.sequence;
    }
    if (header.timestamps && header.Has(SegmentFields::ACK))
    {
        header.timestamps->echo += shift.timestamp;
    }
}

Shift
Minus(const Origins& origins, End end)
{
    return {-origins.sequence[end].value_or(0), -origins.timestamp[end]};
}

/// @return the window that a segment announces, octets; @p scale is of its sender's SYN
uint64_t
ScaleWindow(const SegmentFields& header, uint8_t scale)
{
    return uint64_t{header.window} << (header.Has(SegmentFields::SYN) ? 0 : scale);
}

/// @return congestion control that does what the virtual kernel does, which draws nothing
lean::Control
MakeControl(lean::Variant variant)
{
    if (variant.control.name == "TcpKernelBbr")
    {
        variant.control.options.emplace_back("DrawnPhases", "1");
    }
    return variant.MakeControl();
}

/// Our connection in the place of an end.
class Player final : private ns3::TcpEndpoint::Host
{
  public:
    Player(const Recording& recording, End end, const lean::Variant& variant)
        : m_recording(recording),
          m_end(end),
          m_origins(FindOrigins(recording)),
          m_kernels(GetSent(recording, end)),
          m_settings(MakeSettings(recording, variant)),
          m_control(MakeControl(variant)),
          m_endpoint(m_settings.choice, {*m_control.control, *m_control.law, *m_control.rtt}, *this)
    {
    }

    void Play()
    {
        const auto& events = m_recording.events;
        for (auto event = events.begin(); event != events.end(); ++event)
        {
            AlarmUntil(BEGINNING + event->time);
            if (event->end == m_end)
            {
                m_now = std::max(m_now, BEGINNING + FindTime(event));
                Do(*event);
            }
        }
    }

    const std::vector<SentSegment>& GetSegments() const
    {
        return m_sent;
    }

    const std::vector<StatePair>& GetStates() const
    {
        return m_states;
    }

  private:
    using Event = ns3::TcpEndpoint::Event;
    using EventIterator = std::vector<EndEvent>::const_iterator;

    /// @return when an event happens: what an application asks for is done when the kernel comes to
    /// it, shortly before it sends something
    int64_t FindTime(EventIterator event) const
    {
        using Kind = EndEvent::Kind;
        constexpr int64_t most = 10'000;
        constexpr int64_t before = 1'000;
        if (event->kind != Kind::OPEN && event->kind != Kind::WRITE)
        {
            return event->time;
        }
        const auto next = std::find_if(event + 1, m_recording.events.end(), [&](const auto& later) {
            return later.end == m_end && later.kind != Kind::WRITE && later.kind != Kind::CLOSE;
        });
        const bool isSent = next != m_recording.events.end() && next->kind == Kind::SENT &&
                            next->time - event->time < most;
        return isSent ? std::max(next->time - before, event->time) : event->time;
    }

    static lean::HostSettings MakeSettings(const Recording& recording, const lean::Variant& variant)
    {
        const auto& fate = recording.fate;
        auto attributes = variant.attributes;
        attributes.follows612 = recording.release == "6.12";
        attributes.mss = fate.mss;
        attributes.handshake.timestamps = fate.timestamps;
        attributes.handshake.sack = fate.sack;
        attributes.usesEcn = fate.ecn;
        attributes.sender.buffer = SEND_BUFFER;
        // The virtual kernel's clock, which stands still while the kernel works.
        attributes.recovery.options.emplace_back("SendingTick", "1us");
        auto settings = attributes.Make({});
        settings.limits.interfaceOctets = fate.mss + (fate.timestamps ? ns3::TIMESTAMP_OCTETS : 0);
        return settings;
    }

    Event BeginEvent()
    {
        return Event(m_endpoint, ns3::Instant(m_now));
    }

    void AlarmUntil(int64_t time)
    {
        for (auto next = m_endpoint.GetTimers().GetEarliest(); next && next->count() <= time;
             next = m_endpoint.GetTimers().GetEarliest())
        {
            m_now = std::max(m_now, int64_t{next->count()});
            const auto event = BeginEvent();
            m_endpoint.OnAlarm();
        }
    }

    void Do(const EndEvent& event)
    {
        switch (event.kind)
        {
        case EndEvent::Kind::OPEN:
            if (m_end == A)
            {
                const auto now = BeginEvent();
                m_endpoint.GetConnection().Open(ns3::FirstPosition(0),
                                                m_settings.synFlags,
                                                m_settings.limits);
            }
            break;
        case EndEvent::Kind::WRITE:
            if (m_endpoint.Write(event.octets) == ns3::TcpEndpoint::Written::TAKEN &&
                m_endpoint.SendsSoon())
            {
                const auto now = BeginEvent();
                m_endpoint.SendAllowed();
            }
            break;
        case EndEvent::Kind::READ: {
            const auto now = BeginEvent();
            if (m_endpoint.GetConnection().GetReceiver().Read(event.octets) > 0)
            {
                m_endpoint.OnRead();
            }
            break;
        }
        case EndEvent::Kind::CLOSE: {
            const auto now = BeginEvent();
            m_endpoint.Shutdown();
            break;
        }
        case EndEvent::Kind::ARRIVED:
            Arrive(event);
            break;
        case EndEvent::Kind::STATE:
            CompareState(event);
            break;
        case EndEvent::Kind::SENT:
            break;
        }
    }

    void CompareState(const EndEvent& event)
    {
        if (m_isOver || !m_endpoint.GetConnection().GetSender().GetRecovery())
        {
            return;
        }
        StatePair pair;
        pair.time = event.time;
        for (std::size_t at = 0; at < event.header.size(); ++at)
        {
            auto& number = pair.kernel.at(at / 4);
            number = number << 8 | event.header[at];
        }
        const auto& window = m_endpoint.GetConnection().GetWindow();
        const auto& sender = m_endpoint.GetConnection().GetSender();
        const auto& sent = sender.GetSent();
        const auto count = [&window](uint64_t octets) {
            return static_cast<uint32_t>((octets + window.mss - 1) / window.mss);
        };
        const auto toMicroseconds = [](auto span) {
            return static_cast<uint32_t>(span.count() / 1000);
        };
        pair.ours = {window.cwnd / window.mss,
                     window.ssthresh / window.mss,
                     static_cast<uint32_t>(window.state),
                     count(sender.GetUnacknowledged()),
                     count(sent.GetSackedData()),
                     count(sent.GetLostData()),
                     toMicroseconds(sender.GetTimer().GetRto()),
                     toMicroseconds(window.srtt)};
        m_states.push_back(pair);
    }

    void Arrive(const EndEvent& event)
    {
        auto header = ReadHeader(event);
        const auto origin = Minus(m_origins, m_end);
        MovePeers(header, {origin.sequence, origin.timestamp});
        if (header.timestamps && header.Has(SegmentFields::ACK))
        {
            header.timestamps->echo = m_firstTimestamp + FindStamp(header.timestamps->echo);
        }
        if (m_isOver)
        {
            Refuse(header);
            return;
        }
        const auto now = BeginEvent();
        if (m_end == B && !m_endpoint.GetConnection().IsBegun())
        {
            m_endpoint.GetConnection().Accept(header, ns3::FirstPosition(0), m_settings.limits);
            return;
        }
        const auto mark = event.ecn == 3         ? TcpEcn::Mark::EXPERIENCED
                          : event.ecn == CAPABLE ? TcpEcn::Mark::CAPABLE
                                                 : TcpEcn::Mark::NOT_CAPABLE;
        m_endpoint.OnSegment(header, event.octets, mark);
    }

    /// The connection is over: an ACK of it meets a host that has none (RFC 9293,
    /// section 3.10.7.1).
    void Refuse(const SegmentFields& header)
    {
        SentSegment reset;
        reset.time = m_now - BEGINNING;
        reset.header.flags = SegmentFields::RST;
        reset.header.sequence = header.acknowledgment;
        if (header.Has(SegmentFields::ACK) && !header.Has(SegmentFields::RST))
        {
            m_sent.push_back(reset);
        }
    }

    /// @return the timestamp of our segment in the place of the first one that the kernel stamped
    /// so: a segment may go some milliseconds sooner or later than the kernel's
    uint32_t FindStamp(uint32_t kernels) const
    {
        const auto hasIt = [kernels](const SentSegment& sent) {
            return sent.header.timestamps && sent.header.timestamps->value == kernels;
        };
        const auto found = std::find_if(m_kernels.begin(), m_kernels.end(), hasIt);
        const auto index = static_cast<std::size_t>(found - m_kernels.begin());
        const bool isKnown = found != m_kernels.end() && index < m_sent.size();
        return isKnown && m_sent[index].header.timestamps ? m_sent[index].header.timestamps->value
                                                          : kernels;
    }

    void Emit(const ns3::OutgoingSegment& segment) override
    {
        SentSegment sent;
        sent.time = m_now - BEGINNING;
        sent.header = segment.header;
        sent.octets = static_cast<uint32_t>(segment.payload.Size());
        const bool isCapable =
            segment.kind == ns3::SegmentKind::DATA &&
            m_endpoint.GetConnection().GetWindow().ecn != ns3::Window::Ecn::DISABLED;
        sent.ecn = isCapable ? CAPABLE : 0;
        if (m_sent.empty())
        {
            m_firstTimestamp = sent.header.timestamps.value_or(SegmentFields::Timestamps()).value;
            m_scale = sent.header.scale.value_or(0);
        }
        sent.window = ScaleWindow(sent.header, m_scale);
        MoveOwn(sent.header, {0, -m_firstTimestamp});
        MovePeers(sent.header, Minus(m_origins, Other(m_end)));
        m_sent.push_back(sent);
    }

    void Report(const ns3::ConnectionReport& /* report */) override
    {
    }

    void Tell(const ns3::ConnectionNotices& notices) override
    {
        if (notices.isOver)
        {
            m_endpoint.GetConnection().Abandon();
            m_isOver = true;
        }
    }

    void Mirror() override
    {
    }

    const Recording& m_recording;       //!< what happened
    End m_end;                          //!< whose place it is
    Origins m_origins;                  //!< of the recording
    std::vector<SentSegment> m_kernels; //!< what the kernel sent in this place
    lean::HostSettings m_settings;      //!< of the connection
    lean::Control m_control;            //!< of the connection
    ns3::TcpEndpoint m_endpoint;        //!< the connection
    int64_t m_now{BEGINNING};           //!< ns
    uint32_t m_firstTimestamp{0};       //!< TSval of our SYN
    uint8_t m_scale{0};                 //!< of our SYN
    bool m_isOver{false};               //!< the connection has ended
    std::vector<SentSegment> m_sent;    //!< what left
    std::vector<StatePair> m_states;    //!< at those of the recording
};

const lean::Variant&
FindPreset(const std::string& preset)
{
    const auto* variant = lean::FindVariant(preset);
    if (!variant)
    {
        throw std::runtime_error("no preset " + preset + " of " + lean::GetVariantNames());
    }
    return *variant;
}

constexpr uint8_t FLAGS = SegmentFields::FIN | SegmentFields::SYN | SegmentFields::RST |
                          SegmentFields::ACK | SegmentFields::ECE | SegmentFields::CWR;

bool
HaveSameBlocks(const SegmentFields& one, const SegmentFields& other)
{
    return one.blockCount == other.blockCount &&
           std::equal(one.blocks.begin(),
                      one.blocks.begin() + one.blockCount,
                      other.blocks.begin(),
                      [](const auto& first, const auto& second) {
                          return first.begin == second.begin && first.end == second.end;
                      });
}

uint32_t
GetEcho(const SegmentFields& header)
{
    return header.timestamps ? header.timestamps->echo : 0;
}

/// @return the first field that differs, or nothing
std::string
CompareSegments(const SentSegment& kernel, const SentSegment& ours, bool byWindow)
{
    const auto& its = kernel.header;
    const auto& mine = ours.header;
    const std::pair<const char*, bool> fields[] = {
        {"range", its.sequence == mine.sequence && kernel.octets == ours.octets},
        {"flags", (its.flags & FLAGS) == (mine.flags & FLAGS)},
        {"ack", its.acknowledgment == mine.acknowledgment},
        {"blocks", HaveSameBlocks(its, mine)},
        {"options",
         its.mss == mine.mss && its.scale.has_value() == mine.scale.has_value() &&
             its.sackPermitted == mine.sackPermitted &&
             its.timestamps.has_value() == mine.timestamps.has_value()},
        {"echo", GetEcho(its) == GetEcho(mine)},
        {"ecn", kernel.ecn == ours.ecn},
        {"window",
         !byWindow ||
             std::abs(static_cast<int64_t>(kernel.window - ours.window)) <= WINDOW_TOLERANCE},
        {"time", std::abs(kernel.time - ours.time) <= TOLERANCE}};
    for (const auto& [name, isSame] : fields)
    {
        if (!isSame)
        {
            return name;
        }
    }
    return "";
}

} // namespace

std::string
Describe(const SentSegment& segment)
{
    const auto& header = segment.header;
    std::ostringstream words;
    words << segment.time / 1000 << "us " << header.sequence << "+" << segment.octets << " ";
    const char* const names = "FSRPAUEC";
    for (int flag = 0; flag < 8; ++flag)
    {
        words << (header.flags & FLAGS & (1 << flag) ? std::string(1, names[flag]) : "");
    }
    words << " a" << header.acknowledgment << " w" << segment.window;
    for (uint32_t block = 0; block < header.blockCount; ++block)
    {
        words << " " << header.blocks[block].begin << "-" << header.blocks[block].end;
    }
    if (header.Has(SegmentFields::SYN))
    {
        words << " mss" << header.mss.value_or(0) << " scale" << int{header.scale.value_or(0)}
              << (header.sackPermitted ? " sack" : "");
    }
    words << " e" << GetEcho(header) << (segment.ecn ? " ect" : "");
    return words.str();
}

std::vector<SentSegment>
GetSent(const Recording& recording, End end)
{
    const auto origins = FindOrigins(recording);
    std::vector<SentSegment> all;
    uint8_t scale = 0;
    for (const auto& event : recording.events)
    {
        if (event.kind == EndEvent::Kind::SENT && event.end == end)
        {
            SentSegment sent{event.time, ReadHeader(event), event.octets, event.ecn};
            scale = all.empty() ? sent.header.scale.value_or(0) : scale;
            sent.window = ScaleWindow(sent.header, scale);
            MoveOwn(sent.header, Minus(origins, end));
            MovePeers(sent.header, Minus(origins, Other(end)));
            all.push_back(sent);
        }
    }
    return all;
}

std::string
NamePreset(const std::string& control)
{
    return control == "cubic" ? "linux" : "linux-" + control;
}

std::vector<SentSegment>
Replay(const Recording& recording, End end, const std::string& preset)
{
    Player player(recording, end, FindPreset(preset));
    player.Play();
    return player.GetSegments();
}

std::vector<StatePair>
ReplayStates(const Recording& recording, End end, const std::string& preset)
{
    Player player(recording, end, FindPreset(preset));
    player.Play();
    return player.GetStates();
}

std::optional<Difference>
FindDifference(const std::vector<SentSegment>& kernel,
               const std::vector<SentSegment>& ours,
               bool byWindow,
               const Names& names)
{
    const auto& [first, second] = names;
    const auto common = std::min(kernel.size(), ours.size());
    for (std::size_t index = 0; index < common; ++index)
    {
        const auto field = CompareSegments(kernel[index], ours[index], byWindow);
        if (!field.empty())
        {
            const bool isMore = index + 1 < kernel.size() && field != "time" &&
                                CompareSegments(kernel[index + 1], ours[index], byWindow).empty();
            const bool isLess = index + 1 < ours.size() && field != "time" &&
                                CompareSegments(kernel[index], ours[index + 1], byWindow).empty();
            return Difference{index,
                              isMore   ? "one more by " + first
                              : isLess ? "one more by " + second
                                       : field,
                              first + " " + Describe(kernel[index]) + "; " + second + " " +
                                  Describe(ours[index])};
        }
    }
    if (kernel.size() == ours.size())
    {
        return std::nullopt;
    }
    const bool isLonger = kernel.size() > ours.size();
    const auto& more = isLonger ? kernel : ours;
    return Difference{common,
                      "count",
                      (isLonger ? first : second) + " alone " + Describe(more[common])};
}

} // namespace fates
