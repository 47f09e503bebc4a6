// How much the loops of int8 take at once.
#pragma once

#include <stdint.h>

#include "isa/scalar/loops/int8_gathered.h"

namespace kerf::integers {

// Blocks of a depthwise window that are computed together: all that windows of 3x3 have.
inline constexpr int32_t kDepthwiseBlocks = 9;

}  // namespace kerf::integers
