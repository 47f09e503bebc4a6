// One term of a sum, where the processor has an instruction for it.
#pragma once

#include "isa/scalar/loops/multiply_add.h"

namespace kerf::portable {

// Of float, the product not rounded: what GCC makes of the general one by optimizing for speed is a
// product and a sum.
inline float multiply_add(float sum, float x, float y) { return __builtin_fmaf(x, y, sum); }

}  // namespace kerf::portable
