// Sums that become int8 by AVX2, eight at a time.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "core/libc.h"
#include "isa/scalar/loops/int8_results.h"

namespace kerf::integers {

// Adds the products of a and b to `sum`, at once: compilers that add the products of several calls
// to one another first have no registers for them.
[[gnu::always_inline]] inline void add_products(__m256i& sum, __m256i a, __m256i b) {
  sum = _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
  asm("" : "+x"(sum));
}

// Both taps of sixteen outputs next to each other, as int16: of outputs 0 to 7, and 8 to 15.
struct PairedTaps {
  __m256i low;
  __m256i high;

  [[gnu::always_inline]] PairedTaps(__m128i even, __m128i odd)
      : low(_mm256_cvtepi8_epi16(_mm_unpacklo_epi8(even, odd))),
        high(_mm256_cvtepi8_epi16(_mm_unpackhi_epi8(even, odd))) {}
  PairedTaps() = default;
};

// Scales of eight lanes, and what all numbers need of them.
struct EightScales {
  __m256i multiplier;
  __m256i odd;        // multipliers of lanes 1, 3, 5, 7
  __m256i left;       // bits that a number is shifted before it is multiplied
  __m256i right;      // bits that it is shifted back afterwards
  __m256i mask;       // those bits
  __m256i most;       // of them that is rounded down where the number is not negative
  __m256i halves[2];  // make one rounding of two, in even and in odd lanes
  __m256i behind;     // one less than `right`
  // Whether int8 are the same where both roundings are one of the magnitude. The first one differs
  // for negative products halfway between two numbers. Those of a multiplier that is an odd number
  // of 2^(9 + right) at least times a power of two are 256 or larger.
  bool at_once;

  EightScales() = default;
  EightScales(__m256i multipliers, __m256i shift)
      : multiplier(multipliers), odd(_mm256_srli_epi64(multipliers, 32)) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i one = _mm256_set1_epi32(1);
    left = _mm256_max_epi32(shift, zero);
    right = _mm256_max_epi32(_mm256_sub_epi32(zero, shift), zero);
    mask = _mm256_sub_epi32(_mm256_sllv_epi32(one, right), one);
    most = _mm256_srli_epi32(mask, 1);
    const __m256i half = _mm256_set1_epi64x(int64_t{1} << 30);
    const __m256i evens = _mm256_blend_epi32(right, zero, 0xAA);
    halves[0] = _mm256_add_epi64(_mm256_sllv_epi64(half, evens), half);
    halves[1] = _mm256_add_epi64(_mm256_sllv_epi64(half, _mm256_srli_epi64(right, 32)), half);
    behind = _mm256_sub_epi32(right, one);
    const __m256i lowest = _mm256_and_si256(multiplier, _mm256_sub_epi32(zero, multiplier));
    const __m256i least =
        _mm256_srlv_epi32(multiplier, _mm256_sub_epi32(_mm256_set1_epi32(9), shift));
    const __m256i twice =
        _mm256_or_si256(_mm256_cmpgt_epi32(lowest, least), _mm256_cmpgt_epi32(one, right));
    at_once = _mm256_testc_si256(_mm256_cmpeq_epi32(multiplier, zero), twice) != 0;
  }

  // Applies rescale() to each lane, with both roundings.
  [[gnu::always_inline]] __m256i rescale(__m256i x) const {
    x = _mm256_sllv_epi32(x, left);
    const __m256i half = _mm256_set1_epi64x(int64_t{1} << 30);
    const __m256i evens = _mm256_add_epi64(_mm256_mul_epi32(x, multiplier), half);
    const __m256i odds = _mm256_add_epi64(_mm256_mul_epi32(_mm256_srli_epi64(x, 32), odd), half);
    const __m256i y =
        _mm256_blend_epi32(_mm256_srli_epi64(evens, 31), _mm256_slli_epi64(odds, 1), 0xAA);
    // Less than half is rounded down, or half where y is negative.
    const __m256i down = _mm256_add_epi32(most, _mm256_srli_epi32(y, 31));
    const __m256i up = _mm256_cmpgt_epi32(_mm256_and_si256(y, mask), down);
    return _mm256_sub_epi32(_mm256_srav_epi32(y, right), up);
  }

  // As rescale(), for numbers that become int8 and with `at_once`.
  [[gnu::always_inline]] __m256i rescale_at_once(__m256i x) const {
    const __m256i size = _mm256_abs_epi32(x);
    const __m256i evens = _mm256_add_epi64(_mm256_mul_epu32(size, multiplier), halves[0]);
    const __m256i odds =
        _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(size, 32), odd), halves[1]);
    const __m256i y = _mm256_blend_epi32(_mm256_srli_epi64(evens, 32), odds, 0xAA);
    return _mm256_sign_epi32(_mm256_srlv_epi32(y, behind), x);
  }
};

// One scale for all lanes.
inline EightScales scales_of(const Scale& scale) {
  return {_mm256_set1_epi32(scale.multiplier), _mm256_set1_epi32(scale.shift)};
}

// Eight elements, without their zero point.
[[gnu::always_inline]] inline __m256i load_shifted(const int8_t* from, int32_t zero) {
  const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
  return _mm256_sub_epi32(_mm256_cvtepi8_epi32(bytes), _mm256_set1_epi32(zero));
}

// What the sums of eight adjacent filters begin with, and their scales; zeros for those that do not
// exist.
struct EightResults {
  __m256i start;
  EightScales scales;

  EightResults() = default;
  // Reads those of filters m to m + 7, of which `count` exist.
  EightResults(const Int8Result& result, int32_t m, int32_t count) {
    const __m256i existing =
        _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    const auto values = [&](const int32_t* of, int32_t step) __attribute__((always_inline)) {
      if (step == 0) return _mm256_set1_epi32(*of);
      return _mm256_maskload_epi32(of + m, existing);
    };
    start = _mm256_add_epi32(values(result.start, 1), _mm256_set1_epi32(result.base));
    int8_t few[8] = {};
    const int8_t* shifts = result.shift + m * result.scale_step;
    if (count < 8 || result.scale_step == 0) {
      for (int32_t i = 0; i < 8 && i < count; ++i) few[i] = shifts[i * result.scale_step];
      shifts = few;
    }
    scales = EightScales(
        values(result.multiplier, result.scale_step),
        _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(shifts))));
  }
};

// Applies narrow() to each lane, with the offset and bounds of `result`: sixteen bytes.
template <typename Result>
[[gnu::always_inline]] inline __m128i narrow_lanes(__m256i low, __m256i high,
                                                   const Result& result) {
  const __m256i offset = _mm256_set1_epi32(result.offset);
  const __m256i words =
      _mm256_packs_epi32(_mm256_add_epi32(low, offset), _mm256_add_epi32(high, offset));
  const __m128i bytes =
      _mm_packs_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
  const __m128i least = _mm_set1_epi8(static_cast<int8_t>(result.low));
  const __m128i most = _mm_set1_epi8(static_cast<int8_t>(result.high));
  return _mm_shuffle_epi32(_mm_min_epi8(_mm_max_epi8(bytes, least), most), 0xD8);
}

// Stores the first eight bytes of narrow_lanes().
[[gnu::always_inline]] inline void store_eight(int8_t* to, __m128i bytes) {
  _mm_storel_epi64(reinterpret_cast<__m128i*>(to), bytes);
}

// Stores the `count` lowest of four bytes.
[[gnu::always_inline]] inline void store_bytes(int8_t* to, int32_t word, int32_t count) {
  if (count >= 4) {
    libc::copy(to, &word, 4);
    return;
  }
  for (int32_t i = 0; i < count; ++i) to[i] = static_cast<int8_t>(word >> (8 * i));
}

// Stores the first `count` bytes, at most sixteen.
[[gnu::always_inline]] inline void store_some(int8_t* to, __m128i bytes, int32_t count) {
  if (count >= 16) return _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
  if (count >= 8) {
    store_eight(to, bytes);
    bytes = _mm_srli_si128(bytes, 8);
    to += 8;
    count -= 8;
  }
  store_bytes(to, _mm_cvtsi128_si32(bytes), count);
  if (count > 4) store_bytes(to + 4, _mm_extract_epi32(bytes, 1), count - 4);
}

}  // namespace kerf::integers
