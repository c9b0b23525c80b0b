/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Buffers that the model requires: B1 of the buffer paper (its Table I).

#include "lib/option-table.h"
#include "lib/result-writer.h"

#include "ns3/abort.h"
#include "ns3/tcp-buffer-model.h"

#include <iostream>
#include <iterator>
#include <sstream>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{
constexpr double RATE = 200e6 / 8 / 1500; // C: 200 Mbit/s, packets of 1500 octets
constexpr double RTT = 0.3;               // RTT_m, seconds

/// A row of Table I for one congestion control.
struct Cell
{
    double share; //!< B as a part of C RTT_m
    TcpBufferModel::Aimd aimd;
};

constexpr Cell TABLE[] = {
    {0.05, {0.01, 0.125}},
    {0.1, {0.01, 0.125}},
    {0.5, {0.01, 0.125}},
    {0.05, {0.005, 0.2}},
    {0.1, {0.005, 0.2}},
    {0.5, {0.005, 0.2}},
};

/// What a cell has for NewReno and for SACK, packets.
struct Printed
{
    double newReno;
    double sack;
};

/// The numbers of --printed; empty if these are not two for each cell.
std::vector<Printed>
ReadPrinted(const std::string& list)
{
    std::istringstream is(list);
    std::vector<Printed> printed;
    Printed cell{};
    char comma = ',';
    while (comma == ',' && is >> cell.newReno >> comma >> cell.sack && comma == ',')
    {
        printed.push_back(cell);
        comma = 0;
        is >> comma;
    }
    return is.eof() && comma == 0 && printed.size() == std::size(TABLE) ? printed
                                                                        : std::vector<Printed>{};
}

std::string
ToText(double value)
{
    std::ostringstream os;
    os << value;
    return os.str();
}

void
WriteCell(ResultWriter& writer, const Cell& cell, const Printed* printed)
{
    const auto model = TcpBufferModel::Make({RATE, RTT, cell.share * RATE * RTT}, cell.aimd);
    NS_ABORT_MSG_UNLESS(model, "a cell of the table is outside the model's range");
    const auto minus = model->GetNewRenoBound(TcpBufferModel::Sign::MINUS);
    const auto plus = model->GetNewRenoBound(TcpBufferModel::Sign::PLUS);
    const std::vector<std::string> point{ToText(cell.aimd.increasePerAck),
                                         ToText(cell.aimd.decrease),
                                         ToText(cell.share)};
    writer.Row("buffer", "newreno-minus", "packets", minus, point);
    writer.Row("buffer", "newreno-plus", "packets", plus, point);
    writer.Row("buffer", "sack", "packets", model->GetSackBound(), point);
    if (printed)
    {
        writer.Row("printed", "newreno-minus", "packets", printed->newReno, point);
        writer.Row("printed", "newreno-plus", "packets", printed->newReno, point);
        writer.Row("printed", "sack", "packets", printed->sack, point);
    }
}
} // namespace

int
main(int argc, char* argv[])
{
    std::string list;
    OptionTable options;
    options
        .Add("printed",
             "What the table has, NewReno and SACK of each cell, twelve numbers with commas; "
             "printed beside ours",
             list)
        .Must([&list] { return list.empty() || !ReadPrinted(list).empty(); },
              "be twelve numbers with commas between them");
    options.Parse("Table I of the buffer paper. Prints CSV: the buffer by eq. (1) with either sign "
                  "of its last term and by the bound for SACK.",
                  {argv, argv + argc});

    ResultWriter writer(std::cout, {"a", "b", "B"});
    writer.Describe("path", "C = 200 Mbit/s, packets of 1500 octets, RTT_m = 300 ms");
    const auto printed = ReadPrinted(list);
    for (std::size_t i = 0; i < std::size(TABLE); ++i)
    {
        WriteCell(writer, TABLE[i], printed.empty() ? nullptr : &printed[i]);
    }
    return 0;
}
