// How much the loops of int8 take at once.
#pragma once

#include <stdint.h>

#include "core/small.h"

namespace kerf::integers {

// How many outputs of `terms` inputs are gathered for a product at once: fours, or threes.
constexpr int32_t gathered_at_once(int32_t terms) {
  if (kSmall || terms <= 16) return terms <= 32 ? 16 : 4;
  return terms <= 32 ? 15 : 3;
}

// Blocks of a depthwise window that are computed together: their scales are read once.
inline constexpr int32_t kDepthwiseBlocks = kSmall ? 1 : 3;

}  // namespace kerf::integers
