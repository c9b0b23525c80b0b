/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Buffers that the model requires: B1 of the buffer paper (its Table I).

#include "lib/option-table.h"
#include "lib/result-writer.h"

#include "ns3/abort.h"
#include "ns3/tcp-buffer-model.h"

#include <iostream>
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

void
WriteCell(ResultWriter& writer, const Cell& cell)
{
    const auto model = TcpBufferModel::Make({RATE, RTT, cell.share * RATE * RTT}, cell.aimd);
    NS_ABORT_MSG_UNLESS(model, "a cell of the table is outside the model's range");
    const auto minus = model->GetNewRenoBound(TcpBufferModel::Sign::MINUS);
    const auto plus = model->GetNewRenoBound(TcpBufferModel::Sign::PLUS);
    const std::vector<std::string> point{ShowValue(cell.aimd.increasePerAck),
                                         ShowValue(cell.aimd.decrease),
                                         ShowValue(cell.share)};
    writer.Row("buffer", "newreno-minus", "packets", minus, point);
    writer.Row("buffer", "newreno-plus", "packets", plus, point);
    writer.Row("buffer", "sack", "packets", model->GetSackBound(), point);
}
} // namespace

int
main(int argc, char* argv[])
{
    OptionTable().Parse("Table I of the buffer paper. Prints CSV: the buffer by eq. (1) with "
                        "either sign of its last term and by the bound for SACK.",
                        {argv, argv + argc});

    ResultWriter writer(std::cout, {"a", "b", "B"});
    writer.Describe("path", "C = 200 Mbit/s, packets of 1500 octets, RTT_m = 300 ms");
    for (const auto& cell : TABLE)
    {
        WriteCell(writer, cell);
    }
    return 0;
}
