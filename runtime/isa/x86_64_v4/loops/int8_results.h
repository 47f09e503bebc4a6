// Sums that become int8 by AVX-512, sixteen at a time.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "isa/scalar/loops/int8_results.h"

namespace kerf::integers {

// Masks of all lanes: GCC takes what is behind intrinsics without a mask for uninitialised.
// Source: https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105593
inline constexpr __mmask16 kAll = 0xFFFF;
inline constexpr __mmask8 kAll8 = 0xFF;

// Scales of sixteen lanes, and what all numbers need of them.
struct SixteenScales {
  __m512i multiplier;
  __m512i left;       // bits that a number is shifted before it is multiplied
  __m512i right;      // bits that it is shifted back afterwards
  __m512i halves[2];  // make one rounding of two, in even and in odd lanes
  __m512i behind;     // one less than `right`
  bool at_once;       // as that of EightScales in x86_64_v3/loops/int8_results.h

  SixteenScales() = default;
  SixteenScales(__m512i multipliers, __m512i shift) : multiplier(multipliers) {
    const __m512i zero = _mm512_setzero_si512();
    left = _mm512_maskz_max_epi32(kAll, shift, zero);
    right = _mm512_maskz_max_epi32(kAll, _mm512_sub_epi32(zero, shift), zero);
    const __m512i half = _mm512_set1_epi64(int64_t{1} << 30);
    const __m512i evens = _mm512_maskz_mov_epi32(0x5555, right);
    const __m512i odds = _mm512_maskz_srli_epi64(kAll8, right, 32);
    halves[0] = _mm512_add_epi64(_mm512_maskz_sllv_epi64(kAll8, half, evens), half);
    halves[1] = _mm512_add_epi64(_mm512_maskz_sllv_epi64(kAll8, half, odds), half);
    behind = _mm512_sub_epi32(right, _mm512_set1_epi32(1));
    const __m512i lowest = _mm512_and_si512(multiplier, _mm512_sub_epi32(zero, multiplier));
    const __m512i least =
        _mm512_maskz_srlv_epi32(kAll, multiplier, _mm512_sub_epi32(_mm512_set1_epi32(9), shift));
    const __mmask16 twice =
        _mm512_cmpgt_epi32_mask(lowest, least) | _mm512_cmpeq_epi32_mask(right, zero);
    at_once = _mm512_mask_test_epi32_mask(twice, multiplier, multiplier) == 0;
  }
};

// What the sums of sixteen adjacent filters begin with, and their scales; zeros for those that do
// not exist.
struct SixteenResults {
  __m512i start;
  SixteenScales scales;
  __mmask16 existing;

  // Reads the results of filters m to m + 15, of which `count` exist.
  SixteenResults(const Int8Result& result, int32_t m, int32_t count)
      : existing(static_cast<__mmask16>(count >= 16 ? 0xFFFF : (1 << count) - 1)) {
    const auto values = [&](const int32_t* of, int32_t step) __attribute__((always_inline)) {
      if (step == 0) return _mm512_set1_epi32(*of);
      return _mm512_maskz_loadu_epi32(existing, of + m);
    };
    start = _mm512_add_epi32(values(result.start, 1), _mm512_set1_epi32(result.base));
    const __m512i shift =
        result.scale_step == 0
            ? _mm512_set1_epi32(*result.shift)
            : _mm512_maskz_cvtepi8_epi32(kAll, _mm_maskz_loadu_epi8(existing, result.shift + m));
    scales = SixteenScales(values(result.multiplier, result.scale_step), shift);
  }
};

// Applies rescale() to each lane, with both roundings.
[[gnu::always_inline]] inline __m512i rescale_lanes(__m512i x, const SixteenScales& scales) {
  x = _mm512_maskz_sllv_epi32(kAll, x, scales.left);
  const __m512i half = _mm512_set1_epi64(int64_t{1} << 30);
  const __m512i even = _mm512_add_epi64(_mm512_maskz_mul_epi32(kAll8, x, scales.multiplier), half);
  const __m512i odd = _mm512_add_epi64(
      _mm512_maskz_mul_epi32(kAll8, _mm512_maskz_srli_epi64(kAll8, x, 32),
                             _mm512_maskz_srli_epi64(kAll8, scales.multiplier, 32)),
      half);
  const __m512i y = _mm512_mask_blend_epi32(0xAAAA, _mm512_maskz_srli_epi64(kAll8, even, 31),
                                            _mm512_maskz_slli_epi64(kAll8, odd, 1));
  // What is shifted out, and the most of it that is rounded down: less than half, or half where y
  // is negative.
  const __m512i one = _mm512_set1_epi32(1);
  const __m512i mask = _mm512_sub_epi32(_mm512_maskz_sllv_epi32(kAll, one, scales.right), one);
  const __m512i most = _mm512_add_epi32(_mm512_maskz_srli_epi32(kAll, mask, 1),
                                        _mm512_maskz_srli_epi32(kAll, y, 31));
  const __mmask16 up = _mm512_cmpgt_epi32_mask(_mm512_and_si512(y, mask), most);
  const __m512i shifted = _mm512_maskz_srav_epi32(kAll, y, scales.right);
  return _mm512_mask_add_epi32(shifted, up, shifted, one);
}

// As rescale_lanes(), for numbers that become int8 and with `at_once`.
[[gnu::always_inline]] inline __m512i rescale_at_once(__m512i x, const SixteenScales& scales) {
  const __m512i size = _mm512_maskz_abs_epi32(kAll, x);
  const __m512i even =
      _mm512_add_epi64(_mm512_maskz_mul_epu32(kAll8, size, scales.multiplier), scales.halves[0]);
  const __m512i odd = _mm512_add_epi64(
      _mm512_maskz_mul_epu32(kAll8, _mm512_maskz_srli_epi64(kAll8, size, 32),
                             _mm512_maskz_srli_epi64(kAll8, scales.multiplier, 32)),
      scales.halves[1]);
  const __m512i y = _mm512_mask_blend_epi32(0xAAAA, _mm512_maskz_srli_epi64(kAll8, even, 32), odd);
  const __m512i rounded = _mm512_maskz_srlv_epi32(kAll, y, scales.behind);
  return _mm512_mask_sub_epi32(rounded, _mm512_movepi32_mask(x), _mm512_setzero_si512(), rounded);
}

// Stores sums of `results`, as `result` makes them int8.
[[gnu::always_inline]] inline void store_lanes(const Int8Result& result,
                                               const SixteenResults& results, __m512i sums,
                                               int8_t* out) {
  const __m512i whole = _mm512_add_epi32(sums, results.start);
  const __m512i x = results.scales.at_once ? rescale_at_once(whole, results.scales)
                                           : rescale_lanes(whole, results.scales);
  __m128i bytes =
      _mm512_maskz_cvtsepi32_epi8(kAll, _mm512_add_epi32(x, _mm512_set1_epi32(result.offset)));
  bytes = _mm_max_epi8(bytes, _mm_set1_epi8(static_cast<int8_t>(result.low)));
  bytes = _mm_min_epi8(bytes, _mm_set1_epi8(static_cast<int8_t>(result.high)));
  _mm_mask_storeu_epi8(out, results.existing, bytes);
}

}  // namespace kerf::integers
