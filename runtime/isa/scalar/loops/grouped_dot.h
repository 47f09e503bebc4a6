// Dot products with int8 whose terms are in groups, each with a factor.
#pragma once

#include <stdint.h>

#include "loops/int8_dot.h"

namespace kerf::fused {

// Whether dot_by_groups() reads `sums`.
inline constexpr bool kReadsGroupSums = true;

// The sum over groups g, of `group` terms each but for the last one, of
//   factors[g] * (sum over the terms i of g of (a[i] - zero) * b[i])
// where sums[g] is that of b[i]. int8 sums wrap.
inline float dot_by_groups(const int8_t* a, const int8_t* b, int32_t count, int32_t group,
                           int32_t zero, const uint32_t* sums, const float* factors) {
  float total = 0;
  for (; count > 0; count -= group, a += group, b += group) {
    const uint32_t less = static_cast<uint32_t>(zero) * *sums++;
    const uint32_t sum = integers::dot_int8(a, b, count < group ? count : group) - less;
    total += static_cast<float>(static_cast<int32_t>(sum)) * *factors++;
  }
  return total;
}
inline float dot_by_groups(const float* a, const int8_t* b, int32_t count, int32_t group, int32_t,
                           const uint32_t*, const float* factors) {
  float total = 0;
  while (count > 0) {
    float sum = 0;
    for (int32_t left = count < group ? count : group; left > 0; --left)
      sum += *a++ * static_cast<float>(*b++);
    total += sum * *factors++;
    count -= group;
  }
  return total;
}

}  // namespace kerf::fused
