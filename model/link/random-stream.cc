/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "random-stream.h"

#include <cstddef>

namespace ns3
{

namespace
{
using Triple = std::array<uint64_t, 3>;
using TripleMatrix = std::array<Triple, 3>;

// The two recurrences: x(n) = (a x(n-2) - b x(n-3)) mod m, y(n) = (c y(n-1) - d y(n-3)) mod m'.
constexpr uint64_t M1 = 4294967087;
constexpr uint64_t M2 = 4294944443;
constexpr uint64_t A = 1403580;
constexpr uint64_t B = 810728;
constexpr uint64_t C = 527612;
constexpr uint64_t D = 1370589;
constexpr TripleMatrix STEP1{{{0, 1, 0}, {0, 0, 1}, {M1 - B, A, 0}}};
constexpr TripleMatrix STEP2{{{0, 1, 0}, {0, 0, 1}, {M2 - D, 0, C}}};

// One part of M1 + 1, rounded as the authors' program has it.
constexpr double NORM = 2.328306549295728e-10;

constexpr int STREAM = 127; // binary logarithm of a stream's length
constexpr int SUBSTREAM = 76;
// ns-3 keeps the lower half of the streams for variables that choose their own.
constexpr uint64_t FIRST_STREAM = uint64_t{1} << 63;

/// @return a matrix times a column, each number below the modulus, which is below 2^32
Triple
Step(const TripleMatrix& matrix, const Triple& state, uint64_t modulus)
{
    Triple next{};
    for (std::size_t i = 0; i < next.size(); ++i)
    {
        for (std::size_t j = 0; j < state.size(); ++j)
        {
            next[i] = (next[i] + matrix[i][j] * state[j] % modulus) % modulus;
        }
    }
    return next;
}

TripleMatrix
SquareMatrix(const TripleMatrix& matrix, uint64_t modulus)
{
    TripleMatrix square;
    for (std::size_t i = 0; i < 3; ++i)
    {
        const Triple column{matrix[0][i], matrix[1][i], matrix[2][i]};
        const auto result = Step(matrix, column, modulus);
        for (std::size_t j = 0; j < 3; ++j)
        {
            square[j][i] = result[j];
        }
    }
    return square;
}

/// Go `times * 2^logarithm` steps on.
void
Jump(Triple& state, TripleMatrix step, uint64_t modulus, uint64_t times, int logarithm)
{
    for (; logarithm > 0; --logarithm)
    {
        step = SquareMatrix(step, modulus);
    }
    for (; times > 0; times /= 2)
    {
        if (times % 2 == 1)
        {
            state = Step(step, state, modulus);
        }
        step = SquareMatrix(step, modulus);
    }
}
} // namespace

RandomStream::RandomStream(uint32_t seed, uint64_t run, int64_t stream)
{
    m_first.fill(seed);
    m_second.fill(seed);
    const uint64_t index = FIRST_STREAM + static_cast<uint64_t>(stream);
    Jump(m_first, STEP1, M1, index, STREAM);
    Jump(m_second, STEP2, M2, index, STREAM);
    Jump(m_first, STEP1, M1, run, SUBSTREAM);
    Jump(m_second, STEP2, M2, run, SUBSTREAM);
}

double
RandomStream::GetValue()
{
    // The factors are below 2^21: neither sum needs more than 64 bits.
    const auto x = (A * m_first[1] + B * (M1 - m_first[0])) % M1;
    const auto y = (C * m_second[2] + D * (M2 - m_second[0])) % M2;
    m_first = {m_first[1], m_first[2], x};
    m_second = {m_second[1], m_second[2], y};
    return static_cast<double>(x > y ? x - y : x + M1 - y) * NORM;
}

} // namespace ns3
