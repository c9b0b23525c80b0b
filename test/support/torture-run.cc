/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "torture-run.h"

#include "torture-again.h"
#include "torture-blame.h"
#include "torture-watch.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/ns3-compat.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <memory>
#include <sstream>
#include <tuple>
#include <utility>

namespace torture
{

namespace
{

using impaired::Closing;
using impaired::End;
using impaired::EndOptions;
using impaired::Options;
using impaired::Segment;
using impaired::World;

/// Faults that are kept: the first ones tell most.
constexpr std::size_t MOST_FAULTS = 5;

/// How often it is looked whether anything is left to happen.
const Time PERIOD = Seconds(5);

/// What holds for a whole simulation.
class Surroundings
{
  public:
    explicit Surroundings(const Case& torture)
    {
        // Damage is what checksums are for.
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
        Config::SetDefault("ns3::TcpSocketState::EnablePacing", BooleanValue(torture.pacing));
        RngSeedManager::SetRun(torture.seed);
    }

    ~Surroundings()
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
        Config::Reset();
    }

    Surroundings(const Surroundings&) = delete;
    Surroundings& operator=(const Surroundings&) = delete;
};

/// A case that is running.
class Rack
{
  public:
    Rack(const Case& torture, std::function<void(const Fault&)> listener)
        : m_case(torture),
          m_listener(std::move(listener)),
          m_world(Attended(torture.options)),
          m_watchA(m_world.FromA(), m_world.FromB(), m_world.a, MakeComplain('A')),
          m_watchB(m_world.FromB(), m_world.FromA(), m_world.b, MakeComplain('B'))
    {
        m_watchA.Attach(m_world.a.GetSocket());
        m_world.SetRate(false, torture.path.rate[1]);
        for (const auto& change : torture.path.changes)
        {
            ns3compat::ScheduleCall(change.at, [this, rate = change.rate] {
                m_world.SetRate(true, rate[0]);
                m_world.SetRate(false, rate[1]);
            });
        }
        m_world.SetListener(
            [this](const Segment& segment, bool isOnly) { Passed(segment, isOnly); });
        Simulator::Schedule(PERIOD, &Rack::LookAround, this);
    }

    Outcome Run()
    {
        Simulator::Run();
        ExamineBreaches();
        ExamineTransfer();
        ExamineEnds();
        m_outcome.segments = GetSegments();
        m_outcome.octets = m_world.a.read + m_world.b.read;
        m_outcome.finished = std::max(m_world.a.lastRead, m_world.b.lastRead);
        return m_outcome;
    }

  private:
    Watch::Complain MakeComplain(char end)
    {
        return [this, end](const std::string& what) { Complain(end, what); };
    }

    /// The same, with a watch shown the socket that is accepted.
    Options Attended(Options options)
    {
        options.b.attached = [this](Ptr<TcpSocketBase> socket) { m_watchB.Attach(socket); };
        return options;
    }

    void Complain(char end, const std::string& what)
    {
        if (m_outcome.faults.size() < MOST_FAULTS)
        {
            std::ostringstream text;
            text << what << ", at " << Simulator::Now().As(Time::S);
            m_outcome.faults.push_back({end, text.str()});
            if (m_listener)
            {
                m_listener(m_outcome.faults.back());
            }
        }
    }

    Side GetSide(bool isA) const
    {
        const auto closesFirst = [](const EndOptions& end) {
            return end.application.closing != Closing::AFTER_PEER &&
                   end.application.closing != Closing::NEVER;
        };
        const auto& [a, b] = std::tie(m_case.options.a, m_case.options.b);
        return isA ? Side{'A', m_world.a, m_world.FromA(), a.application.octets, closesFirst(a)}
                   : Side{'B', m_world.b, m_world.FromB(), b.application.octets, closesFirst(b)};
    }

    /// For a message.
    std::string GetStates() const
    {
        return std::string("A is in ") + TcpSocket::TcpStateName[m_world.a.state] + ", B in " +
               TcpSocket::TcpStateName[m_world.b.state];
    }

    void Expect(bool condition, char end, const std::string& otherwise)
    {
        if (!condition)
        {
            Complain(end, otherwise);
        }
    }

    uint32_t GetSegments() const
    {
        return m_world.FromA().counts.segments + m_world.FromB().counts.segments;
    }

    /// What the link has seen to be wrong since it was looked at last.
    void ExamineBreaches()
    {
        const auto& breaches = m_world.GetBreaches();
        for (; m_breaches < breaches.size(); ++m_breaches)
        {
            const auto& breach = breaches[m_breaches];
            Complain(breach[0], breach.substr(2));
        }
    }

    void Passed(const Segment& segment, bool isOnly)
    {
        ExamineBreaches();
        NoteWindow(segment);
        if (isOnly)
        {
            (segment.fromA ? m_watchB : m_watchA).Read(segment);
        }
        m_watchA.Examine();
        m_watchB.Examine();
    }

    void NoteWindow(const Segment& segment)
    {
        if (!(segment.header.GetFlags() & TcpHeader::RST))
        {
            m_isClosed[segment.fromA ? 0 : 1] = segment.header.GetWindowSize() == 0;
            m_outcome.bothClosed = m_outcome.bothClosed || (m_isClosed[0] && m_isClosed[1]);
        }
    }

    /// The simulation ends when nothing is left to happen.
    void LookAround()
    {
        if (!m_case.pacing)
        {
            m_watchA.Look();
            m_watchB.Look();
        }
        const auto& options = m_case.options;
        const uint64_t steps = options.a.application.octets / GetStep(m_case, true) +
                               options.b.application.octets / GetStep(m_case, false);
        if (!m_deadlinePassed && Simulator::Now() > GetDeadline(m_case))
        {
            m_deadlinePassed = true;
            ExamineProgress();
        }
        if (GetSegments() > 10'000 + 200 * steps)
        {
            Complain('?', "segments go back and forth without end");
            Simulator::Stop();
        }
        else if (Simulator::Now() > GetEnd(m_case))
        {
            Expect(Simulator::IsFinished(),
                   BlameForEvents(GetSide(true), GetSide(false)),
                   "events are left after the end of the connection; " + GetStates());
            Simulator::Stop();
        }
        else if (!Simulator::IsFinished())
        {
            Simulator::Schedule(PERIOD, &Rack::LookAround, this);
        }
    }

    /// All octets that have to be read by now were read.
    void ExamineProgress()
    {
        if (m_case.endsByReset)
        {
            return;
        }
        ExamineStream(GetSide(true), GetSide(false));
        ExamineStream(GetSide(false), GetSide(true));
    }

    void ExamineStream(const Side& sender, const Side& receiver)
    {
        if (receiver.end.read < sender.octets)
        {
            std::ostringstream text;
            text << "stall: of " << sender.octets << " octets from " << sender.name << ", "
                 << sender.end.written << " are written and " << receiver.end.read
                 << " read, the last one at " << receiver.end.lastRead.As(Time::S) << "; "
                 << GetStates();
            Complain(BlameForOctets(sender, receiver), text.str());
        }
    }

    void ExamineTransfer()
    {
        Expect(!m_world.a.wrong, 'A', "read wrong octets");
        Expect(!m_world.b.wrong, 'B', "read wrong octets");
        Expect(m_world.b.read <= m_world.a.written, 'B', "read more than was written");
        Expect(m_world.a.read <= m_world.b.written, 'A', "read more than was written");
        if (!m_deadlinePassed)
        {
            ExamineProgress();
        }
    }

    void ExamineEnds()
    {
        const bool reset = m_world.FromA().closing.resets + m_world.FromB().closing.resets > 0;
        if (m_case.endsByReset && reset)
        {
            return;
        }
        ExamineEnd(GetSide(true), GetSide(false));
        ExamineEnd(GetSide(false), GetSide(true));
    }

    void ExamineEnd(const Side& side, const Side& other)
    {
        std::ostringstream text;
        text << side.name << " ends in state " << TcpSocket::TcpStateName[side.end.state]
             << ", told of " << side.end.closes << " closes and " << side.end.errors << " errors";
        const bool isClosed = side.end.state == TcpSocket::CLOSED && side.end.closes == 1;
        Expect(side.end.connected && isClosed && side.end.errors == 0,
               BlameForEnd(side, other),
               text.str());
    }

    const Case& m_case;
    std::function<void(const Fault&)> m_listener;
    std::size_t m_breaches{0}; //!< of the link, told
    Outcome m_outcome;
    bool m_deadlinePassed{false};
    std::array<bool, 2> m_isClosed{}; //!< the windows of A and B, as announced last
    World m_world;
    Watch m_watchA;
    Watch m_watchB;
};

} // namespace

Outcome
Run(const Case& torture, std::function<void(const Fault&)> listener)
{
    const Surroundings surroundings(torture);
    auto outcome = std::make_unique<Rack>(torture, listener)->Run();
    const auto difference = outcome.faults.empty() ? FindDifference(torture) : "";
    if (!difference.empty())
    {
        outcome.faults.push_back({'?', difference});
        if (listener)
        {
            listener(outcome.faults.back());
        }
    }
    return outcome;
}

} // namespace torture
