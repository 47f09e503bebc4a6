// Memory that the loops of int8 need in addition to their operands.
#pragma once

#include <stdint.h>

#include "loops/int8_forms.h"

namespace kerf::integers {

// A product of fewer pixels needs less scratch.
inline constexpr int32_t kFewPixels = 3;

// Two words of two pixels for each term; fewer pixels than three are read where they are.
constexpr int32_t product_scratch_bytes(int32_t terms, int32_t pixels) {
  return pixels < kFewPixels ? 0 : 8 * terms;
}

// A ChannelTap each.
constexpr int32_t depthwise_scratch_bytes(int32_t taps) { return 12 * taps; }

}  // namespace kerf::integers
