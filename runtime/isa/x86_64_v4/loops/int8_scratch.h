// Memory that the loops of int8 need in addition to their operands.
#pragma once

#include <stdint.h>

namespace kerf::integers {

inline constexpr bool kAddsOffset = false;  // products take an offset of inputs

// Filters that a product computes at a time: four terms of each are in one register.
inline constexpr int32_t kFilters = 16;

// Their weights by fours of terms; what is left over, less than four terms, is in a register.
constexpr int32_t product_scratch_bytes(int32_t terms, int32_t) {
  return kFilters * (terms / 4 * 4);
}
constexpr int32_t depthwise_scratch_bytes(int32_t) { return 0; }
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
