/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WORLD_APPLICATION_H
#define WORLD_APPLICATION_H

#include "lean/lean-world.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

namespace worlds
{

using lean::Instant;

/// What an application does.
struct ApplicationSetting
{
    static constexpr uint64_t WITHOUT_END = UINT64_MAX;

    uint32_t piece{0};            //!< octets that it writes at once; 0: it writes nothing
    uint64_t volume{WITHOUT_END}; //!< octets that it writes in all
    Instant every{0};             //!< between pieces; 0: one after another, as there is room
    Instant on{0};                //!< of pieces, before a pause; 0: without pauses
    Instant off{0};               //!< of the pause
    bool closes{false};           //!< when all is written
    bool closesAfterPeer{false};  //!< when the peer has
    Instant readsFrom{0};         //!< time from which on it reads
    Instant readsEvery{0};        //!< between reads; 0: whenever there is something
    uint32_t reads{UINT32_MAX};   //!< octets that it reads at once, at most
};

/// An application on a connection of either world, which derives from it and tells what happens.
class WorldApplication
{
  public:
    /// @param setting what it does
    explicit WorldApplication(const ApplicationSetting& setting)
        : m_setting(setting)
    {
    }

    /// @brief What it has written. @return octets
    uint64_t GetWritten() const
    {
        return m_written;
    }

    std::function<void()> ended; //!< is called once when it is told so, or that all is over

  protected:
    /// What it has asked the clock for.
    enum Task : uint32_t
    {
        WRITE_MORE, //!< the next piece
        READ_MORE,  //!< the next octets
    };

    ~WorldApplication() = default;

    virtual Instant GetTime() const = 0;
    virtual void CallAt(Instant at, Task task) = 0;
    /// Write octets. @return whether there was room
    virtual bool Give(uint32_t octets) = 0;
    /// Read octets. @param most so many at once @return how many there were
    virtual uint64_t Take(uint32_t most) = 0;
    virtual void CloseNow() = 0;

    /// @brief It is there.
    void Begin()
    {
        if (m_setting.readsFrom > Instant(0) || m_setting.readsEvery > Instant(0))
        {
            CallAt(m_setting.readsFrom, READ_MORE);
        }
    }

    /// @brief A time has come.
    void Do(Task task)
    {
        task == WRITE_MORE ? WriteMore() : ReadMore();
    }

    void HasConnected()
    {
        m_isConnected = true;
        if (m_setting.piece > 0)
        {
            m_resting = GetTime() + m_setting.on;
            WriteMore();
        }
    }

    void HasRoom()
    {
        while (m_isConnected && m_due > 0 && m_written < m_setting.volume)
        {
            const auto octets = static_cast<uint32_t>(
                std::min({uint64_t{m_setting.piece}, m_setting.volume - m_written, m_due}));
            if (!Give(octets))
            {
                return;
            }
            m_written += octets;
            m_due -= m_due == ApplicationSetting::WITHOUT_END ? 0 : octets;
        }
        if (m_setting.closes && m_written == m_setting.volume)
        {
            CloseOnce();
        }
    }

    void HasData()
    {
        if (m_setting.readsEvery == Instant(0) && GetTime() >= m_setting.readsFrom)
        {
            ReadNow();
        }
    }

    /// The peer has closed, or all is over. @param isOpen it is the former
    void HasEnded(bool isOpen)
    {
        if (ended)
        {
            std::exchange(ended, nullptr)();
        }
        if (m_setting.closesAfterPeer && isOpen)
        {
            CloseOnce();
        }
    }

  private:
    void WriteMore()
    {
        const auto every = m_setting.every;
        m_due = every > Instant(0) ? m_due + m_setting.piece : ApplicationSetting::WITHOUT_END;
        HasRoom();
        if (every == Instant(0) || m_due >= m_setting.volume - m_written)
        {
            return;
        }
        auto next = GetTime() + every;
        if (m_setting.on > Instant(0) && next >= m_resting)
        {
            next = m_resting + m_setting.off;
            m_resting = next + m_setting.on;
        }
        CallAt(next, WRITE_MORE);
    }

    void ReadNow()
    {
        while (Take(m_setting.reads) > 0 && m_setting.readsEvery == Instant(0))
        {
        }
    }

    void ReadMore()
    {
        ReadNow();
        if (m_setting.readsEvery > Instant(0))
        {
            CallAt(GetTime() + m_setting.readsEvery, READ_MORE);
        }
    }

    void CloseOnce()
    {
        if (!std::exchange(m_isClosed, true))
        {
            CloseNow();
        }
    }

    ApplicationSetting m_setting; //!< what it does
    bool m_isConnected{false};    //!< it is told
    uint64_t m_due{0};            //!< octets that may be written by now
    uint64_t m_written{0};        //!< octets
    Instant m_resting{0};         //!< until when pieces come without a pause
    bool m_isClosed{false};       //!< by it
};

/// A host of the lean world with such an application.
class LeanHost final : public lean::Host, public WorldApplication
{
  public:
    LeanHost(lean::World& world,
             const lean::HostSettings& settings,
             lean::Control control,
             const ApplicationSetting& application)
        : lean::Host(world, settings, std::move(control)),
          WorldApplication(application),
          m_clock(world.GetClock()),
          m_timer(*this)
    {
        Begin();
    }

  private:
    /// Is called by the clock.
    struct Timer final : lean::Actor
    {
        explicit Timer(LeanHost& of)
            : host(of)
        {
        }

        void Act(uint32_t what, uint64_t /* turn */) override
        {
            host.Do(static_cast<Task>(what));
        }

        LeanHost& host; //!< whose it is
    };

    void OnConnected() override
    {
        HasConnected();
    }

    void OnRoom() override
    {
        HasRoom();
    }

    void OnData() override
    {
        HasData();
    }

    void OnEnd() override
    {
        HasEnded(GetConnection().IsOpen());
    }

    Instant GetTime() const override
    {
        return m_clock.GetNow();
    }

    void CallAt(Instant at, Task task) override
    {
        m_clock.Schedule(at, m_timer, task);
    }

    bool Give(uint32_t octets) override
    {
        return Write(octets);
    }

    uint64_t Take(uint32_t most) override
    {
        return Read(most);
    }

    void CloseNow() override
    {
        Close();
    }

    lean::Clock& m_clock; //!< of its world
    Timer m_timer;        //!< of its application
};

} // namespace worlds

#endif /* WORLD_APPLICATION_H */
