// Sums of products of int16 and int8 for each of four adjacent channels.
#pragma once

#include <stdint.h>

#include "loops/sums.h"

namespace kerf::fused {

// The channels that are summed at a time.
inline constexpr int32_t kInt16Channels = 4;

// sums[c] = sum over j, k of x[j, k, c] * w[j, k, c] for c < count <= kInt16Channels, where `down`
// and `across` have how many j and k there are and their distances; at most 256 terms. `sums` has
// room for kInt16Channels.
inline void sum_channels_int16(const int16_t* x, const int8_t* w, const portable::Terms& down,
                               const portable::Terms& across, int32_t count, int32_t* sums) {
  if (count < kInt16Channels) {
    for (; count > 0; --count, ++x, ++w) {
      int32_t sum = 0;
      const int16_t* row = x;
      const int8_t* weights = w;
      for (int32_t j = down.count; j > 0; --j, row += down.input, weights += down.weight) {
        const int16_t* from = row;
        const int8_t* weight = weights;
        for (int32_t k = across.count; k > 0; --k, from += across.input, weight += across.weight)
          sum += *from * *weight;
      }
      *sums++ = sum;
    }
    return;
  }
  int32_t sum0 = 0;
  int32_t sum1 = 0;
  int32_t sum2 = 0;
  int32_t sum3 = 0;
  const int32_t rows = across.count < 1 ? 0 : down.count;
  for (int32_t j = rows; j > 0; --j, x += down.input, w += down.weight) {
    const int16_t* from = x;
    const int8_t* weight = w;
    int32_t left = across.count;
    uint32_t even;
    uint32_t odd;
    uint32_t pair;
    // In assembly, because GCC 12 keeps some of it in memory.
    __asm__(
        "1: ldr %[odd], [%[w]]\n"
        "ldr %[pair], [%[x]]\n"
        "sxtb16 %[even], %[odd]\n"
        "sxtb16 %[odd], %[odd], ror #8\n"
        "smlabb %[sum0], %[pair], %[even], %[sum0]\n"
        "smlatb %[sum1], %[pair], %[odd], %[sum1]\n"
        "ldr %[pair], [%[x], #4]\n"
        "add %[w], %[w_step]\n"
        "add %[x], %[x], %[x_step], lsl #1\n"
        "subs %[left], %[left], #1\n"
        "smlabt %[sum2], %[pair], %[even], %[sum2]\n"
        "smlatt %[sum3], %[pair], %[odd], %[sum3]\n"
        "bgt 1b\n"
        : [sum0] "+&r"(sum0), [sum1] "+&r"(sum1), [sum2] "+&r"(sum2), [sum3] "+&r"(sum3),
          [x] "+&r"(from), [w] "+&r"(weight), [left] "+&r"(left), [even] "=&r"(even),
          [odd] "=&r"(odd), [pair] "=&r"(pair)
        : [x_step] "r"(across.input), [w_step] "r"(across.weight)
        : "cc", "memory");
  }
  sums[0] = sum0;
  sums[1] = sum1;
  sums[2] = sum2;
  sums[3] = sum3;
}

}  // namespace kerf::fused
