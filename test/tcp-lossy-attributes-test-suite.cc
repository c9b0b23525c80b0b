/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-impaired-connection.h"

#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

/**
 * All attributes of all TypeIds of ours, at their bounds and beyond: what is in range is taken and
 * read back, also from a copy, what is not is refused, as text and as a value, before a connection,
 * in the middle of it, and by the socket that accepts it.
 */
namespace
{

/// What an attribute takes and what it refuses.
struct Range
{
    std::vector<std::string> taken;   //!< the bounds and something between
    std::vector<std::string> refused; //!< just beyond; ns-3 itself aborts at what is no value
};

/// By name.
using Ranges = std::map<std::string, Range>;

const Range YES_OR_NO{{"true", "false"}, {"perhaps", "2"}};
const Range PROBABILITY{{"0", "0.5", "1"}, {"-1e-9", "1.000001"}};
const Range AT_LEAST_0{{"0", "1", "1e300"}, {"-1e-9"}};
const Range FACTOR{{"0.1", "0.5", "1"}, {"0.09999", "1.000001", "-0.5"}};
const Range SEGMENT{{"1", "536", "4294967295"}, {"0", "4294967296", "-1"}};
const Range SPAN{{"1ns", "500ms", "9000000000s"}, {"0s", "-1ns"}};
const Range SPAN_OR_0{{"0s", "1ns", "500ms"}, {"-1ns", "-1s"}};

/// All that there is, by TypeId.
const std::map<std::string, Ranges> ATTRIBUTES{
    {"ns3::AckLossModel", {{"SegmentSize", SEGMENT}}},
    {"ns3::MarkovErrorModel",
     {{"GoodInterval", SPAN},
      {"BadInterval", SPAN},
      {"StayGood", PROBABILITY},
      {"StayBad", PROBABILITY},
      {"GoodLoss", PROBABILITY},
      {"BadLoss", PROBABILITY}}},
    {"ns3::SegmentLossModel", {{"SegmentSize", SEGMENT}}},
    {"ns3::TcpDynamicRecovery",
     {{"ForgetRecoveryPoint", YES_OR_NO},
      {"LiteralRecoverDr", YES_OR_NO},
      {"DeflateFromFlight", YES_OR_NO},
      {"IgnoreFirstDuplicates", YES_OR_NO},
      {"GrowInAnyCase", YES_OR_NO},
      {"WatchDeflationOnly", YES_OR_NO},
      {"WatchWithinRoundTrip", YES_OR_NO}}},
    {"ns3::TcpFack", {{"Overdamping", YES_OR_NO}, {"WholeSegments", YES_OR_NO}}},
    {"ns3::TcpGeneralAimd",
     {{"Law", {{"Constant", "Classic"}, {}}},
      {"Increase", {{"1e-6", "0.01", "1"}, {"0", "9.9e-7", "1.000001"}}},
      {"Decrease", {{"0.001", "0.125", "0.999"}, {"0.00099", "0.9991", "1"}}}}},
    {"ns3::TcpKernelBbr", {{"DrawnPhases", {{"1", "7"}, {"0", "8"}}}}},
    {"ns3::TcpKernelCubic",
     {{"C", {{"0.001", "0.4", "100"}, {"0", "0.00099", "100.1"}}},
      {"Beta", {{"0.01", "0.7", "0.99"}, {"0", "0.0099", "0.991", "1"}}},
      {"FastConvergence", YES_OR_NO},
      {"HyStart", YES_OR_NO}}},
    {"ns3::TcpKernelRateRecovery", {}},
    {"ns3::TcpKernelReno", {}},
    {"ns3::TcpFackRecovery",
     {{"LostRetransmission", {{"Timeout", "Retransmit", "Wait"}, {}}},
      {"LatestSackOnly", YES_OR_NO}}},
    {"ns3::TcpNewRenoRecovery", {{"SlowButSteady", YES_OR_NO}, {"ForgetRecoveryPoint", YES_OR_NO}}},
    {"ns3::TcpOptionCompressedSack", {}},
    {"ns3::TcpOptionCompressedSackPermitted", {}},
    {"ns3::TcpProportionalRateRecovery", {}},
    {"ns3::TcpRackRecovery",
     {{"TailLossProbe", YES_OR_NO},
      {"MaxAckDelay", {{"0s", "40ms", "9000000000s"}, {"-1ns"}}},
      {"UndoNeedlessRepair", YES_OR_NO},
      {"UndoByTimestamps", YES_OR_NO},
      {"Frto", YES_OR_NO},
      {"FollowLinux", YES_OR_NO},
      {"SendingTick", {{"0s", "1us", "9000000000s"}, {"-1ns"}}}}},
    {"ns3::TcpRampdownRecovery", {}},
    {"ns3::TcpRenoRecovery", {{"RepeatedFastRetransmit", YES_OR_NO}, {"TimerBackoff", YES_OR_NO}}},
    {"ns3::TcpRfc6675Recovery",
     {{"FindLostRetransmissions", YES_OR_NO},
      {"RescueRetransmission", YES_OR_NO},
      {"SlowButSteady", YES_OR_NO}}},
    {"ns3::TcpSackRecovery",
     {{"HalfWindowLost", {{"Wait", "SlowStart"}, {}}}, {"LatestSackOnly", YES_OR_NO}}},
    {"ns3::TcpSackVeno",
     {{"Alpha", AT_LEAST_0},
      {"Beta", AT_LEAST_0},
      {"RandomLossFactor", FACTOR},
      {"CongestionLossFactor", FACTOR},
      {"ResetBaseRtt", YES_OR_NO},
      {"SmoothedRtt", YES_OR_NO},
      {"Sample", {{"Youngest", "Oldest", "Tagged"}, {}}},
      {"SampleRepairs", YES_OR_NO},
      {"Granularity", {{"0s", "1ms", "1s"}, {"-1ns"}}},
      {"EvaluateFirstRound", YES_OR_NO},
      {"UnknownIsRandom", YES_OR_NO},
      {"LiteralGrowth", YES_OR_NO}}},
    {"ns3::TcpScoreboardSocket",
     {{"LossRecovery",
       {{"Reno",
         "NewReno",
         "Sack",
         "Fack",
         "Rfc6675",
         "Rack",
         "ns3::TcpFackRecovery",
         "Reno[RepeatedFastRetransmit=false]",
         "Reno[TimerBackoff=true]",
         "NewReno[SlowButSteady=true]",
         "Sack[HalfWindowLost=SlowStart]",
         "Sack[LatestSackOnly=true]",
         "Fack[LatestSackOnly=true]",
         "Fack[LostRetransmission=Timeout]",
         "Fack[LostRetransmission=Wait]",
         "Rfc6675[FindLostRetransmissions=true]",
         "Rfc6675[RescueRetransmission=true]",
         "Rfc6675[SlowButSteady=true]",
         "Rack[TailLossProbe=false]",
         "Rack[UndoByTimestamps=false]",
         "Rack[Frto=true]",
         "Rack[FollowLinux=true]",
         "Rack[SendingTick=1us]",
         "Rack[UndoNeedlessRepair=false]",
         "Rack[MaxAckDelay=0s]",
         "Rack[MaxAckDelay=9000000000s]"},
        {}}},
      {"SackEncoding", {{"Rfc2018", "Compressed"}, {}}},
      {"KeepSackOnTimeout", YES_OR_NO},
      {"DSack", YES_OR_NO},
      {"RestartAfterIdle", YES_OR_NO},
      {"TimeoutWindow", {{"OneSegment", "InFlight"}, {}}},
      {"FollowLinux", YES_OR_NO},
      {"LinuxRelease", {{"6.1", "6.12"}, {}}},
      {"OneSynMayBeLost", YES_OR_NO},
      {"WindowOpening", {{"Covered", "Delivered"}, {}}},
      {"RttByDeparture", YES_OR_NO},
      {"SndBufMax", {{"0", "1", "1073741824"}, {"1073741825"}}},
      {"RcvBufMax", {{"0", "1", "1073741824"}, {"1073741825"}}},
      {"Jiffy", {{"0s", "1ms", "1s"}, {"-1ms", "1001ms"}}},
      {"QuickAcks", {{"0", "16", "4294967295"}, {"4294967296", "-1"}}},
      {"DelAckMost", {{"0s", "1ns", "200ms", "9000000000s"}, {"-1ns"}}},
      {"ChallengeAckLimit", {{"1", "10", "4294967295"}, {"0", "4294967296", "-1"}}},
      {"FinWait2Timeout", {{"0s", "1ns", "60s", "9000000000s"}, {"-1ns"}}},
      {"MaxRto", {{"60s", "1h", "9000000000s"}, {"59999999999ns", "0s"}}},
      {"TimerTick", {{"0s", "1ns", "500ms", "9000000000s"}, {"-1ns"}}},
      {"DirectDemux", YES_OR_NO}}},
    {"ns3::TcpScoreboardSocketFactory", {}},
    {"ns3::TcpVenoDr",
     {{"ThresholdFactor", {{"1e-300", "0.55", "0.9999999999"}, {"0", "1", "-0.5"}}},
      {"MinQueue", AT_LEAST_0},
      {"LastSampleAlone", YES_OR_NO}}},
};

/// @param object has the attribute @param name of it @return its value as text
std::string
Read(Ptr<const Object> object, const std::string& name)
{
    StringValue text;
    object->GetAttribute(name, text);
    return text.Get();
}

/// What a listening socket hands on to each one that it accepts.
/// @param object any @return its copy, if it is a control or a recovery law, else itself
Ptr<const Object>
Fork(Ptr<Object> object)
{
    if (const auto control = DynamicCast<TcpCongestionOps>(object))
    {
        return control->Fork();
    }
    if (const auto law = DynamicCast<TcpRecoveryOps>(object))
    {
        return law->Fork();
    }
    return object;
}

/// Objects that nobody uses.
class BoundsTestCase : public TestCase
{
  public:
    /// @param typeId name @param ranges of its own attributes
    BoundsTestCase(std::string typeId, const Ranges& ranges)
        : TestCase("Attributes of " + typeId),
          m_typeId(std::move(typeId)),
          m_ranges(ranges)
    {
    }

  private:
    void DoRun() override
    {
        const auto typeId = TypeId::LookupByName(m_typeId);
        NS_TEST_EXPECT_MSG_EQ(typeId.GetAttributeN(), m_ranges.size(), "attributes of its own");
        ObjectFactory factory(m_typeId);
        for (const auto& [name, range] : m_ranges)
        {
            TypeId::AttributeInformation attribute;
            NS_TEST_ASSERT_MSG_EQ(typeId.LookupAttributeByName(name, &attribute), true, name);
            const auto object = factory.Create<Object>();
            for (const auto& text : range.taken)
            {
                Take(object, name, text, *attribute.checker);
            }
            for (const auto& text : range.refused)
            {
                Refuse(object, name, text, *attribute.checker);
            }
        }
    }

    void Take(Ptr<Object> object,
              const std::string& name,
              const std::string& text,
              const AttributeChecker& checker)
    {
        NS_TEST_EXPECT_MSG_EQ(object->SetAttributeFailSafe(name, StringValue(text)),
                              true,
                              name << " takes " << text);
        const auto value = checker.Create();
        NS_TEST_ASSERT_MSG_EQ(value->DeserializeFromString(text, &checker), true, text);
        const auto written = value->SerializeToString(&checker);
        NS_TEST_EXPECT_MSG_EQ(Read(object, name), written, name << " is " << text);
        NS_TEST_EXPECT_MSG_EQ(Read(Fork(object), name), written, name << " of a copy is " << text);
        NS_TEST_EXPECT_MSG_EQ(object->SetAttributeFailSafe(name, *value),
                              true,
                              name << " takes the value " << text);
        NS_TEST_EXPECT_MSG_EQ(Read(object, name), written, name << " is the value " << text);
    }

    void Refuse(Ptr<Object> object,
                const std::string& name,
                const std::string& text,
                const AttributeChecker& checker)
    {
        const auto before = Read(object, name);
        NS_TEST_EXPECT_MSG_EQ(object->SetAttributeFailSafe(name, StringValue(text)),
                              false,
                              name << " refuses '" << text << "'");
        const auto value = checker.Create();
        if (value->DeserializeFromString(text, &checker))
        {
            NS_TEST_EXPECT_MSG_EQ(object->SetAttributeFailSafe(name, *value),
                                  false,
                                  name << " refuses the value '" << text << "'");
        }
        NS_TEST_EXPECT_MSG_EQ(Read(object, name), before, name << " after '" << text << "'");
    }

    std::string m_typeId;
    Ranges m_ranges;
};

/// A connection with losses in both directions whose sockets and congestion controls are changed
/// all the time.
class ConnectionTestCase : public TestCase
{
  public:
    /**
     * @param control congestion control of both ends
     * @param name attribute of TcpScoreboardSocket that both ends have from the beginning
     * @param text its value
     * @param ends whether all has to arrive
     */
    ConnectionTestCase(std::string control, std::string name, std::string text, bool ends)
        : TestCase(control + " with " + name + " " + text),
          m_control(std::move(control)),
          m_name(std::move(name)),
          m_text(std::move(text)),
          m_ends(ends)
    {
        for (const auto& typeId : {SOCKET, m_control})
        {
            for (const auto& [attribute, range] : ATTRIBUTES.at(typeId))
            {
                for (const auto& value : range.taken)
                {
                    m_changes.push_back({typeId == SOCKET, attribute, value, true});
                }
                for (const auto& value : range.refused)
                {
                    m_changes.push_back({typeId == SOCKET, attribute, value, false});
                }
            }
        }
    }

    static const std::string SOCKET; //!< TypeId

  private:
    static constexpr uint64_t OCTETS = 100000;

    struct Change
    {
        bool ofSocket;    //!< or of its congestion control
        std::string name; //!< attribute
        std::string text; //!< value
        bool isTaken;     //!< or refused
    };

    void DoRun() override
    {
        impaired::Options options;
        options.Set(m_name, m_text);
        options.a.application.octets = OCTETS;
        options.b.application.octets = OCTETS;
        options.a.control = m_control;
        options.b.control = m_control;
        options.rule = impaired::Weather(11, 20, 20, 10);
        impaired::World world(options);
        m_world = &world;
        Simulator::Schedule(impaired::START + MilliSeconds(60), &ConnectionTestCase::Inherit, this);
        world.Run();
        NS_TEST_EXPECT_MSG_EQ((world.a.wrong || world.b.wrong), false, "wrong octets");
        if (m_ends)
        {
            NS_TEST_EXPECT_MSG_EQ(world.a.read, OCTETS, "octets that A has read");
            NS_TEST_EXPECT_MSG_EQ(world.b.read, OCTETS, "octets that B has read");
        }
    }

    /// The accepted socket is what the listening one was.
    void Inherit()
    {
        const auto opener = m_world->a.GetSocket();
        const auto accepted = m_world->b.GetSocket();
        if (!accepted)
        {
            // A segment of the handshake was lost.
            Simulator::Schedule(MilliSeconds(10), &ConnectionTestCase::Inherit, this);
            return;
        }
        NS_TEST_EXPECT_MSG_EQ(Read(accepted, m_name), Read(opener, m_name), m_name);
        DoChange(0);
    }

    void DoChange(std::size_t index)
    {
        const auto& change = m_changes[index % m_changes.size()];
        for (const auto* end : {&m_world->a, &m_world->b})
        {
            PointerValue control;
            end->GetSocket()->GetAttribute("CongestionOps", control);
            const auto object =
                change.ofSocket ? Ptr<Object>(end->GetSocket()) : control.Get<Object>();
            NS_TEST_EXPECT_MSG_EQ(
                object->SetAttributeFailSafe(change.name, StringValue(change.text)),
                change.isTaken,
                change.name << " " << change.text);
        }
        Simulator::Schedule(MilliSeconds(10), &ConnectionTestCase::DoChange, this, index + 1);
    }

    std::string m_control;
    std::string m_name;
    std::string m_text;
    bool m_ends;
    std::vector<Change> m_changes;
    impaired::World* m_world{nullptr};
};

const std::string ConnectionTestCase::SOCKET("ns3::TcpScoreboardSocket");

/// All of them.
class TcpLossyAttributesTestSuite : public TestSuite
{
  public:
    TcpLossyAttributesTestSuite()
        : TestSuite("tcp-lossy-attributes", Type::UNIT)
    {
        for (const auto& [typeId, ranges] : ATTRIBUTES)
        {
            AddTestCase(new BoundsTestCase(typeId, ranges));
        }
        for (const auto& [name, range] : ATTRIBUTES.at(ConnectionTestCase::SOCKET))
        {
            for (const auto& text : range.taken)
            {
                // A timer of 285 years never expires.
                const bool ends = name != "TimerTick" || text != "9000000000s";
                AddTestCase(new ConnectionTestCase("ns3::TcpFack", name, text, ends));
            }
        }
        for (const std::string control : {"ns3::TcpGeneralAimd",
                                          "ns3::TcpKernelBbr",
                                          "ns3::TcpKernelCubic",
                                          "ns3::TcpSackVeno",
                                          "ns3::TcpVenoDr"})
        {
            AddTestCase(new ConnectionTestCase(control, "LossRecovery", "Sack", true));
        }
    }
};

TcpLossyAttributesTestSuite g_tcpLossyAttributesTestSuite;

} // namespace
