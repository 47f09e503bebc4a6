// Dot products of float with int8 whose terms are in groups, each with a factor.
#pragma once

#include <stdint.h>

namespace kerf::fused {

// The sum over groups g, of `group` terms each but for the last one, of
//   factors[g] * (sum over the terms i of g of a[i] * b[i])
inline float dot_by_groups(const float* a, const int8_t* b, int32_t count, int32_t group,
                           const float* factors) {
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
