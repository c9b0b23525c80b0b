/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_WINDOW_CONTROL_H
#define TCP_WINDOW_CONTROL_H

#include "ns3/described-attributes.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/type-id.h"
#include "ns3/window-control.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A WindowControl, which knows no ns-3, as ns-3's congestion control: on any socket.
 *
 * See TcpWindowControlOf for how to write one.
 */
class TcpWindowControl : public TcpCongestionOps
{
  public:
    /// @return ns-3's type of the class
    static TypeId GetTypeId();

    std::string GetName() const override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb,
                            const TcpSocketState::TcpCongState_t newState) override;
    void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event) override;

  private:
    /// @return the control
    virtual WindowControl& GetControl() = 0;

    /// @return the connection as the control sees it, its positions unwrapped
    Window Read(const TcpSocketState& tcb);

    /// Call the control, and take over what it has written.
    template <class Call>
    void With(TcpSocketState& tcb, const Call& call);

    uint64_t m_una{0}; //!< `snd.una` last time, a position
};

/**
 * @ingroup tcp-lossy
 *
 * @brief A congestion control of plain C++ as an object of ns-3.
 * @tparam Control a WindowControl with a default constructor, a copy constructor and a `NAME`, that
 * of the TypeId
 *
 * `template class ns3::TcpWindowControlOf<Own>;` in one source registers another one. What its
 * Describe() names are the attributes; without any, a control inherits WindowControl::Describe().
 */
template <class Control>
class TcpWindowControlOf : public TcpWindowControl, public Control
{
  public:
    /// @return ns-3's type of the class, with its attributes
    static TypeId GetTypeId()
    {
        static const TypeId tid =
            DescribeAttributes<TcpWindowControlOf, Control, TcpWindowControl>(Control::NAME);
        return tid;
    }

    Ptr<TcpCongestionOps> Fork() override
    {
        return CopyObject<TcpWindowControlOf>(this);
    }

  private:
    WindowControl& GetControl() override
    {
        return *this;
    }

    static inline const TypeId REGISTERED = GetTypeId(); //!< of an explicit instantiation
};

} // namespace ns3

#endif /* TCP_WINDOW_CONTROL_H */
