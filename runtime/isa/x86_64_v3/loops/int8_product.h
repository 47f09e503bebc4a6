// Products of int8 matrices by AVX2: two pixels by four filters, sixteen terms at a time, exactly:
// two products of int16 are added as int32.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "core/libc.h"
#include "isa/x86_64_v3/loops/int8_results.h"

namespace kerf::integers {

// The first `count` < 16 bytes, zeros behind them; no byte behind them is read.
[[gnu::always_inline]] inline __m128i load_few(const int8_t* from, int32_t count) {
  uint64_t low = 0;
  uint64_t high = 0;
  if (count >= 8) {
    libc::copy(&low, from, 8);
    if (count > 8) {
      libc::copy(&high, from + count - 8, 8);
      high >>= 8 * (16 - count);
    }
  } else if (count >= 4) {
    uint32_t first;
    uint32_t last;
    libc::copy(&first, from, 4);
    libc::copy(&last, from + count - 4, 4);
    low = first | uint64_t{last} << (8 * (count - 4));
  } else {
    for (int32_t i = 0; i < count; ++i) low |= uint64_t{static_cast<uint8_t>(from[i])} << (8 * i);
  }
  return _mm_set_epi64x(static_cast<int64_t>(high), static_cast<int64_t>(low));
}

// Four filters of two pixels; those that do not exist are others once more.
struct Int8Tile {
  const int8_t* inputs[2];
  const int8_t* weights[4];

  // The sums of the filters: of the first pixel in the low half, of the second in the high one.
  [[gnu::always_inline]] __m256i run(int32_t terms) const {
    __m256i sums[2][4];
#pragma GCC unroll 8
    for (int32_t p = 0; p < 2; ++p) {
#pragma GCC unroll 8
      for (int32_t m = 0; m < 4; ++m) sums[p][m] = _mm256_setzero_si256();
    }
    const auto add = [&](int32_t k, auto read) __attribute__((always_inline)) {
      __m256i x[2];
#pragma GCC unroll 8
      for (int32_t p = 0; p < 2; ++p) x[p] = _mm256_cvtepi8_epi16(read(inputs[p] + k));
#pragma GCC unroll 8
      for (int32_t m = 0; m < 4; ++m) {
        const __m256i w = _mm256_cvtepi8_epi16(read(weights[m] + k));
#pragma GCC unroll 8
        for (int32_t p = 0; p < 2; ++p)
          sums[p][m] = _mm256_add_epi32(sums[p][m], _mm256_madd_epi16(x[p], w));
      }
    };
    int32_t k = 0;
    for (; terms - k >= 16; k += 16) {
      add(k, [](const int8_t* at) __attribute__((always_inline)) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
      });
    }
    const int32_t rest = terms - k;
    if (rest == 8) {
      add(k, [](const int8_t* at) __attribute__((always_inline)) {
        return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(at));
      });
    } else if (rest > 0) {
      add(k,
          [rest](const int8_t* at) __attribute__((always_inline)) { return load_few(at, rest); });
    }
    __m256i pixel[2];
#pragma GCC unroll 8
    for (int32_t p = 0; p < 2; ++p) {
      pixel[p] = _mm256_hadd_epi32(_mm256_hadd_epi32(sums[p][0], sums[p][1]),
                                   _mm256_hadd_epi32(sums[p][2], sums[p][3]));
    }
    return _mm256_add_epi32(_mm256_permute2x128_si256(pixel[0], pixel[1], 0x20),
                            _mm256_permute2x128_si256(pixel[0], pixel[1], 0x31));
  }
};

[[gnu::noinline]] inline void Int8Product::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                                               int8_t* out) const {
  for (int32_t m = 0; m < filters; m += 4) {
    const int32_t left = filters - m;
    const __m128i existing = _mm_cmpgt_epi32(_mm_set1_epi32(left), _mm_setr_epi32(0, 1, 2, 3));
    // Loads values of four filters, for both pixels.
    const auto values = [&](const int32_t* of, int32_t step) __attribute__((always_inline)) {
      if (step == 0) return _mm256_set1_epi32(*of);
      return _mm256_broadcastsi128_si256(_mm_maskload_epi32(of + m, existing));
    };
    const __m256i start = _mm256_add_epi32(values(result.start, 1), _mm256_set1_epi32(result.base));
    const __m256i multiplier = values(result.multiplier, result.scale_step);
    int8_t shifts[8];
    for (int32_t i = 0; i < 4; ++i) {
      const int32_t filter = i < left ? m + i : m;
      shifts[i] = shifts[4 + i] = result.shift[filter * result.scale_step];
    }
    const __m256i shift =
        _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(shifts)));
    Int8Tile tile;
    for (int32_t i = 0; i < 4; ++i) tile.weights[i] = weights + (m + (i < left ? i : 0)) * terms;
    for (int32_t p = 0; p < pixels; p += 2) {
      const bool both = pixels - p >= 2;
      tile.inputs[0] = inputs + p * pitch;
      tile.inputs[1] = both ? tile.inputs[0] + pitch : tile.inputs[0];
      const __m256i sums = _mm256_add_epi32(tile.run(terms), start);
      const __m128i bytes = narrow_lanes(rescale_lanes(sums, multiplier, shift), result);
      int8_t* to = out + p * out_pitch + m;
      store_bytes(to, _mm_cvtsi128_si32(bytes), left);
      if (both) store_bytes(to + out_pitch, _mm_extract_epi32(bytes, 2), left);
    }
  }
}

}  // namespace kerf::integers
