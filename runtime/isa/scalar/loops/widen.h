// Rows of Half that become float.
#pragma once

#include <stdint.h>

#include "tensor/half.h"

namespace kerf::portable {

// to[i] = from[i] for i < count: the same number. The rows do not overlap.
[[gnu::noinline]] inline void widen_row(float* to, const Half* from, int32_t count) {
  for (; count > 0; --count) *to++ = to_float(*from++);
}

}  // namespace kerf::portable
