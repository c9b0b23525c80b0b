/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_SIMULATION_H
#define LEAN_SIMULATION_H

#include "lean-world.h"
#include "setting.h"
#include "variants.h"

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <vector>

namespace lean
{

/// What a transfer came to.
struct Counts
{
    double segments{0};        //!< of data that were sent, those sent again included
    double retransmissions{0}; //!< of these, those that were sent before
    double lost{0};            //!< of these, those that the path lost
    double overflows{0};       //!< of these, those that found no room in the queue
    double timeouts{0};        //!< of the sender
    double recoveries{0};      //!< of the sender
    double acks{0};            //!< that the receiver sent
    double octets{0};          //!< that the receiving application has read
    double goodput{0};         //!< of these, bit/s
};

/// What a transfer looked like, as columns.
struct Series
{
    /// A segment of data that was sent.
    struct Segments
    {
        std::vector<double> time;     //!< s
        std::vector<double> position; //!< of its first octet in the stream
        std::vector<double> kind;     //!< 1: was sent before, 2: is lost, 4: found no room; or sums
    };

    /// A value that changes.
    struct Steps
    {
        std::vector<double> time;  //!< s
        std::vector<double> value; //!< from then on

        /// The value is this now.
        void Add(double now, double is);
    };

    Segments segments; //!< of data
    Steps acked;       //!< octets that the sender knows to have arrived, by the cumulative ACK
    Steps window;      //!< congestion window, octets
    Steps threshold;   //!< slow start threshold, octets; from the first reduction on
    Steps queue;       //!< packets that wait
};

/// One bulk transfer, in as many pieces as who runs it likes.
class Simulation
{
  public:
    /// @param setting without a fault @param records whether there are series
    Simulation(const Setting& setting, bool records);
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    /// @brief Go on for so many events at most. @return whether it is at its end
    bool Run(uint64_t events);

    /// @return s that have been simulated
    double GetTime() const;

    /// @return so far
    const Counts& GetCounts();

    /// @return so far
    const Series& GetSeries() const
    {
        return m_series;
    }

  private:
    /// A connection's congestion control.
    struct End
    {
        explicit End(const Variant& variant);

        std::unique_ptr<ns3::WindowControl> control; //!< of the window
        std::unique_ptr<ns3::ReductionLaw> law;      //!< of recoveries
        std::unique_ptr<ns3::RttSmoother> rtt;       //!< of round trips
    };

    /// @return whether the path loses the next segment of the sender's
    bool Loses(const ns3::OutgoingSegment& segment);
    /// A packet is lost at random, by itself or in a row of them. @return whether
    bool LosesAtRandom();
    /// A host has sent a segment.
    void OnSegment(std::size_t host, const ns3::OutgoingSegment& segment, Fate fate);
    /// Something happened to the sender.
    void OnReport(const ns3::ConnectionReport& report);
    /// @brief Write down what is to be seen of the sender.
    void Record();

    Setting m_setting;                //!< of the user
    bool m_records;                   //!< series
    std::set<double> m_named;         //!< segments that are to be lost
    std::mt19937_64 m_random;         //!< of losses
    bool m_isInBurst{false};          //!< the last packet was lost
    World m_world;                    //!< path and clock
    End m_ends[2];                    //!< of sender and receiver
    std::unique_ptr<Host> m_hosts[2]; //!< sender and receiver
    Counts m_counts;                  //!< so far
    Series m_series;                  //!< so far
};

} // namespace lean

#endif /* LEAN_SIMULATION_H */
