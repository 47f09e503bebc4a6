// One term of a sum, where the processor has an instruction for it.
#pragma once

#include "isa/scalar/loops/multiply_add.h"

namespace kerf::portable {

// Does not round the product. GCC, where it optimizes the general function for speed, makes a
// product and a sum of it.
inline float multiply_add(float sum, float x, float y) { return __builtin_fmaf(x, y, sum); }

}  // namespace kerf::portable
