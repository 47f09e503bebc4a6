// Memory that the loops of int8 need in addition to their operands.
#pragma once

#include <stdint.h>

#include "loops/int8_forms.h"

namespace kerf::integers {

// Filters that a product of several pixels computes at a time, their terms in eights and as int16.
inline constexpr int32_t kPackedFilters = 16;

// A product of fewer pixels reads weights as they are.
inline constexpr int32_t kLeastPacked = 3;

constexpr int32_t product_scratch_bytes(int32_t terms, int32_t pixels) {
  return pixels < kLeastPacked ? 0 : 2 * kPackedFilters * ((terms + 7) / 8 * 8);
}

constexpr int32_t depthwise_scratch_bytes(int32_t) { return 0; }

}  // namespace kerf::integers
