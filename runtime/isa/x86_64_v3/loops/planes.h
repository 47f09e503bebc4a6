// Convolutions of a plane of float by AVX2 and FMA, eight columns of a row at a time: columns
// outside of the plane are lanes that are not read.
#pragma once

#include <immintrin.h>

#include "isa/scalar/loops/planes.h"
#include "isa/x86_64_v3/loops/copy.h"
#include "isa/x86_64_v3/loops/sums.h"

namespace kerf::portable {

// The lanes from `begin` on that are below `end`.
inline __m256i lanes_within(int32_t begin, int32_t end) {
  return _mm256_andnot_si256(lanes_below(begin), lanes_below(end));
}

template <>
struct Planes2d<float> {
  static constexpr bool kAny = true;
  static constexpr int32_t kMostColumns = 8;  // of a kernel

  static bool takes(const PlaneWindow& window) {
    return window.columns.stride <= 2 && window.columns.kernel <= kMostColumns;
  }

  template <typename Bound>
  static void run(const PlaneWindow& window, const float* input, const float* weight, float start,
                  float* out, const Bound& bound) {
    for (int32_t x = 0; x < window.columns.out; x += 8) {
      window.columns.stride == 1 ? run_columns<1>(window, input, weight, start, out, x, bound)
                                 : run_columns<2>(window, input, weight, start, out, x, bound);
    }
  }

 private:
  // Every kStride-th column from `at` on, of those whose lanes are in `masks`.
  template <int32_t kStride>
  [[gnu::always_inline]] static __m256 read(const float* at, const __m256i (&masks)[2]) {
    const __m256 low = _mm256_maskload_ps(at, masks[0]);
    if (kStride == 1) return low;
    const __m256 even = _mm256_shuffle_ps(low, _mm256_maskload_ps(at + 8, masks[1]), 0x88);
    return _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(even), 0xD8));
  }

  // All rows of columns x to x + 7.
  template <int32_t kStride, typename Bound>
  [[gnu::noinline]] static void run_columns(const PlaneWindow& window, const float* input,
                                            const float* weight, float start, float* out, int32_t x,
                                            const Bound& bound) {
    const PlaneAxis rows = window.rows;
    const PlaneAxis columns = window.columns;
    const int32_t first_column = x * kStride - columns.padding;
    __m256i masks[kMostColumns][2];
    for (int32_t k = 0; k < columns.kernel; ++k) {
      const int32_t first = first_column + k * columns.spread;
      masks[k][0] = lanes_within(-first, columns.in - first);
      if (kStride == 2) masks[k][1] = lanes_within(-first - 8, columns.in - first - 8);
    }
    const __m256i existing = lanes_below(columns.out - x);
    const __m256 starts = _mm256_set1_ps(start);
    input += first_column;
    out += x;
    for (int32_t y = 0; y < rows.out; ++y, out += window.out_pitch) {
      __m256 sum = starts;
      int32_t row = y * rows.stride - rows.padding;
      const float* w = weight;
      for (int32_t j = 0; j < rows.kernel; ++j, row += rows.spread, w += rows.weight) {
        if (row < 0 || row >= rows.in) continue;
        const float* at = input + row * window.input_pitch;
        const auto add = [&](int32_t k) __attribute__((always_inline)) {
          const __m256 inputs = read<kStride>(at + k * columns.spread, masks[k]);
          sum = _mm256_fmadd_ps(inputs, _mm256_broadcast_ss(w + k * columns.weight), sum);
        };
        if (columns.kernel == 3) {
          add(0);
          add(1);
          add(2);
        } else {
          for (int32_t k = 0; k < columns.kernel; ++k) add(k);
        }
      }
      _mm256_maskstore_ps(out, existing, bound.bounded(EightFloats{sum}).v);
    }
  }
};

}  // namespace kerf::portable
