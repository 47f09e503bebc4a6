// How much the loops of int8 take at once.
#pragma once

#include <stdint.h>

namespace kerf::integers {

// How many outputs of `terms` inputs are gathered for a product at once.
constexpr int32_t gathered_at_once(int32_t terms) { return terms <= 32 ? 16 : 4; }

// Blocks of a depthwise window that are computed together; if more than kMostOwnBlocks, in its
// scratch.
inline constexpr int32_t kDepthwiseBlocks = 1;

}  // namespace kerf::integers
