// Normalisation of a row of float, four at a time.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

#include "isa/scalar/loops/norm_row.h"

#ifndef __OPTIMIZE_SIZE__
namespace kerf::portable {

// In two passes, as moments.h has them. Sums are added in four parts, those of what is left of
// fours last: of more elements than these, which lose too much so, others are taken.
inline bool moments_row(const float* from, int32_t count, float& mean, float& squares) {
  if (count > 4096) return false;
  const auto divisor = static_cast<float>(count);
  float remainder = 0;
  mean = *from;
  for (int pass = 0; pass < 2; ++pass) {
    float32x4_t differences = vdupq_n_f32(0);
    float32x4_t products = differences;
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
      const float32x4_t x = vsubq_f32(vld1q_f32(from + i), vdupq_n_f32(mean));
      differences = vaddq_f32(differences, x);
      products = vaddq_f32(products, vmulq_f32(x, x));
    }
    float difference = vaddvq_f32(differences);
    squares = vaddvq_f32(products);
    for (; i < count; ++i) {
      const float x = from[i] - mean;
      difference += x;
      squares += x * x;
    }
    remainder = difference / divisor;
    mean += remainder;
  }
  squares -= remainder * remainder * divisor;
  if (squares < 0) squares = 0;
  return true;
}

inline bool normalize_row(float* to, const float* from, int32_t count, float mean, float scale,
                          const float* weight, const float* bias) {
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    float32x4_t x = vmulq_n_f32(vsubq_f32(vld1q_f32(from + i), vdupq_n_f32(mean)), scale);
    if (weight != nullptr) x = vmulq_f32(x, vld1q_f32(weight + i));
    if (bias != nullptr) x = vaddq_f32(x, vld1q_f32(bias + i));
    vst1q_f32(to + i, x);
  }
  for (; i < count; ++i) {
    float x = (from[i] - mean) * scale;
    if (weight != nullptr) x *= weight[i];
    if (bias != nullptr) x += bias[i];
    to[i] = x;
  }
  return true;
}

}  // namespace kerf::portable
#endif
