// What the loops of int8 need from their callers in addition to their operands.
#pragma once

#include <stdint.h>

#include "core/small.h"
#include "isa/neon/loops/int8_offset.h"
#include "isa/neon/loops/int8_together.h"

namespace kerf::integers {

// Filters that a product of several pixels computes at a time.
inline constexpr int32_t kFilters = 8;
// Pixels from which on it pays to store their weights by fours of terms.
inline constexpr int32_t kLeastPixels = 3;

constexpr int32_t product_scratch_bytes(int32_t terms, int32_t pixels) {
  return pixels < kLeastPixels ? 0 : kFilters * ((terms + 3) / 4 * 4);
}

constexpr int32_t scratch_ahead(int32_t) { return 0; }
inline constexpr bool kGathersTiles = false;
inline constexpr int32_t kPackedLayout = kSmall ? 0 : 2;

// Bytes of scratch of an Int8PackedProduct, for n terms and for n filters.
constexpr int32_t paired_terms_bytes(int32_t) { return 0; }
constexpr int32_t paired_filters_bytes(int32_t) { return 0; }

constexpr int32_t depthwise_scratch_bytes(int32_t) { return 0; }

// Whether there are loops of Int8Depthwise3x3: by SDOT.
#ifdef __ARM_FEATURE_DOTPROD
inline constexpr bool kDepthwise3x3 = true;
#else
inline constexpr bool kDepthwise3x3 = false;
#endif

constexpr int32_t depthwise_line_bytes(int32_t) { return 0; }

}  // namespace kerf::integers
