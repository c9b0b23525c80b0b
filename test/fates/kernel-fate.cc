/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kernel-fate.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <fstream>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace fates
{

using segmentscript::KernelNetwork;
using segmentscript::KernelSettings;
using segmentscript::MakeAddress;
using segmentscript::MILLISECOND;
using segmentscript::Must;
using segmentscript::SECOND;
using segmentscript::TcpPacket;

namespace
{

constexpr int64_t MICROSECOND = 1000;
/// A connection that is not over by then has gone wrong, as all do whose packets are all lost.
constexpr int64_t MOST = 400 * SECOND;
/// Of the wheel that the longest timers are on.
constexpr int64_t TURN = 4096 * MILLISECOND;
constexpr uint32_t IP_HEADER = 20;
constexpr uint32_t TCP_HEADER = 20;
constexpr uint32_t TIMESTAMPS = 12;
constexpr std::array<const char*, 2> ADDRESSES{KernelNetwork::PEER_ADDRESS,
                                               KernelNetwork::SOCKET_ADDRESS};
constexpr uint8_t PUSH = 8;
constexpr std::size_t FLAGS = 13;    // in TCP's header
constexpr std::size_t CHECKSUM = 16; // there
/// Codepoints of ECN (RFC 3168, section 5).
constexpr uint8_t NOT_CAPABLE = 0;
constexpr uint8_t MARKED = 3;

std::size_t
HeaderSize(const TcpPacket& packet)
{
    return std::size_t{packet.octets[12]} / 16 * 4;
}

uint16_t
ReadPort(const TcpPacket& packet, std::size_t at)
{
    return static_cast<uint16_t>(packet.octets[at] << 8 | packet.octets[at + 1]);
}

/// What all connections have. A host remembers nothing of an earlier one, and a send buffer holds
/// all that A writes.
KernelSettings
MakeSettings()
{
    KernelSettings settings;
    settings.sysctls = {{"tcp_no_metrics_save", "1"}, {"tcp_wmem", "4096 4194304 4194304"}};
    return settings;
}

/// @return what the kernel says of a connection, if there is one
std::optional<tcp_info>
Ask(int socket)
{
    tcp_info info{};
    socklen_t size = sizeof(info);
    const bool isThere =
        socket >= 0 && getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) == 0;
    return isThere ? std::optional(info) : std::nullopt;
}

/// @return what memory a connection has taken for what it received, and may take
std::array<uint32_t, 2>
AskMemory(int socket)
{
    std::array<uint32_t, SK_MEMINFO_RCVBUF + 1> memory{};
    socklen_t size = sizeof(memory);
    getsockopt(socket, SOL_SOCKET, SO_MEMINFO, memory.data(), &size);
    return {memory[SK_MEMINFO_RMEM_ALLOC], memory[SK_MEMINFO_RCVBUF]};
}

/// @return of this kernel, such as 6.1
std::string
GetRelease()
{
    utsname kernel;
    Must(uname(&kernel), "uname");
    const std::string release = kernel.release;
    return release.substr(0, release.find('.', release.find('.') + 1));
}

} // namespace

void
FatedPath::Enter(int64_t now, End from, TcpPacket packet)
{
    // Linux sets that flag by how its application's octets were copied, and its receiver
    // acknowledges by it.
    packet.octets[FLAGS] &= ~PUSH;
    packet.octets[CHECKSUM] = packet.octets[CHECKSUM + 1] = 0; // KernelNetwork::Write() makes it
    auto& way = m_ways[from];
    const auto fate = m_fate.Meet(from, ++way.count);
    const auto words = Fate::Describe(from, way.count, fate);
    m_packets += (m_packets.empty() || words.empty() ? "" : ",") + words;
    if (fate.isLost)
    {
        return;
    }
    if (fate.isMarked && packet.ecn != NOT_CAPABLE)
    {
        packet.ecn = MARKED;
    }
    const auto bits = int64_t(packet.octets.size() + IP_HEADER) * 8;
    way.free = std::max(way.free, now);
    way.free += m_fate.rate > 0 ? bits * MILLISECOND / m_fate.rate : 0;
    const auto at = way.free + (m_fate.delay + fate.late) * MICROSECOND;
    const auto passed = TakePassed(way);
    if (fate.overtaken > 0)
    {
        way.held.push_back({fate.overtaken, packet});
    }
    else
    {
        Deliver(at, from, packet);
    }
    for (const auto& held : passed)
    {
        Deliver(at, from, held.packet);
    }
    for (uint32_t copy = 1; copy <= fate.copies; ++copy)
    {
        Deliver(at + copy * MILLISECOND, from, packet);
    }
}

std::vector<FatedPath::Held>
FatedPath::TakePassed(Way& way)
{
    std::vector<Held> passed;
    for (auto held = way.held.begin(); held != way.held.end();)
    {
        if (--held->packets > 0)
        {
            ++held;
            continue;
        }
        passed.push_back(std::move(*held));
        held = way.held.erase(held);
    }
    return passed;
}

void
FatedPath::Deliver(int64_t at, End from, const TcpPacket& packet)
{
    const auto batch = m_fate.way[from].batch * MICROSECOND;
    const auto time = batch > 0 ? (at + batch - 1) / batch * batch : at;
    m_under.push({time, ++m_turns, from, packet});
}

std::optional<int64_t>
FatedPath::GetNext() const
{
    return m_under.empty() ? std::nullopt : std::optional(m_under.top().time);
}

FatedPath::Arrival
FatedPath::Take()
{
    const auto first = m_under.top();
    m_under.pop();
    return first;
}

KernelFates::KernelFates(const std::string& control, bool notesState)
    : m_control(control),
      m_notesState(notesState)
{
    constexpr uint16_t mtu = 1500;
    for (const auto end : {A, B})
    {
        m_networks[end] = std::make_unique<KernelNetwork>(MakeSettings(),
                                                          mtu,
                                                          ADDRESSES[end],
                                                          ADDRESSES[Other(end)]);
    }
}

Recording
KernelFates::Meet(const Fate& fate)
{
    Begin(fate);
    while (!IsOver() && GetNow() < MOST)
    {
        Wait();
        Step();
    }
    m_recording.isOver = IsOver();
    m_recording.packets = m_path->GetPackets();
    Forget();
    return std::move(m_recording);
}

void
KernelFates::Begin(const Fate& fate)
{
    m_fate = &fate;
    m_path = std::make_unique<FatedPath>(fate);
    m_recording = {m_control, GetRelease(), fate, "", {}, false};
    m_applications = {};
    const std::map<std::string, std::string> sysctls{
        {"tcp_timestamps", std::to_string(fate.timestamps)},
        {"tcp_sack", std::to_string(fate.sack)},
        {"tcp_ecn", std::to_string(fate.ecn)}};
    const auto mtu = fate.mss + IP_HEADER + TCP_HEADER + (fate.timestamps ? TIMESTAMPS : 0);
    for (const auto& network : m_networks)
    {
        network->Configure(sysctls, static_cast<uint16_t>(mtu));
    }
    const auto address = MakeAddress(ADDRESSES[B], ++m_port);
    const auto* ip = reinterpret_cast<const sockaddr*>(&address);
    m_listening = MakeSocket(B);
    Must(bind(m_listening, ip, sizeof(address)), "bind");
    Must(listen(m_listening, 1), "listen");
    m_applications[A].socket = MakeSocket(A);
    m_applications[A].left = fate.octets;
    m_beginning = segmentscript::AwaitTurn(TURN);
    Note(B, EndEvent::Kind::OPEN, 0);
    Note(A, EndEvent::Kind::OPEN, 0);
    if (connect(m_applications[A].socket, ip, sizeof(address)) != 0 && errno != EINPROGRESS)
    {
        Must(-1, "connect");
    }
}

int
KernelFates::MakeSocket(End end) const
{
    m_networks[end]->Enter();
    const int made = Must(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), "socket");
    const int one = 1;
    Must(setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)), "TCP_NODELAY");
    Must(setsockopt(made, IPPROTO_TCP, TCP_CONGESTION, m_control.data(), m_control.size()),
         "TCP_CONGESTION");
    return made;
}

void
KernelFates::Wait() const
{
    auto next = MOST;
    for (const auto& application : m_applications)
    {
        next = std::min(next, application.next);
    }
    next = std::min(next, m_path->GetNext().value_or(next));
    m_alarm.Wait(std::max(next, GetNow()) + m_beginning,
                 {m_networks[A]->GetDescriptor(), m_networks[B]->GetDescriptor()});
}

void
KernelFates::Step()
{
    Collect(A);
    Collect(B);
    while (m_path->GetNext() && *m_path->GetNext() <= GetNow())
    {
        const auto arrival = m_path->Take();
        const auto to = Other(arrival.from);
        Note(to, EndEvent::Kind::ARRIVED, arrival.packet);
        m_networks[to]->Write(arrival.packet);
        Collect(to);
        Act(to);
        NoteState(to);
    }
    for (const auto end : {A, B})
    {
        if (m_applications[end].next <= GetNow())
        {
            Act(end);
        }
    }
}

void
KernelFates::Collect(End end)
{
    pollfd waiting{m_networks[end]->GetDescriptor(), POLLIN, 0};
    while (poll(&waiting, 1, 0) > 0)
    {
        auto packet = m_networks[end]->Read();
        // What was left of an earlier connection does not count.
        if (packet && ReadPort(*packet, end == A ? 2 : 0) == m_port)
        {
            Note(end, EndEvent::Kind::SENT, *packet);
            m_path->Enter(GetNow(), end, std::move(*packet));
        }
    }
}

void
KernelFates::Act(End end)
{
    if (!m_applications[end].isConnected)
    {
        end == A ? Connect() : Accept();
    }
    if (m_applications[end].isConnected)
    {
        end == A ? WriteDue() : ReadDue();
    }
    Collect(end);
}

void
KernelFates::Connect()
{
    auto& application = m_applications[A];
    const auto info = Ask(application.socket);
    application.isConnected = info && info->tcpi_state == TCP_ESTABLISHED;
    application.next = application.isConnected ? GetNow() : NEVER;
}

void
KernelFates::Accept()
{
    auto& application = m_applications[B];
    application.socket = accept4(m_listening, nullptr, nullptr, SOCK_NONBLOCK);
    application.isConnected = application.socket >= 0;
    if (application.isConnected)
    {
        application.next = GetNow() + m_fate->readFrom * MICROSECOND;
        if (m_fate->closeEarly)
        {
            Close(B);
        }
    }
}

void
KernelFates::WriteDue()
{
    auto& application = m_applications[A];
    if (application.hasClosed || application.next > GetNow())
    {
        return;
    }
    if (application.left > 0)
    {
        const auto most = m_fate->piece > 0 ? m_fate->piece : application.left;
        const std::vector<uint8_t> octets(std::min(most, application.left));
        Note(A, EndEvent::Kind::WRITE, static_cast<uint32_t>(octets.size()));
        const auto sent = send(application.socket, octets.data(), octets.size(), MSG_NOSIGNAL);
        if (sent != static_cast<ssize_t>(octets.size()))
        {
            // The connection has broken.
            application.left = 0;
            application.next = NEVER;
            return;
        }
        application.left -= static_cast<uint32_t>(octets.size());
        const auto pause = application.left > 0 ? m_fate->every : m_fate->closeAfter;
        application.next = GetNow() + pause * MICROSECOND;
    }
    if (application.left == 0 && application.next <= GetNow())
    {
        Close(A);
    }
}

void
KernelFates::ReadDue()
{
    auto& application = m_applications[B];
    const bool readsAll = m_fate->read == 0;
    if (application.next <= GetNow())
    {
        application.readsAll = readsAll;
        application.next = readsAll ? NEVER : GetNow() + m_fate->readEvery * MICROSECOND;
    }
    else if (!application.readsAll)
    {
        return;
    }
    constexpr std::size_t chunk = 65536;
    std::vector<uint8_t> octets(readsAll ? chunk : m_fate->read);
    ssize_t got = 0;
    do
    {
        got = recv(application.socket, octets.data(), octets.size(), 0);
        if (got > 0)
        {
            Note(B, EndEvent::Kind::READ, static_cast<uint32_t>(got));
        }
    } while (got > 0 && readsAll);
    if (got == 0 || (got < 0 && errno != EAGAIN))
    {
        application.next = NEVER;
        Close(B);
    }
}

void
KernelFates::Close(End end)
{
    auto& application = m_applications[end];
    if (!std::exchange(application.hasClosed, true))
    {
        application.next = end == A ? NEVER : application.next;
        Note(end, EndEvent::Kind::CLOSE, 0);
        shutdown(application.socket, SHUT_WR);
    }
}

bool
KernelFates::IsClosed(End end) const
{
    const auto info = Ask(m_applications[end].socket);
    return !info || info->tcpi_state == TCP_CLOSE;
}

bool
KernelFates::IsOver() const
{
    return !m_path->GetNext() && IsClosed(A) && IsClosed(B);
}

void
KernelFates::Forget()
{
    const linger reset{1, 0};
    for (const int socket : {m_applications[A].socket, m_applications[B].socket, m_listening})
    {
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
        close(socket);
    }
    for (const auto& network : m_networks)
    {
        while (network->Read())
        {
        }
    }
}

int64_t
KernelFates::GetNow() const
{
    return segmentscript::ReadClock() - m_beginning;
}

void
KernelFates::Note(End end, EndEvent::Kind kind, uint32_t octets)
{
    m_recording.events.push_back({GetNow(), end, kind, octets, 0, {}});
}

void
KernelFates::Note(End end, EndEvent::Kind kind, const TcpPacket& packet)
{
    const auto header = HeaderSize(packet);
    const auto behind = packet.octets.begin() + static_cast<std::ptrdiff_t>(header);
    m_recording.events.push_back({GetNow(),
                                  end,
                                  kind,
                                  static_cast<uint32_t>(packet.octets.size() - header),
                                  packet.ecn,
                                  {packet.octets.begin(), behind}});
}

void
KernelFates::NoteState(End end)
{
    const auto info = Ask(m_applications[end].socket);
    if (!m_notesState || !info)
    {
        return;
    }
    const auto memory = AskMemory(m_applications[end].socket);
    EndEvent event{GetNow(), end, EndEvent::Kind::STATE, 0, 0, {}};
    const std::array<uint32_t, STATE_NUMBERS.size()> numbers{info->tcpi_snd_cwnd,
                                                             info->tcpi_snd_ssthresh,
                                                             info->tcpi_ca_state,
                                                             info->tcpi_unacked,
                                                             info->tcpi_sacked,
                                                             info->tcpi_lost,
                                                             info->tcpi_rto,
                                                             info->tcpi_rtt,
                                                             info->tcpi_ato,
                                                             info->tcpi_rcv_mss,
                                                             info->tcpi_rcv_ssthresh,
                                                             info->tcpi_rcv_rtt,
                                                             info->tcpi_rcv_space,
                                                             memory[0],
                                                             memory[1]};
    for (const auto number : numbers)
    {
        for (const int shift : {24, 16, 8, 0})
        {
            event.header.push_back(static_cast<uint8_t>(number >> shift));
        }
    }
    m_recording.events.push_back(event);
}

void
RecordFates(const std::string& control, const std::string& file, bool notesState, std::ostream& os)
{
    std::ifstream lines(file);
    if (!lines)
    {
        throw std::runtime_error(file + " cannot be read");
    }
    KernelFates kernel(control, notesState);
    for (std::string words; std::getline(lines, words);)
    {
        const auto fate = Fate::Read(words);
        if (!fate)
        {
            throw std::runtime_error("these are no words of a fate: " + words);
        }
        Write(os, kernel.Meet(*fate));
    }
}

} // namespace fates
