/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kernel-stage.h"

#include "../support/stream-pattern.h"
#include "kernel-calls.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <fstream>
#include <netinet/in.h>
#include <poll.h>
#include <sstream>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

namespace segmentscript
{

using impaired::MakePattern;
using impaired::STREAM_A;
using impaired::STREAM_B;

namespace
{

/// A tick of the kernel's timers, and that of what waits for it.
constexpr int64_t TICKS = 2 * MILLISECOND;
/// Timers turn on a wheel, and are late by up to this part of their length.
constexpr int64_t WHEEL = 8;

/// What ns-3 calls a state of /proc/net/tcp.
std::string
NameState(unsigned number)
{
    static const char* const names[] = {"CLOSED",
                                        "ESTABLISHED",
                                        "SYN_SENT",
                                        "SYN_RCVD",
                                        "FIN_WAIT_1",
                                        "FIN_WAIT_2",
                                        "TIME_WAIT",
                                        "CLOSED",
                                        "CLOSE_WAIT",
                                        "LAST_ACK",
                                        "LISTEN",
                                        "CLOSING",
                                        "SYN_RCVD"};
    return number < std::size(names) ? names[number] : "unknown";
}

int64_t
ToResult(ssize_t result)
{
    return result < 0 ? -1 : static_cast<int64_t>(result);
}

} // namespace

KernelStage::KernelStage(const Script& script)
    : m_settings(TranslateSettings(script)),
      m_isn(script.isn),
      m_network(m_settings, script.mtu),
      m_beginning(AwaitTurn()),
      m_wire(m_isn, static_cast<uint32_t>(m_beginning / MILLISECOND))
{
}

KernelStage::~KernelStage()
{
    close(m_socket);
    close(m_listening);
}

int64_t
KernelStage::GetTime() const
{
    return ReadClock() - m_beginning;
}

std::vector<Capture>
KernelStage::Drain()
{
    std::vector<Capture> captures;
    pollfd waiting{m_network.GetDescriptor(), POLLIN, 0};
    while (poll(&waiting, 1, 0) > 0)
    {
        if (const auto packet = m_network.Read())
        {
            captures.push_back(m_wire.Understand(packet->octets, packet->ecn, GetTime()));
        }
    }
    Notice();
    return captures;
}

void
KernelStage::Wait(int64_t until)
{
    m_alarm.Wait(std::max<int64_t>(until, 1) + m_beginning, {m_network.GetDescriptor()});
}

void
KernelStage::Inject(const Segment& segment)
{
    m_network.Write({segment.ecn.value_or(0), m_wire.Encode(segment)});
    Notice();
}

int
KernelStage::MakeSocket() const
{
    const int made = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    for (const auto& option : m_settings.options)
    {
        if (setsockopt(made, option.level, option.name, &option.value, sizeof(option.value)) != 0)
        {
            throw std::system_error(errno, std::generic_category(), "setsockopt");
        }
    }
    return made;
}

int64_t
KernelStage::Connect()
{
    close(m_socket);
    m_socket = MakeSocket();
    m_known = true;
    m_opening = true;
    m_written = 0;
    m_read = 0;
    m_wire.Restart();
    const auto to = MakeAddress(KernelNetwork::PEER_ADDRESS, ScriptedWire::SERVER_PORT);
    const int result = connect(m_socket, reinterpret_cast<const sockaddr*>(&to), sizeof(to));
    return result == 0 || errno == EINPROGRESS ? 0 : -1;
}

int64_t
KernelStage::Listen()
{
    m_wire.AwaitPeer();
    m_listening = MakeSocket();
    const auto at = MakeAddress(KernelNetwork::SOCKET_ADDRESS, ScriptedWire::SERVER_PORT);
    const int bound = bind(m_listening, reinterpret_cast<const sockaddr*>(&at), sizeof(at));
    return bound == 0 ? listen(m_listening, 8) : bound;
}

int64_t
KernelStage::Send(uint64_t octets)
{
    const auto data = MakePattern(STREAM_A, m_written, static_cast<uint32_t>(octets));
    const auto sent = send(m_socket, data.data(), data.size(), MSG_NOSIGNAL);
    m_written += std::max<ssize_t>(sent, 0);
    return ToResult(sent);
}

int64_t
KernelStage::Receive(uint64_t octets)
{
    std::vector<uint8_t> data(octets);
    const auto got = recv(m_socket, data.data(), data.size(), 0);
    data.resize(std::max<ssize_t>(got, 0));
    const bool right = data == MakePattern(STREAM_B, m_read, static_cast<uint32_t>(data.size()));
    m_read += data.size();
    return right ? ToResult(got) : -2;
}

std::optional<int64_t>
KernelStage::Call(const std::vector<std::string>& call)
{
    const auto& name = call.front();
    if (name == "connect")
    {
        return Connect();
    }
    if (name == "listen")
    {
        return Listen();
    }
    if (!HasSocket())
    {
        return std::nullopt;
    }
    if (name == "send")
    {
        return Send(std::stoull(call[1]));
    }
    if (name == "recv")
    {
        return Receive(std::stoull(call[1]));
    }
    if (name == "shutdown")
    {
        return shutdown(m_socket, call[1] == "send" ? SHUT_WR : SHUT_RD);
    }
    const int result = close(m_socket);
    m_socket = -1;
    return result;
}

bool
KernelStage::HasSocket() const
{
    return m_known;
}

void
KernelStage::Notice()
{
    const int accepted = accept4(m_listening, nullptr, nullptr, SOCK_NONBLOCK);
    if (accepted >= 0)
    {
        m_socket = accepted;
        m_known = true;
        ++m_counts["accepts"];
    }
    pollfd socket{m_socket, POLLOUT, 0};
    if (m_socket < 0 || poll(&socket, 1, 0) <= 0)
    {
        return;
    }
    int error = 0;
    socklen_t size = sizeof(error);
    getsockopt(m_socket, SOL_SOCKET, SO_ERROR, &error, &size);
    m_counts[m_opening ? "refusals" : "errors"] += error != 0;
    m_counts["connects"] += m_opening && error == 0;
    m_opening = false;
}

std::string
KernelStage::GetState() const
{
    std::ifstream table("/proc/net/tcp");
    std::string line;
    std::getline(table, line);
    std::string state = NameState(0);
    while (std::getline(table, line))
    {
        std::istringstream words(line);
        std::string number;
        std::string local;
        std::string remote;
        unsigned value = 0;
        words >> number >> local >> remote >> std::hex >> value;
        const auto name = NameState(value);
        state = name == "LISTEN" ? state : name;
    }
    return state;
}

std::optional<std::string>
KernelStage::Ask(const std::string& name)
{
    Notice();
    if (name == "state")
    {
        return GetState();
    }
    if (name == "readable")
    {
        int octets = 0;
        ioctl(m_socket, FIONREAD, &octets);
        return std::to_string(octets);
    }
    const auto count = m_counts.find(name);
    return count == m_counts.end() ? std::nullopt : std::optional(std::to_string(count->second));
}

std::optional<Disagreement>
RunScriptWithKernel(Script script)
{
    for (auto& event : script.events)
    {
        if (event.kind == Kind::SOCKET)
        {
            event.span += TICKS + (event.relative ? event.time / WHEEL : 0);
        }
    }
    KernelStage stage(script);
    ScriptPlay play(script, stage);
    while (const auto next = play.Advance())
    {
        stage.Wait(*next);
        for (const auto& capture : stage.Drain())
        {
            play.Take(capture);
        }
    }
    return play.GetDisagreement();
}

} // namespace segmentscript
