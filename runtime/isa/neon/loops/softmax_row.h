// Softmax of a row of float, four at a time.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

#include "isa/scalar/loops/softmax_row.h"
#include "loops/maths.h"

#ifndef __OPTIMIZE_SIZE__
namespace kerf::portable {

// A sum is added in four parts, those of what is left of fours last.
inline bool softmax_row(float* to, const float* from, int32_t count) {
  const int32_t fours = count / 4 * 4;
  float largest = *from;
  if (fours > 0) {
    float32x4_t most = vld1q_f32(from);
    for (int32_t i = 4; i < fours; i += 4) most = vmaxq_f32(most, vld1q_f32(from + i));
    largest = vmaxvq_f32(most);
  }
  for (int32_t i = fours; i < count; ++i) {
    if (!(from[i] <= largest)) largest = from[i];  // one that is NaN makes all results so
  }
  float32x4_t sums = vdupq_n_f32(0);
  for (int32_t i = 0; i < fours; i += 4) {
    const Floats x = maths::exp(floats_at(from + i) - largest);
    vst1q_f32(to + i, x.v);
    sums = vaddq_f32(sums, x.v);
  }
  float sum = vaddvq_f32(sums);
  for (int32_t i = fours; i < count; ++i) {
    to[i] = maths::exp(from[i] - largest);
    sum += to[i];
  }
  for (int32_t i = 0; i < fours; i += 4)
    vst1q_f32(to + i, vdivq_f32(vld1q_f32(to + i), vdupq_n_f32(sum)));
  for (int32_t i = fours; i < count; ++i) to[i] /= sum;
  return true;
}

}  // namespace kerf::portable
#endif
