// Depthwise windows of int8 by AVX2, sixteen channels at a time, two products of int16 added as
// int32. The channels that are left are computed as by scalar instructions.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "isa/x86_64_v3/loops/int8_results.h"

namespace kerf::integers {

// The sum of channel 0 of the pixel at `input`, as of Int8Depthwise::run().
[[gnu::noinline]] inline uint32_t sum_window(const int8_t* input, const int8_t* weight,
                                             portable::Terms rows, const portable::Terms& columns,
                                             int32_t offset) {
  uint32_t sum = 0;
  for (; rows.count > 0; --rows.count, input += rows.input, weight += rows.weight) {
    const int8_t* x = input;
    const int8_t* w = weight;
    for (int32_t n = columns.count; n > 0; --n, x += columns.input, w += columns.weight)
      sum += static_cast<uint32_t>((*x + offset) * *w);
  }
  return sum;
}

// Sixteen int8 as int16.
[[gnu::always_inline]] inline __m256i load_channels(const int8_t* from) {
  return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
}

// Stores the results of the sixteen channels from `c` on: low[i] is that of channel c + i of each
// half, high[i] that of c + 4 + i, as products are unpacked.
[[gnu::always_inline]] inline void store_channels(const Int8Result& result, int32_t c, __m256i low,
                                                  __m256i high, int8_t* out) {
  const __m256i sums[2] = {_mm256_permute2x128_si256(low, high, 0x20),
                           _mm256_permute2x128_si256(low, high, 0x31)};
#pragma GCC unroll 2
  for (int32_t i = 0; i < 2; ++i, c += 8, out += 8) {
    const auto of = [c](const int32_t* values) __attribute__((always_inline)) {
      return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values + c));
    };
    const __m256i sum = _mm256_add_epi32(
        sums[i], _mm256_add_epi32(of(result.start), _mm256_set1_epi32(result.base)));
    const __m256i shift =
        _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(result.shift + c)));
    const __m128i bytes = narrow_lanes(rescale_lanes(sum, of(result.multiplier), shift), result);
    store_bytes(out, _mm_cvtsi128_si32(bytes), 4);
    store_bytes(out + 4, _mm_extract_epi32(bytes, 2), 4);
  }
}

[[gnu::noinline]] inline void Int8Depthwise::run(const Int8Block& block) const {
  const __m256i offsets = _mm256_set1_epi16(static_cast<int16_t>(offset));
  const portable::Terms rows = block.rows;
  const portable::Terms columns = block.columns;
  for (int32_t p = 0; p < block.lines * block.pixels; ++p) {
    const int32_t line = p / block.pixels;
    const int32_t pixel = p % block.pixels;
    const int8_t* inputs = block.input + line * input_pitch.line + pixel * input_pitch.pixel;
    int8_t* out = block.out + line * out_pitch.line + pixel * out_pitch.pixel;
    int32_t c = 0;
    for (; channels - c >= 16; c += 16) {
      __m256i low = _mm256_setzero_si256();
      __m256i high = low;
      __m256i x0 = low;  // of a tap that waits for a second one
      __m256i w0 = low;
      bool waits = false;
      const auto add = [&](__m256i x, __m256i w) __attribute__((always_inline)) {
        const auto sum = [](__m256i all, __m256i xs, __m256i ws) __attribute__((always_inline)) {
          return _mm256_add_epi32(all, _mm256_madd_epi16(xs, ws));
        };
        low = sum(low, _mm256_unpacklo_epi16(x0, x), _mm256_unpacklo_epi16(w0, w));
        high = sum(high, _mm256_unpackhi_epi16(x0, x), _mm256_unpackhi_epi16(w0, w));
      };
      const int8_t* x_row = inputs + c;
      const int8_t* w_row = block.weights + c;
      for (int32_t j = rows.count; j > 0; --j, x_row += rows.input, w_row += rows.weight) {
        const int8_t* x = x_row;
        const int8_t* w = w_row;
        for (int32_t n = columns.count; n > 0; --n, x += columns.input, w += columns.weight) {
          const __m256i xs = _mm256_add_epi16(load_channels(x), offsets);
          const __m256i ws = load_channels(w);
          if (waits) {
            add(xs, ws);
          } else {
            x0 = xs;
            w0 = ws;
          }
          waits = !waits;
        }
      }
      if (waits) add(_mm256_setzero_si256(), _mm256_setzero_si256());
      store_channels(result, c, low, high, out + c);
    }
    for (; c < channels; ++c) {
      const uint32_t sums[4] = {sum_window(inputs + c, block.weights + c, rows, columns, offset)};
      store_results(result, sums, {c, 1, out + c, 1}, 1);
    }
  }
}

}  // namespace kerf::integers
