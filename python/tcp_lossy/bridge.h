/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What Python needs of C++, compiled by cppyy when the package is imported.

#ifndef TCP_LOSSY_BRIDGE_H
#define TCP_LOSSY_BRIDGE_H

#include "ns3/callback.h"
#include "ns3/error-model.h"
#include "ns3/event-id.h"
#include "ns3/flow-recorder.h"
#include "ns3/ipv4-header.h"
#include "ns3/link-losses.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/object.h"
#include "ns3/path-conditions.h"
#include "ns3/ppp-header.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/trace-series.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tcp_lossy_bridge
{

/// As DynamicCast, of which cppyy tries all overloads, and reports each that does not compile.
template <class T>
ns3::Ptr<T>
Cast(ns3::Object* object)
{
    return ns3::Ptr<T>(dynamic_cast<T*>(object));
}

/// A quantity over time, in order of time.
struct Samples
{
    std::vector<double> times;  //!< seconds
    std::vector<double> values; //!< one for each time
};

/// Told at each change: the time in seconds, the old value, the new one.
using Listener = std::function<void(double, double, double)>;

inline double
ToDouble(ns3::Time value)
{
    return value.GetSeconds();
}

template <class T>
double
ToDouble(T value)
{
    return static_cast<double>(value);
}

template <class T>
bool
ConnectValue(ns3::ObjectBase* object, const std::string& source, Listener listener)
{
    const std::function<void(T, T)> changed = [listener](T oldValue, T newValue) {
        listener(ns3::Simulator::Now().GetSeconds(), ToDouble(oldValue), ToDouble(newValue));
    };
    return object->TraceConnectWithoutContext(source, ns3::Callback<void, T, T>(changed));
}

/**
 * @brief Listen to a trace source of numbers.
 * @param object has the trace source
 * @param source its name
 * @param kind what TracedValueCallback calls its type
 * @param listener told of changes
 * @return false if the type is not a number's
 */
inline bool
Listen(ns3::ObjectBase* object,
       const std::string& source,
       const std::string& kind,
       Listener listener)
{
    using Connect = bool (*)(ns3::ObjectBase*, const std::string&, Listener);
    static const std::map<std::string, Connect> connects{
        {"Bool", &ConnectValue<bool>},
        {"Double", &ConnectValue<double>},
        {"Int8", &ConnectValue<int8_t>},
        {"Int16", &ConnectValue<int16_t>},
        {"Int32", &ConnectValue<int32_t>},
        {"Int64", &ConnectValue<int64_t>},
        {"Time", &ConnectValue<ns3::Time>},
        {"Uint8", &ConnectValue<uint8_t>},
        {"Uint16", &ConnectValue<uint16_t>},
        {"Uint32", &ConnectValue<uint32_t>},
        {"Uint64", &ConnectValue<uint64_t>},
    };
    const auto connect = connects.find(kind);
    return connect != connects.end() && connect->second(object, source, listener);
}

/// Makes a listener that keeps all new values, without a call of Python for each.
inline Listener
Keep(std::shared_ptr<Samples> samples)
{
    return [samples](double time, double, double value) {
        samples->times.push_back(time);
        samples->values.push_back(value);
    };
}

inline std::shared_ptr<Samples>
MakeSamples()
{
    return std::make_shared<Samples>();
}

inline Samples
Split(const ns3::TraceSeries& series)
{
    Samples samples;
    for (const auto& sample : series)
    {
        samples.times.push_back(sample.time.GetSeconds());
        samples.values.push_back(sample.value);
    }
    return samples;
}

/// What a receiver's application read: octets, when it read them.
inline Samples
Deliveries(const ns3::FlowRecorder& recorder)
{
    Samples samples;
    for (const auto& transfer : recorder.GetReceived())
    {
        samples.times.push_back(transfer.time.GetSeconds());
        samples.values.push_back(static_cast<double>(transfer.bytes));
    }
    return samples;
}

inline std::vector<double>
ToSeconds(const std::vector<ns3::Time>& instants)
{
    std::vector<double> seconds;
    for (const auto& instant : instants)
    {
        seconds.push_back(instant.GetSeconds());
    }
    return seconds;
}

/// The signal that stopped a simulation, or 0.
inline volatile std::sig_atomic_t g_signal = 0;

/// What else each signal is for, while a simulation runs.
inline std::array<struct sigaction, NSIG> g_actions;

/// Lets the event that is going on end, so that the simulation can be gone on with: a SignalReader
/// stops it, since nothing of ns-3 may be called here. A further signal is for a callback of Python
/// that does not end.
inline void
StopBySignal(int number, siginfo_t* information, void* context)
{
    if (g_signal == 0)
    {
        g_signal = number;
        return;
    }
    const auto& action = g_actions[number];
    if (action.sa_flags & SA_SIGINFO)
    {
        action.sa_sigaction(number, information, context);
    }
    else
    {
        action.sa_handler(number);
    }
}

/// While there is one, signals stop the simulation; what they are for otherwise is done afterwards.
class SignalWatch
{
  public:
    explicit SignalWatch(const std::vector<int>& numbers)
        : m_numbers(numbers)
    {
        g_signal = 0;
        for (const int number : m_numbers)
        {
            struct sigaction action = {};
            action.sa_sigaction = &StopBySignal;
            action.sa_flags = SA_SIGINFO;
            sigaction(number, &action, &g_actions[number]);
        }
    }

    ~SignalWatch()
    {
        for (const int number : m_numbers)
        {
            sigaction(number, &g_actions[number], nullptr);
        }
        if (g_signal != 0)
        {
            std::raise(g_signal);
        }
    }

    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;

  private:
    std::vector<int> m_numbers; //!< of the signals
};

/// Looks whether there was a signal, again and again in simulated time, and stops the simulation.
/// How often it looks follows from how long the simulation takes.
class SignalReader
{
  public:
    SignalReader()
    {
        m_event = ns3::Simulator::ScheduleNow(&SignalReader::Read, this);
    }

    ~SignalReader()
    {
        m_event.Cancel();
    }

    SignalReader(const SignalReader&) = delete;
    SignalReader& operator=(const SignalReader&) = delete;

  private:
    void Read()
    {
        if (g_signal != 0)
        {
            ns3::Simulator::Stop();
            return;
        }
        const auto now = std::chrono::steady_clock::now();
        const bool isQuick = now - std::exchange(m_last, now) < std::chrono::milliseconds(10);
        m_interval = isQuick ? std::min(m_interval + m_interval, ns3::MilliSeconds(100))
                             : std::max(m_interval / 2, ns3::TimeStep(1));
        m_event = ns3::Simulator::Schedule(m_interval, &SignalReader::Read, this);
    }

    ns3::EventId m_event;
    ns3::Time m_interval{ns3::TimeStep(1)};
    std::chrono::steady_clock::time_point m_last{std::chrono::steady_clock::now()};
};

/**
 * @brief Simulate.
 * @param end the event at which it is to end
 * @param signals those that Python has functions for, which it calls only when C++ returns to it
 * @return false if a signal stopped it before
 */
inline bool
Run(const ns3::EventId& end, const std::vector<int>& signals)
{
    const SignalWatch watch(signals);
    const SignalReader reader;
    ns3::Simulator::Run();
    return g_signal == 0 || end.IsExpired();
}

/// Calls a function in simulated time.
inline void
Schedule(ns3::Time delay, std::function<void()> function)
{
    ns3::Simulator::Schedule(delay, function);
}

/// Loses packets as the simulator without ns-3 does.
class TransferLosses : public ns3::ErrorModel
{
  public:
    /// @param share of packets, at random @param burst how many such a loss takes in a row
    /// @param lost segments of data beside these @param stream of random numbers
    TransferLosses(double share, double burst, const std::vector<double>& lost, int64_t stream)
        : m_atRandom(share, burst),
          m_lost(lost.begin(), lost.end()),
          m_random(ns3::CreateObject<ns3::UniformRandomVariable>())
    {
        m_random->SetStream(stream);
    }

  private:
    bool DoCorrupt(ns3::Ptr<ns3::Packet> packet) override
    {
        const auto inner = packet->Copy();
        ns3::PppHeader ppp;
        ns3::Ipv4Header ip;
        ns3::TcpHeader tcp;
        inner->RemoveHeader(ppp);
        inner->RemoveHeader(ip);
        inner->RemoveHeader(tcp);
        const bool isNamed = inner->GetSize() > 0 && m_lost.count(++m_carried) > 0;
        return m_atRandom.Loses([this] { return m_random->GetValue(); }) || isNamed;
    }

    void DoReset() override
    {
    }

    ns3::BurstLoss m_atRandom;
    std::set<double> m_lost;
    ns3::Ptr<ns3::UniformRandomVariable> m_random;
    double m_carried{0};
};

/// Lose packets towards the second node, see TransferLosses.
inline void
SetLosses(ns3::LossyPathHelper& path,
          double share,
          double burst,
          const std::vector<double>& lost,
          int64_t stream)
{
    path.SetErrorModel(ns3::LossyPathHelper::Direction::FORWARD,
                       ns3::Create<TransferLosses>(share, burst, lost, stream));
}

/// Have a path towards the second node that a model of a name draws, for so many seconds.
inline void
SetModel(ns3::LossyPathHelper& path, const std::string& name, double seconds, int64_t stream)
{
    const auto random = ns3::CreateObject<ns3::UniformRandomVariable>();
    random->SetStream(stream);
    const auto rows = ns3::pathmodels::Find(name)(ns3::Seconds(seconds), random);
    path.SetConditions(ns3::LossyPathHelper::Direction::FORWARD,
                       std::make_shared<ns3::RateTrace>(rows, true, ns3::Time(0)));
}

/// Keep each segment of data that a socket sends: when, and the position of its first octet.
inline void
KeepSegments(ns3::Ptr<ns3::TcpSocketBase> socket, std::shared_ptr<Samples> samples)
{
    const auto next = std::make_shared<ns3::SequenceNumber32>(1);
    using Note = void(ns3::Ptr<const ns3::Packet>,
                      const ns3::TcpHeader&,
                      ns3::Ptr<const ns3::TcpSocketBase>);
    const std::function<Note> note = [samples, next](auto packet, auto& header, auto) {
        if (packet->GetSize() == 0)
        {
            return;
        }
        const auto last = samples->values.empty() ? 0.0 : samples->values.back();
        samples->times.push_back(ns3::Simulator::Now().GetSeconds());
        samples->values.push_back(last + (header.GetSequenceNumber() - *next));
        *next = header.GetSequenceNumber();
    };
    socket->TraceConnectWithoutContext("Tx",
                                       ns3::Callback<void,
                                                     ns3::Ptr<const ns3::Packet>,
                                                     const ns3::TcpHeader&,
                                                     ns3::Ptr<const ns3::TcpSocketBase>>(note));
}

} // namespace tcp_lossy_bridge

#endif /* TCP_LOSSY_BRIDGE_H */
