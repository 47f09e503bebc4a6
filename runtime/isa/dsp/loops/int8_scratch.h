// What the loops of int8 need from their callers in addition to their operands.
#pragma once

#include <stdint.h>

namespace kerf::cortex_m {

// Whether Int8Product adds an offset to inputs; else its callers add it to what sums begin with.
inline constexpr bool kAddsOffset = true;

// A product of fewer pixels needs less scratch.
inline constexpr int32_t kFewPixels = 3;

// Four pixels of int16, or one, filled up to whole words of weights.
constexpr int32_t product_scratch_bytes(int32_t terms, int32_t pixels) {
  return (pixels < kFewPixels ? 8 : 32) * ((terms + 3) / 4);
}

// Blocks of a depthwise window that are computed together: their scales are read once. They are at
// the beginning of its scratch.
inline constexpr int32_t kDepthwiseBlocks = 9;
inline constexpr int32_t kBlockBytes = kDepthwiseBlocks * 44;

// The blocks, and a DspTap for each tap.
constexpr int32_t depthwise_scratch_bytes(int32_t taps) { return kBlockBytes + 12 * taps; }

}  // namespace kerf::cortex_m
