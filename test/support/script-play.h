/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCRIPT_PLAY_H
#define SCRIPT_PLAY_H

#include "scripted-wire.h"
#include "segment-script.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace segmentscript
{

/// Where a script and a socket disagree.
struct Disagreement
{
    std::string where; //!< line of the script
    std::string what;  //!< what should be, what is, and the segments before
};

/// The socket under test with its application, and the clock.
class Stage
{
  public:
    virtual ~Stage() = default;

    /// The clock. @return ns since the script began
    virtual int64_t GetTime() const = 0;

    /// The peer sends.
    virtual void Inject(const Segment& segment) = 0;

    /// The application calls. @param call name and arguments
    /// @return what the call returns, or nothing if there is no connection
    virtual std::optional<int64_t> Call(const std::vector<std::string>& call) = 0;

    /// @return whether the application has a socket to ask
    virtual bool HasSocket() const = 0;

    /// What a condition asks for. @return nothing where the socket does not tell it
    virtual std::optional<std::string> Ask(const std::string& name) = 0;
};

/// Goes through the events of a script.
class ScriptPlay
{
  public:
    /// @param script it @param stage to play on; both outlive this
    ScriptPlay(const Script& script, Stage& stage);

    /// The socket has sent something.
    void Take(const Capture& capture);

    /// Do what is due. @return ns when to come again, if nothing is sent before; nothing at the end
    std::optional<int64_t> Advance();

    /// What went wrong.
    const std::optional<Disagreement>& GetDisagreement() const;

  private:
    int64_t GetDue(const Event& event) const;
    /// Whether the socket has sent what it should. If not, m_wake says when to look again.
    bool Expect(const Event& event);
    /// Whether what the socket has sent is what it should be.
    void Judge(const Event& event, const Capture& capture, int64_t due, int64_t latest);
    /// Whether it was time to do it.
    bool Act(const Event& event);
    /// It is time.
    void Do(const Event& event);
    void Call(const Event& event);
    void Check(const Event& event);
    /// Nothing may follow. @return when to look again, or nothing if that was all
    std::optional<int64_t> End();
    void Log(const std::string& direction, const Segment& segment);
    void Disagree(const Event& event, const std::string& what);

    const Script& m_script;
    Stage& m_stage;
    std::optional<Disagreement> m_disagreement;
    std::deque<Capture> m_captures;
    std::deque<std::string> m_log; //!< the last segments
    std::size_t m_next{0};         //!< event
    int64_t m_last{0};             //!< ns, of the event before
    int64_t m_wake{0};             //!< ns
    bool m_ending{false};
};

} // namespace segmentscript

#endif /* SCRIPT_PLAY_H */
