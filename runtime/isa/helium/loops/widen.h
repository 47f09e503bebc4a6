// Rows of Half that become float, four at a time.
#pragma once

#include <stdint.h>

#include "tensor/half.h"

namespace kerf::portable {

// to[i] = from[i] for i < count: the same number. The rows do not overlap. Of this conversion GNU
// as up to 2.40 encodes q0 alone right.
[[gnu::noinline]] inline void widen_row(float* to, const Half* from, int32_t count) {
  __asm__ volatile(
      "wlstp.32 lr, %[count], 2f\n"
      "1: vldrh.u32 q0, [%[from]], #8\n"
      "vcvtb.f32.f16 q0, q0\n"
      "vstrw.32 q0, [%[to]], #16\n"
      "letp lr, 1b\n"
      "2:\n"
      : [to] "+r"(to), [from] "+r"(from)
      : [count] "r"(count < 0 ? 0 : count)
      : "lr", "cc", "memory", "s0", "s1", "s2", "s3");
}

}  // namespace kerf::portable
