// Rows of Half that become float on cores with a scalar FPU of Arm, which converts them.
#pragma once

#include <stdint.h>

#include "tensor/half.h"

namespace kerf::portable {

// to[i] = from[i] for i < count: the same number. The rows do not overlap.
[[gnu::noinline]] inline void widen_row(float* to, const Half* from, int32_t count) {
  for (; count > 0; --count) {
    float number = bits_float((from++)->bits);
    __asm__("vcvtb.f32.f16 %[number], %[number]" : [number] "+t"(number));
    *to++ = number;
  }
}

}  // namespace kerf::portable
