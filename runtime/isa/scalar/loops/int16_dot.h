// Dot products of int16 and int8.
#pragma once

#include <stdint.h>

namespace kerf::fused {

// The sum of a[i * step] * b[i] over i < count, exactly. count <= 2^23.
inline int64_t dot_int16(const int16_t* a, int32_t step, const int8_t* b, int32_t count) {
  int64_t sum = 0;
  while (count > 0) {
    // A product has 22 bits and a sign, so that the sum of 256 fits.
    const int32_t run = count < 256 ? count : 256;
    int32_t part = 0;
    if (step == 1) {
      for (int32_t i = 0; i < run; ++i) part += a[i] * b[i];
    } else {
      for (int32_t i = 0; i < run; ++i) part += a[i * step] * b[i];
    }
    sum += part;
    count -= run;
    a += run * step;
    b += run;
  }
  return sum;
}

}  // namespace kerf::fused
