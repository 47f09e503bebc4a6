// How much the loops of int8 take at once.
#pragma once

#include <stdint.h>

namespace kerf::integers {

// How many outputs of `terms` inputs are gathered for a product at once: as many as let the time
// to pack its weights be forgotten, in a part of the first cache.
constexpr int32_t gathered_at_once(int32_t terms) {
  const int32_t eights = 512 / (terms < 1 ? 1 : terms);
  return 8 * (eights < 1 ? 1 : eights);
}

// Blocks of a depthwise window that are computed together: all that windows of 3x3 have.
inline constexpr int32_t kDepthwiseBlocks = 9;

}  // namespace kerf::integers
