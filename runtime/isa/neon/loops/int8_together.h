// How much the loops of int8 take at once.
#pragma once

#include <stdint.h>

#include "isa/scalar/loops/int8_gathered.h"

namespace kerf::integers {

// Blocks of a depthwise window that are computed together.
inline constexpr int32_t kDepthwiseBlocks = 1;

}  // namespace kerf::integers
