/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How large SndBufSize and RcvBufSize must be on a path, and what the present ones allow (B5).

#include "lib/dumbbell-experiment.h"

#include "ns3/abort.h"
#include "ns3/advertised-window.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/tcp-buffer-helper.h"

#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

constexpr double MEGA = 1e6;

/// Octets of headers on the simulated links: TCP, timestamps, IPv4, PPP.
constexpr uint32_t TCP_IP_PPP = 20 + 20 + 2;
constexpr uint32_t TIMESTAMPS = 12;

/// What DumbbellExperiment simulates.
constexpr uint32_t MAX_QUEUE = 10'000'000;
constexpr uint32_t MAX_SSTHRESH = 10'000;

/// Access links of the simulation are this much faster, so that they take next to no time.
constexpr uint64_t ACCESS_SPEED = 100;

/// What the user asks for.
struct Question
{
    std::string id{"advice"};       //!< experiment in the first column
    uint32_t path{0};               //!< number of the path, or 0
    DataRate rate{"1Gbps"};         //!< of the bottleneck
    Time rtt{"100ms"};              //!< twice the delays
    QueueSize buffer{"100p"};       //!< of the bottleneck
    std::string variant{"sack"};    //!< a preset's name or `aimd`
    std::string recovery{"sack"};   //!< of `aimd`
    double increase{0.01};          //!< of `aimd`
    double decrease{0.125};         //!< of `aimd`
    std::string socket;             //!< the senders' socket, or empty
    uint32_t segmentSize{1448};     //!< payload
    uint32_t delayedAck{2};         //!< segments each ACK
    bool timestamps{true};          //!< their option in each segment
    TcpBufferHelper::Sizes sizes{}; //!< the present ones
    bool simulate{false};           //!< run it, too
    uint32_t initialSsthresh{0};    //!< of the simulation, segments
    Time from{"20s"};               //!< measure from
    Time to{"60s"};                 //!< measure to
};

void
AddOptions(CommandLine& cmd, Question& question)
{
    cmd.AddValue("id", "Experiment in the first column", question.id);
    cmd.AddValue("path",
                 "Number of the path, to print path=NUMBER instead of its parameters",
                 question.path);
    cmd.AddValue("rate", "Rate of the bottleneck, 1 kbit/s to 1 Tbit/s", question.rate);
    cmd.AddValue("rtt",
                 "Round trip of a small packet without queueing, twice the sum of the delays, up "
                 "to 1000 s",
                 question.rtt);
    cmd.AddValue("buffer",
                 "Queue of the bottleneck in packets (100p) or octets (150kB)",
                 question.buffer);
    cmd.AddValue("variant",
                 "One of " + TcpVariantPreset::GetNames() + ", or aimd for ns3::TcpGeneralAimd",
                 question.variant);
    cmd.AddValue("recovery", "Recovery of aimd: newreno or sack", question.recovery);
    cmd.AddValue("increase", "a of aimd, packets per ACK, [1e-6, 1]", question.increase);
    cmd.AddValue("decrease", "b of aimd, part of the window, [0.001, 0.999]", question.decrease);
    cmd.AddValue("segmentSize", "Payload of a segment in octets, 1 to 60000", question.segmentSize);
    cmd.AddValue("delayedAck", "Segments each ACK, 1 to 1000", question.delayedAck);
    cmd.AddValue("timestamps", "Segments carry the timestamp option", question.timestamps);
    cmd.AddValue("sndBuf", "Present SndBufSize in octets", question.sizes.sndBufSize);
    cmd.AddValue("rcvBuf", "Present RcvBufSize in octets", question.sizes.rcvBufSize);
    cmd.AddValue("simulate",
                 "Also simulate a bulk flow with the present sizes, and print its goodput",
                 question.simulate);
    cmd.AddValue("socket",
                 "The simulated sender's socket: " + TcpVariantPreset::GetSocketNames() +
                     "; empty for the variant's own",
                 question.socket);
    cmd.AddValue("initialSsthresh",
                 "Initial slow start threshold of the simulation in segments; 0 is no limit",
                 question.initialSsthresh);
    cmd.AddValue("from", "Begin of the simulation's measurement", question.from);
    cmd.AddValue("to", "End of it", question.to);
}

void
Check(const Question& question)
{
    NS_ABORT_MSG_UNLESS(question.recovery == "newreno" || question.recovery == "sack",
                        "--recovery must be newreno or sack, not '" << question.recovery << "'");
    NS_ABORT_MSG_UNLESS(question.from >= Time(0) && question.from < question.to,
                        "--from must not be negative and must lie before --to");
    for (const auto& [name, size] : {std::pair("--sndBuf", question.sizes.sndBufSize),
                                     std::pair("--rcvBuf", question.sizes.rcvBufSize)})
    {
        NS_ABORT_MSG_UNLESS(size >= question.segmentSize && size <= MAX_ADVERTISED_WINDOW,
                            name << " must lie in [segmentSize, " << MAX_ADVERTISED_WINDOW
                                 << "] octets, not " << size);
    }
    if (!question.simulate)
    {
        return;
    }
    NS_ABORT_MSG_UNLESS(question.buffer.GetUnit() == QueueSizeUnit::PACKETS &&
                            question.buffer.GetValue() <= MAX_QUEUE,
                        "--simulate needs --buffer in packets, 1p to " << MAX_QUEUE << "p");
    NS_ABORT_MSG_UNLESS(question.initialSsthresh <= MAX_SSTHRESH,
                        "--initialSsthresh must lie in [0, " << MAX_SSTHRESH << "] segments");
}

TcpBufferHelper
MakeHelper(const Question& question)
{
    TcpBufferHelper buffers;
    buffers.SetPath(question.rate, question.rtt, question.buffer);
    buffers.SetSegmentSize(question.segmentSize);
    buffers.SetHeaderSize(TCP_IP_PPP + (question.timestamps ? TIMESTAMPS : 0));
    buffers.SetDelayedAck(question.delayedAck);
    if (question.variant == "aimd")
    {
        buffers.SetAimd(question.recovery == "sack" ? TcpBufferModel::Recovery::SACK
                                                    : TcpBufferModel::Recovery::NEW_RENO,
                        question.increase,
                        question.decrease);
    }
    else
    {
        buffers.SetVariant(question.variant);
    }
    return buffers;
}

/// The command line of DumbbellExperiment for the path.
std::vector<std::string>
GetArguments(const Question& question)
{
    const auto option = [](const std::string& name, const auto& value) {
        std::ostringstream os;
        os << "--" << name << "=" << value;
        return os.str();
    };
    const DataRate access(question.rate.GetBitRate() * ACCESS_SPEED);
    const auto delay = std::to_string(question.rtt.GetNanoSeconds() / 2) + "ns";
    auto socket = question.socket;
    if (socket.empty() && question.variant == "aimd")
    {
        socket = "scoreboard-" + question.recovery;
    }
    std::vector<std::string> arguments{
        "buffer-advisor",
        option("rate", question.rate),
        option("delay", delay),
        option("queue", question.buffer.GetValue()),
        option("leftRate", access),
        option("rightRate", access),
        option("segmentSize", question.segmentSize),
        option("delayedAck", question.delayedAck),
        option("timestamps", question.timestamps),
        option("clockGranularity", "1ms"),
        option("initialWindow", 10),
        option("initialSsthresh", question.initialSsthresh),
        option("from", std::to_string(question.from.GetNanoSeconds()) + "ns"),
        option("to", std::to_string(question.to.GetNanoSeconds()) + "ns")};
    if (!socket.empty())
    {
        arguments.push_back(option("socket", socket));
    }
    return arguments;
}

/// Simulate a bulk flow with the present sizes.
void
Simulate(const Question& question, DumbbellExperiment& experiment)
{
    CommandLine cmd;
    experiment.AddOptions(cmd);
    cmd.Parse(GetArguments(question));
    Config::SetDefault("ns3::TcpGeneralAimd::Increase", DoubleValue(question.increase));
    Config::SetDefault("ns3::TcpGeneralAimd::Decrease", DoubleValue(question.decrease));
    const bool isAimd = question.variant == "aimd";
    const auto variant = experiment.MakeVariant(isAimd ? "ns3::TcpGeneralAimd" : question.variant);
    experiment.Build(1);
    // After Build(), which makes the buffers large; sockets are made when the applications start.
    TcpBufferHelper::SetDefaults(question.sizes);
    experiment.UseVariant(variant, 0, 1);
    experiment.Run();
}

/// Octets, and how many segments they hold.
std::string
Describe(const TcpBufferHelper::Sizes& sizes, uint32_t segmentSize)
{
    std::ostringstream os;
    os << "SndBufSize=" << sizes.sndBufSize << " RcvBufSize=" << sizes.rcvBufSize << " ("
       << sizes.sndBufSize / segmentSize << " segments)";
    return os.str();
}

std::string
DescribeRate(double bitRate)
{
    std::ostringstream os;
    os << std::setprecision(4) << bitRate / MEGA << " Mbit/s";
    return os.str();
}

/// The answer in words, as comments before the rows.
void
Advise(ResultWriter& writer, const Question& question, const TcpBufferHelper& buffers)
{
    const auto verdict = buffers.Check(question.sizes);
    std::ostringstream path;
    path << question.rate.GetBitRate() / MEGA << " Mbit/s, " << question.rtt.GetSeconds()
         << " s, queue " << question.buffer << ", segments of " << question.segmentSize
         << " octets, " << question.delayedAck << " each ACK, " << question.variant;
    writer.Describe("path", path.str());
    writer.Describe("present", Describe(question.sizes, question.segmentSize));
    std::ostringstream caps;
    caps << DescribeRate(verdict.cap) << " of " << DescribeRate(verdict.linkRate);
    writer.Describe("they allow", caps.str());
    std::ostringstream expected;
    expected << (verdict.isBound ? "at most " : "") << DescribeRate(verdict.expected)
             << ", limited by " << verdict.limit;
    writer.Describe("expected of a lone flow", expected.str());
    if (verdict.isBound)
    {
        writer.Describe("recovery starves",
                        "more than the link and its queue hold, less than recovery requires");
    }
    std::ostringstream cycle;
    cycle << std::setprecision(3) << verdict.cycle << " s";
    writer.Describe("to open the window again after an overflow", cycle.str());
    writer.Describe("least that caps nothing", Describe(buffers.GetLeast(), question.segmentSize));
    writer.Describe("required by loss recovery",
                    Describe(buffers.GetRequired(), question.segmentSize));
    if (buffers.GetRequiredOctets() > buffers.GetRequired().sndBufSize)
    {
        writer.Describe("beyond TCP's window",
                        "recovery requires " + std::to_string(buffers.GetRequiredOctets()) +
                            " octets");
    }
    std::ostringstream warning;
    if (buffers.Warn(question.sizes, warning))
    {
        const auto text = warning.str();
        writer.Describe("warning", text.substr(0, text.find('\n')));
    }
}

/// The point of the rows.
std::string
GetPoint(const Question& question)
{
    std::ostringstream x;
    if (question.path > 0)
    {
        x << "path=" << question.path;
        return x.str();
    }
    x << "rate=" << question.rate.GetBitRate() / MEGA << " rtt=" << question.rtt.GetSeconds()
      << " buffer=" << question.buffer.GetValue() << " sndbuf=" << question.sizes.sndBufSize
      << " rcvbuf=" << question.sizes.rcvBufSize << " segment=" << question.segmentSize
      << " delack=" << question.delayedAck;
    return x.str();
}

/// The variant in the rows.
std::string
GetLabel(const Question& question)
{
    return question.variant + (question.variant == "aimd" ? "-" + question.recovery : "") +
           (question.socket.empty() ? "" : "+" + question.socket);
}

/// The answer in numbers.
void
WriteAdvice(ResultWriter& writer, const Question& question, const TcpBufferHelper& buffers)
{
    const auto verdict = buffers.Check(question.sizes);
    const auto row = [&](const char* quantity, const char* unit, double value) {
        writer.Row(quantity, GetLabel(question), GetPoint(question), unit, value);
    };
    row("link", "Mbit/s", verdict.linkRate / MEGA);
    row("cap", "Mbit/s", verdict.cap / MEGA);
    row("expected", "Mbit/s", verdict.expected / MEGA);
    row("cycle", "s", verdict.cycle);
    row("least_sndbuf", "octets", buffers.GetLeast().sndBufSize);
    row("least_rcvbuf", "octets", buffers.GetLeast().rcvBufSize);
    row("required_sndbuf", "octets", buffers.GetRequired().sndBufSize);
    row("required_rcvbuf", "octets", buffers.GetRequired().rcvBufSize);
}

/// What the simulated flow got, beside the answer.
void
WriteSimulation(ResultWriter& writer,
                const Question& question,
                const TcpBufferHelper& buffers,
                const FlowRecorder& flow)
{
    const auto verdict = buffers.Check(question.sizes);
    const double goodput = flow.GetThroughput(question.from, question.to);
    const auto row = [&](const char* quantity, const char* unit, double value) {
        writer.Row(quantity, GetLabel(question), GetPoint(question), unit, value);
    };
    row("goodput", "Mbit/s", goodput / MEGA);
    row(verdict.isBound ? "goodput_to_bound" : "goodput_to_expected",
        "1",
        goodput / verdict.expected);
    row("goodput_to_cap", "1", goodput / verdict.cap);
    row("recoveries", "1", flow.GetRecoveries().size());
    row("timeouts", "1", flow.GetTimeouts().size());
}

} // namespace

int
main(int argc, char* argv[])
{
    Question question;
    question.sizes = TcpBufferHelper::GetDefaultSizes();
    CommandLine cmd(__FILE__);
    cmd.Usage("How large TCP's SndBufSize and RcvBufSize must be on a path, and what the present "
              "ones allow. Prints advice as comments, then CSV.");
    AddOptions(cmd, question);
    cmd.Parse(argc, argv);
    Check(question);

    const auto buffers = MakeHelper(question);
    DumbbellExperiment experiment;
    if (question.simulate)
    {
        Simulate(question, experiment);
    }

    ResultWriter writer(std::cout, question.id);
    Advise(writer, question, buffers);
    WriteAdvice(writer, question, buffers);
    if (question.simulate)
    {
        WriteSimulation(writer, question, buffers, experiment.GetFlow(0));
        Simulator::Destroy();
    }
    return 0;
}
