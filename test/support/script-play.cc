/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "script-play.h"

#include <sstream>

namespace segmentscript
{

namespace
{

/// Segments that a message shows.
constexpr std::size_t LOG_LENGTH = 12;

std::string
ToSeconds(int64_t time)
{
    return std::to_string(static_cast<double>(time) * 1e-9);
}

/// Whether an answer is what a condition asks for.
bool
Fulfills(const Condition& condition, const std::string& answer)
{
    if (condition.name == "state" || condition.name == "told")
    {
        return answer == condition.least;
    }
    const auto value = std::stoll(answer);
    return value >= std::stoll(condition.least) && value <= std::stoll(condition.most);
}

} // namespace

ScriptPlay::ScriptPlay(const Script& script, Stage& stage)
    : m_script(script),
      m_stage(stage)
{
}

void
ScriptPlay::Take(const Capture& capture)
{
    Log(">", capture.segment);
    m_captures.push_back(capture);
}

const std::optional<Disagreement>&
ScriptPlay::GetDisagreement() const
{
    return m_disagreement;
}

std::optional<int64_t>
ScriptPlay::Advance()
{
    while (!m_disagreement && m_next < m_script.events.size())
    {
        const auto& event = m_script.events[m_next];
        const bool done = event.kind == Kind::SOCKET ? Expect(event) : Act(event);
        if (m_disagreement)
        {
            return std::nullopt;
        }
        if (!done)
        {
            return m_wake;
        }
        ++m_next;
    }
    return End();
}

int64_t
ScriptPlay::GetDue(const Event& event) const
{
    return (event.relative ? m_last : 0) + event.time;
}

bool
ScriptPlay::Expect(const Event& event)
{
    const auto due = GetDue(event);
    const auto latest = due + event.span + event.tolerance;
    if (m_captures.empty())
    {
        if (m_stage.GetTime() > latest)
        {
            Disagree(event, "nothing was sent");
        }
        m_wake = latest + 1;
        return false;
    }
    const auto capture = m_captures.front();
    m_captures.pop_front();
    Judge(event, capture, due, latest);
    m_last = capture.time;
    return true;
}

void
ScriptPlay::Judge(const Event& event, const Capture& capture, int64_t due, int64_t latest)
{
    const auto difference =
        capture.understood ? Compare(event.segment, capture.segment) : "that it is no TCP segment";
    if (!difference.empty())
    {
        Disagree(event, "the segment differs: " + difference);
    }
    else if (!capture.intact)
    {
        Disagree(event, "the octets of the segment are not those that were written");
    }
    else if (capture.time < due - event.tolerance || capture.time > latest)
    {
        Disagree(event, "the segment was sent at " + ToSeconds(capture.time));
    }
}

bool
ScriptPlay::Act(const Event& event)
{
    const auto due = GetDue(event);
    const auto now = m_stage.GetTime();
    if (event.kind == Kind::SKIP)
    {
        m_captures.clear();
    }
    if (due > now)
    {
        if (!m_captures.empty())
        {
            Disagree(event, "a segment was sent before that is not in the script");
        }
        m_wake = due;
        return false;
    }
    if (due + event.tolerance < now)
    {
        Disagree(event, "this moment has passed");
        return false;
    }
    m_last = due;
    Do(event);
    return true;
}

void
ScriptPlay::Do(const Event& event)
{
    switch (event.kind)
    {
    case Kind::PEER:
        Log("<", event.segment);
        m_stage.Inject(event.segment);
        break;
    case Kind::CALL:
        Call(event);
        break;
    case Kind::CHECK:
        Check(event);
        break;
    default:
        break;
    }
}

std::optional<int64_t>
ScriptPlay::End()
{
    if (m_disagreement || m_script.events.empty())
    {
        return std::nullopt;
    }
    const auto& last = m_script.events.back();
    if (!m_captures.empty())
    {
        Disagree(last, "a segment was sent after the end");
        return std::nullopt;
    }
    if (!m_ending)
    {
        m_ending = true;
        m_wake = m_stage.GetTime() + last.tolerance;
    }
    return m_stage.GetTime() < m_wake ? std::optional(m_wake) : std::nullopt;
}

void
ScriptPlay::Call(const Event& event)
{
    const auto& name = event.call.front();
    const auto result = m_stage.Call(event.call);
    if (!result)
    {
        Disagree(event, "there is no connection");
        return;
    }
    const bool counts = name == "send" || name == "recv";
    if (*result != event.result.value_or(counts ? std::stoll(event.call[1]) : 0))
    {
        Disagree(event, "the call returned " + std::to_string(*result));
    }
}

void
ScriptPlay::Check(const Event& event)
{
    if (!m_stage.HasSocket())
    {
        Disagree(event, "there is no connection");
        return;
    }
    for (const auto& condition : event.conditions)
    {
        const auto answer = m_stage.Ask(condition.name);
        if (!answer || Fulfills(condition, *answer))
        {
            continue;
        }
        if (condition.name == "told")
        {
            Disagree(event, "the congestion control was told " + *answer);
            continue;
        }
        const auto subject = condition.name == "state" ? "the state" : condition.name;
        Disagree(event, subject + " is " + *answer);
    }
}

void
ScriptPlay::Log(const std::string& direction, const Segment& segment)
{
    std::ostringstream line;
    line << static_cast<double>(m_stage.GetTime()) * 1e-9 << ' ' << direction << ' ' << segment;
    m_log.push_back(line.str());
    if (m_log.size() > LOG_LENGTH)
    {
        m_log.pop_front();
    }
}

void
ScriptPlay::Disagree(const Event& event, const std::string& what)
{
    if (m_disagreement)
    {
        return;
    }
    auto text = "\"" + event.text + "\" at " + ToSeconds(m_stage.GetTime()) + ": " + what;
    for (const auto& line : m_log)
    {
        text += "\n    " + line;
    }
    m_disagreement = Disagreement{event.where, text};
}

} // namespace segmentscript
