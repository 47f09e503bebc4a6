// One term of a sum, where the processor has an instruction for it.
#pragma once

namespace kerf::portable {

// sum + x * y, the product of integers and doubles rounded.
template <typename V>
V multiply_add(V sum, V x, V y) {
  return sum + x * y;
}

// Not rounded: what GCC makes of the above by optimizing for speed is a product and a sum.
inline float multiply_add(float sum, float x, float y) { return __builtin_fmaf(x, y, sum); }

}  // namespace kerf::portable
