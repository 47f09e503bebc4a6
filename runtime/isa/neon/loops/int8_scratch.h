// Memory that the loops of int8 need in addition to their operands.
#pragma once

#include <stdint.h>

#include "loops/int8_forms.h"

namespace kerf::integers {

// Filters that a product of several pixels computes at a time.
inline constexpr int32_t kFilters = 8;
// Pixels from which on it pays to store their weights by fours of terms.
inline constexpr int32_t kLeastPixels = 3;

constexpr int32_t product_scratch_bytes(int32_t terms, int32_t pixels) {
  return pixels < kLeastPixels ? 0 : kFilters * ((terms + 3) / 4 * 4);
}

constexpr int32_t depthwise_scratch_bytes(int32_t) { return 0; }

}  // namespace kerf::integers
