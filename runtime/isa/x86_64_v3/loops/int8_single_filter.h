// Windows of one filter over one channel by AVX2, sixteen outputs at a time, two products of int16
// added as int32.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "isa/x86_64_v3/loops/int8_results.h"

namespace kerf::integers {

inline constexpr bool kHasSingleFilter = true;

// Calls add(input, weight, input, weight) for each two taps; a last one without a second has itself
// there, with a weight of 0.
template <typename Add>
[[gnu::always_inline]] inline void each_two_taps(const Int8SingleFilter& its, Add add) {
  int32_t left = its.rows.count * its.columns.count;
  int32_t input = 0;  // of a row's first tap
  int32_t weight = 0;
  int32_t k = 0;
  while (left > 0) {
    int32_t inputs[2];
    int32_t weights[2];
    for (int32_t i = 0; i < 2; ++i) {
      if (left-- <= 0) {
        inputs[1] = inputs[0];
        weights[1] = 0;
        break;
      }
      inputs[i] = input + k * its.columns.input;
      weights[i] = its.weights[weight + k * its.columns.weight];
      if (++k != its.columns.count) continue;
      k = 0;
      input += its.rows.input;
      weight += its.rows.weight;
    }
    add(inputs, weights);
  }
}

[[gnu::noinline]] inline void Int8SingleFilter::run(const int8_t* inputs, int32_t count,
                                                    int8_t* out) const {
  uint32_t start = result.start_of(0);
  each_two_taps(*this,
                [&](const int32_t (&)[2], const int32_t (&w)[2]) __attribute__((always_inline)) {
                  start += static_cast<uint32_t>(offset * (w[0] + w[1]));
                });
  const EightScales scales(_mm256_set1_epi32(result.multiplier[0]),
                           _mm256_set1_epi32(result.shift[0]));
  for (int32_t i = 0; i < count; i += kLeast) {
    if (count - i < kLeast) i = count - kLeast;  // some once more
    __m256i sums[2];
    sums[0] = sums[1] = _mm256_set1_epi32(static_cast<int32_t>(start));
    each_two_taps(*this,
                  [&](const int32_t (&x)[2], const int32_t (&w)[2]) __attribute__((always_inline)) {
                    const auto load = [&](int32_t at) __attribute__((always_inline)) {
                      return _mm_loadu_si128(reinterpret_cast<const __m128i*>(inputs + i + at));
                    };
                    const PairedTaps taps(load(x[0]), load(x[1]));
                    const __m256i both = _mm256_set1_epi32((w[0] & 0xFFFF) | w[1] * (1 << 16));
                    add_products(sums[0], taps.low, both);
                    add_products(sums[1], taps.high, both);
                  });
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i),
                     narrow_lanes(scales.rescale(sums[0]), scales.rescale(sums[1]), result));
  }
}

}  // namespace kerf::integers
