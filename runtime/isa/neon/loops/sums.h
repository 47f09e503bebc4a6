// Weighted sums of float by NEON, one fused multiply-add for each term: up to four rows of 16
// adjacent inputs at a time, or of eight others, each sum in the order of its terms. Where inputs
// are not adjacent and all loops over terms are one, in which inputs and weights are, the terms k
// of a sum are added in four parts, those of equal k modulo 4, whose sums are added pairwise at the
// end, start last. Other sums and other types are as by scalar instructions.
#pragma once

#include <arm_neon.h>

#include "isa/scalar/loops/sums.h"

namespace kerf::portable {

// from[i * step] for i < 4.
template <bool kAdjacent>
float32x4_t read_four(const float* from, int32_t step) {
  if constexpr (kAdjacent) return vld1q_f32(from);
  float32x4_t lanes = vld1q_dup_f32(from);
  lanes = vld1q_lane_f32(from += step, lanes, 1);
  lanes = vld1q_lane_f32(from += step, lanes, 2);
  return vld1q_lane_f32(from + step, lanes, 3);
}

inline void write_four(float* to, int32_t step, float32x4_t lanes) {
  if (step == 1) return vst1q_f32(to, lanes);
  vst1q_lane_f32(to, lanes, 0);
  vst1q_lane_f32(to += step, lanes, 1);
  vst1q_lane_f32(to += step, lanes, 2);
  vst1q_lane_f32(to + step, lanes, 3);
}

// from[i] for i < count < 4, and zeros.
inline float32x4_t read_few(const float* from, int32_t count) {
  float32x4_t lanes = vdupq_n_f32(0);
  if (count > 0) lanes = vld1q_lane_f32(from, lanes, 0);
  if (count > 1) lanes = vld1q_lane_f32(from + 1, lanes, 1);
  if (count > 2) lanes = vld1q_lane_f32(from + 2, lanes, 2);
  return lanes;
}

// Computes kRows rows of 4 * kVectors sums.
template <bool kAdjacent, int32_t kRows, int32_t kVectors>
[[gnu::noinline]] void run_tile(const Sums<float>& sums, int32_t first) {
  const Steps row = sums.row;
  const Steps column = sums.column;
  const int32_t step = kAdjacent ? 1 : column.operand;
  const float* start = sums.start + first * column.start;
  float* out = sums.out + first * column.out;
  float32x4_t sum[kRows][kVectors];
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int32_t v = 0; v < kVectors; ++v) {
      sum[r][v] = read_four<false>(start + r * row.start + 4 * v * column.start, column.start);
    }
  }
  const auto add = [&](const float* x, const float* w) __attribute__((always_inline)) {
    float32x4_t inputs[kVectors];
#pragma GCC unroll 8
    for (int32_t v = 0; v < kVectors; ++v) inputs[v] = read_four<kAdjacent>(x + 4 * v * step, step);
#pragma GCC unroll 8
    for (int32_t r = 0; r < kRows; ++r) {
      const float factor = w[r * row.operand];
#pragma GCC unroll 8
      for (int32_t v = 0; v < kVectors; ++v) sum[r][v] = vfmaq_n_f32(sum[r][v], inputs[v], factor);
    }
  };
  for_terms(sums.terms, sums.input + first * step, sums.weight, add);
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int32_t v = 0; v < kVectors; ++v) {
      write_four(out + r * row.out + 4 * v * column.out, column.out, sum[r][v]);
    }
  }
}

// Computes the sums of kRows rows four columns at a time, and returns the first column that is
// left.
template <int32_t kRows>
int32_t run_strip(const Sums<float>& sums, int32_t columns) {
  int32_t first = 0;
  if (sums.column.operand == 1) {
    for (; columns - first >= 16; first += 16) run_tile<true, kRows, 4>(sums, first);
    for (; columns - first >= 4; first += 4) run_tile<true, kRows, 1>(sums, first);
  } else {
    for (; columns - first >= 8; first += 8) run_tile<false, kRows, 2>(sums, first);
    for (; columns - first >= 4; first += 4) run_tile<false, kRows, 1>(sums, first);
  }
  return first;
}

// Computes kRows sums of each of kColumns columns, whose terms are adjacent in inputs and weights.
template <int32_t kRows, int32_t kColumns>
[[gnu::noinline]] void run_dots(const Sums<float>& sums, int32_t first) {
  const Steps row = sums.row;
  const Steps column = sums.column;
  const float* x = sums.input + first * column.operand;
  const float* w = sums.weight;
  const float* start = sums.start + first * column.start;
  float* out = sums.out + first * column.out;
  float32x4_t sum[kRows][kColumns];
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int32_t i = 0; i < kColumns; ++i) sum[r][i] = vdupq_n_f32(0);
  }
  const auto add = [&](auto read) __attribute__((always_inline)) {
    float32x4_t weights[kRows];
#pragma GCC unroll 8
    for (int32_t r = 0; r < kRows; ++r) weights[r] = read(w + r * row.operand);
#pragma GCC unroll 8
    for (int32_t i = 0; i < kColumns; ++i) {
      const float32x4_t inputs = read(x + i * column.operand);
#pragma GCC unroll 8
      for (int32_t r = 0; r < kRows; ++r) sum[r][i] = vfmaq_f32(sum[r][i], inputs, weights[r]);
    }
    x += 4;
    w += 4;
  };
  int32_t count = sums.terms[2].count;
  for (; count >= 4; count -= 4) add([](const float* at) { return vld1q_f32(at); });
  if (count > 0) add([count](const float* at) { return read_few(at, count); });
#pragma GCC unroll 8
  for (int32_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int32_t i = 0; i < kColumns; ++i) {
      out[r * row.out + i * column.out] =
          start[r * row.start + i * column.start] + vaddvq_f32(sum[r][i]);
    }
  }
}

template <int32_t kRows>
void run_dots(const Sums<float>& sums, int32_t columns) {
  int32_t first = 0;
  for (; columns - first >= 4; first += 4) run_dots<kRows, 4>(sums, first);
  for (; first < columns; ++first) run_dots<kRows, 1>(sums, first);
}

template <>
inline void Sums<float>::run(int32_t rows, int32_t columns) {
  const bool dots = column.operand != 1 && are_dots();
  for (int32_t height; rows > 0; rows -= height) {
    const Sums<float> strip = *this;
    height = rows >= 4 ? 4 : 1;
    if (dots) {
      height == 4 ? run_dots<4>(strip, columns) : run_dots<1>(strip, columns);
    } else {
      const int32_t first =
          height == 4 ? run_strip<4>(strip, columns) : run_strip<1>(strip, columns);
      if (first < columns) {
        input += first * column.operand;
        start += first * column.start;
        out += first * column.out;
        run_scalar(height, columns - first);
        *this = strip;
      }
    }
    skip(height);
  }
}

}  // namespace kerf::portable
