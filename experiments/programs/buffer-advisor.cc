/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How large SndBufSize and RcvBufSize must be on a path, and what the present ones allow (B5).

#include "lib/dumbbell-experiment.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/tcp-buffer-helper.h"
#include "ns3/tcp-buffer-model.h"

#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{
constexpr double MEGA = 1e6;

/// Octets of headers on the simulated links: TCP, IPv4, PPP; and TCP's option for timestamps.
constexpr uint32_t TCP_IP_PPP = 20 + 20 + 2;
constexpr uint32_t TIMESTAMPS = 12;

/// Access links of the simulation are this much faster, so that they take next to no time.
constexpr uint64_t ACCESS_SPEED = 100;

const std::string AIMD = "aimd";

/// What the user asks for.
struct Question
{
    DataRate rate{"1Gbps"};         //!< of the bottleneck
    Time rtt{"100ms"};              //!< twice the delays
    QueueSize buffer{"100p"};       //!< of the bottleneck
    std::string variant{"sack"};    //!< a preset's name or `aimd`
    std::string recovery{"sack"};   //!< of `aimd`
    double increase{0.01};          //!< of `aimd`
    double decrease{0.125};         //!< of `aimd`
    TcpBufferHelper::Sizes sizes{}; //!< the present ones
    bool simulate{false};           //!< run it, too
    DumbbellSetUp setUp;            //!< of the simulation

    Question();

    OptionTable GetOptions();

    void AddVariants(OptionTable& options);

    /// @brief Take ns-3's own sizes where none are given. @return what is wrong, or nothing
    std::string CompleteSizes();

    bool IsAimd() const
    {
        return variant == AIMD;
    }
};

Question::Question()
{
    setUp.sockets.sizes.segment = 1448;
    setUp.sockets.delayedAck = 2;
    setUp.sockets.timestamps = true;
    setUp.sockets.timer.granularity = MilliSeconds(1);
    setUp.sockets.sizes.initialWindow = 10;
    setUp.measurement.from = Seconds(20);
    setUp.measurement.to = Seconds(60);
}

OptionTable
Question::GetOptions()
{
    // The ranges are those of TcpBufferHelper.
    OptionTable options;
    options.Add("rate", "Rate of the bottleneck, 1 kbit/s to 1 Tbit/s", rate).In(1e3, 1e12);
    options
        .Add("rtt",
             "Round trip of a small packet without queueing, twice the sum of the delays, up to "
             "1000 s",
             rtt)
        .Above(0)
        .AtMost(1000);
    const auto isSimulated = [this] {
        return buffer.GetUnit() == QueueSizeUnit::PACKETS && buffer.GetValue() <= MAX_QUEUE;
    };
    options.Add("buffer", "Queue of the bottleneck in packets (100p) or octets (150kB)", buffer)
        .AtLeast(1)
        .Must([this, isSimulated] { return !simulate || isSimulated(); },
              "be in packets for --simulate, 1p to " + std::to_string(MAX_QUEUE) + "p");
    AddVariants(options);
    options.Add("sndBuf", "Present SndBufSize in octets; 0 for ns-3's", sizes.sndBufSize);
    options.Add("rcvBuf", "Present RcvBufSize in octets; 0 for ns-3's", sizes.rcvBufSize);
    options.AddCheck([this] { return CompleteSizes(); });
    options
        .Add("simulate",
             "Also simulate a bulk flow with the present sizes, and print its goodput",
             simulate)
        .Undescribed();
    auto sockets = setUp.sockets.GetOptions();
    sockets.Keep({"segmentSize", "delayedAck", "timestamps", "socket", "initialSsthresh"});
    options.Add(std::move(sockets));
    auto measurement = setUp.measurement.GetOptions();
    measurement.Keep({"from", "to"});
    options.Add(std::move(measurement));
    return options;
}

void
Question::AddVariants(OptionTable& options)
{
    options.Add("variant",
                "One of " + TcpBufferHelper::GetVariantNames() +
                    ", or aimd for ns3::TcpGeneralAimd",
                variant);
    options.AddCheck([this] {
        const bool isKnown = IsAimd() || TcpBufferHelper::HasVariant(variant);
        return isKnown ? ""
                       : "--variant must be one of " + TcpBufferHelper::GetVariantNames() +
                             " or aimd, not '" + variant + "'";
    });
    options.AddCheck("variant", [this] {
        return IsAimd() || !simulate ? "" : TcpVariantPreset::FindFault(variant);
    });
    options.Add("recovery", "Recovery of aimd: newreno or sack", recovery)
        .Among({"newreno", "sack"});
    options.Add("increase", "a of aimd, packets per ACK, [1e-6, 1]", increase).In(1e-6, 1);
    options.Add("decrease", "b of aimd, part of the window, [0.001, 0.999]", decrease)
        .In(0.001, 0.999);
}

std::string
Question::CompleteSizes()
{
    const auto defaults = TcpBufferHelper::GetDefaultSizes();
    for (const auto& [name, size, ofNs3] :
         {std::tuple("--sndBuf", &sizes.sndBufSize, defaults.sndBufSize),
          std::tuple("--rcvBuf", &sizes.rcvBufSize, defaults.rcvBufSize)})
    {
        *size = *size > 0 ? *size : ofNs3;
        if (*size < setUp.sockets.sizes.segment || *size > MAX_ADVERTISED_WINDOW)
        {
            return std::string(name) + " must lie in [segmentSize, " +
                   std::to_string(MAX_ADVERTISED_WINDOW) + "] octets, not " + std::to_string(*size);
        }
    }
    return "";
}

TcpBufferHelper
MakeHelper(const Question& question)
{
    TcpBufferHelper buffers;
    buffers.SetPath(question.rate, question.rtt, question.buffer);
    buffers.SetSegmentSize(question.setUp.sockets.sizes.segment);
    buffers.SetHeaderSize(TCP_IP_PPP + (question.setUp.sockets.timestamps ? TIMESTAMPS : 0));
    buffers.SetDelayedAck(question.setUp.sockets.delayedAck);
    if (question.IsAimd())
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

std::unique_ptr<DumbbellExperiment>
Simulate(Question& question)
{
    auto& path = question.setUp.path;
    auto& sockets = question.setUp.sockets;
    path.rate = question.rate;
    path.delay = question.rtt / 2;
    path.queue = question.buffer.GetValue();
    path.left.rate = path.right.rate = DataRate(question.rate.GetBitRate() * ACCESS_SPEED);
    if (sockets.socket.empty() && question.IsAimd())
    {
        sockets.socket = "scoreboard-" + question.recovery;
    }
    Config::SetDefault("ns3::TcpGeneralAimd::Increase", DoubleValue(question.increase));
    Config::SetDefault("ns3::TcpGeneralAimd::Decrease", DoubleValue(question.decrease));
    auto experiment = std::make_unique<DumbbellExperiment>(question.setUp);
    // Afterwards, since the run makes the buffers large; sockets are made when it starts.
    TcpBufferHelper::SetDefaults(question.sizes);
    experiment->UseVariant(question.IsAimd() ? "ns3::TcpGeneralAimd" : question.variant);
    experiment->Run();
    return experiment;
}

/// Octets, and how many segments they hold.
std::string
Describe(const TcpBufferHelper::Sizes& sizes, uint32_t segmentSize)
{
    return "SndBufSize=" + std::to_string(sizes.sndBufSize) +
           " RcvBufSize=" + std::to_string(sizes.rcvBufSize) + " (" +
           std::to_string(sizes.sndBufSize / segmentSize) + " segments)";
}

std::string
DescribeRate(double bitRate)
{
    std::ostringstream os;
    os << std::setprecision(4) << bitRate / MEGA << " Mbit/s";
    return os.str();
}

/// Why the present sizes should change; empty if they should not.
std::string
GetFault(const Question& question, const TcpBufferHelper& buffers)
{
    const auto verdict = buffers.Check(question.sizes);
    std::ostringstream os;
    if (verdict.capsThroughput)
    {
        os << "the present " << verdict.limit << " caps the goodput at "
           << DescribeRate(verdict.cap) << " of " << DescribeRate(verdict.linkRate);
    }
    else if (verdict.starvesRecovery)
    {
        os << "with the present ones a loss stops the sender";
    }
    return os.str();
}

/// The one recommendation, why, and what the smaller number beside it is good for.
void
Recommend(std::ostream& os, const Question& question, const TcpBufferHelper& buffers)
{
    const auto line = [&os](const std::string& key, const std::string& text) {
        os << "# " << key << ": " << text << "\n";
    };
    const auto segmentSize = question.setUp.sockets.sizes.segment;
    const auto fault = GetFault(question, buffers);
    const auto required = buffers.GetRequired();
    const auto least = buffers.GetLeast();
    if (question.sizes.sndBufSize >= required.sndBufSize &&
        question.sizes.rcvBufSize >= required.rcvBufSize)
    {
        line("recommendation", "keep the present sizes");
        line("reason",
             fault.empty() ? "they neither cap the goodput nor starve recovery"
                           : fault + ", but TCP's window allows no more");
        return;
    }
    line("recommendation", "set " + Describe(required, segmentSize));
    line("reason", fault + "; these hold what is in flight and what recovery adds");
    if (buffers.GetRequiredOctets() > required.sndBufSize)
    {
        line("beyond TCP's window",
             "recovery would need " + std::to_string(buffers.GetRequiredOctets()) +
                 " octets; these are the largest that TCP's window allows");
    }
    if (least.sndBufSize < required.sndBufSize)
    {
        line("why not less",
             Describe(least, segmentSize) +
                 " cap nothing for a lone flow on a path that loses nothing else; "
                 "after a loss they stop the sender");
    }
}

/// What the answer is about and what the present sizes give, as comments before the rows.
void
DescribePath(ResultWriter& writer, const Question& question, const TcpBufferHelper& buffers)
{
    const auto verdict = buffers.Check(question.sizes);
    std::ostringstream path;
    path << question.rate.GetBitRate() / MEGA << " Mbit/s, " << question.rtt.GetSeconds()
         << " s, queue " << question.buffer << ", segments of "
         << question.setUp.sockets.sizes.segment << " octets, " << question.setUp.sockets.delayedAck
         << " each ACK, " << question.variant;
    writer.Describe("path", path.str());
    writer.Describe("present", Describe(question.sizes, question.setUp.sockets.sizes.segment));
    std::ostringstream expected;
    expected << (verdict.isBound ? "at most " : "") << DescribeRate(verdict.expected) << " of "
             << DescribeRate(verdict.linkRate) << ", limited by " << verdict.limit;
    writer.Describe("a lone flow with the present sizes", expected.str());
    std::ostringstream cycle;
    cycle << std::setprecision(3) << verdict.cycle << " s";
    writer.Describe("to open the window again after an overflow", cycle.str());
}

std::string
GetLabel(const Question& question)
{
    return question.variant + (question.IsAimd() ? "-" + question.recovery : "") +
           (question.setUp.sockets.socket.empty() ? "" : "+" + question.setUp.sockets.socket);
}

void
WriteAdvice(const VariantRows& row, const Question& question, const TcpBufferHelper& buffers)
{
    const auto verdict = buffers.Check(question.sizes);
    row("link", "Mbit/s", verdict.linkRate / MEGA);
    row("cap", "Mbit/s", verdict.cap / MEGA);
    row("expected", "Mbit/s", verdict.expected / MEGA);
    row("cycle", "s", verdict.cycle);
    row("least_sndbuf", "octets", buffers.GetLeast().sndBufSize);
    row("least_rcvbuf", "octets", buffers.GetLeast().rcvBufSize);
    row("required_sndbuf", "octets", buffers.GetRequired().sndBufSize);
    row("required_rcvbuf", "octets", buffers.GetRequired().rcvBufSize);
}

void
WriteSimulation(const VariantRows& row,
                const Question& question,
                const TcpBufferHelper& buffers,
                const FlowRecorder& flow)
{
    const auto verdict = buffers.Check(question.sizes);
    const auto& [from, to, spread] = question.setUp.measurement;
    const double goodput = flow.GetThroughput(from, to);
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
    auto options = question.GetOptions();
    // Without arguments there is no path to advise on.
    std::vector<std::string> arguments(argv, argv + argc);
    if (argc == 1)
    {
        arguments.emplace_back("--help");
    }
    options.Parse("How large TCP's SndBufSize and RcvBufSize must be on a path, and what the "
                  "present ones allow. Prints the recommendation first, then the case and its "
                  "numbers as CSV. For example: buffer-advisor --rate=1Gbps --rtt=50ms "
                  "--buffer=3000p",
                  arguments);

    const auto buffers = MakeHelper(question);
    Recommend(std::cout, question, buffers);
    ResultWriter writer(std::cout);
    options.Describe(writer);
    DescribePath(writer, question, buffers);
    const VariantRows rows(writer, GetLabel(question));
    WriteAdvice(rows, question, buffers);
    if (question.simulate)
    {
        WriteSimulation(rows, question, buffers, Simulate(question)->GetFlow(0));
    }
    return 0;
}
