// What the loops of int8 need from their callers in addition to their operands.
#pragma once

#include <stdint.h>

namespace kerf::integers {

// Whether Int8Product adds an offset to inputs; else its callers add it to what sums begin with.
inline constexpr bool kAddsOffset = false;

// A product of fewer pixels needs less scratch.
inline constexpr int32_t kFewPixels = 3;

// Four pixels of int32; fewer than three are read where they are.
constexpr int32_t product_scratch_bytes(int32_t terms, int32_t pixels) {
  return pixels < kFewPixels ? 0 : 16 * terms;
}

// A ChannelTap each.
constexpr int32_t depthwise_scratch_bytes(int32_t taps) { return 12 * taps; }
constexpr int32_t depthwise_line_bytes(int32_t) { return 0; }

// Scratch of a product of one pixel may overlap the pixel if it begins so many bytes before it.
// 0: it must be apart.
constexpr int32_t scratch_ahead(int32_t) { return 0; }

// How many outputs of `terms` inputs are gathered for a product at once.
constexpr int32_t gathered_at_once(int32_t terms) { return terms <= 32 ? 16 : 4; }

// Whether there are loops of Int8Product::run_placed().
inline constexpr bool kGathersTiles = false;

// Whether there are loops of Int8PairedProduct.
inline constexpr bool kPairsFilters = false;

// Blocks of a depthwise window that are computed together; if several, in its scratch.
inline constexpr int32_t kDepthwiseBlocks = 1;

// Whether there are loops of Int8Depthwise3x3.
inline constexpr bool kDepthwise3x3 = false;

}  // namespace kerf::integers
