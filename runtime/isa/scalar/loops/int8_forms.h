// Which loops of int8 there are, for callers to choose between: those that every instruction set
// has.
#pragma once

#include <stdint.h>

#include "loops/int8_offset.h"
#include "loops/int8_together.h"

namespace kerf::integers {

// Bytes of the lines of Int8Depthwise3x3.
constexpr int32_t depthwise_line_bytes(int32_t) { return 0; }

// Scratch of a product of one pixel may overlap the pixel if it begins so many bytes before it.
// 0: it must be apart.
constexpr int32_t scratch_ahead(int32_t) { return 0; }

// Whether there are loops of Int8Product::run_placed().
inline constexpr bool kGathersTiles = false;

// How Int8PackedProduct reads weights: 1 in pairs, 2 by fours; 0: there are no loops of it.
inline constexpr int32_t kPackedLayout = 0;

// Bytes of scratch of an Int8PackedProduct, for n terms and for n filters.
constexpr int32_t paired_terms_bytes(int32_t) { return 0; }
constexpr int32_t paired_filters_bytes(int32_t) { return 0; }

// Whether there are loops of Int8Depthwise3x3.
inline constexpr bool kDepthwise3x3 = false;

}  // namespace kerf::integers
