// Depthwise windows of int8 by AVX-512 VNNI, sixteen channels at a time, two taps of each in one
// VPDPWSSD.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "isa/x86_64_v3/loops/int8_window.h"
#include "isa/x86_64_v4/loops/int8_results.h"
#include "loops/int8_together.h"

namespace kerf::integers {

// Sixteen int8, or the `count` that exist and zeros.
template <bool kWhole>
[[gnu::always_inline]] inline __m128i load_channels(const int8_t* from, __mmask16 existing) {
  if constexpr (kWhole) return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  return _mm_maskz_loadu_epi8(existing, from);
}

// Both taps of each channel next to each other, as int16.
[[gnu::always_inline]] inline __m512i pair_taps(__m128i even, __m128i odd) {
  const __m256i low = _mm256_castsi128_si256(_mm_unpacklo_epi8(even, odd));
  const __m128i high = _mm_unpackhi_epi8(even, odd);
  return _mm512_maskz_cvtepi8_epi16(~__mmask32{0}, _mm256_inserti128_si256(low, high, 1));
}

// Computes the channels from `c` on of all pixels of a block. kPairs: those of taps, or 0 where
// the number of `window` counts.
template <int32_t kPairs, bool kWhole>
[[gnu::noinline]] void run_channels(const Int8Depthwise& its, const Int8Block& block,
                                    const Int8Window& window, const SixteenResults& results,
                                    int32_t c) {
  const auto load = [&](const int8_t* from) __attribute__((always_inline)) {
    return load_channels<kWhole>(from, results.existing);
  };
  const int32_t pairs = kPairs == 0 ? window.pairs : kPairs;
  __m512i weights[kPairs == 0 ? Int8Window::kMostPairs : kPairs];
  __m512i all = _mm512_setzero_si512();
#pragma GCC unroll 5
  for (int32_t i = 0; i < pairs; ++i) {
    const bool lonely = window.lonely && i == pairs - 1;
    const __m128i even = load(block.weights + window.weights[2 * i] + c);
    weights[i] = pair_taps(
        even, lonely ? _mm_setzero_si128() : load(block.weights + window.weights[2 * i + 1] + c));
    all = _mm512_dpwssd_epi32(all, weights[i], _mm512_set1_epi16(1));
  }
  // What the offset adds to all pixels.
  const __m512i start = _mm512_maskz_mullo_epi32(kAll, all, _mm512_set1_epi32(its.offset));
  for (int32_t line = 0; line < block.lines; ++line) {
    const int8_t* x = block.input + line * its.input_pitch.line + c;
    int8_t* out = block.out + line * its.out_pitch.line + c;
    for (int32_t n = block.pixels; n > 0; --n) {
      __m512i sums = start;
#pragma GCC unroll 5
      for (int32_t i = 0; i < pairs; ++i) {
        const __m512i taps =
            pair_taps(load(x + window.inputs[2 * i]), load(x + window.inputs[2 * i + 1]));
        sums = _mm512_dpwssd_epi32(sums, taps, weights[i]);
      }
      store_lanes(its.result, results, sums, out);
      x += its.input_pitch.pixel;
      out += its.out_pitch.pixel;
    }
  }
}

[[gnu::noinline]] inline void Int8Depthwise::run(const Int8Block* blocks,
                                                 const Int8Block* end) const {
  Int8Window windows[kDepthwiseBlocks];
  if (!read_windows(blocks, end, windows)) {
    for (; blocks != end; ++blocks) run_one_by_one(*this, *blocks, 0);
    return;
  }
  for (int32_t c = 0; c < channels; c += 16) {
    const SixteenResults results(result, c, channels - c);
    each_window(
        blocks, end, windows, [&](const Int8Block& block, const Int8Window& window, auto pairs) {
          channels - c >= 16
              ? run_channels<decltype(pairs)::kValue, true>(*this, block, window, results, c)
              : run_channels<0, false>(*this, block, window, results, c);
        });
  }
}

}  // namespace kerf::integers
