// The larger ones of adjacent int8, by NEON.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

namespace kerf::integers {

inline constexpr bool kHasMaxima = true;

inline void keep_larger(int8_t* to, const int8_t* from, int32_t count) {
  for (; count >= 16; count -= 16, to += 16, from += 16)
    vst1q_s8(to, vmaxq_s8(vld1q_s8(to), vld1q_s8(from)));
  for (; count > 0; --count, ++to, ++from) *to = *from > *to ? *from : *to;
}

}  // namespace kerf::integers
