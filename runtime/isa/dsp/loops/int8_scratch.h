// What the loops of int8 need from their callers in addition to their operands.
#pragma once

#include <stdint.h>

#include "core/small.h"

namespace kerf::integers {

// Whether Int8Product adds an offset to inputs; else its callers add it to what sums begin with.
inline constexpr bool kAddsOffset = true;

// A product of fewer pixels needs less scratch.
inline constexpr int32_t kFewPixels = 3;

// Pixels of int16, filled up to whole words of weights: four where code is to be small, else three
// and their sums, or one.
constexpr int32_t product_scratch_bytes(int32_t terms, int32_t pixels) {
  const int32_t tile = (pixels < kFewPixels ? 8 : kSmall ? 32 : 24) * ((terms + 3) / 4);
  return kSmall || pixels < kFewPixels ? tile : tile + 12;
}

// Whether there are loops of Int8PackedProduct, which are only faster.
inline constexpr int32_t kPackedLayout = kSmall ? 0 : 1;

// Bytes of scratch of an Int8PackedProduct of more than few pixels: two pixels of n terms and the
// end of its FourFilters, and these for n filters.
constexpr int32_t paired_terms_bytes(int32_t n) { return kSmall ? 0 : 16 * ((n + 3) / 4) + 20; }
constexpr int32_t paired_filters_bytes(int32_t n) { return kSmall ? 0 : 52 * (n / 4); }

// Scratch of a product of one pixel may overlap the pixel if it begins so many bytes before it:
// each word becomes two, and is read before it is overwritten. 0: it must be apart.
constexpr int32_t scratch_ahead(int32_t terms) { return terms % 4 == 0 ? terms : 0; }

// How many outputs of `terms` inputs are gathered for a product at once.
constexpr int32_t gathered_at_once(int32_t terms) {
  if (kSmall) return terms <= 32 ? 16 : 4;
  return terms <= 32 ? 15 : 3;
}

// Whether there are loops of Int8Product::run_placed(), which are only faster.
inline constexpr bool kGathersTiles = !kSmall;

// Blocks of a depthwise window that are computed together: their scales are read once. They are at
// the beginning of its scratch.
inline constexpr int32_t kDepthwiseBlocks = 9;
inline constexpr int32_t kBlockBytes = kDepthwiseBlocks * 44;

// The blocks, and a DspTap for each tap.
constexpr int32_t depthwise_scratch_bytes(int32_t taps) { return kBlockBytes + 12 * taps; }

// Whether there are loops of Int8Depthwise3x3, which are only faster.
inline constexpr bool kDepthwise3x3 = !kSmall;

// Columns of the lines of four channels as int16.
constexpr int32_t depthwise_line_bytes(int32_t columns) { return kSmall ? 0 : 8 * columns; }

}  // namespace kerf::integers
