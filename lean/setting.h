/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_SETTING_H
#define LEAN_SETTING_H

#include "ns3/link-conditions.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lean
{

/// One bulk transfer over one path, as a user chooses it.
struct Setting
{
    std::string variant{"sack"}; //!< name of a preset
    std::string model{"steady"}; //!< towards the receiver; leo, cell, wifi change in time by chance
    std::string trace;           //!< name of a file with what was recorded of a path, instead
    double rate{10e6};           //!< of the path in both directions, bit/s
    double rtt{0.05};            //!< round trip of the path without its queue, s
    double queue{50};            //!< packets that wait in front of the path at most
    double loss{0};              //!< part of the sender's packets that is lost at random
    double burst{1};             //!< packets that such a loss takes in a row on average
    double ack{2};               //!< segments that one ACK is for
    double mss{1448};            //!< octets of data in a segment, at most
    double seconds{20};          //!< that are simulated
    double seed{1};              //!< of what is random
    std::vector<double> lost;    //!< segments of data lost, too, counted as carried, from 1 on

    /// What changes in time towards the receiver, by model or trace; null for a steady path.
    std::shared_ptr<ns3::LinkConditions> conditions;
};

/// The streams of random numbers of a setting, whose seed is ns-3's RngRun.
enum RandomStreams : int64_t
{
    LOSSES,  //!< that `loss` asks for
    MODEL,   //!< what a path that changes in time offers
    CHANCES, //!< losses of such a path
};

/// Read a text such as `variant=fack&rate=1e6&lost=20,21` into a setting, whose other fields stay,
/// for one simulation. @return what is wrong with the text, in a sentence, or nothing
std::string ReadSetting(const std::string& text, Setting& setting);

/// @return the fields, one a line: name, least value, largest value, default, whole numbers only (0
/// or 1), what it is; with tabs between
std::string DescribeSetting();

} // namespace lean

#endif /* LEAN_SETTING_H */
