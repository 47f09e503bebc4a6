// Memory that the loops of int8 need in addition to their operands.
#pragma once

#include <stdint.h>

#include "loops/int8_forms.h"

namespace kerf::integers {

// Bytes of Int8Product::scratch, a multiple of 4. int8_scratch.yaml next to this file has the same
// as an expression.
constexpr int32_t product_scratch_bytes(int32_t, int32_t) { return 0; }

// Bytes of Int8Depthwise::scratch.
constexpr int32_t depthwise_scratch_bytes(int32_t) { return 0; }

}  // namespace kerf::integers
