/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "world-setting.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/markov-error-model.h"
#include "ns3/ns3-values.h"
#include "ns3/pointer.h"
#include "ns3/ppp-header.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/segment-loss-model.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <memory>

namespace worlds
{

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 5001;

/// Marks packets by chance.
class MarkingModel : public ErrorModel
{
  public:
    MarkingModel(double rate, int64_t stream)
        : m_rate(rate),
          m_random(CreateObject<UniformRandomVariable>())
    {
        m_random->SetStream(stream);
    }

  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        PppHeader ppp;
        Ipv4Header ip;
        packet->RemoveHeader(ppp);
        packet->RemoveHeader(ip);
        if (ip.GetEcn() == Ipv4Header::ECN_ECT0 && m_random->GetValue() < m_rate)
        {
            ip.SetEcn(Ipv4Header::ECN_CE);
        }
        packet->AddHeader(ip);
        packet->AddHeader(ppp);
        return false;
    }

    void DoReset() override
    {
    }

    double m_rate;                       //!< probability
    Ptr<UniformRandomVariable> m_random; //!< numbers
};

/// One end of a connection.
class End final : public WorldApplication
{
  public:
    End(const ApplicationSetting& application, std::size_t flow, std::size_t side, Record* record)
        : WorldApplication(application),
          m_flow(flow),
          m_side(side),
          m_record(record)
    {
        Begin();
    }

    /// The socket that begins.
    void Adopt(Ptr<Socket> socket)
    {
        m_socket = DynamicCast<TcpScoreboardSocket>(socket);
        socket->SetConnectCallback(MakeCallback(&End::Connected, this),
                                   MakeCallback(&End::Over, this));
        Attend();
        Watch(socket);
    }

    /// A listening socket.
    void Listen(Ptr<Socket> socket)
    {
        socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&End::Accepted, this));
        Watch(socket);
    }

    void Connect(const Address& to)
    {
        m_socket->Connect(to);
    }

    uint64_t read{0}; //!< octets

  private:
    void Attend()
    {
        m_socket->SetSendCallback(MakeCallback(&End::Room, this));
        m_socket->SetRecvCallback(MakeCallback(&End::Data, this));
        m_socket->SetCloseCallbacks(MakeCallback(&End::Over, this), MakeCallback(&End::Over, this));
    }

    void Watch(Ptr<Socket> socket)
    {
        if (m_record)
        {
            socket->TraceConnectWithoutContext("Tx", MakeCallback(&End::Note, this));
        }
    }

    void Note(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket)
    {
        const auto own = DynamicCast<const TcpScoreboardSocket>(socket);
        if (!own->GetConnection().IsBegun() ||
            own->GetConnection().GetState() == ConnectionState::LISTEN)
        {
            return;
        }
        const auto whole = packet->Copy();
        whole->AddHeader(header);
        SegmentFields fields;
        std::vector<uint8_t> octets(whole->GetSize());
        whole->CopyData(octets.data(), octets.size());
        fields.Read(octets.data(), octets.size());
        m_record->push_back(DescribeSegment(ToDuration(Simulator::Now()),
                                            m_flow,
                                            m_side,
                                            fields,
                                            packet->GetSize(),
                                            own->GetConnection(),
                                            read));
    }

    void Connected(Ptr<Socket>)
    {
        HasConnected();
    }

    void Accepted(Ptr<Socket> socket, const Address&)
    {
        m_socket = DynamicCast<TcpScoreboardSocket>(socket);
        Attend();
        HasConnected();
    }

    void Room(Ptr<Socket>, uint32_t)
    {
        HasRoom();
    }

    void Data(Ptr<Socket>)
    {
        HasData();
    }

    void Over(Ptr<Socket>)
    {
        HasEnded(m_socket->GetConnection().IsOpen());
    }

    Instant GetTime() const override
    {
        return ToDuration(Simulator::Now());
    }

    void CallAt(Instant at, Task task) override
    {
        Simulator::Schedule(ToTime(at - GetTime()), &End::Do, this, task);
    }

    bool Give(uint32_t octets) override
    {
        return m_socket->Send(Create<Packet>(octets), 0) >= 0;
    }

    uint64_t Take(uint32_t most) override
    {
        const auto isReading = m_socket && m_socket->GetRxAvailable() > 0;
        const auto packet = isReading ? m_socket->Recv(most, 0) : nullptr;
        const auto octets = packet ? packet->GetSize() : 0;
        read += octets;
        return octets;
    }

    void CloseNow() override
    {
        m_socket->Close();
    }

    std::size_t m_flow;                //!< its number
    std::size_t m_side;                //!< of the flow
    Record* m_record;                  //!< what happened; null: nobody asks
    Ptr<TcpScoreboardSocket> m_socket; //!< of the connection
};

/// Builds a world.
class Ns3Builder
{
  public:
    explicit Ns3Builder(const WorldSetting& setting)
        : m_setting(setting)
    {
        RngSeedManager::SetRun(setting.run);
        Config::SetDefault("ns3::TcpSocketState::EnablePacing", BooleanValue(setting.isPaced));
    }

    ~Ns3Builder()
    {
        Simulator::Destroy();
        RngSeedManager::SetRun(1);
        Config::SetDefault("ns3::TcpSocketState::EnablePacing", BooleanValue(false));
    }

    Ns3Builder(const Ns3Builder&) = delete;
    Ns3Builder& operator=(const Ns3Builder&) = delete;

    Record Run();

  private:
    Ptr<ErrorModel> MakeLoss(const LossSetting& loss, int64_t stream) const;
    void SetConditions(LossyPathHelper& path,
                       LossyPathHelper::Direction direction,
                       const LinkSetting& link,
                       int64_t stream) const;
    Ptr<PathImpairment> MakeImpairment(const LinkSetting& link) const;
    /// Join two nodes. @return the address of the second one
    Ipv4Address Join(Ptr<Node> first, Ptr<Node> second, const std::array<LinkSetting, 2>& path);
    void AddFlows(const std::vector<Ptr<Node>>& clients,
                  const std::vector<Ptr<Node>>& servers,
                  const std::vector<Ipv4Address>& addresses);
    Ptr<Socket> MakeSocket(Ptr<Node> node, const lean::Attributes& attributes) const;

    const WorldSetting& m_setting; //!< what to build
    std::size_t m_links{0};        //!< so far
    Ipv4AddressHelper m_addresses{"10.0.0.0", "255.255.255.0"};
    std::vector<std::unique_ptr<End>> m_ends; //!< two of each flow
    std::vector<Ptr<Socket>> m_listeners;     //!< one of each flow
    Record m_record;                          //!< what happened
};

Ptr<ErrorModel>
Ns3Builder::MakeLoss(const LossSetting& loss, int64_t stream) const
{
    using Kind = LossSetting::Kind;
    switch (loss.kind)
    {
    case Kind::LIST: {
        const auto model = CreateObject<ReceiveListErrorModel>();
        model->SetList({loss.list.begin(), loss.list.end()});
        return model;
    }
    case Kind::PACKETS:
    case Kind::OCTETS: {
        const auto model = CreateObject<RateErrorModel>();
        model->SetUnit(loss.kind == Kind::OCTETS ? RateErrorModel::ERROR_UNIT_BYTE
                                                 : RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(loss.rate);
        model->AssignStreams(stream);
        return model;
    }
    case Kind::MARKOV: {
        const auto model = CreateObject<MarkovErrorModel>();
        model->SetAttribute("GoodInterval", TimeValue(ToTime(loss.intervals[0])));
        model->SetAttribute("BadInterval", TimeValue(ToTime(loss.intervals[1])));
        model->SetAttribute("StayGood", DoubleValue(loss.stays[0]));
        model->SetAttribute("StayBad", DoubleValue(loss.stays[1]));
        model->SetAttribute("GoodLoss", DoubleValue(loss.losses[0]));
        model->SetAttribute("BadLoss", DoubleValue(loss.losses[1]));
        model->AssignStreams(stream);
        return model;
    }
    case Kind::SEGMENTS: {
        const auto model = CreateObject<SegmentLossModel>();
        model->SetAttribute("SegmentSize", UintegerValue(m_setting.flows[0].attributes[0].mss));
        for (const auto& [segment, transmission] : loss.planned)
        {
            model->Drop(segment, transmission);
        }
        return model;
    }
    case Kind::MARKS:
        return CreateObject<MarkingModel>(loss.rate, stream);
    default:
        return nullptr;
    }
}

void
Ns3Builder::SetConditions(LossyPathHelper& path,
                          LossyPathHelper::Direction direction,
                          const LinkSetting& link,
                          int64_t stream) const
{
    if (!link.model.empty())
    {
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(stream);
        const auto rows = pathmodels::Find(link.model)(ToTime(m_setting.end), random);
        path.SetConditions(direction, std::make_shared<RateTrace>(rows, true, Time(0)));
    }
    else if (!link.instants.empty())
    {
        path.SetConditions(direction,
                           std::make_shared<DeliveryTrace>(link.instants, true, Time(0)));
    }
}

Ptr<PathImpairment>
Ns3Builder::MakeImpairment(const LinkSetting& link) const
{
    const auto impairment = CreateObject<PathImpairment>();
    if (link.jitter > 0 && link.isExponential)
    {
        const auto jitter = CreateObject<ExponentialRandomVariable>();
        jitter->SetAttribute("Mean", DoubleValue(link.jitter));
        impairment->SetAttribute("Jitter", PointerValue(jitter));
    }
    else if (link.jitter > 0)
    {
        const auto jitter = CreateObject<UniformRandomVariable>();
        jitter->SetAttribute("Max", DoubleValue(link.jitter));
        impairment->SetAttribute("Jitter", PointerValue(jitter));
    }
    impairment->SetAttribute("KeepOrder", BooleanValue(link.keepsOrder));
    impairment->SetAttribute("Duplication", DoubleValue(link.duplication));
    impairment->SetAttribute("BitErrorRate", DoubleValue(link.bitErrorRate));
    return impairment;
}

Ipv4Address
Ns3Builder::Join(Ptr<Node> first, Ptr<Node> second, const std::array<LinkSetting, 2>& links)
{
    LossyPathHelper path;
    for (const auto direction : {0, 1})
    {
        const auto& link = links[direction];
        const auto stream = GetStream(m_links + direction);
        const auto side = static_cast<LossyPathHelper::Direction>(direction);
        path.SetRate(side, DataRate(link.rate));
        path.SetDelay(side, ToTime(link.delay));
        path.SetQueue(side,
                      QueueSize(link.queue.inOctets ? QueueSizeUnit::BYTES : QueueSizeUnit::PACKETS,
                                link.queue.most));
        if (const auto loss = MakeLoss(link.loss, stream + 10))
        {
            path.SetErrorModel(side, loss);
        }
        SetConditions(path, side, link, stream + 20);
        if (link.isImpaired)
        {
            path.SetImpairment(side, MakeImpairment(link));
        }
    }
    const auto devices = path.Install(first, second);
    for (const auto direction : {0, 1})
    {
        DynamicCast<PathNetDevice>(devices.Get(direction))
            ->AssignStreams(GetStream(m_links + direction));
    }
    m_links += 2;
    const auto interfaces = m_addresses.Assign(devices);
    m_addresses.NewNetwork();
    return interfaces.GetAddress(1);
}

Ptr<Socket>
Ns3Builder::MakeSocket(Ptr<Node> node, const lean::Attributes& attributes) const
{
    const auto socket = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
    const auto set = [&socket](const char* name, const AttributeValue& value) {
        socket->SetAttribute(name, value);
    };
    set("SegmentSize", UintegerValue(attributes.mss));
    set("SndBufSize", UintegerValue(attributes.sender.buffer));
    set("RcvBufSize", UintegerValue(attributes.receiver.buffer));
    set("InitialCwnd", UintegerValue(attributes.sender.initialWindow));
    set("InitialSlowStartThreshold", UintegerValue(attributes.sender.initialThreshold));
    set("DelAckCount", UintegerValue(attributes.receiver.acks.count));
    set("DelAckTimeout", TimeValue(ToTime(attributes.receiver.acks.delay)));
    set("QuickAcks", UintegerValue(attributes.receiver.acks.quick));
    set("DelAckMost", TimeValue(ToTime(attributes.receiver.acks.mostDelay)));
    set("Timestamp", BooleanValue(attributes.handshake.timestamps));
    set("WindowScaling", BooleanValue(attributes.handshake.scaling));
    set("Sack", BooleanValue(attributes.handshake.sack));
    set("SackEncoding", StringValue(attributes.handshake.compressed ? "Compressed" : "Rfc2018"));
    set("LimitedTransmit", BooleanValue(attributes.repairs.limitedTransmit));
    set("TcpNoDelay", BooleanValue(attributes.sender.noDelay));
    set("KeepSackOnTimeout", BooleanValue(attributes.repairs.keepSack));
    set("DSack", BooleanValue(attributes.receiver.duplicateSack));
    set("LinuxRelease", StringValue(attributes.follows612 ? "6.12" : "6.1"));
    set("UseEcn", StringValue(attributes.usesEcn ? "On" : "Off"));
    set("RestartAfterIdle", BooleanValue(attributes.sender.restartAfterIdle));
    set("ReTxThreshold", UintegerValue(attributes.repairs.dupThresh));
    set("DataRetries", UintegerValue(attributes.sender.timer.retries));
    set("ConnCount", UintegerValue(attributes.handshake.tries));
    set("ConnTimeout", TimeValue(ToTime(attributes.handshake.timeout)));
    set("MinRto", TimeValue(ToTime(attributes.sender.timer.minimum)));
    set("MaxRto", TimeValue(ToTime(attributes.sender.timer.maximum)));
    set("ClockGranularity", TimeValue(ToTime(attributes.sender.timer.granularity)));
    set("TimerTick", TimeValue(ToTime(attributes.sender.timer.tick)));
    set("PersistTimeout", TimeValue(ToTime(attributes.sender.persistTimeout)));
    set("MaxSegLifetime", DoubleValue(ToTime(attributes.closing.msl).GetSeconds()));
    set("FinWait2Timeout", TimeValue(ToTime(attributes.closing.finWait2Timeout)));
    set("LossRecovery", StringValue(attributes.recovery.name));
    return socket;
}

void
Ns3Builder::AddFlows(const std::vector<Ptr<Node>>& clients,
                     const std::vector<Ptr<Node>>& servers,
                     const std::vector<Ipv4Address>& addresses)
{
    for (std::size_t i = 0; i < m_setting.flows.size(); ++i)
    {
        const auto& flow = m_setting.flows[i];
        for (const auto side : {0, 1})
        {
            m_ends.push_back(std::make_unique<End>(flow.applications[side],
                                                   i,
                                                   side,
                                                   m_setting.isRecorded ? &m_record : nullptr));
        }
        auto* client = m_ends[2 * i].get();
        const auto port = static_cast<uint16_t>(PORT + i);
        const auto listener = MakeSocket(servers[i], flow.attributes[1]);
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
        listener->Listen();
        m_ends[2 * i + 1]->Listen(listener);
        m_listeners.push_back(listener);
        client->Adopt(MakeSocket(clients[i], flow.attributes[0]));
        const InetSocketAddress to(addresses[i], port);
        if (flow.after < 0)
        {
            Simulator::Schedule(ToTime(flow.start), &End::Connect, client, Address(to));
            continue;
        }
        m_ends[2 * flow.after]->ended = [client, to, gap = ToTime(flow.gap)] {
            Simulator::Schedule(gap, &End::Connect, client, Address(to));
        };
    }
}

Record
Ns3Builder::Run()
{
    NodeContainer routers(2);
    const auto count = m_setting.flows.size();
    std::vector<Ptr<Node>> clients(count, routers.Get(0));
    std::vector<Ptr<Node>> servers(count, routers.Get(1));
    NodeContainer all(routers);
    for (std::size_t i = 0; i < count; ++i)
    {
        clients[i] = m_setting.access.empty() ? clients[i] : CreateObject<Node>();
        servers[i] = m_setting.farAccess.empty() ? servers[i] : CreateObject<Node>();
        all.Add(m_setting.access.empty() ? NodeContainer() : NodeContainer(clients[i]));
        all.Add(m_setting.farAccess.empty() ? NodeContainer() : NodeContainer(servers[i]));
    }
    InternetStackHelper().Install(all);
    TcpScoreboardSocketHelper helper;
    helper.SetCongestionControl(ObjectFactory("ns3::Tcp" + m_setting.control));
    helper.SetRecovery(ObjectFactory("ns3::Tcp" + m_setting.law + "Recovery"));
    helper.Install(all);
    std::vector<Ipv4Address> addresses(count,
                                       Join(routers.Get(0), routers.Get(1), m_setting.bottleneck));
    for (std::size_t i = 0; i < m_setting.access.size(); ++i)
    {
        Join(clients[i], routers.Get(0), m_setting.access[i]);
    }
    for (std::size_t i = 0; i < m_setting.farAccess.size(); ++i)
    {
        addresses[i] = Join(routers.Get(1), servers[i], m_setting.farAccess[i]);
    }
    if (all.GetN() > 2)
    {
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    }
    AddFlows(clients, servers, addresses);
    Simulator::Stop(ToTime(m_setting.end));
    Simulator::Run();
    for (std::size_t i = 0; i < m_ends.size(); ++i)
    {
        m_record.push_back("read by " + std::to_string(i) + ": " + std::to_string(m_ends[i]->read) +
                           " of " + std::to_string(m_ends[i]->GetWritten()));
    }
    return m_record;
}

} // namespace

Record
RunNs3(const WorldSetting& setting)
{
    return Ns3Builder(setting).Run();
}

} // namespace worlds
