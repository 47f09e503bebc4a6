// Memory that the loops of int8 need in addition to their operands.
#pragma once

#include <stdint.h>

#include "loops/int8_forms.h"

namespace kerf::integers {

// Filters that a product computes at a time: their weights are in its scratch, those of one term
// adjacent.
constexpr int32_t kFilters = 16;

constexpr int32_t product_scratch_bytes(int32_t terms, int32_t) { return kFilters * terms; }

constexpr int32_t depthwise_scratch_bytes(int32_t) { return 0; }

}  // namespace kerf::integers
