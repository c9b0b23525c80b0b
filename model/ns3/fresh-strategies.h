/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRESH_STRATEGIES_H
#define FRESH_STRATEGIES_H

#include "tcp-lossy-controls.h"

#include "ns3/object-factory.h"

#include <typeinfo>

namespace ns3
{

/// @ingroup tcp-lossy
/// @brief A congestion control or a recovery law that a user has chosen for a socket, as it was
/// when it was chosen: each connection begins so. A RenewableStrategy is renewed. Another one is
/// replaced by a new object with its attributes, or, where its type makes none, by a copy.
/// @tparam Strategy TcpCongestionOps or TcpRecoveryOps
template <class Strategy>
class Fresh
{
  public:
    /// An event begins: the user may have replaced the socket's strategy.
    void Notice(const Ptr<Strategy>& strategy)
    {
        if (m_isKept && m_noticed != strategy)
        {
            m_noticed = strategy;
            m_copy = AsRenewable(strategy) ? nullptr : strategy->Fork();
        }
    }

    /// @brief The first use of the socket begins: what is noticed next, and from then on, is kept
    /// as it is then.
    void Keep()
    {
        m_isKept = true;
    }

    /// @return whether the socket was used before
    bool IsKept() const
    {
        return m_isKept;
    }

    /// A further use begins: the strategy becomes what was chosen. Not a copy, if it can be helped:
    /// those of ns-3's controls lack some of their attributes (TcpCubic's, TcpWestwoodPlus's).
    void Renew(Ptr<Strategy>& strategy)
    {
        if (auto* renewable = AsRenewable(strategy))
        {
            renewable->Renew();
        }
        else if (const auto anew = MakeAnew(*strategy))
        {
            strategy = anew;
        }
        else
        {
            strategy = m_copy->Fork();
        }
        m_noticed = strategy;
    }

  private:
    static RenewableStrategy* AsRenewable(const Ptr<Strategy>& strategy)
    {
        return dynamic_cast<RenewableStrategy*>(PeekPointer(strategy));
    }

    /// @return another object of the class of @p was, with its attributes; null where its type does
    /// not make such an object
    static Ptr<Strategy> MakeAnew(const Strategy& was)
    {
        const auto tid = was.GetInstanceTypeId();
        if (!tid.HasConstructor())
        {
            return nullptr;
        }
        ObjectFactory factory;
        factory.SetTypeId(tid);
        const auto object = factory.Create<Strategy>();
        auto& is = *object;
        if (typeid(is) != typeid(was))
        {
            return nullptr;
        }
        CopyAttributes(was, is);
        return object;
    }

    /// Give @p to all attributes that @p from has.
    static void CopyAttributes(const Object& from, Object& to)
    {
        for (TypeId tid = from.GetInstanceTypeId();; tid = tid.GetParent())
        {
            for (std::size_t index = 0; index < tid.GetAttributeN(); ++index)
            {
                const auto attribute = tid.GetAttribute(index);
                const auto value = attribute.checker->Create();
                if (attribute.accessor->HasGetter() && attribute.accessor->HasSetter() &&
                    attribute.accessor->Get(&from, *value))
                {
                    attribute.accessor->Set(&to, *value);
                }
            }
            if (!tid.HasParent() || tid == tid.GetParent())
            {
                return;
            }
        }
    }

    bool m_isKept{false};    //!< from the first use on
    Ptr<Strategy> m_noticed; //!< last
    Ptr<Strategy> m_copy;    //!< of it when it was chosen, if it needs one
};

} // namespace ns3

#endif /* FRESH_STRATEGIES_H */
