// Memory that the loops of int8 need in addition to their operands.
#pragma once

#include <stdint.h>

#include "loops/int8_forms.h"

namespace kerf::integers {

// Filters that a product computes at a time: four terms of each are in one register.
inline constexpr int32_t kFilters = 16;

// Their weights by fours of terms; what is left over, less than four terms, is in a register.
constexpr int32_t product_scratch_bytes(int32_t terms, int32_t) {
  return kFilters * (terms / 4 * 4);
}

constexpr int32_t depthwise_scratch_bytes(int32_t) { return 0; }

}  // namespace kerf::integers
